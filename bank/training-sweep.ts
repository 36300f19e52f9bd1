// What the sweeper does for trainings: each one that is not over has a workflow, and data sets that
// have run out are deleted.

import type { Ledger } from '../db/ledger.ts';
import { listOpenTrainings } from '../db/trainings/reads.ts';
import type { FileStore } from '../models/artifact-store.ts';
import { type Starter, startTraining } from '../workflows/start.ts';

/** Trainings looked at in one pass, in turn. */
const PER_PASS = 8;
const PRUNED_AT_ONCE = 64;

/** Returns one pass of it, which answers how many workflows it made sure of. */
export function trainingSweep(
  ledger: Ledger,
  starter: Starter,
): (leaseMs: number) => Promise<number> {
  let after = '';
  return async (leaseMs) => {
    const acceptedBefore = Date.now() - leaseMs;
    const open = listOpenTrainings(ledger, { after, acceptedBefore, limit: PER_PASS });
    after = open.length < PER_PASS ? '' : (open.at(-1)?.id ?? '');
    for (const one of open) await startTraining(starter, one);
    return open.length;
  };
}

/** Forgets the data sets that have run out. */
export async function pruneDatasets({ trainings }: Ledger, datasets: FileStore | null) {
  if (datasets) await trainings.pruneDatasets({ most: PRUNED_AT_ONCE, remove: datasets.remove });
}
