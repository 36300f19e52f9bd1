// Scenarios of the workflow of a training: the unwind suite plays them under each fault, and
// scripts/record-histories.ts records them.

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { acceptTraining as acceptOrder } from '../../../db/trainings/acts.ts';
import { trainingWorkflowId } from '../../../ledger/workflow-id.ts';
import { sha256 } from '../../../models/artifact.ts';
import type { TrainingRequest } from '../../../models/learn/train/request.ts';
import { ensureWorkflow } from '../../../workflows/record-workflows.ts';
import { cause } from '../bank/books.ts';
import { makeRowsWithRule } from '../models/model-data.ts';
import type { Rig } from './rig.ts';
import type { Fault } from './unwind.ts';

export const QUICK_REQUEST: TrainingRequest = {
  format: 'ndjson',
  dataName: 'made-up rows',
  labelField: 'left',
  timeField: 'seenAt',
  features: null,
  algorithm: 'gbdt',
  hyperparameters: { rounds: 12, leaves: 4 },
  split: { method: 'time', testFraction: 0.2 },
  gates: {},
  seed: 7,
  metadata: {},
};

const ROWS = makeRowsWithRule(600);

/** Accepts a training of a new developer; nothing starts its workflow. */
export async function acceptTraining(
  rig: Pick<Rig, 'faultFreeLedger' | 'training'>,
  request: TrainingRequest = QUICK_REQUEST,
  rows: readonly unknown[] = ROWS,
  tenantId = `dev_${randomUUID()}`,
) {
  if (request.query) return accept(rig, tenantId, request, null);
  const file = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
  const datasetSha256 = sha256(file);
  await rig.training.datasets.put(datasetSha256, file);
  const job = await accept(rig, tenantId, request, datasetSha256);
  await rig.training.datasets.put(datasetSha256, file);
  return job;
}

async function accept(
  { faultFreeLedger }: Pick<Rig, 'faultFreeLedger'>,
  tenantId: string,
  request: TrainingRequest,
  datasetSha256: string | null,
) {
  const outcome = await faultFreeLedger.run(acceptOrder, {
    tenantId,
    name: 'leavers',
    task: datasetSha256 === null ? 'fraud' : 'churn',
    source: datasetSha256 === null ? 'ledger_query' : 'inline',
    datasetSha256,
    bodyBytes: 0,
    estimatedSeconds: 1,
    request: JSON.stringify(request),
    requestHash: Buffer.alloc(32),
    cause,
  });
  return { id: outcome.id, tenantId };
}

/** The step at which a fault strikes, at an operation of the ledger. */
export interface TrainingStrike {
  readonly step: 'trainModel' | 'giveUpTraining';
  /** Subject of the operation at which the fault strikes; by default the training. */
  readonly about?: string;
  readonly fault: Fault;
}

/** Plays a training to its end. */
export async function playTraining(
  rig: Rig,
  strikes: readonly TrainingStrike[] = [],
  request: TrainingRequest = QUICK_REQUEST,
) {
  const job = await acceptTraining(rig, request);
  const traps = strikes.map(({ step, about = job.id, fault }) =>
    rig.faults.set(about, step, fault),
  );
  await ensureWorkflow(rig.starter, 'training', job);
  const workflowId = trainingWorkflowId(job.id);
  const result: unknown = await rig.client.workflow.getHandle(workflowId).result();
  return { ...job, workflowId, result, traps };
}

/** Returns the pid of the process that trains in a folder. */
export function findTrainer(folder: string): number | null {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (words.includes(folder) && words.some((word) => word.endsWith('trainer.ts'))) {
        return Number(pid);
      }
    } catch {
      // The process ended during the search.
    }
  }
  return null;
}
