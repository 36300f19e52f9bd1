// The lists that the bank screens against: the file that ships with it, or the operator's newer
// one. The index is built on first use, in turns, and kept for the life of the process.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readListFile, type SanctionsList } from './list-file.ts';
import { buildScreener, type Screener } from './screener.ts';

const SHIPPED = new URL('./lists/2026-02-27.json.gz', import.meta.url);

/** A list older than this, or without a date, is shown as stale. */
const FRESH_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Screening {
  /** The index; the first caller waits about a second for it, and nobody else does. */
  screener(): Promise<Screener>;
  /** SHA-256 of the file, in hexadecimal: the same lists have the same. */
  fingerprint(): string;
}

const opened = new Map<string, Screening>();

/**
 * Opens the lists.
 * @param path a file that the import command wrote; null takes what ships with the bank
 * @throws ListFileError when the operator's file cannot be read
 */
export function openScreening(path: string | null): Screening {
  const file = path ?? SHIPPED;
  const known = opened.get(String(file));
  if (known) return known;
  // A file of the operator's is read at the start: a bank must not find out later that it is none.
  const given = path === null ? null : readListFile(path);
  let hash = path === null ? null : hashOf(path);
  let built: Promise<Screener> | null = null;
  const screening = {
    screener: () => {
      built ??= buildInTurns(given ?? readListFile(file));
      return built;
    },
    fingerprint: () => {
      hash ??= hashOf(file);
      return hash;
    },
  };
  if (path === null) opened.set(String(file), screening);
  return screening;
}

function hashOf(file: string | URL): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

async function buildInTurns(lists: readonly SanctionsList[]): Promise<Screener> {
  const building = buildScreener(lists);
  for (;;) {
    const step = building.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** True when a list is too old to rely on, or says nothing of its age. */
export function isStale(asOf: string | null, now: number): boolean {
  return asOf === null || now - Date.parse(asOf) > FRESH_DAYS * DAY_MS;
}
