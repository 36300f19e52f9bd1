// The sweeps of models.

import { createSpreads } from '../../ai/serving/performance/spread.ts';
import { driftSweep } from '../../bank/sweeps/drift.ts';
import { sweepOf } from '../../bank/sweeps/record-sweeps.ts';
import type { Sweeps } from '../../bank/sweeps/sweep-parts.ts';
import { listOpenDeployments } from '../../db/deployments/reads.ts';
import { pruneResults } from '../../db/scorings/acts.ts';
import { listOpenScorings } from '../../db/scorings/reads.ts';
import { pruneDatasets } from '../../db/trainings/datasets.ts';
import { listOpenTrainings } from '../../db/trainings/reads.ts';

const FILES_PER_PASS = 64;

export const modelSweeps: Sweeps = ({ ledger, target, results, datasets, spreads }) => {
  const max = FILES_PER_PASS;
  return {
    passes: [
      sweepOf(ledger, target, { kind: 'deployment', perPass: 4, list: listOpenDeployments }),
      sweepOf(ledger, target, { kind: 'training', perPass: 8, list: listOpenTrainings }),
      sweepOf(ledger, target, { kind: 'scoring', perPass: 8, list: listOpenScorings }),
    ],
    pruned: [
      async () => {
        if (results) await ledger.run(pruneResults, { limit: max });
      },
      async () => {
        if (datasets) await ledger.run(pruneDatasets, { limit: max });
      },
    ],
    slow: [driftSweep(ledger, spreads ?? createSpreads(null))],
  };
};
