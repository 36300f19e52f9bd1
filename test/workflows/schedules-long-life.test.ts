// The workflow that runs the schedules of a ledger never completes. It continues in a new run
// before the replay of its history takes long, and payments that fall due meanwhile are made once.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { schedulesWorkflowId } from '../../ledger/workflow-id.ts';
import { signalWorkflow } from '../../workflows/record-workflows.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { playSchedules } from '../kit/workflows/schedule-scenarios.ts';

describe('the permanent workflow of the schedules', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await openRig({ temporalAddress: inject('temporalAddress') });
  });
  afterAll(() => rig.close());

  it('continues in new runs, and starts each due payment once', async () => {
    const workflowId = schedulesWorkflowId(rig.ledger.taskQueue);
    const runs = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      await playSchedules(rig, null);
      const before = runs.size;
      for (let signals = 0; runs.size <= before && signals < 200; signals += 1) {
        await signalWorkflow(rig.starter, 'schedules', workflowId);
        await sleep(50);
        runs.add((await rig.client.workflow.getHandle(workflowId).describe()).runId);
      }
    }
    expect(runs.size).toBeGreaterThanOrEqual(3);
    const { status } = await rig.client.workflow.getHandle(workflowId).describe();
    expect(status.name).toBe('RUNNING');
    const { raw } = rig.faultFreeLedger.database;
    const { checks } = checkInvariants(raw, Date.now());
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
    const posted = raw
      .prepare(
        `SELECT count(*) FROM transactions
         WHERE schedule_id IS NOT NULL AND status = 'posted'`,
      )
      .pluck();
    expect(posted.get()).toBe(9);
  });
});
