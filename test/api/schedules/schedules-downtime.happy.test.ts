// A bank is stopped when its schedules are due: days pass, and the bank is started again with the
// same data and the same Temporal. The test shifts the clock of this process to let days pass;
// Temporal's timers stay on real time.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { openAccounts, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { statusesOf } from '../../kit/money/test-developer.ts';
import { forgetMovedClock } from '../../kit/suite/moved-clock.ts';

forgetMovedClock();

const realNow = Date.now;

let dataDir: string;
let bank: TestBank;
let key: string;
let from: string;
let to: string;
let shiftMs: number;

beforeEach(async () => {
  shiftMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + shiftMs);
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-downtime-'));
  bank = await openTestBank({}, dataDir);
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterEach(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const brokenChecks = checkInvariants(raw, Date.now()).checks.filter(
    (check) => check.violations > 0,
  );
  await bank.close();
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true, force: true });
  expect(brokenChecks).toEqual([]);
});

// Ids never decrease within a process, so test files after this one load the modules again.
afterAll(() => void vi.resetModules());

async function schedule(fields: object): Promise<string> {
  const answer = await bank.call('/v1/transactions/scheduled', {
    key,
    body: {
      sourceAccountId: from,
      destinationAccountId: to,
      amount: 100,
      currency: 'EUR',
      // The default startDate is computed in UTC, too.
      timezone: 'UTC',
      startDate: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
      ...fields,
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

const readSchedule = async (id: string) => (await bank.call(`/v1/scheduled/${id}`, { key })).body;
const listOccurrences = async (id: string) =>
  (await bank.call(`/v1/scheduled/${id}/occurrences`, { key })).body.data.reverse();

/** Stops the bank, lets days pass, and starts the bank again. */
async function stopForDays(days: number): Promise<void> {
  await bank.close();
  shiftMs += days * DAY_MS;
  bank = await openTestBank({}, dataDir);
  // A schedule that is due at once wakes the workflow, which otherwise sleeps for up to a minute.
  await schedule({ startDate: new Date(Date.now()).toISOString().slice(0, 10), timezone: 'UTC' });
}

it('a restarted bank runs all, the latest or none of the missed dates, each with its record', async () => {
  const recurrence = { frequency: 'daily', count: 5 };
  const [allScheduleId, latestScheduleId, noneScheduleId] = [
    await schedule({ recurrence, catchUp: 'all' }),
    await schedule({ recurrence, catchUp: 'latest' }),
    await schedule({ recurrence, catchUp: 'none' }),
  ];
  await stopForDays(9);
  for (const id of [allScheduleId, latestScheduleId, noneScheduleId]) {
    await expect
      .poll(async () => (await readSchedule(id)).status, { timeout: 60_000 })
      .toBe('completed');
  }
  expect(statusesOf(await listOccurrences(allScheduleId))).toEqual(Array(5).fill('posted'));
  expect(statusesOf(await listOccurrences(latestScheduleId))).toEqual([
    ...Array(4).fill('skipped'),
    'posted',
  ]);
  expect(statusesOf(await listOccurrences(noneScheduleId))).toEqual(Array(5).fill('skipped'));
  const [missedOccurrence] = await listOccurrences(noneScheduleId);
  expect(missedOccurrence.statusReason.code).toBe('missed');
});

it('a bank that is stopped at each date runs each date once', async () => {
  const id = await schedule({ recurrence: { frequency: 'daily', count: 3 } });
  for (const day of [1, 2, 3]) {
    await stopForDays(1);
    const countRuns = async () => (await readSchedule(id)).occurrencesCompleted;
    await expect.poll(countRuns, { timeout: 60_000 }).toBe(day);
  }
  expect((await readSchedule(id)).status).toBe('completed');
  expect(statusesOf(await listOccurrences(id))).toEqual(['posted', 'posted', 'posted']);
});
