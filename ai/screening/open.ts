// The lists that the bank screens against: the file that ships with it, or the operator's newer
// one. The index is built on first use, in turns, and kept for the life of the process.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readListFile, type SanctionsList } from './list-file.ts';
import { buildScreener, type Screener } from './screener.ts';
import { runInTurns } from './turns.ts';

const SHIPPED = new URL('./lists/sanctions.json.gz', import.meta.url);

const DAY_MS = 24 * 60 * 60 * 1000;
const USUAL_MAX_AGE_MS = 2 * DAY_MS;

export interface Screening {
  /** The index; the first caller waits about a second for it, the others do not. */
  screener(): Promise<Screener>;
  /** SHA-256 of the file, in hexadecimal: the same lists have the same. */
  fingerprint(): string;
  /** Milliseconds after which a list is stale. */
  readonly maxAgeMs: number;
}

type Lists = Omit<Screening, 'maxAgeMs'>;

let shipped: Lists | null = null;

/**
 * Opens the lists.
 * @param path a file that the import command wrote; null takes what ships with the bank
 * @param maxAgeMs milliseconds after which a list is stale
 * @throws ListFileError when the operator's file cannot be read
 */
export function openScreening(path: string | null, maxAgeMs = USUAL_MAX_AGE_MS): Screening {
  if (path !== null) return { ...listsOf(path, readListFile(path)), maxAgeMs };
  shipped ??= listsOf(SHIPPED, null);
  return { ...shipped, maxAgeMs };
}

/** @param given what was read at the start: a bank must not find out later that a file is none */
function listsOf(file: string | URL, given: readonly SanctionsList[] | null): Lists {
  let hash = given === null ? null : hashOf(file);
  let built: Promise<Screener> | null = null;
  return {
    screener: () => {
      built ??= runInTurns(buildScreener(given ?? readListFile(file)));
      return built;
    },
    fingerprint: () => {
      hash ??= hashOf(file);
      return hash;
    },
  };
}

function hashOf(file: string | URL): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

type Dated = Pick<SanctionsList, 'asOf' | 'retrievedAt'>;

/**
 * True when a list is too old to rely on, or nothing is known of its age. A publisher may leave a
 * list as it is for weeks, so what counts is when it was fetched, where that is known.
 */
export function isStale({ asOf, retrievedAt }: Dated, maxAgeMs: number, now: number): boolean {
  const since = retrievedAt ?? asOf;
  return since === null || now - Date.parse(since) > maxAgeMs;
}

/** The lists that are stale. */
export function staleAmong<List extends Dated>(
  lists: readonly List[],
  maxAgeMs: number,
  now: number,
): List[] {
  return lists.filter((list) => isStale(list, maxAgeMs, now));
}
