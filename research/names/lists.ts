// The shipped lists as data, and a folding of names that belongs to this folder: whether a name is
// really on a list must not depend on the measured engine.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** One entry of a shipped list. */
export interface ListEntry {
  readonly id: string;
  readonly type: 'individual' | 'entity' | 'vessel' | 'aircraft';
  readonly name: string;
  readonly aliases: readonly string[];
  readonly weakAliases: readonly string[];
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
  readonly programs: readonly string[];
}

export interface NameList {
  readonly code: string;
  readonly asOf: string | null;
  readonly entries: readonly ListEntry[];
}

const SHIPPED_LISTS = new URL('../../ai/screening/lists/sanctions.json.gz', import.meta.url);

/** Reads the lists that the repository ships. */
export function readLists(): readonly NameList[] {
  const text = gunzipSync(readFileSync(SHIPPED_LISTS)).toString('utf8');
  return (JSON.parse(text) as { lists: NameList[] }).lists;
}

/** Folds a name into words: NFKD, lower case, letters without marks. */
export function foldWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/**
 * Returns the folded words in alphabetical order, which are the same for "KIM, Jong" and "Jong
 * Kim".
 */
export function foldKey(name: string): string {
  return foldWords(name).sort().join(' ');
}

export interface ListedName {
  readonly list: string;
  readonly id: string;
  readonly name: string;
}

/**
 * Names and strong aliases of persons and organisations by their folded words. Weak aliases, ships
 * and aircraft are left out: a payee without a second feature is not compared with them, so a shop
 * that has the name of a ship stays in the set and has to pass.
 */
export function indexListedNames(lists = readLists()): Map<string, ListedName[]> {
  const index = new Map<string, ListedName[]>();
  for (const { code, entries } of lists) {
    for (const entry of entries) {
      if (entry.type === 'vessel' || entry.type === 'aircraft') continue;
      for (const name of [entry.name, ...entry.aliases]) {
        const key = foldKey(name);
        const entries = index.get(key) ?? [];
        entries.push({ list: code, id: entry.id, name });
        index.set(key, entries);
      }
    }
  }
  return index;
}

/**
 * The words, as {@link foldKey} folds them, of all names that are really on a list; of `KIM, Jong Un`
 * also with the given name as one word, as Korea and China write it.
 */
export function listedKeys(lists = readLists()): ReadonlySet<string> {
  const keys = new Set(indexListedNames(lists).keys());
  for (const { entries } of lists) {
    for (const { name, aliases } of entries) {
      for (const aliase of [name, ...aliases]) {
        const [family = '', givenNames = ''] = aliase.split(',');
        const words = [family, givenNames].map((part) => foldWords(part).join(''));
        keys.add(words.sort().join(' '));
      }
    }
  }
  return keys;
}
