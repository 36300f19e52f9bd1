// Scenarios of the workflows of schedules and clocks: the unwind suite plays each under each fault,
// and scripts/record-histories.ts records them.

import { setTimeout as sleep } from 'node:timers/promises';
import { settleTransactions } from '../../../db/money/calls.ts';
import { moveClock } from '../../../db/schedules/clock.ts';
import { readSnapshot } from '../../../db/schedules/schedule-snapshot.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import {
  clockWorkflowId,
  schedulesWorkflowId,
  scheduleWorkflowId,
} from '../../../ledger/workflow-id.ts';
import { ensureWorkflow, signalWorkflow } from '../../../workflows/record-workflows.ts';
import { openPlanner, type Planner } from '../money/scheduling.ts';
import type { Rig } from './rig.ts';
import type { Fault } from './unwind.ts';

const WITHIN_MS = 60_000;

/**
 * A move of a test clock over three days, with a hold that ends meanwhile and one occurrence that
 * is declined for lack of money.
 */
export interface PlayedClock {
  readonly planner: Planner;
  readonly scheduleId: string;
  readonly heldId: string;
  readonly workflowId: string;
  readonly result: unknown;
  readonly trap: { readonly struck: number } | null;
}

/** Creates the schedule and the hold, before the clock moves. */
async function prepareClock(rig: Rig) {
  const planner = await openPlanner(rig.faultFreeLedger, 350);
  const { tenantId, from, to } = planner;
  const scheduleId = await planner.schedule({
    every: { count: 3 },
    onInsufficientFunds: 'fail',
    amount: 150,
  });
  const held = await rig.accept({
    tenantId,
    sourceAccountId: from,
    destinationAccountId: to,
    amount: 10,
    capture: 'manual',
    holdExpiresAt: Date.now() + 2 * DAY_MS,
  });
  await rig.faultFreeLedger.run(settleTransactions, {
    ids: [held.id],
    workflow: { id: `transfer/${held.id}`, runId: 'test' },
  });
  return { planner, scheduleId, heldId: held.id };
}

/** Plays the move of a clock to its end, with a fault at one of its steps. */
export async function playClock(
  rig: Rig,
  strike: { readonly step: string; readonly fault: Fault } | null,
): Promise<PlayedClock> {
  const prepared = await prepareClock(rig);
  const { tenantId } = prepared.planner;
  const trap = strike && rig.faults.set(tenantId, strike.step, strike.fault);
  await rig.faultFreeLedger.run(moveClock, { tenantId, target: { by: 5 * DAY_MS } });
  await ensureWorkflow(rig.starter, 'clock', tenantId);
  const workflowId = clockWorkflowId(tenantId);
  const result: unknown = await rig.client.workflow.getHandle(workflowId).result();
  return { ...prepared, workflowId, result, trap };
}

/** Plays the workflow of one scheduled payment: paused, resumed, run once, completed. */
export async function playSchedule(rig: Rig, fault: Fault | null) {
  const planner = await openPlanner(rig.faultFreeLedger, 1_000);
  const { tenantId } = planner;
  const scheduleId = await planner.schedule({ every: { count: 2 } });
  const trap = fault && rig.faults.set(scheduleId, 'showSchedule', fault);
  const workflowId = scheduleWorkflowId(scheduleId);
  const handle = rig.client.workflow.getHandle(workflowId);
  const signalSnapshot = async () => {
    const snapshot = readSnapshot(rig.faultFreeLedger, scheduleId);
    if (snapshot) await signalWorkflow(rig.starter, 'schedule', snapshot);
  };
  const waitUntilShown = async () => {
    const limit = Date.now() + WITHIN_MS;
    while (isUnshown(rig, scheduleId)) {
      if (Date.now() > limit) throw new Error(`${scheduleId} is not shown`);
      await sleep(20);
    }
  };
  await signalSnapshot();
  await waitUntilShown();
  const { runId } = await handle.describe();
  for (const act of ['pause', 'resume'] as const) {
    await planner.act(scheduleId, act);
    await signalSnapshot();
    await waitUntilShown();
  }
  for (const days of [1, 1]) {
    await rig.faultFreeLedger.run(moveClock, { tenantId, target: { by: days * DAY_MS } });
    await ensureWorkflow(rig.starter, 'clock', tenantId);
    await rig.client.workflow.getHandle(clockWorkflowId(tenantId)).result();
    await signalSnapshot();
    await waitUntilShown();
  }
  return {
    planner,
    scheduleId,
    workflowId,
    firstRunId: runId,
    result: await handle.result(),
    trap,
  };
}

function isUnshown({ faultFreeLedger }: Rig, scheduleId: string): boolean {
  const row = faultFreeLedger.database.raw
    .prepare('SELECT 1 FROM schedules WHERE id = ? AND changes > shown_changes')
    .get(scheduleId);
  return row !== undefined;
}

/** Lets the permanent workflow make the due payments of three developers. */
export async function playSchedules(rig: Rig, fault: Fault | null) {
  const planners = await Promise.all([1, 2, 3].map(() => openPlanner(rig.faultFreeLedger, 1_000)));
  // The fault is set before any occurrence is due, because the workflow may poll before the signal.
  const trap = fault && rig.faults.set('schedules', 'startDue', fault);
  const today = new Date().toISOString().slice(0, 10);
  const due = await Promise.all(
    planners.map(async (planner) => ({
      planner,
      scheduleId: await planner.schedule({ startDate: today, every: { count: 1 } }),
    })),
  );
  const workflowId = schedulesWorkflowId(rig.ledger.taskQueue);
  await signalWorkflow(rig.starter, 'schedules', workflowId);
  const limit = Date.now() + WITHIN_MS;
  for (const { planner, scheduleId } of due) {
    while ((await planner.read(scheduleId)).status !== 'completed') {
      if (Date.now() > limit) throw new Error(`${scheduleId} did not complete`);
      await sleep(20);
    }
  }
  return { due, workflowId, trap };
}
