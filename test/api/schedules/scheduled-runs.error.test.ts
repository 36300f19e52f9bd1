// Failures on the day of a scheduled transfer: insufficient funds, frozen accounts, limits and the
// decision of a second person.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, statusesOf } from '../../kit/money/test-developer.ts';

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
  it('is retried, and is posted once the money has arrived', async () => {
    const poorDeveloper = await openTestDeveloper(bank, 10);
    const retry = { maxAttempts: 3, intervalHours: 25 };
    const { id } = await poorDeveloper.schedule({ retry });
    await poorDeveloper.advance('P1D');
    const [waitingOccurrence] = await poorDeveloper.listOccurrences(id);
    expect(waitingOccurrence).toMatchObject({ status: 'retrying', attempts: 1 });
    expect(waitingOccurrence.statusReason.code).toBe('insufficient_funds');
    expect(Date.parse(waitingOccurrence.nextAttemptAt)).toBeGreaterThan(
      Date.parse(waitingOccurrence.dueAt),
    );
    expect(await poorDeveloper.read(id)).toMatchObject({ status: 'active', nextRunAt: null });
    await poorDeveloper.deposit(5_000);
    await poorDeveloper.advance('P1DT1H');
    expect(await poorDeveloper.listOccurrences(id)).toMatchObject([
      { status: 'posted', attempts: 2 },
    ]);
    expect(await poorDeveloper.read(id)).toMatchObject({
      status: 'completed',
      consecutiveFailures: 0,
    });
    expect(statusesOf(await poorDeveloper.listTransfers(id))).toEqual(['declined', 'posted']);
    expect(await poorDeveloper.readPosted(poorDeveloper.to)).toBe(1_000);
  });

  it('fails after the last attempt, with a record of each attempt', async () => {
    const poorDeveloper = await openTestDeveloper(bank, 10);
    const { id } = await poorDeveloper.schedule({ retry: { maxAttempts: 3, intervalHours: 1 } });
    await poorDeveloper.advance('P2D');
    expect(await poorDeveloper.listOccurrences(id)).toMatchObject([
      { status: 'failed', attempts: 3, nextAttemptAt: null },
    ]);
    expect(statusesOf(await poorDeveloper.listTransfers(id))).toEqual([
      'declined',
      'declined',
      'declined',
    ]);
    expect(await poorDeveloper.readEventTypes()).toEqual([
      'schedule.created',
      'schedule.occurrence.retrying',
      'schedule.occurrence.retrying',
      'schedule.occurrence.failed',
      'schedule.completed',
    ]);
  });

  it('keeps the schedule from completing while an attempt is open', async () => {
    const poorDeveloper = await openTestDeveloper(bank, 10);
    const { id } = await poorDeveloper.schedule({
      recurrence: { ...DAILY_RECURRENCE, count: 2 },
      retry: { maxAttempts: 5, intervalHours: 48 },
    });
    await poorDeveloper.advance('P2D');
    expect(statusesOf(await poorDeveloper.listOccurrences(id))).toEqual(['retrying', 'retrying']);
    expect((await poorDeveloper.read(id)).status).toBe('active');
    await poorDeveloper.deposit(1_000);
    await poorDeveloper.advance('P1D');
    expect(statusesOf(await poorDeveloper.listOccurrences(id))).toEqual(['posted', 'retrying']);
    expect((await poorDeveloper.read(id)).status).toBe('active');
    await poorDeveloper.deposit(1_000);
    await poorDeveloper.advance('P2D');
    expect((await poorDeveloper.read(id)).status).toBe('completed');
  });

  it('is skipped where the schedule asks for that, which does not count as a failure', async () => {
    const poorDeveloper = await openTestDeveloper(bank, 1_500);
    const { id } = await poorDeveloper.schedule({
      recurrence: { ...DAILY_RECURRENCE, count: 6 },
      onInsufficientFunds: 'skip',
    });
    await poorDeveloper.advance('P9D');
    expect(await poorDeveloper.read(id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 1,
      occurrencesSkipped: 5,
      consecutiveFailures: 0,
    });
    expect(await poorDeveloper.listTransfers(id)).toHaveLength(1);
  });

  it('three times in a row suspends the schedule; resuming restarts the count', async () => {
    const poorDeveloper = await openTestDeveloper(bank, 10);
    const { id } = await poorDeveloper.schedule({
      recurrence: DAILY_RECURRENCE,
      onInsufficientFunds: 'fail',
    });
    await poorDeveloper.advance('P5D');
    expect(await poorDeveloper.read(id)).toMatchObject({
      status: 'suspended',
      statusReason: { code: 'too_many_failures' },
      consecutiveFailures: 3,
      nextRunAt: null,
    });
    expect(statusesOf(await poorDeveloper.listTransfers(id))).toEqual([
      'declined',
      'declined',
      'declined',
    ]);
    await poorDeveloper.deposit(5_000);
    const resumeAnswer = await poorDeveloper.act(id, 'resume');
    expect(resumeAnswer.body).toMatchObject({
      status: 'active',
      statusReason: null,
      consecutiveFailures: 0,
      occurrencesSkipped: 2,
    });
    await poorDeveloper.advance('P2D');
    expect(await poorDeveloper.read(id)).toMatchObject({
      status: 'active',
      occurrencesCompleted: 2,
    });
    const skippedOccurrence = (await poorDeveloper.listOccurrences(id)).find(
      (item: { status: string }) => item.status === 'skipped',
    );
    expect(skippedOccurrence.statusReason.code).toBe('missed_while_suspended');
    expect(await poorDeveloper.readEventTypes()).toContain('schedule.suspended');
  });

  it('is counted from zero again after a date that succeeded', async () => {
    const poorDeveloper = await openTestDeveloper(bank, 0);
    const { id } = await poorDeveloper.schedule({
      recurrence: DAILY_RECURRENCE,
      onInsufficientFunds: 'fail',
      maxConsecutiveFailures: 2,
    });
    await poorDeveloper.advance('P1D');
    await poorDeveloper.deposit(1_000);
    await poorDeveloper.advance('P1D');
    await poorDeveloper.advance('P1D');
    expect(await poorDeveloper.read(id)).toMatchObject({
      status: 'active',
      consecutiveFailures: 1,
    });
    await poorDeveloper.advance('P1D');
    expect(await poorDeveloper.read(id)).toMatchObject({ status: 'suspended' });
  });

  it('is retried after resuming a schedule that was paused meanwhile', async () => {
    const poorDeveloper = await openTestDeveloper(bank, 0);
    const { id } = await poorDeveloper.schedule({ retry: { maxAttempts: 3, intervalHours: 30 } });
    await poorDeveloper.advance('P1D');
    await poorDeveloper.act(id, 'pause');
    await poorDeveloper.advance('P2D');
    expect(await poorDeveloper.listOccurrences(id)).toMatchObject([
      { status: 'retrying', attempts: 1 },
    ]);
    await poorDeveloper.deposit(1_000);
    await poorDeveloper.act(id, 'resume');
    // A signal wakes the workflow at the resume; without the signal it would sleep for a minute.
    const readStatus = async () => (await poorDeveloper.read(id)).status;
    await expect.poll(readStatus, { timeout: 20_000 }).toBe('completed');
    expect(await poorDeveloper.readPosted(poorDeveloper.to)).toBe(1_000);
  });

  it('fails when the schedule is canceled during the retries', async () => {
    const poorDeveloper = await openTestDeveloper(bank, 0);
    const { id } = await poorDeveloper.schedule({ recurrence: DAILY_RECURRENCE });
    await poorDeveloper.advance('P1D');
    await poorDeveloper.act(id, 'cancel');
    const occurrences = await poorDeveloper.listOccurrences(id);
    expect(statusesOf(occurrences)).toEqual(['failed', 'canceled']);
    expect(occurrences[0].statusReason.code).toBe('schedule_canceled');
    await poorDeveloper.deposit(1_000);
    await poorDeveloper.advance('P9D');
    expect(await poorDeveloper.readPosted(poorDeveloper.to)).toBe(0);
  });
});

describe('accounts, limits and approvals that stop a schedule:', () => {
  it('a frozen payer fails the date, and the next date runs after the unfreeze', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule({ recurrence: { ...DAILY_RECURRENCE, count: 2 } });
    await developer.call(`/v1/accounts/${developer.from}/freeze`, {});
    await developer.advance('P1D');
    await developer.call(`/v1/accounts/${developer.from}/unfreeze`, {});
    await developer.advance('P1D');
    const occurrences = await developer.listOccurrences(id);
    expect(statusesOf(occurrences)).toEqual(['failed', 'posted']);
    expect(occurrences[0].statusReason.code).toBe('account_frozen');
  });

  it('a payee with blocked credits fails the date, too', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule();
    await developer.call(`/v1/accounts/${developer.to}/freeze`, { creditsBlocked: true });
    await developer.advance('P1D');
    expect(statusesOf(await developer.listOccurrences(id))).toEqual(['failed']);
    expect(await developer.readPosted(developer.from)).toBe(100_000);
  });

  it('an account in use by a schedule cannot be closed, and a closed one gets no schedule', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule();
    const close = () => developer.call(`/v1/accounts/${developer.to}/close`, {});
    const refusedAnswer = await writesNothing(bank, close);
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'account_not_empty']);
    await developer.act(id, 'cancel');
    expect((await close()).status).toBe(200);
    const { status, body } = await developer.create();
    expect([status, body.code]).toEqual([422, 'account_closed']);
  });

  it('an exceeded limit fails the date and is named', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule();
    const limits = { currency: 'EUR', perTransaction: 999 };
    await developer.call(`/v1/accounts/${developer.from}/limits`, limits, { method: 'PUT' });
    await developer.advance('P1D');
    expect(await developer.listOccurrences(id)).toMatchObject([
      { status: 'failed', statusReason: { code: 'limit_exceeded' } },
    ]);
  });

  it.each([
    ['granted', 'posted', 1_000],
    ['denied', 'failed', 0],
  ] as const)(
    'an approval that is %s leaves the date %s',
    async (decision, expectedStatus, expectedBalance) => {
      const developer = await openTestDeveloper(bank);
      const { id } = await developer.schedule();
      const limits = { currency: 'EUR', requireApprovalAbove: 500 };
      await developer.call(`/v1/accounts/${developer.from}/limits`, limits, { method: 'PUT' });
      await developer.advance('P1D');
      const [firstOccurrence] = await developer.listOccurrences(id);
      expect(firstOccurrence.status).toBe('processing');
      expect((await developer.read(id)).status).toBe('active');
      expect((await developer.decide(firstOccurrence.transactionId, decision)).status).toBe(200);
      expect(statusesOf(await developer.listOccurrences(id))).toEqual([expectedStatus]);
      expect((await developer.read(id)).status).toBe('completed');
      expect(await developer.readPosted(developer.to)).toBe(expectedBalance);
    },
  );

  it('an approval that nobody gives before the hold expires fails the date', async () => {
    const developer = await openTestDeveloper(bank);
    const { id } = await developer.schedule();
    const limits = { currency: 'EUR', requireApprovalAbove: 500 };
    await developer.call(`/v1/accounts/${developer.from}/limits`, limits, { method: 'PUT' });
    await developer.advance('P1D');
    await developer.advance('P30D');
    expect(await developer.listOccurrences(id)).toMatchObject([
      { status: 'failed', statusReason: { code: 'hold_expired' } },
    ]);
    expect((await developer.read(id)).status).toBe('completed');
  });
});
