// The lists that the bank screens against: the file that ships with it, or the operator's newer
// one, which is read again when it changes. The index is built on first use, in turns.

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '../../ledger/durations.ts';
import { parseListFile, readListBytes, type SanctionsList } from './list-file.ts';
import { readListsOnThread } from './list-reader.ts';
import { buildScreener, type Screener } from './screener.ts';
import { runInTurns } from './turns.ts';

const SHIPPED_FILE = fileURLToPath(new URL('./lists/sanctions.json.gz', import.meta.url));

const DEFAULT_MAX_AGE_MS = 2 * DAY_MS;

export interface Screening {
  /** Returns the index; only the first caller waits for it, about a second. */
  screener(): Promise<Screener>;
  /** SHA-256 of the file in hexadecimal; equal for equal lists. */
  fingerprint(): string;
  /** Milliseconds after which a list is stale. */
  readonly maxAgeMs: number;
}

/** The lists of a running bank, whose file the operator can replace. */
export interface OpenedScreening extends Screening {
  /**
   * Checks the file, and switches to its lists in one step when they are new and valid. Otherwise
   * the current lists stay in use. An invalid file is read only once.
   * @throws Error when the file is invalid
   */
  refresh(): Promise<'as_before' | 'renewed'>;
}

let shipped: OpenedScreening | null = null;

/**
 * Opens the lists.
 * @param path a file of the import command, or null for the lists that ship with the bank
 * @param maxAgeMs milliseconds after which a list is stale
 * @throws ListFileError when the operator's file cannot be read
 */
export function openScreening(
  path: string | null,
  maxAgeMs = DEFAULT_MAX_AGE_MS,
  read = readListsOnThread,
): OpenedScreening {
  if (path !== null) return { ...openListFile(path, maxAgeMs, read), maxAgeMs };
  shipped ??= openShippedLists();
  return { ...shipped, maxAgeMs };
}

function openShippedLists(): OpenedScreening {
  let built: Promise<Screener> | null = null;
  let hash: string | null = null;
  return {
    screener: () => {
      built ??= readListsOnThread(SHIPPED_FILE).then(({ lists }) =>
        runInTurns(buildScreener(lists)),
      );
      return built;
    },
    fingerprint: () => {
      hash ??= hashBytes(readFileSync(SHIPPED_FILE));
      return hash;
    },
    refresh: async () => 'as_before',
    maxAgeMs: DEFAULT_MAX_AGE_MS,
  };
}

/** Reads the file at the start, so that an invalid one is noticed at once. */
function openListFile(
  file: string,
  maxAgeMs: number,
  read: typeof readListsOnThread,
): OpenedScreening {
  let fileState = readFileState(file);
  const bytes = readListBytes(file);
  const listFile = parseListFile(bytes, file);
  let fingerprint = hashBytes(bytes);
  let built: Promise<Screener> | null = null;
  return {
    maxAgeMs,
    screener: () => {
      built ??= runInTurns(buildScreener(listFile));
      return built;
    },
    fingerprint: () => fingerprint,
    async refresh() {
      const now = readFileState(file);
      if (now === fileState) return 'as_before';
      fileState = now;
      const renewed = await read(file);
      if (renewed.fingerprint === fingerprint) return 'as_before';
      const index = await runInTurns(buildScreener(renewed.lists));
      built = Promise.resolve(index);
      fingerprint = renewed.fingerprint;
      return 'renewed';
    },
  };
}

/** Returns a text that changes when the file changes or is missing. */
function readFileState(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? [stats.ino, stats.size, stats.mtimeMs].join('/') : 'none';
}

const hashBytes = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type DatedList = Pick<SanctionsList, 'asOf' | 'retrievedAt'>;

/**
 * Returns true when a list is too old, or its age is unknown. A publisher may not change a list for
 * weeks, so the time of its download counts if it is known.
 */
export function isStale({ asOf, retrievedAt }: DatedList, maxAgeMs: number, now: number): boolean {
  const since = retrievedAt ?? asOf;
  return since === null || now - Date.parse(since) > maxAgeMs;
}

/** Returns the stale lists. */
export function selectStale<List extends DatedList>(
  lists: readonly List[],
  maxAgeMs: number,
  now: number,
): List[] {
  return lists.filter((list) => isStale(list, maxAgeMs, now));
}
