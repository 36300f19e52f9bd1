// Steps of a batch that fail, repeat or lose their reply: every item is booked once, and an atomic
// batch as a whole. Also with a worker that keeps no workflow in memory.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { settleBatch } from '../../db/batches/acts.ts';
import { findBatch } from '../../db/batches/reads.ts';
import { checkInvariants } from '../../db/invariants.ts';
import { BATCH_MODES } from '../../ledger/batch.ts';
import { batchWorkflowId } from '../../ledger/workflow-id.ts';
import { TENANT } from '../kit/bank/books.ts';
import { WORKFLOWS_IN_MEMORY } from '../kit/suite/tier.ts';
import { acceptBatch, ensureBatch, ITEMS, playBatch } from '../kit/workflows/batch-scenarios.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';

describe.each(WORKFLOWS_IN_MEMORY)('with %s workflows in memory', (maxCachedWorkflows) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await openRig({ temporalAddress: inject('temporalAddress'), maxCachedWorkflows });
  }, 60_000);
  afterAll(async () => {
    const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
    await rig.close();
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
  });

  const countBooked = (batchId: string) =>
    rig.faultFreeLedger.database.raw
      .prepare<[string], number>(
        'SELECT count(*) FROM transactions WHERE batch_id = ? AND ledger_sequence IS NOT NULL',
      )
      .pluck()
      .get(batchId);

  const faults = (
    maxCachedWorkflows === 0 ? FAULTS.filter(({ kind }) => kind === 'lose') : FAULTS
  ).map(retryAtOnce);
  const cases = BATCH_MODES.flatMap((mode) =>
    [null, ...faults].map((fault) => ({ mode, fault, name: fault?.name ?? 'has no fault' })),
  );
  it.concurrent.each(cases)(
    '$mode: each item is booked once when a step $name',
    async ({ mode, fault }) => {
      const { pair, batchId, workflowId, result, trap } = await playBatch(rig, mode, fault);
      if (trap) expect(trap.struck).toBe(fault?.times);
      expect(result).toEqual({ status: 'completed', posted: ITEMS, declined: 0, failed: 0 });
      expect(rig.readBalance(pair.to).posted).toBe(ITEMS);
      expect(countBooked(batchId)).toBe(ITEMS);
      const batch = await findBatch(rig.faultFreeLedger, TENANT, batchId);
      expect(batch).toMatchObject({ counts: { posted: ITEMS, pending: 0 } });
      const { events } = await rig.client.workflow.getHandle(workflowId).fetchHistory();
      // A batch has one workflow, whose history does not grow with the number of items.
      expect(events?.length).toBeLessThan(20);
    },
    60_000,
  );

  it('a batch continues after a cancel request, and after a termination resumes from its rows', async () => {
    const { pair, batchId } = await acceptBatch(rig, 'best_effort');
    const workflow = { id: 'earlier', runId: 'earlier' };
    // As a run that dies after its first step. On PostgreSQL the step has more than one slice.
    const step = await rig.faultFreeLedger.run(settleBatch, { batchId, workflow });
    expect(step?.status).toBe('processing');
    expect(step?.decided).toBeGreaterThanOrEqual(32);
    await ensureBatch(rig, batchId);
    const handle = rig.client.workflow.getHandle(batchWorkflowId(batchId));
    await handle.cancel().catch(() => undefined);
    expect(await handle.result()).toMatchObject({ status: 'completed', posted: ITEMS });
    await ensureBatch(rig, batchId);
    const restartedWorkflow = rig.client.workflow.getHandle(batchWorkflowId(batchId));
    expect(await restartedWorkflow.result()).toMatchObject({ status: 'completed', posted: ITEMS });
    expect(rig.readBalance(pair.to).posted).toBe(ITEMS);
  });
});
