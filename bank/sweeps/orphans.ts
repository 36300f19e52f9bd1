// Files that nothing names: a crash between a file and its row leaves them. Looked for when the
// bank starts and once a day; what is younger than an hour may still get its row.

import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import { namedPictures } from '../../db/kyc/named-pictures.ts';
import type { Ledger } from '../../db/ledger.ts';
import { everyOf, type PerEnvironment } from '../../db/ledgers.ts';
import { areRowsNamed, isModelNamed, isResultNamed } from '../../db/models/named-files.ts';
import type { FileStore } from '../../models/artifact-store.ts';

type Files = Readonly<Record<EnvironmentName, FileStore>>;

export interface OrphanDeps {
  readonly ledgers: PerEnvironment<Ledger>;
  /** Of both environments. */
  readonly artifacts: FileStore;
  readonly documents: Files;
  readonly datasets: Files;
  readonly results: Files;
  readonly log: Logger;
}

const EVERY_MS = 86_400_000;
/** No request and no step of a workflow takes longer from its file to its row. */
const YOUNG_MS = 3_600_000;
const PAGE = 2_000;

/** Starts looking in the background. */
export function startOrphanRound(deps: OrphanDeps): { stop(): void } {
  const poll = () =>
    void sweepOrphans(deps, Date.now()).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the look for files that nothing names failed');
    });
  const timer = setInterval(poll, EVERY_MS);
  timer.unref();
  poll();
  return { stop: () => clearInterval(timer) };
}

/** One look; returns how many files it deleted. */
export async function sweepOrphans(deps: OrphanDeps, now: number): Promise<number> {
  const before = now - YOUNG_MS;
  const all = everyOf(deps.ledgers);
  let removed = await sweepStore(deps.artifacts, before, (sha256) =>
    all.some((ledger) => isModelNamed(ledger, sha256)),
  );
  for (const environment of ['sandbox', 'production'] as const) {
    const ledger = deps.ledgers[environment];
    const pictures = new Set<string>();
    await addPictures(ledger, pictures);
    const areRows = (one: string) => areRowsNamed(ledger, one);
    const isResult = (one: string) => isResultNamed(ledger, one);
    removed += await sweepStore(deps.documents[environment], before, (one) => pictures.has(one));
    removed += await sweepStore(deps.datasets[environment], before, areRows);
    removed += await sweepStore(deps.results[environment], before, isResult);
  }
  if (removed > 0) deps.log.info({ files: removed }, 'deleted files that nothing names');
  return removed;
}

async function sweepStore(
  store: FileStore,
  before: number,
  isNamed: (sha256: string) => boolean,
): Promise<number> {
  let removed = 0;
  for (const sha256 of await store.listOlder(before)) {
    if (!isNamed(sha256)) {
      store.remove(sha256);
      removed += 1;
    }
    await turn();
  }
  return removed;
}

async function addPictures(ledger: Ledger, found: Set<string>): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const page = namedPictures(ledger, { after, limit: PAGE });
    for (const hash of page.hashes) found.add(hash);
    after = page.next;
    await turn();
  }
}
