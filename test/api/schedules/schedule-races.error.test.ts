// Clients that act on a schedule at the moment at which it is due: a date runs at most once, and
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
const CALLERS = 25;
/** Time until a schedule is due; the callers act before and after it. */
const SOON_MS = 1000;

interface Occurrence {
  readonly date: string;
  readonly status: string;
  readonly dueAt: string;
}

/** Waits until no date is being processed, and compares dates, transfers, figures and balance. */
async function expectOncePerDate(developer: TestDeveloper, id: string): Promise<Occurrence[]> {
  const open = async () => {
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
  await expect.poll(open, { timeout: 30_000 }).toBe(0);
  const occurrences: Occurrence[] = await developer.listOccurrences(id);
  expect(new Set(occurrences.map(({ date }) => date)).size).toBe(occurrences.length);
  const posted = occurrences.filter(({ status }) => status === 'posted').length;
  const transfers = await developer.listTransfers(id);
  expect(transfers).toHaveLength(posted);
  const read = await developer.read(id);
  expect(read.occurrencesCompleted).toBe(posted);
  const skipped = occurrences.filter(({ status }) => status === 'skipped').length;
  expect(read.occurrencesSkipped).toBe(skipped);
  const movedTotal = transfers.reduce(
    (sum: number, transfer: { amount: number }) => sum + transfer.amount,
    0,
  );
  expect(await developer.readPosted(developer.to)).toBe(movedTotal);
  return occurrences;
}

/** Creates a schedule that is due soon, and callers that act on it around that time. */
async function race(acts: readonly ((developer: TestDeveloper, id: string) => Promise<unknown>)[]) {
  const developer = await openTestDeveloper(bank);
  const { id } = await developer.schedule({
    amount: AMOUNT,
    startDate: undefined,
    startAt: new Date(Date.now() + SOON_MS).toISOString(),
    recurrence: { frequency: 'daily', count: 60 },
  });
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      await sleep((caller / CALLERS) * 2 * SOON_MS);
      await acts[caller % acts.length]?.(developer, id);
    }),
  );
  return { developer, id, occurrences: await expectOncePerDate(developer, id) };
}

describe(`${CALLERS} callers around the time at which a date is due`, () => {
  it('running the schedule: each date runs once, and never twice', async () => {
    const { developer, id } = await race([(developer, id) => developer.act(id, 'run-now')]);
    await developer.act(id, 'cancel');
    await developer.advance('P70D');
    await expectOncePerDate(developer, id);
  });

  it('skipping a date: the date is skipped or runs, not both', async () => {
    const { occurrences } = await race([(developer, id) => developer.act(id, 'skip')]);
    expect(occurrences[0]?.status).toMatch(/^(skipped|posted)$/);
  });

  it('pausing and resuming the schedule: each date runs once', async () => {
    const { developer, id } = await race([
      (developer, id) => developer.act(id, 'pause'),
      (developer, id) => developer.act(id, 'resume'),
    ]);
    await developer.act(id, 'resume');
    await expectOncePerDate(developer, id);
    await developer.advance('P1D');
    await expectOncePerDate(developer, id);
  });

  it('changing the amount: the date runs once, with one of the amounts', async () => {
    const { developer, id } = await race([
      (developer, id) => developer.change(id, { amount: 11 }),
      (developer, id) => developer.change(id, { amount: 13 }),
    ]);
    const wait = async () => (await developer.listTransfers(id)).length;
    await expect.poll(wait, { timeout: 30_000 }).toBe(1);
    const [firstTransfer] = await developer.listTransfers(id);
    expect([AMOUNT, 11, 13]).toContain(firstTransfer.amount);
  });

  it('changing dates, skipping, running, pausing and canceling: each date runs at most once', async () => {
    const { developer, id } = await race([
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

describe(`of ${CALLERS} that have read the same version`, () => {
  it.each(['run-now', 'skip', 'pause'])('one can %s with If-Match', async (name) => {
    const developer = await openTestDeveloper(bank);
    const created = await developer.schedule({ recurrence: { frequency: 'daily', count: 60 } });
    const headers = { 'if-match': `"v${created.version}"` };
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () => developer.act(created.id, name, headers)),
    );
    const kinds = answers.map(({ status, body }) => body.code ?? status);
    expect(kinds.filter((kind) => kind === 200)).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'version_conflict')).toHaveLength(CALLERS - 1);
  });

  it('repeated skips with one key skip one date', async () => {
    const developer = await openTestDeveloper(bank);
    const created = await developer.schedule({ recurrence: { frequency: 'daily', count: 60 } });
    const headers = { 'idempotency-key': 'once' };
    await Promise.all(
      Array.from({ length: CALLERS }, () => developer.act(created.id, 'skip', headers)),
    );
    expect(await developer.read(created.id)).toMatchObject({ occurrencesSkipped: 1 });
  });
});
