// Failures on the day of a scheduled transfer: insufficient funds, accounts that block it, limits,
// a second approver.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { openScheduleBank, statusesOf } from '../../kit/money/schedule-bank.ts';

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

const DAILY_RECURRENCE = { frequency: 'daily' };

describe('a scheduled date without sufficient money', () => {
  it('is retried, and posts once the money has arrived', async () => {
    const poorBank = await openScheduleBank(bank, 10);
    const retry = { maxAttempts: 3, intervalHours: 25 };
    const { id } = await poorBank.schedule({ retry });
    await poorBank.advance('P1D');
    const [waitingOccurrence] = await poorBank.occurrences(id);
    expect(waitingOccurrence).toMatchObject({ status: 'retrying', attempts: 1 });
    expect(waitingOccurrence.statusReason.code).toBe('insufficient_funds');
    expect(Date.parse(waitingOccurrence.nextAttemptAt)).toBeGreaterThan(
      Date.parse(waitingOccurrence.dueAt),
    );
    expect(await poorBank.read(id)).toMatchObject({ status: 'active', nextRunAt: null });
    await poorBank.deposit(5_000);
    await poorBank.advance('P1DT1H');
    expect(await poorBank.occurrences(id)).toMatchObject([{ status: 'posted', attempts: 2 }]);
    expect(await poorBank.read(id)).toMatchObject({ status: 'completed', consecutiveFailures: 0 });
    expect(statusesOf(await poorBank.transfers(id))).toEqual(['declined', 'posted']);
    expect(await poorBank.readPosted(poorBank.to)).toBe(1_000);
  });

  it('fails after the last attempt, with a record of each attempt', async () => {
    const poor = await openScheduleBank(bank, 10);
    const { id } = await poor.schedule({ retry: { maxAttempts: 3, intervalHours: 1 } });
    await poor.advance('P2D');
    expect(await poor.occurrences(id)).toMatchObject([
      { status: 'failed', attempts: 3, nextAttemptAt: null },
    ]);
    expect(statusesOf(await poor.transfers(id))).toEqual(['declined', 'declined', 'declined']);
    expect(await poor.readEventTypes()).toEqual([
      'schedule.created',
      'schedule.occurrence.retrying',
      'schedule.occurrence.retrying',
      'schedule.occurrence.failed',
      'schedule.completed',
    ]);
  });

  it('keeps the schedule from completing while an attempt is open', async () => {
    const poor = await openScheduleBank(bank, 10);
    const { id } = await poor.schedule({
      recurrence: { ...DAILY_RECURRENCE, count: 2 },
      retry: { maxAttempts: 5, intervalHours: 48 },
    });
    await poor.advance('P2D');
    expect(statusesOf(await poor.occurrences(id))).toEqual(['retrying', 'retrying']);
    expect((await poor.read(id)).status).toBe('active');
    await poor.deposit(1_000);
    await poor.advance('P1D');
    expect(statusesOf(await poor.occurrences(id))).toEqual(['posted', 'retrying']);
    expect((await poor.read(id)).status).toBe('active');
    await poor.deposit(1_000);
    await poor.advance('P2D');
    expect((await poor.read(id)).status).toBe('completed');
  });

  it('is omitted after a skip, which does not count as a failure', async () => {
    const poorBank = await openScheduleBank(bank, 1_500);
    const { id } = await poorBank.schedule({
      recurrence: { ...DAILY_RECURRENCE, count: 6 },
      onInsufficientFunds: 'skip',
    });
    await poorBank.advance('P9D');
    expect(await poorBank.read(id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 1,
      occurrencesSkipped: 5,
      consecutiveFailures: 0,
    });
    expect(await poorBank.transfers(id)).toHaveLength(1);
  });

  it('three times in a row suspends the schedule; resuming restarts the count', async () => {
    const poor = await openScheduleBank(bank, 10);
    const { id } = await poor.schedule({
      recurrence: DAILY_RECURRENCE,
      onInsufficientFunds: 'fail',
    });
    await poor.advance('P5D');
    expect(await poor.read(id)).toMatchObject({
      status: 'suspended',
      statusReason: { code: 'too_many_failures' },
      consecutiveFailures: 3,
      nextRunAt: null,
    });
    expect(statusesOf(await poor.transfers(id))).toEqual(['declined', 'declined', 'declined']);
    await poor.deposit(5_000);
    const resumeAnswer = await poor.act(id, 'resume');
    expect(resumeAnswer.body).toMatchObject({
      status: 'active',
      statusReason: null,
      consecutiveFailures: 0,
      occurrencesSkipped: 2,
    });
    await poor.advance('P2D');
    expect(await poor.read(id)).toMatchObject({ status: 'active', occurrencesCompleted: 2 });
    const skippedOccurrence = (await poor.occurrences(id)).find(
      (item: { status: string }) => item.status === 'skipped',
    );
    expect(skippedOccurrence.statusReason.code).toBe('missed_while_suspended');
    expect(await poor.readEventTypes()).toContain('schedule.suspended');
  });

  it('counts from zero again after a success in between', async () => {
    const poorBank = await openScheduleBank(bank, 0);
    const { id } = await poorBank.schedule({
      recurrence: DAILY_RECURRENCE,
      onInsufficientFunds: 'fail',
      maxConsecutiveFailures: 2,
    });
    await poorBank.advance('P1D');
    await poorBank.deposit(1_000);
    await poorBank.advance('P1D');
    await poorBank.advance('P1D');
    expect(await poorBank.read(id)).toMatchObject({ status: 'active', consecutiveFailures: 1 });
    await poorBank.advance('P1D');
    expect(await poorBank.read(id)).toMatchObject({ status: 'suspended' });
  });

  it('is retried after resuming a schedule that was paused meanwhile', async () => {
    const poor = await openScheduleBank(bank, 0);
    const { id } = await poor.schedule({ retry: { maxAttempts: 3, intervalHours: 30 } });
    await poor.advance('P1D');
    await poor.act(id, 'pause');
    await poor.advance('P2D');
    expect(await poor.occurrences(id)).toMatchObject([{ status: 'retrying', attempts: 1 }]);
    await poor.deposit(1_000);
    await poor.act(id, 'resume');
    // A signal wakes the workflow, which otherwise sleeps for a minute.
    const status = async () => (await poor.read(id)).status;
    await expect.poll(status, { timeout: 20_000 }).toBe('completed');
    expect(await poor.readPosted(poor.to)).toBe(1_000);
  });

  it('fails when the schedule is canceled during the retries', async () => {
    const poor = await openScheduleBank(bank, 0);
    const { id } = await poor.schedule({ recurrence: DAILY_RECURRENCE });
    await poor.advance('P1D');
    await poor.act(id, 'cancel');
    const occurrences = await poor.occurrences(id);
    expect(statusesOf(occurrences)).toEqual(['failed', 'canceled']);
    expect(occurrences[0].statusReason.code).toBe('schedule_canceled');
    await poor.deposit(1_000);
    await poor.advance('P9D');
    expect(await poor.readPosted(poor.to)).toBe(0);
  });
});

describe('accounts, limits and persons that stop a schedule:', () => {
  it('a frozen payer fails the date, and the next date runs after the unfreeze', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const { id } = await scheduleBank.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 2 } });
    await scheduleBank.call(`/v1/accounts/${scheduleBank.from}/freeze`, {});
    await scheduleBank.advance('P1D');
    await scheduleBank.call(`/v1/accounts/${scheduleBank.from}/unfreeze`, {});
    await scheduleBank.advance('P1D');
    const occurrences = await scheduleBank.occurrences(id);
    expect(statusesOf(occurrences)).toEqual(['failed', 'posted']);
    expect(occurrences[0].statusReason.code).toBe('account_frozen');
  });

  it('a payee with blocked credits fails the date, too', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const { id } = await scheduleBank.schedule();
    await scheduleBank.call(`/v1/accounts/${scheduleBank.to}/freeze`, { creditsBlocked: true });
    await scheduleBank.advance('P1D');
    expect(statusesOf(await scheduleBank.occurrences(id))).toEqual(['failed']);
    expect(await scheduleBank.readPosted(scheduleBank.from)).toBe(100_000);
  });

  it('an account in use by a schedule cannot be closed, and a closed one gets no schedule', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const { id } = await scheduleBank.schedule();
    const close = () => scheduleBank.call(`/v1/accounts/${scheduleBank.to}/close`, {});
    const refusedAnswer = await writesNothing(bank, close);
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'account_not_empty']);
    await scheduleBank.act(id, 'cancel');
    expect((await close()).status).toBe(200);
    const { status, body } = await scheduleBank.create();
    expect([status, body.code]).toEqual([422, 'account_closed']);
  });

  it('an exceeded limit fails the date and is named', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const { id } = await scheduleBank.schedule();
    const limits = { currency: 'EUR', perTransaction: 999 };
    await scheduleBank.call(`/v1/accounts/${scheduleBank.from}/limits`, limits, { method: 'PUT' });
    await scheduleBank.advance('P1D');
    expect(await scheduleBank.occurrences(id)).toMatchObject([
      { status: 'failed', statusReason: { code: 'limit_exceeded' } },
    ]);
  });

  it.each([
    ['granted', 'posted', 1_000],
    ['denied', 'failed', 0],
  ] as const)("a second person's decision %s: %s", async (decision, ended, answer) => {
    const scheduleBank = await openScheduleBank(bank);
    const { id } = await scheduleBank.schedule();
    const limits = { currency: 'EUR', requireApprovalAbove: 500 };
    await scheduleBank.call(`/v1/accounts/${scheduleBank.from}/limits`, limits, { method: 'PUT' });
    await scheduleBank.advance('P1D');
    const [firstOccurrence] = await scheduleBank.occurrences(id);
    expect(firstOccurrence.status).toBe('processing');
    expect((await scheduleBank.read(id)).status).toBe('active');
    expect((await scheduleBank.decide(firstOccurrence.transactionId, decision)).status).toBe(200);
    expect(statusesOf(await scheduleBank.occurrences(id))).toEqual([ended]);
    expect((await scheduleBank.read(id)).status).toBe('completed');
    expect(await scheduleBank.readPosted(scheduleBank.to)).toBe(answer);
  });

  it('a hold that expires without a decision fails the date', async () => {
    const scheduleBank = await openScheduleBank(bank);
    const { id } = await scheduleBank.schedule();
    const limits = { currency: 'EUR', requireApprovalAbove: 500 };
    await scheduleBank.call(`/v1/accounts/${scheduleBank.from}/limits`, limits, { method: 'PUT' });
    await scheduleBank.advance('P1D');
    await scheduleBank.advance('P30D');
    expect(await scheduleBank.occurrences(id)).toMatchObject([
      { status: 'failed', statusReason: { code: 'hold_expired' } },
    ]);
    expect((await scheduleBank.read(id)).status).toBe('completed');
  });
});
