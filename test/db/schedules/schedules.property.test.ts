// Lives of schedules that fast-check makes up: the bank is restarted, looks twice, loses what it
// has started, is down for days, and its clock jumps by up to a week in both directions. Whatever
// happens, each local date has one transfer, and no date is lost. SEEDS sets how many lives.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { settleTransactions, startDueSchedules } from '../../../db/money/calls.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { plannerOf } from '../../kit/money/scheduling.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { stoppedClock } from '../sqlite-rig.ts';

const LIVES = Number(process.env.SEEDS ?? (isDeep ? 100 : 15));
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const WORKFLOW = { id: 'test', runId: 'test' };

/** Moments some days before a zone changes its clock, in each direction, and without a change. */
const STARTS: readonly (readonly [zone: string, at: string])[] = [
  ['Europe/Berlin', '2027-03-24T10:00:00Z'],
  ['Europe/Berlin', '2027-10-27T10:00:00Z'],
  ['America/New_York', '2027-03-10T10:00:00Z'],
  ['America/New_York', '2027-11-03T10:00:00Z'],
  ['Australia/Lord_Howe', '2027-04-01T10:00:00Z'],
  ['Australia/Lord_Howe', '2027-09-30T10:00:00Z'],
  ['Africa/Cairo', '2027-04-26T10:00:00Z'],
  ['Pacific/Apia', '2011-12-27T10:00:00Z'],
  ['Asia/Kathmandu', '2028-02-25T10:00:00Z'],
  ['UTC', '2027-12-28T10:00:00Z'],
];

const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 2 * DAY_MS }) }),
  fc.record({
    kind: fc.constant('jump' as const),
    ms: fc.integer({ min: -7 * DAY_MS, max: 7 * DAY_MS }),
  }),
  // How many look at once, and how many of what they start is settled before the bank dies.
  fc.record({
    kind: fc.constant('look' as const),
    times: fc.integer({ min: 1, max: 3 }),
    settled: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
const lives = fc.record({
  start: fc.constantFrom(...STARTS),
  hour: fc.integer({ min: 0, max: 47 }),
  catchUp: fc.constantFrom('all' as const, 'latest' as const, 'none' as const),
  frequency: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
  funds: fc.constantFrom(100_000, 350),
  steps: fc.array(step, { maxLength: 25 }),
});

type Life = typeof lives extends fc.Arbitrary<infer T> ? T : never;

/** A bank that was down for a month, with money for three days: each run goes through these. */
const DOWN_FOR_A_MONTH = (['all', 'latest', 'none'] as const).map((catchUp): [Life] => [
  {
    start: ['UTC', '2027-12-28T10:00:00Z'],
    hour: 24,
    catchUp,
    frequency: 'daily',
    funds: 350,
    steps: [],
  },
]);
type TestedBank = Awaited<ReturnType<typeof bankAt>>;

/** A production ledger in a file, with a clock that a test moves. */
async function bankAt(at: number) {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-lives-'));
  const clock = stoppedClock(at);
  const open = () =>
    openTestLedger({
      environment: 'production',
      file: join(folder, 'ledger.db'),
      now: clock.now,
    });
  let ledger = await open();
  return {
    clock,
    ledger: (): Ledger => ledger,
    async restart() {
      ledger.close();
      ledger = await open();
    },
    end() {
      ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the standing workflow does, until nothing is due any more. */
async function catchUp(store: Ledger): Promise<void> {
  for (;;) {
    const { transactionIds, nextInMs } = await store.run(startDueSchedules, null);
    if (transactionIds.length > 0)
      await store.run(settleTransactions, { ids: transactionIds, workflow: WORKFLOW });
    else if (nextInMs === null || nextInMs > 0) return;
  }
}

/** The dates by another calendar, up to a day. */
function datesOf(first: string, frequency: Life['frequency'], last: string): string[] {
  const unit = { daily: 'days', weekly: 'weeks', monthly: 'months' }[frequency];
  const dates: string[] = [];
  const start = DateTime.fromISO(first, { zone: 'utc' });
  for (let n = 0; ; n++) {
    const date = start.plus({ [unit]: n }).toISODate() ?? '';
    if (date > last) return dates;
    dates.push(date);
  }
}

/** One life, up to the day on which a bank that stands again has caught up. */
async function live(bank: TestedBank, { steps, ...made }: Life) {
  const planner = await plannerOf(bank.ledger(), made.funds);
  const scheduleId = await planner.schedule({
    timezone: made.start[0],
    localTimeMs: (made.hour / 2) * HOUR_MS,
    catchUp: made.catchUp,
    every: { frequency: made.frequency },
    onInsufficientFunds: 'skip',
  });
  const first = planner.occurrences(scheduleId)[0]?.localDate ?? '';
  for (const one of steps) {
    if (one.kind === 'pass' || one.kind === 'jump') bank.clock.move(one.ms);
    else if (one.kind === 'restart') await bank.restart();
    else await look(bank.ledger(), one);
  }
  await bank.restart();
  bank.clock.move(30 * DAY_MS);
  await catchUp(bank.ledger());
  return { scheduleId, first, payee: planner.to };
}

/** As often at once as sweeps and workflows may, settling only part of what they start. */
async function look(store: Ledger, { times, settled }: { times: number; settled: number }) {
  const steps = await Promise.all(
    Array.from({ length: times }, () => store.run(startDueSchedules, null)),
  );
  for (const { transactionIds } of steps.slice(0, settled)) {
    if (transactionIds.length > 0)
      await store.run(settleTransactions, { ids: transactionIds, workflow: WORKFLOW });
  }
}

/** The occurrences that are over, by date, with the transfers that were booked for each. */
function expectOncePerDate(
  bank: TestedBank,
  { scheduleId, first, payee }: Awaited<ReturnType<typeof live>>,
  made: Life,
): string[] {
  const { raw } = bank.ledger().database;
  const { checks } = checkInvariants(raw, bank.clock.now());
  // No workflow runs here: a declined payment would have one of its own.
  const found = checks.filter(
    ({ violations, name }) => violations > 0 && name !== 'workflow_has_begun',
  );
  expect(found).toEqual([]);
  const rows = raw
    .prepare<[string], { date: string; status: string; transfers: number }>(
      `SELECT o.local_date AS date, o.status, (SELECT count(*) FROM transactions t
         WHERE t.occurrence_id = o.id AND t.ledger_sequence IS NOT NULL) AS transfers
       FROM occurrences o WHERE o.schedule_id = ? ORDER BY o.local_date`,
    )
    .all(scheduleId);
  expect(rows.pop()?.status).toBe('scheduled');
  // No date was left out without a record, none came twice, none was made up.
  const last = rows.at(-1)?.date ?? '';
  expect(rows.map(({ date }) => date)).toEqual(datesOf(first, made.frequency, last));
  expect(rows.length).toBeGreaterThan(0);
  for (const { status, transfers } of rows) expect(transfers).toBe(status === 'posted' ? 1 : 0);
  const posted = rows.filter(({ status }) => status === 'posted').length;
  if (made.catchUp === 'all' && made.funds > 1_000) expect(posted).toBe(rows.length);
  const balance = raw.prepare('SELECT posted FROM accounts WHERE id = ?').pluck();
  expect(balance.get(payee)).toBe(posted * 100);
  return rows.map(({ status }) => status);
}

test(
  'each local date has one transfer, through crashes of the bank and changes of its clock',
  async () => {
    const met = new Set<string>();
    const property = fc.asyncProperty(lives, async (made) => {
      const bank = await bankAt(Date.parse(made.start[1]));
      try {
        const lived = await live(bank, made);
        for (const one of expectOncePerDate(bank, lived, made)) met.add(`${made.catchUp} ${one}`);
      } finally {
        bank.end();
      }
    });
    await fc.assert(property, { numRuns: LIVES, examples: DOWN_FOR_A_MONTH });
    const wanted = ['all posted', 'all skipped', 'latest posted', 'latest skipped', 'none skipped'];
    for (const one of wanted) expect([...met]).toContain(one);
  },
  120_000 + LIVES * 1_000,
);
