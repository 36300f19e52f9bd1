// Every workflow answers two queries: its current status, and its history.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { schedulesWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import { CANCEL, type WorkflowStatus, type WorkflowStep } from '../../workflows/messages.ts';
import { signalWorkflow } from '../../workflows/record-workflows.ts';
import { startTransfers } from '../../workflows/start.ts';
import { RUN_MODULES } from '../kit/bank/bank.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
});
afterAll(() => rig.close());

const handleOf = (workflowId: string) => rig.client.workflow.getHandle(workflowId);
const statusOf = (id: string) => handleOf(id).query<WorkflowStatus>('status');
const historyOf = (id: string) => handleOf(id).query<readonly WorkflowStep[]>('history');

describe('the queries of a waiting transfer', () => {
  it('show the awaited event, and afterwards all steps', async () => {
    const pair = await rig.openPair(1_000);
    const facts = await rig.accept({
      amount: 100,
      capture: 'manual',
      sourceAccountId: pair.from,
      destinationAccountId: pair.to,
    });
    await startTransfers(rig.starter, [facts]);
    const id = transferWorkflowId(facts.id);
    const limit = Date.now() + 10_000;
    while ((await statusOf(id)).state !== 'pending' && Date.now() < limit) await sleep(20);
    expect(await statusOf(id)).toMatchObject({
      workflowId: id,
      workflowType: 'transfer',
      state: 'pending',
      details: expect.stringContaining('waits for a capture'),
      underWay: ['wait: end of the hold'],
    });
    await rig.message(CANCEL, facts.id);
    await handleOf(id).result();
    expect(await statusOf(id)).toMatchObject({ state: 'canceled', underWay: [] });
    const steps = await historyOf(id);
    expect(steps.map(({ what, outcome }) => [what, outcome])).toEqual([
      ['decide and book', 'done'],
      ['wait: end of the hold', 'CancelledFailure'],
      ['release the held money, as the client asked', 'done'],
    ]);
    for (const { startedAt, endedAt } of steps) {
      expect(Date.parse(endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(startedAt));
    }
  });
});

it('a permanent workflow answers queries too, and keeps only its latest steps', async () => {
  const id = schedulesWorkflowId(rig.ledger.taskQueue);
  for (let look = 0; look < 60; look += 1) {
    await signalWorkflow(rig.starter, 'schedules', id);
    await sleep(10);
  }
  const steps = await historyOf(id);
  expect(steps.length).toBeLessThanOrEqual(50);
  expect(steps[0]?.what).toMatch(/due payments|next due payment/);
  // The last signal is answered before the pass that it causes has ended.
  await expect
    .poll(async () => (await statusOf(id)).underWay, { timeout: 10_000 })
    .toContain('wait: next due payment');
});

// The rig has no activities for production applications, so no worker takes their first step.
const QUERIED_TYPES = RUN_MODULES.flatMap(({ workflows = [] }) => workflows).filter(
  (type) => type !== 'productionApplication',
);

it.each(QUERIED_TYPES)('%s answers both queries, whatever its subject', async (type) => {
  const { taskQueue } = rig.ledger;
  const workflowId = `queried/${type}/${taskQueue}`;
  const ids = { transactionId: 'txn_none', transactionIds: [], scheduleId: 'sch_none' };
  const subjectIds = { batchId: 'bat_none', assessmentId: 'kyc_none', executionId: 'exe_none' };
  const models = { deploymentId: 'dep_none', jobId: 'trn_none', scoringId: 'scr_none' };
  const otherIds = { endpointId: 'wh_none', tenantId: 'dev_none', mailId: 'eml_none' };
  const args = [{ ...ids, ...subjectIds, ...models, ...otherIds, applicationId: 'app_none' }];
  const handle = await rig.client.workflow.start(type, { taskQueue, workflowId, args });
  try {
    expect(await statusOf(workflowId)).toMatchObject({ workflowId, workflowType: type });
    expect(await historyOf(workflowId)).toBeInstanceOf(Array);
  } finally {
    await handle.terminate('queried').catch(() => {});
  }
});
