// The file of the lists: the import command writes it, and the bank reads it at its start. JSON in
// gzip, in the order of the originals, so that the same originals give the same bytes.

import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

export const ENTRY_TYPES = ['individual', 'entity', 'vessel', 'aircraft'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** A person, firm, ship or aircraft on a list. */
export interface ListEntry {
  readonly id: string;
  readonly type: EntryType;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Weak aliases, which are too common or vague and only match exactly. */
  readonly weakAliases: readonly string[];
  /** Dates such as `1971-03-04`, or only a year. */
  readonly birthDates: readonly string[];
  /** Two-letter codes of the nationality, otherwise of the address. */
  readonly countries: readonly string[];
  readonly programs: readonly string[];
  /**
   * Documents and numbers in the words of the list; absent when it states none, or its file has
   * none.
   */
  readonly documents?: readonly string[];
  /** The list's remarks in its own words; absent without any. */
  readonly remarks?: string;
}

/** Returns the optional parts of an entry that the list states. */
export function statedParts(
  documents: readonly string[],
  remarks: string,
): Pick<ListEntry, 'documents' | 'remarks'> {
  return {
    ...(documents.length > 0 ? { documents: [...new Set(documents)] } : {}),
    ...(remarks === '' ? {} : { remarks }),
  };
}

export interface SanctionsList {
  readonly code: string;
  readonly title: string;
  readonly source: string;
  readonly licence: string;
  /** The publisher's date of the list; null without one. */
  readonly asOf: string | null;
  /** When the bank's operator downloaded it, in ISO 8601; absent when unknown. */
  readonly retrievedAt?: string | null;
  readonly entries: readonly ListEntry[];
}

/** Thrown when a file was not written by the import command. */
export class ListFileError extends Error {}

const FORMAT = 'kontor-screening-lists/1';

/** The bytes of a list file. */
export function packLists(lists: readonly SanctionsList[]): Buffer {
  return gzipSync(JSON.stringify({ format: FORMAT, lists }), { level: 9 });
}

/** Maximum bytes of the unpacked file, because its stated size is not trusted. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads a list file.
 * @throws ListFileError
 */
export function readListFile(path: string | URL): readonly SanctionsList[] {
  return parseListFile(readListBytes(path), String(path));
}

/**
 * The bytes of a list file.
 * @throws ListFileError
 */
export function readListBytes(path: string | URL): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw makeFileError(String(path), error);
  }
}

/**
 * Reads the bytes of a list file.
 * @param name of the file in an error
 * @throws ListFileError
 */
export function parseListFile(bytes: Buffer, name: string): readonly SanctionsList[] {
  try {
    const text = gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString('utf8');
    const { format, lists } = JSON.parse(text) as { format?: string; lists?: SanctionsList[] };
    if (format !== FORMAT || !Array.isArray(lists) || lists.length === 0) {
      throw new Error(`expected format ${FORMAT}`);
    }
    for (const list of lists) checkList(list);
    return lists;
  } catch (error) {
    throw makeFileError(name, error);
  }
}

function makeFileError(name: string, cause: unknown): ListFileError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ListFileError(`${name} is not a valid list file: ${message}`, { cause });
}

function checkList({ code, entries, asOf, retrievedAt = null }: SanctionsList): void {
  if (typeof code !== 'string' || !Array.isArray(entries)) throw new Error('a list has no entries');
  for (const date of [asOf, retrievedAt]) {
    if (date !== null && Number.isNaN(Date.parse(date)))
      throw new Error(`the list ${code} has an invalid date`);
  }
  for (const { id, type, name, aliases, weakAliases, birthDates, countries } of entries) {
    const isText = typeof id === 'string' && typeof name === 'string' && ENTRY_TYPES.includes(type);
    const isWhole = [aliases, weakAliases, birthDates, countries].every(Array.isArray);
    if (!isText || !isWhole) throw new Error(`the list ${code} has an incomplete entry ${id}`);
  }
}
