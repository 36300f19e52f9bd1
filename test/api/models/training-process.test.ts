// A bank whose models are trained by another process: the bank accepts trainings without running
// them, the training process finishes them, and stops nothing when it ends.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { trainingWorkflowId } from '../../../ledger/workflow-id.ts';
import { trainingTaskQueue } from '../../../workflows/messages.ts';
import { openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { makeRowsWithRule } from '../../kit/models/model-data.ts';
import { JOBS_PATH, makeTraining, TRAIN_PATH, waitForEnd } from '../../kit/models/training.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kontor-training-'));
let bank: TestBank;
let training: TestBank | null = null;
beforeAll(async () => {
  bank = await openTestBank({ role: 'bank' }, dataDir);
}, 60_000);
afterAll(async () => {
  await training?.close();
  await bank.close();
  rmSync(dataDir, { recursive: true });
});

/** The workers that poll Temporal for trainings of the sandbox. */
async function pollersOf(queue: string): Promise<number> {
  const client = bank.bank.environments.sandbox.client();
  const answer = await client?.workflowService.describeTaskQueue({
    namespace: 'sandbox',
    taskQueue: { name: queue },
    taskQueueType: 2,
  });
  return answer?.pollers?.length ?? Number.NaN;
}

it('a training waits for a training process, which runs no other workflow and no lane', async () => {
  const { key } = await register(bank);
  const quickFields = { hyperparameters: { rounds: 5, leaves: 4 } };
  const body = makeTraining(makeRowsWithRule(600), quickFields);
  const { body: job } = await bank.call(TRAIN_PATH, { key, body });

  const { ledger, client } = bank.bank.environments.sandbox;
  const handle = client()?.workflow.getHandle(trainingWorkflowId(job.id));
  const waits = async () => {
    const { raw } = (await handle?.describe()) ?? {};
    expect(raw?.pendingActivities?.map((activity) => activity.activityType?.name)).toEqual([
      'trainModel',
    ]);
    expect(await pollersOf(ledger.taskQueue)).toBeGreaterThan(0);
  };
  await vi.waitFor(waits, { timeout: 60_000, interval: 50 });
  const queue = trainingTaskQueue(ledger.taskQueue);
  expect(await pollersOf(queue)).toBe(0);
  expect((await bank.call(`${JOBS_PATH}/${job.id}`, { key })).body.status).toBe('queued');

  training = await openTestBank({ role: 'training' }, dataDir);
  expect(training.bank.port).toBeNull();
  const readinessAnswer = await fetch(`http://127.0.0.1:${training.bank.adminPort}/readyz`);
  expect(readinessAnswer.status).toBe(200);
  const end = await waitForEnd(bank, key, job.id);
  expect([end.status, end.modelVersion, end.error]).toEqual(['succeeded', '1.0.0', null]);
  expect(await pollersOf(queue)).toBeGreaterThan(0);
  const { lane } = training.bank.environments.sandbox;
  expect([lane?.isOpen(), bank.bank.environments.sandbox.lane?.isOpen()]).toEqual([false, true]);
}, 120_000);
