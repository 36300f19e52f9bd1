// Clients act on a schedule around the time at which it is due: a date runs at most once, and the
// dates, transfers, figures and balance agree.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, type TestDeveloper } from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const AMOUNT = 7;
const CALLER_COUNT = 25;
/** Time until a schedule is due. The callers act before and after that time. */
const DUE_AFTER_MS = 1000;

interface Occurrence {
  readonly date: string;
  readonly status: string;
  readonly dueAt: string;
}

/** Waits until no date is being processed, and compares dates, transfers, figures and balance. */
async function expectOncePerDate(developer: TestDeveloper, id: string): Promise<Occurrence[]> {
  const countOpenOccurrences = async () => {
    const { now } = (await developer.call('/v1/sandbox/clock')).body;
    const occurrences: Occurrence[] = await developer.listOccurrences(id);
    // After "run now" a schedule is due at once, although no worker may have begun yet.
    const isActive = (await developer.read(id)).status === 'active';
    const isDue = ({ status, dueAt }: Occurrence) =>
      isActive && status === 'scheduled' && Date.parse(dueAt) <= Date.parse(now);
    return occurrences.filter(
      (occurrence) => occurrence.status === 'processing' || isDue(occurrence),
    ).length;
  };
  await expect.poll(countOpenOccurrences, { timeout: 30_000 }).toBe(0);
  const occurrences: Occurrence[] = await developer.listOccurrences(id);
  expect(new Set(occurrences.map(({ date }) => date)).size).toBe(occurrences.length);
  const postedCount = occurrences.filter(({ status }) => status === 'posted').length;
  const transfers = await developer.listTransfers(id);
  expect(transfers).toHaveLength(postedCount);
  const schedule = await developer.read(id);
  expect(schedule.occurrencesCompleted).toBe(postedCount);
  const skippedCount = occurrences.filter(({ status }) => status === 'skipped').length;
  expect(schedule.occurrencesSkipped).toBe(skippedCount);
  const movedTotal = transfers.reduce(
    (sum: number, transfer: { amount: number }) => sum + transfer.amount,
    0,
  );
  expect(await developer.readPosted(developer.to)).toBe(movedTotal);
  return occurrences;
}

/**
 * Creates a schedule that is due soon, and acts on the schedule by several callers around that
 * time.
 */
async function actAroundDueTime(
  acts: readonly ((developer: TestDeveloper, id: string) => Promise<unknown>)[],
) {
  const developer = await openTestDeveloper(bank);
  const { id } = await developer.schedule({
    amount: AMOUNT,
    startDate: undefined,
    startAt: new Date(Date.now() + DUE_AFTER_MS).toISOString(),
    recurrence: { frequency: 'daily', count: 60 },
  });
  await Promise.all(
    Array.from({ length: CALLER_COUNT }, async (_, caller) => {
      await sleep((caller / CALLER_COUNT) * 2 * DUE_AFTER_MS);
      await acts[caller % acts.length]?.(developer, id);
    }),
  );
  return { developer, id, occurrences: await expectOncePerDate(developer, id) };
}

describe(`${CALLER_COUNT} callers around the time at which a date is due`, () => {
  it('that run the schedule: each date runs once', async () => {
    const { developer, id } = await actAroundDueTime([
      (developer, id) => developer.act(id, 'run-now'),
    ]);
    await developer.act(id, 'cancel');
    await developer.advance('P70D');
    await expectOncePerDate(developer, id);
  });

  it('that skip a date: the date is skipped or runs, not both', async () => {
    const { occurrences } = await actAroundDueTime([(developer, id) => developer.act(id, 'skip')]);
    expect(occurrences[0]?.status).toMatch(/^(skipped|posted)$/);
  });

  it('that pause and resume the schedule: each date runs once', async () => {
    const { developer, id } = await actAroundDueTime([
      (developer, id) => developer.act(id, 'pause'),
      (developer, id) => developer.act(id, 'resume'),
    ]);
    await developer.act(id, 'resume');
    await expectOncePerDate(developer, id);
    await developer.advance('P1D');
    await expectOncePerDate(developer, id);
  });

  it('that change the amount: the date runs once, with one of the amounts', async () => {
    const { developer, id } = await actAroundDueTime([
      (developer, id) => developer.change(id, { amount: 11 }),
      (developer, id) => developer.change(id, { amount: 13 }),
    ]);
    const countTransfers = async () => (await developer.listTransfers(id)).length;
    await expect.poll(countTransfers, { timeout: 30_000 }).toBe(1);
    const [firstTransfer] = await developer.listTransfers(id);
    expect([AMOUNT, 11, 13]).toContain(firstTransfer.amount);
  });

  it('that change, run, skip, pause and resume the schedule: each date runs at most once', async () => {
    const { developer, id } = await actAroundDueTime([
      (developer, id) => developer.change(id, { recurrence: { frequency: 'weekly', count: 9 } }),
      (developer, id) => developer.act(id, 'run-now'),
      (developer, id) => developer.act(id, 'skip'),
      (developer, id) => developer.act(id, 'pause'),
      (developer, id) => developer.act(id, 'resume'),
    ]);
    await developer.act(id, 'cancel');
    const postedBefore = await developer.readPosted(developer.to);
    await developer.advance('P99D');
    expect(await developer.readPosted(developer.to)).toBe(postedBefore);
    await expectOncePerDate(developer, id);
  });
});

describe(`of ${CALLER_COUNT} that have read the same version`, () => {
  it.each(['run-now', 'skip', 'pause'])('one can %s with If-Match', async (name) => {
    const developer = await openTestDeveloper(bank);
    const created = await developer.schedule({ recurrence: { frequency: 'daily', count: 60 } });
    const headers = { 'if-match': `"v${created.version}"` };
    const answers = await Promise.all(
      Array.from({ length: CALLER_COUNT }, () => developer.act(created.id, name, headers)),
    );
    const outcomes = answers.map(({ status, body }) => body.code ?? status);
    expect(outcomes.filter((kind) => kind === 200)).toHaveLength(1);
    expect(outcomes.filter((kind) => kind === 'version_conflict')).toHaveLength(CALLER_COUNT - 1);
  });

  it('all skip the same date with one idempotency key', async () => {
    const developer = await openTestDeveloper(bank);
    const created = await developer.schedule({ recurrence: { frequency: 'daily', count: 60 } });
    const headers = { 'idempotency-key': 'once' };
    await Promise.all(
      Array.from({ length: CALLER_COUNT }, () => developer.act(created.id, 'skip', headers)),
    );
    expect(await developer.read(created.id)).toMatchObject({ occurrencesSkipped: 1 });
  });
});
