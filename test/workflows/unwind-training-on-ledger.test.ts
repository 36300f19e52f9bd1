// A training on rows of the ledger whose step fails, loses its reply or is killed while payments
// continue: it learns from the rows that it recorded first, and gives the same bytes.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { settleTransactions } from '../../db/money/calls.ts';
import { packFeatures } from '../../db/risk/view.ts';
import { beginTraining, freezeTraining } from '../../db/trainings/acts.ts';
import { findTraining } from '../../db/trainings/reads.ts';
import { trainingWorkflowId } from '../../ledger/workflow-id.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import { createRandom } from '../../models/learn/train/random.ts';
import type { TrainingRequest } from '../../models/learn/train/request.ts';
import { ensureWorkflow } from '../../workflows/record-workflows.ts';
import { TENANT } from '../kit/bank/books.ts';
import { isDeep } from '../kit/suite/tier.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { acceptTraining, findTrainer, QUICK_REQUEST } from '../kit/workflows/training-scenarios.ts';
import { FAULTS, FREEZING } from '../kit/workflows/unwind.ts';

const PAYMENTS = 450;
let rig: Rig;
let request: TrainingRequest;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
  await payMany(PAYMENTS);
  writeDecisions();
  const asOf = Date.now() + 1;
  const query = { from: null, to: null, asOf, matureBefore: asOf, limit: 10_000 };
  const fields = { labelField: 'fraud', timeField: 'decidedAt', format: 'csv' } as const;
  const features = TRANSFER_FEATURES;
  request = {
    ...QUICK_REQUEST,
    ...fields,
    features,
    query,
    hyperparameters: { rounds: 40, leaves: 4 },
  };
}, 60_000);
afterAll(() => rig.close());

/** Books a number of payments. */
async function payMany(count: number): Promise<string[]> {
  const pair = await rig.openPair(10_000);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const accounts = { sourceAccountId: pair.from, destinationAccountId: pair.to };
    ids.push((await rig.accept({ ...accounts, amount: 1 })).id);
  }
  await rig.faultFreeLedger.run(settleTransactions, {
    ids,
    workflow: { id: 'test', runId: 'test' },
  });
  return ids;
}

/**
 * Writes decisions as if by a model, and verdicts as if by an operator who found about a fifth of
 * the payments to be fraud.
 */
function writeDecisions(): void {
  const { raw } = rig.faultFreeLedger.database;
  const random = createRandom(3);
  raw.exec('DROP TRIGGER risk_decisions_no_update');
  const score = raw.prepare(
    `UPDATE risk_decisions SET features = ?, probability = 0.01, score = 1, degraded = NULL,
     serving = 'production', model_name = 'm', model_version = '1.0.0', artifact_sha256 = ?,
     review_from = 0.5, decision = 'approve', created_at = ? WHERE id = ?`,
  );
  const review = raw.prepare(
    `INSERT INTO risk_reviews SELECT 'rvw_' || id, 'hold', id, transaction_id, tenant_id,
     account_id, 'open', NULL, NULL, NULL, created_at FROM risk_decisions WHERE id = ?`,
  );
  const uphold = raw.prepare(
    `UPDATE risk_reviews SET status = 'rejected', decided_by = 'op', reason = 'x', decided_at = 1
     WHERE decision_id = ?`,
  );
  const ids = raw.prepare<[], string>('SELECT id FROM risk_decisions ORDER BY id').pluck().all();
  for (const [index, id] of ids.entries()) {
    const features = TRANSFER_FEATURES.map(() => random.next());
    score.run(packFeatures(features), '0'.repeat(64), 1_700_000_000_000 + index, id);
    if ((features[0] ?? 0) + (features[7] ?? 0) + random.next() < 1.9) continue;
    review.run(id);
    uphold.run(id);
  }
}

const readArtifactSha = (versionId: string) =>
  rig.faultFreeLedger.database.raw
    .prepare<[string], string>('SELECT artifact_sha256 FROM model_versions WHERE id = ?')
    .pluck()
    .get(versionId);

/** Returns the hash of the rows that a training froze, and the figures of its model. */
async function readOutcome(id: string, tenantId = TENANT) {
  const job = await findTraining(rig.faultFreeLedger, tenantId, id);
  const card = job?.card as { readonly golden?: unknown } | null;
  return { status: job?.status, rows: job?.dataset.sha256, golden: card?.golden };
}

async function startTraining(setFault: (id: string) => void = () => {}, expected = request) {
  const job = await acceptTraining(rig, expected, [], TENANT);
  setFault(job.id);
  await ensureWorkflow(rig.starter, 'training', job);
  return { ...job, handle: rig.client.workflow.getHandle(trainingWorkflowId(job.id)) };
}

let undisturbedOutcome: Awaited<ReturnType<typeof readOutcome>>;

it('a training on ledger rows records their hash and learns from all of them', async () => {
  const { id, handle } = await startTraining();
  expect(await handle.result()).toBe('succeeded');
  undisturbedOutcome = await readOutcome(id);
  expect(undisturbedOutcome.rows).toMatch(/^[0-9a-f]{64}$/);
  const job = await findTraining(rig.faultFreeLedger, TENANT, id);
  expect(readArtifactSha(job?.versionId ?? '')).toBe(job?.artifact?.sha256);
  const { card } = job as unknown as { card: { data: { rows: number; positives: number } } };
  expect(card.data.rows).toBe(PAYMENTS);
}, 60_000);

const STRUCK_FAULTS = isDeep ? /outage|reply/ : /reply/;
it.each(FAULTS.filter(({ times, name }) => times === 1 && STRUCK_FAULTS.test(name)))(
  'a training whose freezing step $name has the same rows and the same figures',
  async (fault) => {
    let countStrikes = () => 0;
    const { id, handle } = await startTraining(() => {
      const trap = rig.faults.set(FREEZING, 'trainModel', fault);
      countStrikes = () => trap.struck;
    });
    expect(await handle.result()).toBe('succeeded');
    expect(countStrikes()).toBe(1);
    expect(await readOutcome(id)).toEqual(undisturbedOutcome);
  },
  60_000,
);

it('a training killed while payments arrive resumes with the rows it recorded', async () => {
  const slowHyperparameters = { rounds: 150, patience: 150, leaves: 15 };
  const slowRequest = { ...request, hyperparameters: slowHyperparameters };
  const uninterrupted = await startTraining(undefined, slowRequest);
  expect(await uninterrupted.handle.result()).toBe('succeeded');
  const uninterruptedOutcome = await readOutcome(uninterrupted.id);

  const { id, handle } = await startTraining(undefined, slowRequest);
  let pid: number | null = null;
  await expect
    .poll(
      () => {
        pid = findTrainer(join(rig.training.folder, id));
        return pid;
      },
      { timeout: 30_000, interval: 10 },
    )
    .not.toBeNull();
  await payMany(20);
  try {
    process.kill(pid ?? 0, 'SIGKILL');
  } catch {
    // The training ended before the kill, so there was nothing to resume.
  }
  expect(await handle.result()).toBe('succeeded');
  expect(await readOutcome(id)).toEqual(uninterruptedOutcome);
}, 120_000);

it('a training whose rows differ from the recorded hash fails, and registers nothing', async () => {
  const { id, handle } = await startTraining((jobId) => {
    void rig.faultFreeLedger.run(beginTraining, { jobId, runId: 'other' });
    void rig.faultFreeLedger.run(freezeTraining, { jobId, sha256: 'f'.repeat(64) });
  });
  expect(await handle.result()).toBe('failed');
  const job = await findTraining(rig.faultFreeLedger, TENANT, id);
  expect([job?.error?.code, job?.versionId]).toEqual(['dataset_invalid', null]);
}, 120_000);
