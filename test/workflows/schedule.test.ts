// Each scheduled payment has a workflow from its creation to its end. An operator finds the
// workflow by the payment's id and reads its status; a workflow that Temporal lost is restored.

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WorkflowNotFoundError } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { workflowBundle } from '../../bank/bundle.ts';
import { startScheduleShows } from '../../bank/sweeps/schedules.ts';
import { moveClock as moveTestClock } from '../../db/schedules/clock.ts';
import {
  countShownSchedules,
  listUnshown,
  readSnapshot,
  type ScheduleSnapshot,
} from '../../db/schedules/schedule-snapshot.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { scheduleWorkflowId } from '../../ledger/workflow-id.ts';
import { ensureWorkflow, signalWorkflow } from '../../workflows/record-workflows.ts';
import { scheduleDetails, scheduleSummary } from '../../workflows/schedule-details.ts';
import { openPlanner, type Planner } from '../kit/money/scheduling.ts';
import { openRig, type Rig, silent } from '../kit/workflows/rig.ts';

let rig: Rig;
let backgroundShow: { stop(): void } | null = null;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
  restartShows();
});
afterEach(() => restartShows());
afterAll(() => {
  backgroundShow?.stop();
  return rig.close();
});

function restartShows(deps = {}): void {
  backgroundShow?.stop();
  backgroundShow = startScheduleShows({
    ledger: rig.ledger,
    client: rig.client,
    log: silent,
    ...deps,
  });
}

const handleOf = (id: string, runId?: string) =>
  rig.client.workflow.getHandle(scheduleWorkflowId(id), runId);
const describeWorkflow = (id: string) => handleOf(id).describe();

async function readDetails(id: string): Promise<string> {
  const findWorkflowIds = await handleOf(id).query<{ currentDetails: string }>(
    '__temporal_workflow_metadata',
  );
  return findWorkflowIds.currentDetails;
}

/** Polls until an answer is as expected, and returns it. */
async function pollUntil<T>(read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
  const limit = Date.now() + 20_000;
  for (;;) {
    const result = await read().catch(() => null);
    if (result !== null && isExpected(result)) return result;
    if (Date.now() > limit) throw new Error(`still ${JSON.stringify(result)}`);
    await sleep(50);
  }
}

const pollDetailsFor = (id: string, text: string) =>
  pollUntil(
    () => readDetails(id),
    (details) => details.includes(text),
  );

async function moveClock({ tenantId }: Planner, days: number): Promise<void> {
  await rig.faultFreeLedger.run(moveTestClock, { tenantId, target: { by: days * DAY_MS } });
  await ensureWorkflow(rig.starter, 'clock', tenantId);
}

async function result(query: string): Promise<string[]> {
  const ownQuery = `${query} AND TaskQueue = "${rig.ledger.taskQueue}"`;
  return pollUntil(
    async () => {
      const ids: string[] = [];
      for await (const item of rig.client.workflow.list({ query: ownQuery }))
        ids.push(item.workflowId);
      return [...new Set(ids)];
    },
    (ids) => ids.length > 0,
  );
}

describe('a scheduled payment', () => {
  it('has a workflow with a summary, found by its ids and accounts', async () => {
    const planner = await openPlanner(rig.faultFreeLedger);
    const id = await planner.schedule({ amount: 12_500, every: { frequency: 'monthly' } });
    const next = planner.occurrences(id)[0];
    await pollDetailsFor(id, `next: ${next?.localDate}`);
    const described = await describeWorkflow(id);
    const day = Number(next?.localDate.slice(8));
    const summary = `125.00 EUR monthly on the ${day}`;
    expect(await described.staticSummary()).toContain(summary);
    expect(await described.staticSummary()).toMatch(new RegExp(`, next ${next?.localDate}$`));
    const workflowId = scheduleWorkflowId(id);
    expect((await planner.read(id)).workflow.id).toBe(workflowId);
    for (const query of [
      `Ids = "${id}"`,
      `Ids = "${next?.id}"`,
      `AccountIds = "${planner.from}" AND WorkflowType = "schedule"`,
      `Tenant = "${planner.tenantId}" AND BankState = "active" AND AmountMinor = 12500`,
      `Due < "${new Date(Date.now() + 2 * DAY_MS).toISOString()}" AND Tenant = "${planner.tenantId}"`,
    ]) {
      expect(await result(query), query).toEqual([workflowId]);
    }
  });

  it('shows its past payments under a test clock, in a new run after each occurrence', async () => {
    const planner = await openPlanner(rig.faultFreeLedger, 250);
    const id = await planner.schedule({ every: { count: 4 }, onInsufficientFunds: 'fail' });
    await pollDetailsFor(id, 'last: none');
    const started = await describeWorkflow(id);
    const first = started.runId;
    expect(await started.staticDetails()).toContain(`scheduled payment \`${id}\``);
    await moveClock(planner, 1);
    const details = await pollDetailsFor(id, '1 posted, 0 failed');
    const [pastOccurrence] = planner.occurrences(id);
    expect(details).toContain(
      `${pastOccurrence?.localDate} posted, occurrence \`${pastOccurrence?.id}\``,
    );
    expect(details).toContain(`transaction \`${pastOccurrence?.transactionId}\``);
    // The details name the same workflow of the payment as the transaction does.
    const paymentWorkflowId = rig.faultFreeLedger.database.raw
      .prepare('SELECT workflow_id FROM transactions WHERE id = ?')
      .pluck()
      .get(pastOccurrence?.transactionId);
    expect(details).toContain(`workflow \`${paymentWorkflowId}\``);
    const secondRun = await pollUntil(
      () => describeWorkflow(id),
      ({ runId }) => runId !== first,
    );
    expect((await handleOf(id, first).describe()).status.name).toBe('CONTINUED_AS_NEW');
    // Temporal shows the summary of a start for its first run only; the memo carries over.
    expect(secondRun.memo).toEqual({
      summary: expect.stringMatching(/^1\.00 EUR daily, next /),
      details: await started.staticDetails(),
    });
    await moveClock(planner, 9);
    const result = await pollUntil(
      () => describeWorkflow(id),
      ({ status }) => status.name === 'COMPLETED',
    );
    expect(result.status.name).toBe('COMPLETED');
    expect(await handleOf(id).result()).toEqual({
      status: 'completed',
      posted: 2,
      failed: 2,
      skipped: 0,
    });
    expect(await readDetails(id)).toContain('insufficient_funds');
  });

  it('shows a pause, a skip and a cancellation from its rows, and ends with the last occurrence', async () => {
    const planner = await openPlanner(rig.faultFreeLedger);
    const id = await planner.schedule();
    await planner.act(id, 'pause');
    await pollDetailsFor(id, `schedule \`${id}\`: paused`);
    expect(await result(`Ids = "${id}" AND BankState = "paused"`)).toHaveLength(1);
    await planner.act(id, 'resume');
    await planner.act(id, 'skip');
    await pollDetailsFor(id, '1 skipped');
    await planner.act(id, 'cancel');
    expect(await handleOf(id).result()).toEqual({
      status: 'canceled',
      posted: 0,
      failed: 0,
      skipped: 1,
    });
  });

  it('ignores the content of signals and a cancel request', async () => {
    const planner = await openPlanner(rig.faultFreeLedger);
    const id = await planner.schedule();
    await pollDetailsFor(id, 'next:');
    const before = planner.occurrences(id);
    await handleOf(id).signal('look', { status: 'canceled', amount: 1 });
    await handleOf(id).cancel();
    await pollDetailsFor(id, `schedule \`${id}\`: active`);
    expect(planner.occurrences(id)).toEqual(before);
    expect((await describeWorkflow(id)).status.name).toBe('RUNNING');
  });
});

describe('the workflow of a scheduled payment', () => {
  it('is restored after Temporal lost it, for every schedule', async () => {
    const planners = await Promise.all([1, 2, 3].map(() => openPlanner(rig.faultFreeLedger)));
    const ids = await Promise.all(planners.map((planner) => planner.schedule()));
    for (const id of ids) await pollDetailsFor(id, 'next:');
    backgroundShow?.stop();
    for (const id of ids) await handleOf(id).terminate('its database is lost');
    const before = await Promise.all(ids.map(async (id) => (await describeWorkflow(id)).runId));
    restartShows({ compareEveryMs: 200 });
    for (const [index, id] of ids.entries()) {
      const restored = await pollUntil(
        () => describeWorkflow(id),
        ({ runId, status }) => runId !== before[index] && status.name === 'RUNNING',
      );
      expect(await restored.staticSummary()).toContain('daily');
    }
  });

  it('is started when the process returns, and shows the changes made meanwhile', async () => {
    const planner = await openPlanner(rig.faultFreeLedger);
    backgroundShow?.stop();
    const id = await planner.schedule();
    await planner.act(id, 'pause');
    await sleep(300);
    await expect(describeWorkflow(id)).rejects.toBeInstanceOf(WorkflowNotFoundError);
    restartShows();
    await pollDetailsFor(id, 'paused');
  });

  it('completes when its schedule has no row', async () => {
    const planner = await openPlanner(rig.faultFreeLedger);
    const id = await planner.schedule();
    await pollDetailsFor(id, 'next:');
    const snapshot = readSnapshot(rig.faultFreeLedger, id);
    if (!snapshot) throw new Error('no snapshot');
    await signalWorkflow(rig.starter, 'schedule', { ...snapshot, id: 'sch_gone' });
    const handle = rig.client.workflow.getHandle(scheduleWorkflowId('sch_gone'));
    expect(await handle.result()).toMatchObject({ status: 'gone' });
  });
});

describe('the timer of a schedule in production', () => {
  it('ends after the due time, by about eight minutes at most', async () => {
    const planner = await openPlanner(rig.faultFreeLedger);
    const id = await planner.schedule();
    const productionSnapshot = readSnapshot({ ...rig.faultFreeLedger, livemode: true }, id);
    const dueAt = planner.occurrences(id)[0]?.dueAt ?? 0;
    expect(productionSnapshot?.dueInMs).toBeGreaterThan(dueAt - Date.now() - 5_000);
    expect(productionSnapshot?.dueInMs).toBeLessThanOrEqual(dueAt - Date.now() + 5_000);
    await planner.act(id, 'pause');
    expect(readSnapshot({ ...rig.faultFreeLedger, livemode: true }, id)?.dueInMs).toBeNull();
    const timer = await readTimer({ ...SNAPSHOT, dueInMs: 3_600_000 });
    expect(timer.summary).toBe('next 2026-12-31');
    expect(timer.seconds).toBeGreaterThanOrEqual(3_605);
    expect(timer.seconds).toBeLessThanOrEqual(3_605 + 480);
    expect(await readTimer(SNAPSHOT)).toEqual({ summary: null, seconds: null });
  });
});

/** Returns the timer that the workflow of a schedule sets; a separate worker runs the workflow. */
async function readTimer(snapshot: ScheduleSnapshot) {
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  const taskQueue = `timer-${Math.random()}`;
  const worker = await Worker.create({
    connection,
    namespace: 'sandbox',
    taskQueue,
    workflowBundle: await workflowBundle(fileURLToPath(new URL('../../.cache', import.meta.url))),
    activities: { showSchedule: async () => ({ ...snapshot, consoleUrl: null }) },
  });
  const handle = await rig.client.workflow.start('schedule', {
    taskQueue,
    workflowId: `schedule/${taskQueue}`,
    args: [{ scheduleId: snapshot.id }],
  });
  try {
    return await worker.runUntil(async () => {
      await waitUntilQueried(handle);
      const { events } = await handle.fetchHistory();
      const started = events?.find(({ timerStartedEventAttributes: timer }) => timer);
      const summary = started?.userMetadata?.summary?.data;
      return {
        summary: summary ? JSON.parse(Buffer.from(summary).toString()) : null,
        seconds: started
          ? Number(started.timerStartedEventAttributes?.startToFireTimeout?.seconds)
          : null,
      };
    });
  } finally {
    await handle.terminate('read');
    await connection.close();
  }
}

const waitUntilQueried = (handle: ReturnType<typeof handleOf>) =>
  pollUntil(
    () => handle.query<{ currentDetails: string }>('__temporal_workflow_metadata'),
    ({ currentDetails }) => currentDetails.includes('next:'),
  );

describe('the pace of new workflows', () => {
  it('stays below the limit per second when many schedules are created at once', async () => {
    const planner = await openPlanner(rig.faultFreeLedger);
    backgroundShow?.stop();
    for (let count = 0; count < 40; count += 1) await planner.schedule();
    const countUnshown = () => listUnshown(rig.faultFreeLedger, { after: '', limit: 1_000 }).length;
    const before = countUnshown();
    expect(before).toBeGreaterThanOrEqual(40);
    const shownBefore = countShownSchedules(rig.faultFreeLedger);
    const from = performance.now();
    restartShows({ perSecond: 5 });
    await sleep(1_500);
    const remaining = countUnshown();
    // A busy machine sleeps longer, and the first second's workflows may start at once.
    const seconds = (performance.now() - from) / 1_000;
    expect(before - remaining).toBeLessThanOrEqual(5 * (seconds + 1.5));
    restartShows({ perSecond: 500 });
    await pollUntil(
      async () => countUnshown(),
      (remaining) => remaining === 0,
    );
    expect(countShownSchedules(rig.faultFreeLedger)).toBeGreaterThanOrEqual(shownBefore + 40);
  });
});

describe('the summary of a schedule', () => {
  it.each([
    [{ frequency: 'monthly', startDate: '2026-12-31' }, '125.00 EUR monthly on the 31st'],
    [{ frequency: 'monthly', dayOfMonth: -1 }, '125.00 EUR monthly on the last day'],
    [
      { frequency: 'monthly', interval: 2, dayOfMonth: 12 },
      '125.00 EUR monthly (every 2) on the 12th',
    ],
    [{ frequency: 'weekly', startDate: '2026-11-28' }, '125.00 EUR weekly on Saturday'],
    [{ frequency: 'once' }, '125.00 EUR once'],
    [{ amountType: 'full_balance', amountMinor: null }, 'full balance in EUR daily'],
    [{ amountType: 'balance_above' }, 'balance above 125.00 EUR daily'],
  ] as const)('of %o has its frequency and amount', (terms, expected) => {
    const snapshot = { ...SNAPSHOT, ...terms };
    expect(scheduleSummary(snapshot)).toBe(`${expected}, next 2026-12-31`);
    expect(scheduleSummary({ ...snapshot, status: 'paused' })).toBe(`${expected}, paused`);
    expect(scheduleDetails(snapshot, 'https://bank.example/console/live')).toContain(
      '[sch_1](https://bank.example/console/live/schedules/sch_1)',
    );
  });
});

const SNAPSHOT = {
  id: 'sch_1',
  tenantId: 'dev_1',
  customerId: 'cust_1',
  sourceAccountId: 'acc_1',
  destinationAccountId: 'acc_2',
  status: 'active',
  code: null,
  amountType: 'fixed',
  amountMinor: 12_500,
  currency: 'EUR',
  frequency: 'daily',
  interval: 1,
  dayOfMonth: null,
  dayOfWeek: null,
  startDate: '2026-12-31',
  next: {
    id: 'occ_1',
    date: '2026-12-31',
    status: 'scheduled',
    code: null,
    attempts: 0,
    transactionId: null,
    workflowId: null,
    dueAt: 0,
  },
  last: null,
  posted: 0,
  failed: 0,
  skipped: 0,
  failuresInARow: 0,
  maxFailuresInARow: 3,
  dueInMs: null,
} as const;
