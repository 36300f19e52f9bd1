// What the sweeper does for trainings and scorings: each one that is not over has a workflow, and
// files that have run out are deleted.

import type { Ledger } from '../db/ledger.ts';
import { listOpenScorings } from '../db/scorings/reads.ts';
import { listOpenTrainings } from '../db/trainings/reads.ts';
import type { FileStore } from '../models/artifact-store.ts';
import { type Starter, startScoring, startTraining } from '../workflows/start.ts';

/** Trainings looked at in one pass, in turn. */
const PER_PASS = 8;
const PRUNED_AT_ONCE = 64;

/** Returns one pass of it, which answers how many workflows it made sure of. */
export function trainingSweep(
  ledger: Ledger,
  starter: Starter,
): (leaseMs: number) => Promise<number> {
  let after = '';
  let scoredAfter = '';
  return async (leaseMs) => {
    const acceptedBefore = Date.now() - leaseMs;
    const open = listOpenTrainings(ledger, { after, acceptedBefore, limit: PER_PASS });
    after = open.length < PER_PASS ? '' : (open.at(-1)?.id ?? '');
    for (const one of open) await startTraining(starter, one);
    const page = { after: scoredAfter, acceptedBefore, limit: PER_PASS };
    const scorings = listOpenScorings(ledger, page);
    scoredAfter = scorings.length < PER_PASS ? '' : (scorings.at(-1)?.id ?? '');
    for (const one of scorings) await startScoring(starter, one);
    return open.length + scorings.length;
  };
}

/** Forgets the data sets and the results that have run out. */
export async function pruneModelFiles(
  { trainings, scorings }: Ledger,
  datasets: FileStore | null,
  results: FileStore | null,
) {
  if (results) await scorings.pruneResults({ most: PRUNED_AT_ONCE, remove: results.remove });
  if (datasets) await trainings.pruneDatasets({ most: PRUNED_AT_ONCE, remove: datasets.remove });
}
