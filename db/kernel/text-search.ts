// Searches for a part of a text as people type it: without capitals and accents, and in Latin letters
// where it is written in others. SQLite's own lower() handles ASCII only. A text with other letters is
// folded; most texts have none, and folding each of them would be most of the cost of a search.

import anyAscii from 'any-ascii';
import type BetterSqlite3 from 'better-sqlite3';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { parseIncompletePhoneNumber } from 'libphonenumber-js';
import { foldedCategory } from '../../ledger/merchant-category.ts';

/** Letters without a decomposition, and characters that people type in another way. */
const TYPED: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ə: 'e',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  // A double name is typed with a blank as often as with a hyphen.
  '-': ' ',
  '‐': ' ',
  '–': ' ',
};
const TYPED_OTHERWISE = new RegExp(`[${Object.keys(TYPED).join('').replace('-', '\\-')}]`, 'gu');

/**
 * Removes capitals, accents and hyphens: `Zürich` and `ZURICH` become `zurich`, `Straße` becomes
 * `strasse`.
 */
export function foldText(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = bare.toUpperCase().toLowerCase();
  return plain.replace(TYPED_OTHERWISE, (letter) => TYPED[letter] ?? letter);
}

/**
 * Transliterates a text to Latin letters, so that common spellings of a name agree: `Юлія`,
 * `Yuliia` and `Yulija` become `iulia`, `Müller` and `Mueller` become `muller`. Only for searches,
 * which may find too much; the comparison with sanctions lists has its own transliteration
 * (ai/names).
 */
export function latinText(text: string): string {
  return foldText(anyAscii(text.replace(/[οΟ][υύΥΎ]/g, 'ou')))
    .replace(/'/g, '')
    .replace(/dj/g, 'd')
    .replace(/([aou])e/g, '$1')
    .replace(/[iyj]+/g, 'i');
}

/** Folds a text and removes blanks and punctuation, in which spellings of one name differ. */
export function foldLetters(text: string): string {
  const folded = foldText(text);
  return folded.replace(/[^\p{L}\p{N}]/gu, '') || folded;
}

/** The fewest digits of a search: many numbers share shorter endings. */
const LEAST_DIGITS = 7;

/**
 * Returns the digits by which a telephone number is searched: without the extension, leading zeros,
 * and the signs between the digits.
 */
export function dialledDigits(written: string): string {
  const plain = written.normalize('NFKC');
  const number = plain.replace(/(?:[;,#x]|ext).*$/iu, '').replace(/\(0\)/g, '');
  return parseIncompletePhoneNumber(number).replace(/^\+?0*/, '');
}

/** True for two spellings of one number, of which one may leave out the country or the area. */
function isSameNumber(one: string, other: string): boolean {
  const digits = dialledDigits(one);
  if (digits.length < LEAST_DIGITS || other.length < LEAST_DIGITS) return false;
  return digits.endsWith(other) || other.endsWith(digits);
}

/** Registers the SQL functions of text searches, and `category_of`, on a connection. */
export function registerTextFunctions(raw: BetterSqlite3.Database): void {
  const options = { deterministic: true };
  raw.function('category_of', options, (stated: unknown, mcc: unknown, name: unknown) =>
    foldedCategory(textOf(stated), { mcc: textOf(mcc), name: textOf(name) }),
  );
  raw.function('folded', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? foldText(text) : null,
  );
  raw.function('latin', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? latinText(text) : null,
  );
  raw.function('same_number', { deterministic: true }, (written: unknown, digits: unknown) =>
    typeof written === 'string' && typeof digits === 'string' && isSameNumber(written, digits)
      ? 1
      : 0,
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The parameters of a text search. */
export interface TextSearch {
  readonly folded: string;
  /** The text in Latin letters. */
  readonly latin: string;
  /** The GLOB pattern of texts that are folded. */
  readonly odd: string;
}

/** Texts that may differ from their ASCII lower case. */
const BEYOND_ASCII = '*[^ -~]*';
/** A search text in other letters may match one in Latin letters. */
const EVERY = '*';

const orElse = (fold: string, text: string) => (fold.trim() === '' ? text : fold);

/** @param text the search text */
export function searchOf(text: string): TextSearch {
  // Accents and hyphens alone fold to what every text contains.
  const folded = orElse(foldText(text), text);
  const odd = /^[ -~]*$/.test(folded) ? BEYOND_ASCII : EVERY;
  return { folded, latin: orElse(latinText(text), folded), odd };
}

type Tag<Made> = (texts: TemplateStringsArray, ...values: unknown[]) => Made;

function containing<Made>(
  tag: Tag<Made>,
  column: unknown,
  { folded, latin, odd }: Readonly<Record<keyof TextSearch, unknown>>,
): Made {
  return tag`(instr(replace(lower(${column}), '-', ' '), ${folded}) > 0 OR (${column} GLOB ${odd}
    AND (instr(folded(${column}), ${folded}) > 0 OR instr(latin(${column}), ${latin}) > 0)))`;
}

/** The condition, with the parameters `@folded`, `@latin` and `@odd`. */
export const containsSql = (column: string): string =>
  containing(String.raw, column, { folded: '@folded', latin: '@latin', odd: '@odd' });

/** The condition for a query of Drizzle. */
export const contains = (column: SQLWrapper, search: TextSearch): SQL =>
  containing(sql, column, search);
