// Searches in SQL for a part of a text: letter by letter, and as ai/names/search.ts reads names.

import type BetterSqlite3 from 'better-sqlite3';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { parseIncompletePhoneNumber } from 'libphonenumber-js';
import { searchFor } from '../../ai/names/search.ts';
import { isInCategory } from '../../ledger/merchant-category.ts';

/** The fewest digits of a search: many numbers share shorter endings. */
const MIN_DIGITS = 7;

/**
 * Returns the digits by which a telephone number is searched: without the extension, leading zeros,
 * and the signs between the digits.
 */
export function dialledDigits(text: string): string {
  const normalText = text.normalize('NFKC');
  const number = normalText.replace(/(?:[;,#x]|ext).*$/iu, '').replace(/\(0\)/g, '');
  return parseIncompletePhoneNumber(number).replace(/^\+?0*/, '');
}

/** True for two spellings of one number, of which one may leave out the country or the area. */
function isSameNumber(number: string, otherDigits: string): boolean {
  const digits = dialledDigits(number);
  if (digits.length < MIN_DIGITS || otherDigits.length < MIN_DIGITS) return false;
  return digits.endsWith(otherDigits) || otherDigits.endsWith(digits);
}

/** Comparisons with the latest search texts: one search reads thousands of rows. */
const CACHED_SEARCHES = new Map<string, (text: string) => boolean>();
const MAX_CACHED_SEARCHES = 64;

function cachedSearch(search: string): (text: string) => boolean {
  const cachedResult = CACHED_SEARCHES.get(search);
  if (cachedResult !== undefined) return cachedResult;
  if (CACHED_SEARCHES.size >= MAX_CACHED_SEARCHES) CACHED_SEARCHES.clear();
  const matches = searchFor(search);
  CACHED_SEARCHES.set(search, matches);
  return matches;
}

/** Registers the SQL functions of text searches, and `in_category`, on a connection. */
export function registerTextFunctions(raw: BetterSqlite3.Database): void {
  const options = { deterministic: true };
  raw.function(
    'in_category',
    options,
    (word: unknown, category: unknown, mcc: unknown, name: unknown) =>
      typeof word === 'string' &&
      isInCategory(word, textOf(category), { mcc: textOf(mcc), name: textOf(name) })
        ? 1
        : 0,
  );
  raw.function('named', options, (text: unknown, search: unknown) =>
    typeof text === 'string' && typeof search === 'string' && cachedSearch(search)(text) ? 1 : 0,
  );
  raw.function('same_number', options, (number: unknown, digits: unknown) =>
    typeof number === 'string' && typeof digits === 'string' && isSameNumber(number, digits)
      ? 1
      : 0,
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The parameters of a text search. */
export interface TextSearch {
  /** The text as it is typed, or null when accents, marks and punctuation are all it has. */
  readonly literal: string | null;
  readonly search: string;
}

/** A search text without any of these characters would be found in every text. */
const SEARCHABLE_CHARACTER = /[\p{L}\p{N}\p{S}]/u;

/**
 * Returns the parameters of a text search.
 * @param text the search text
 */
export function textSearchOf(text: string): TextSearch {
  return { literal: SEARCHABLE_CHARACTER.test(text) ? text.toLowerCase() : null, search: text };
}

type Tag<Made> = (texts: TemplateStringsArray, ...values: unknown[]) => Made;

function containsText<Made>(
  tag: Tag<Made>,
  { column, name }: { readonly column: unknown; readonly name: unknown },
  { literal, search }: Readonly<Record<keyof TextSearch, unknown>>,
): Made {
  return tag`(instr(lower(${column}), ${literal}) > 0 OR named(${name}, ${search}))`;
}

/**
 * The condition, with the parameters `@literal` and `@search`.
 * @param name the SQL expression of the name in the column, when the column contains more
 */
export const containsSql = (column: string, name: string = column): string =>
  containsText(String.raw, { column, name }, { literal: '@literal', search: '@search' });

/** The condition for a query of Drizzle. */
export const contains = (column: SQLWrapper, search: TextSearch): SQL =>
  containsText(sql, { column, name: column }, search);

/** Texts with other letters than those of ASCII. */
const BEYOND_ASCII = '*[^ -~]*';

/**
 * The condition for numbers and references. It compares letter by letter; only a value with letters
 * beyond ASCII is also compared as a name.
 */
export const containsLetters = (column: SQLWrapper, { literal, search }: TextSearch): SQL =>
  sql`(instr(lower(${column}), ${literal}) > 0
    OR (${column} GLOB ${BEYOND_ASCII} AND named(${column}, ${search})))`;
