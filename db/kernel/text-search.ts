// A part of a text, as people type what they look for: without capitals and accents. SQLite's own
// lower() knows ASCII alone. Where a text has other letters it is folded; most texts have none, and
// a call for each of them would be the most of a search.

import type BetterSqlite3 from 'better-sqlite3';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { foldedCategory } from '../../ledger/merchant-category.ts';

/** Letters that have no accent to take off. */
const STROKES: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
};

/** A text without capitals and accents: `Zürich` and `ZURICH` are `zurich`, `Straße` is `strasse`. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return plain.replace(/[øłđħıæœ]/g, (letter) => STROKES[letter] ?? letter);
}

/** Makes `folded(text)` and `category_of(stated, mcc, name)` known to a connection. */
export function knowFolds(raw: BetterSqlite3.Database): void {
  const options = { deterministic: true };
  raw.function('category_of', options, (stated: unknown, mcc: unknown, name: unknown) =>
    foldedCategory(textOf(stated), { mcc: textOf(mcc), name: textOf(name) }),
  );
  raw.function('folded', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? foldText(text) : null,
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** What a text is looked for by. */
export interface TextSearch {
  readonly folded: string;
  /** Texts that may differ from their ASCII lower case, as GLOB has them. */
  readonly odd: string;
}

/** Letters with accents, ligatures and wide forms: what folds to ASCII. */
const FOLDS_TO_ASCII = '*[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff\uff01-\uff5e]*';
const BEYOND_ASCII = '*[^ -~]*';

/** @param text as it was typed */
export function searchOf(text: string): TextSearch {
  // Of accents alone nothing is left, and nothing is a part of every text.
  const folded = foldText(text) || text;
  return { folded, odd: /^[ -~]*$/.test(folded) ? FOLDS_TO_ASCII : BEYOND_ASCII };
}

/** The condition, with the parameters `@folded` and `@odd`. */
export const containsSql = (column: string): string =>
  `(instr(lower(${column}), @folded) > 0 OR (${column} GLOB @odd AND instr(folded(${column}), @folded) > 0))`;

/** The same condition for a query of Drizzle. */
export const contains = (column: SQLWrapper, { folded, odd }: TextSearch): SQL =>
  sql`(instr(lower(${column}), ${folded}) > 0 OR (${column} GLOB ${odd} AND instr(folded(${column}), ${folded}) > 0))`;
