// Occurrences that are all due at the same moment: the time until the last one is posted, in a bank
// as `npm start` runs it, compared with the same number of transfers posted directly, and the time
// until Temporal shows each of them. A client pays ten times a second meanwhile.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { wallClockOf } from '../db/kernel/zone.ts';
import { type Ledger, openLedger } from '../db/ledger.ts';
import { createSchedule } from '../db/schedules/acts.ts';
import { formatDate } from '../ledger/calendar-date.ts';
import { DAY_MS } from '../ledger/durations.ts';
import { bookAll, makeCause, makeDraft, openBooks, TENANT } from './books.ts';
import { openCustomers, payContinuously } from './http.ts';
import { percentile, type Row, rate, temporaryFolder } from './measure.ts';
import { residentMb, startTestbed } from './testbed.ts';

/**
 * Each account makes ten payments at once: more payments would be held by the rules about speed.
 */
const ACCOUNTS = 1_000;
const GROUP = 256;
const POLL_EVERY_MS = 50;
/**
 * Longer than the wait of the workflow of all schedules, which does not notice changes in the
 * file.
 */
const DUE_IN_MS = 70_000;
const GIVEN_UP_AFTER_MS = 600_000;

/** @param count number of occurrences that are due at once */
export async function benchSchedules(count: number): Promise<Row[]> {
  const floor = await postDirectly(count);
  const { seconds, firstMs, grownMb, shownSeconds, besideMs } = await measureDueAtOnce(count);
  const countText = count.toLocaleString('en');
  return [
    {
      name: `${countText} occurrences due at once, until all are posted`,
      value: count / seconds,
      unit: 'occurrences/s',
      floorName: `these transfers posted directly, ${GROUP} in a commit`,
      floor,
      target: { ratioAtLeast: 0.2, valueAtLeast: 1_000 },
    },
    {
      ...formatRow('time until the workflows show the posted occurrences', shownSeconds, 's'),
      target: { valueAtMost: 600 },
    },
    {
      ...formatRow('a payment at the same time (p99)', percentile(besideMs, 0.99), 'ms'),
      p50Ms: percentile(besideMs, 0.5),
      p99Ms: percentile(besideMs, 0.99),
      target: { valueAtMost: 500 },
    },
    formatRow('time until all occurrences are posted', seconds, 's'),
    formatRow('time until the first occurrence is posted', firstMs, 'ms'),
    formatRow('growth of the memory of API and worker', grownMb, 'MB'),
  ];
}

const formatRow = (name: string, value: number, unit: string): Row => ({
  name,
  value,
  unit,
  floorName: 'none',
  floor: null,
  target: {},
});

async function postDirectly(count: number): Promise<number> {
  const folder = temporaryFolder();
  const ledger = openLedger({ environment: 'sandbox', file: join(folder.path, 'ledger.db') });
  const ids = await openBooks(ledger, ACCOUNTS, 1_000_000_000);
  const result = await rate(count, async () => {
    for (let doneCount = 0; doneCount < count; doneCount += GROUP) {
      const size = Math.min(GROUP, count - doneCount);
      await bookAll(
        ledger,
        Array.from({ length: size }, (_, n) => makeDraft({ ...sides(ids, doneCount + n) })),
      );
    }
  });
  ledger.close();
  folder.remove();
  return result;
}

const sides = (ids: readonly string[], n: number) => ({
  sourceAccountId: ids[n % ACCOUNTS] as string,
  destinationAccountId: ids[(n + 1 + (n % 97)) % ACCOUNTS] as string,
});

/** Opens the accounts of the parallel client before the measurement. */
async function openPayers(dataDir: string) {
  const testbed = await startTestbed({ dataDir });
  try {
    return await openCustomers(testbed);
  } finally {
    await testbed.stop();
  }
}

async function measureDueAtOnce(count: number) {
  const folder = temporaryFolder();
  const customers = await openPayers(folder.path);
  const file = join(folder.path, 'sandbox.db');
  const ledger = openLedger({ environment: 'sandbox', file });
  const ids = await openBooks(ledger, ACCOUNTS, 1_000_000_000);
  const tomorrow = Date.now() + DAY_MS;
  for (let doneCount = 0; doneCount < count; doneCount += GROUP) {
    const size = Math.min(GROUP, count - doneCount);
    await Promise.all(
      Array.from({ length: size }, (_, n) =>
        createSchedules(ledger, tomorrow, sides(ids, doneCount + n)),
      ),
    );
  }
  ledger.close();
  const testbed = await startTestbed({ dataDir: folder.path });
  const otherLoad = { isOver: false };
  try {
    // The occurrences are moved to the same moment once the bank is ready, however long its start
    // takes.
    const dueAt = Date.now() + DUE_IN_MS;
    makeDue(file, dueAt);
    await sleep(dueAt - Date.now());
    const paying = payContinuously(testbed.url, customers, otherLoad);
    const posted = await waitUntilPosted(file, count, testbed.bankPid);
    const shownSeconds = await waitUntilShown(file);
    otherLoad.isOver = true;
    return { ...posted, shownSeconds, besideMs: await paying };
  } finally {
    otherLoad.isOver = true;
    await testbed.stop();
    folder.remove();
  }
}

function makeDue(file: string, dueAt: number): void {
  const db = new BetterSqlite3(file, { timeout: 10_000 });
  db.prepare('UPDATE occurrences SET due_at = ?, wake_at = ?').run(dueAt, dueAt);
  db.close();
}

async function createSchedules(ledger: Ledger, dueAt: number, between: ReturnType<typeof sides>) {
  const { date, localTimeMs } = wallClockOf(dueAt, 'UTC');
  const recurrence = { frequency: 'daily', interval: 1, dayOfMonth: null, dayOfWeek: null };
  await ledger.run(createSchedule, {
    tenantId: TENANT,
    requestHash: Buffer.alloc(32, 1),
    cause: makeCause(null),
    terms: {
      ...between,
      currency: 'EUR',
      amountType: 'fixed',
      amount: 5,
      description: null,
      startDate: formatDate(date),
      localTimeMs,
      timezone: 'UTC',
      recurrence: JSON.stringify({ ...recurrence, count: null, endDate: null }),
      convention: 'none',
      calendar: 'weekends',
      catchUp: 'latest',
      onInsufficientFunds: 'retry',
      retryAttempts: 3,
      retryIntervalHours: 24,
      maxConsecutiveFailures: 3,
      notifyDaysBefore: null,
      metadata: '{}',
    },
  });
}

async function waitUntilPosted(file: string, count: number, pid: number) {
  const db = new BetterSqlite3(file, { readonly: true });
  const posted = db.prepare<[], number>("SELECT count(*) FROM occurrences WHERE status = 'posted'");
  const began = performance.now();
  const before = residentMb(pid);
  let max = before;
  let firstMs: number | null = null;
  for (;;) {
    const doneCount = posted.pluck().get() ?? 0;
    const elapsedMs = performance.now() - began;
    if (doneCount > 0) firstMs ??= elapsedMs;
    max = Math.max(max, residentMb(pid));
    if (doneCount === count) {
      db.close();
      return { seconds: elapsedMs / 1000, firstMs: firstMs ?? elapsedMs, grownMb: max - before };
    }
    if (elapsedMs > GIVEN_UP_AFTER_MS) throw new Error(`only ${doneCount} of ${count} were posted`);
    await sleep(POLL_EVERY_MS);
  }
}

/**
 * Returns the seconds until each workflow has read the newest change of its schedule, and each
 * payment has a workflow.
 */
async function waitUntilShown(file: string): Promise<number> {
  const db = new BetterSqlite3(file, { readonly: true });
  const remaining = db
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM schedules WHERE changes > shown_changes) +
       (SELECT count(*) FROM transactions WHERE workflow_started_at IS NULL AND stage <> 'accepted'
         AND occurrence_id IS NOT NULL)`,
    )
    .pluck();
  const began = performance.now();
  try {
    for (;;) {
      const count = remaining.get() ?? 0;
      const elapsedMs = performance.now() - began;
      if (count === 0) return elapsedMs / 1_000;
      if (elapsedMs > 2 * GIVEN_UP_AFTER_MS) throw new Error(`${count} were not shown`);
      await sleep(POLL_EVERY_MS);
    }
  } finally {
    db.close();
  }
}
