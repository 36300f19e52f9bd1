// Deletes orphaned files, to which no row refers: a crash between the file and its row leaves them.
// Runs at the start of the bank and once a day; files younger than an hour may still get their row.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import { hasPictureTables, listReferencedPictures } from '../../db/kyc/picture-files.ts';
import type { Ledger } from '../../db/ledger.ts';
import { everyOf, type PerEnvironment } from '../../db/ledgers.ts';
import {
  areRowsReferenced,
  hasModelTables,
  isModelReferenced,
  isResultReferenced,
} from '../../db/models/model-files.ts';
import { DAY_MS, HOUR_MS } from '../../ledger/durations.ts';
import type { FileStore } from '../../models/artifact-store.ts';

type Files = Readonly<Record<EnvironmentName, FileStore>>;

export interface OrphanDeps {
  readonly ledgers: PerEnvironment<Ledger>;
  /** Files of models of both environments. */
  readonly artifacts: FileStore;
  readonly documents: Files;
  readonly datasets: Files;
  readonly results: Files;
  readonly log: Logger;
}

const INTERVAL_MS = DAY_MS;
/** Maximum time between the file and its row, for any request or workflow step. */
const MIN_AGE_MS = HOUR_MS;
const PAGE_SIZE = 2_000;

/** Starts the repeated sweep in the background. */
export function startOrphanSweep(deps: OrphanDeps): { stop(): void } {
  const poll = () =>
    void sweepOrphans(deps, Date.now()).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the search for orphaned files failed');
    });
  const timer = setInterval(poll, INTERVAL_MS);
  timer.unref();
  poll();
  return { stop: () => clearInterval(timer) };
}

/**
 * Deletes orphaned files; returns their number. Files of a kind stay when the ledger has no tables of
 * that kind, because no row could refer to them.
 */
export async function sweepOrphans(deps: OrphanDeps, now: number): Promise<number> {
  const before = now - MIN_AGE_MS;
  const all = everyOf(deps.ledgers);
  let removed = 0;
  if (all.every(hasModelTables)) {
    removed += await sweepStore(deps.artifacts, before, (sha256) =>
      all.some((ledger) => isModelReferenced(ledger, sha256)),
    );
  }
  for (const environment of ['sandbox', 'production'] as const) {
    const ledger = deps.ledgers[environment];
    if (hasPictureTables(ledger)) {
      const pictures = new Set<string>();
      await addPictures(ledger, pictures);
      const isPicture = (sha256: string) => pictures.has(sha256);
      removed += await sweepStore(deps.documents[environment], before, isPicture);
    }
    if (hasModelTables(ledger)) {
      const isDataset = (sha256: string) => areRowsReferenced(ledger, sha256);
      const isResult = (sha256: string) => isResultReferenced(ledger, sha256);
      removed += await sweepStore(deps.datasets[environment], before, isDataset);
      removed += await sweepStore(deps.results[environment], before, isResult);
    }
  }
  if (removed > 0) deps.log.info({ files: removed }, 'deleted orphaned files');
  return removed;
}

async function sweepStore(
  store: FileStore,
  before: number,
  isReferenced: (sha256: string) => boolean,
): Promise<number> {
  let removed = 0;
  for (const sha256 of await store.listOlder(before)) {
    if (!isReferenced(sha256)) {
      store.remove(sha256);
      removed += 1;
    }
    await nextTurn();
  }
  return removed;
}

async function addPictures(ledger: Ledger, pictures: Set<string>): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const page = listReferencedPictures(ledger, { after, limit: PAGE_SIZE });
    for (const hash of page.hashes) pictures.add(hash);
    after = page.next;
    await nextTurn();
  }
}
