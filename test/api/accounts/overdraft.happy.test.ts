// Overdrafts: use, repayment, covers from linked savings, and the fees of a negative balance.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { trustPayments } from '../../kit/models/deployments.ts';
import { CONSENT, openSpender } from '../../kit/money/overdraft.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const { checks } = checkInvariants(raw, Date.now());
  await bank.close();
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});

const FEE = { perItem: 300, gracePeriodHours: 24, graceAmount: 500, maxPerDay: 2 };

describe('an overdraft', () => {
  it('is used after the balance, up to its limit, and appears wherever the account is shown', async () => {
    const spender = await openSpender(bank, { funds: 200 });
    expect(await spender.read()).toMatchObject({ id: null, enabled: false, limit: 0, version: 0 });
    expect((await spender.call(`/v1/accounts/${spender.account}`)).body.overdraft).toBeNull();
    expect((await spender.withdraw(201)).body.code).toBe('insufficient_funds');
    const created = await spender.enable({ limit: 1_000 });
    expect(created).toMatchObject({
      object: 'overdraft',
      enabled: true,
      status: 'active',
      limit: 1_000,
      used: 0,
      remaining: 1_000,
      feePolicy: null,
      version: 1,
    });
    expect((await spender.withdraw(700)).status).toBe(201);
    const figures = { enabled: true, limit: 1_000, used: 500, remaining: 500 };
    expect(await spender.balance()).toMatchObject({
      posted: -500,
      available: -500,
      spendable: 500,
      overdraft: figures,
    });
    expect((await spender.call(`/v1/accounts/${spender.account}`)).body.overdraft).toEqual(figures);
    expect((await spender.withdraw(501)).body.code).toBe('overdraft_limit_exceeded');
    expect((await spender.withdraw(500)).status).toBe(201);
    expect(await spender.read()).toMatchObject({ used: 1_000, remaining: 0, daysInOverdraft: 0 });
  });

  it('emits an event for each change of its use and of its terms', async () => {
    const spender = await openSpender(bank, { funds: 100 });
    await trustPayments(bank, spender.key);
    await spender.enable({});
    await spender.enable({});
    await spender.enable({ limit: 900 });
    await spender.withdraw(50);
    await spender.withdraw(100);
    await spender.withdraw(100);
    await spender.deposit(100);
    await spender.deposit(500);
    await spender.ask({ enabled: false });
    await spender.ask({ enabled: false });
    const uses = ['drawn', 'drawn', 'repaid', 'cleared'];
    expect(await spender.readEventTypes()).toEqual(['enabled', 'updated', ...uses, 'disabled']);
    const { body } = await spender.call('/v1/events?type=overdraft.drawn');
    expect(body.data[1].data.object).toMatchObject({ used: 150, remaining: 750, limit: 900 });
    expect(await spender.read()).toMatchObject({ enabled: false, status: 'disabled', version: 7 });
  });

  it('counts holds, and is freed when a hold is released', async () => {
    const spender = await openSpender(bank);
    await spender.enable({ limit: 100 });
    const heldPayment = await spender.withdraw(80, { capture: 'manual' });
    expect(heldPayment.status).toBe(201);
    expect(await spender.read()).toMatchObject({ used: 80, remaining: 20 });
    expect((await spender.withdraw(21)).body.code).toBe('overdraft_limit_exceeded');
    const lowerLimitAnswer = await spender.ask({
      enabled: true,
      mode: 'allow',
      limit: 79,
      consent: CONSENT,
    });
    expect([lowerLimitAnswer.status, lowerLimitAnswer.body.code]).toEqual([
      409,
      'overdraft_in_use',
    ]);
    await spender.call(`/v1/transactions/${heldPayment.body.id}/cancel`, {});
    expect(await spender.read()).toMatchObject({ used: 0, remaining: 100 });
    // A hold is not booked, so it draws nothing.
    expect(await spender.readEventTypes()).toEqual(['enabled']);
  });

  it("is in arrears after thirty days below zero, by the bank's clock", async () => {
    const spender = await openSpender(bank);
    await spender.enable({});
    await spender.withdraw(10);
    await spender.advance('P30D');
    expect(await spender.read()).toMatchObject({ status: 'active', daysInOverdraft: 30 });
    await spender.advance('P1D');
    expect(await spender.read()).toMatchObject({ status: 'in_arrears', daysInOverdraft: 31 });
    await spender.advance('P2D');
    expect(await spender.readEventTypes()).toEqual(['enabled', 'drawn', 'in_arrears']);
    await spender.deposit(10);
    expect(await spender.read()).toMatchObject({ status: 'active', daysInOverdraft: 0 });
    await spender.withdraw(10);
    await spender.advance('P40D');
    const secondPeriod = ['cleared', 'drawn', 'in_arrears'];
    expect(await spender.readEventTypes()).toEqual([
      'enabled',
      'drawn',
      'in_arrears',
      ...secondPeriod,
    ]);
  });

  it('ends when its account is closed', async () => {
    const spender = await openSpender(bank);
    await spender.enable({});
    expect((await spender.call(`/v1/accounts/${spender.account}/close`, {})).status).toBe(200);
    expect(await spender.read()).toMatchObject({ enabled: false, limit: 0 });
    expect((await spender.call(`/v1/accounts/${spender.account}`)).body.overdraft).toBeNull();
    expect(await spender.readEventTypes()).toEqual(['enabled', 'disabled']);
  });

  it('is included in a dry run, with its fee', async () => {
    const spender = await openSpender(bank, { savings: 300 });
    const terms = { mode: 'transfer_from_savings', linkedAccountId: spender.saved, limit: 1_000 };
    await spender.enable({ ...terms, feePolicy: FEE });
    const { body } = await spender.withdraw(1_000, { dryRun: true });
    expect(body).toMatchObject({ wouldPost: true, rejection: null });
    const fee = { type: 'overdraft', amount: 300, currency: 'EUR', status: 'pending' };
    expect(body.fees).toEqual([{ ...fee, dueAt: expect.any(String), transactionId: null }]);
    const resulting = (id: string) =>
      body.projected.find((side: { accountId: string }) => side.accountId === id).resulting;
    expect(resulting(spender.account)).toMatchObject({ posted: -700, overdraft: { used: 700 } });
    expect(resulting(spender.saved)).toMatchObject({ posted: 0 });
    expect((await spender.withdraw(1_301, { dryRun: true })).body.rejection.code).toBe(
      'overdraft_limit_exceeded',
    );
    expect(await spender.balance()).toMatchObject({ posted: 0 });
  });
});

describe('linked savings', () => {
  async function openSaver(savings: number, limit = 0) {
    const spender = await openSpender(bank, { funds: 100, savings });
    await spender.enable({ mode: 'transfer_from_savings', linkedAccountId: spender.saved, limit });
    return spender;
  }

  it('cover the missing amount of a payment, in a transaction of their own in the same commit', async () => {
    const spender = await openSaver(500);
    const paymentAnswer = await spender.withdraw(300);
    expect(paymentAnswer.status).toBe(201);
    expect([
      (await spender.balance()).posted,
      (await spender.balance(spender.saved)).posted,
    ]).toEqual([0, 300]);
    const { body } = await spender.call(
      `/v1/transactions?accountId=${spender.saved}&type=transfer`,
    );
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      amount: 200,
      status: 'posted',
      linkedTo: paymentAnswer.body.id,
      sourceAccountId: spender.saved,
      destinationAccountId: spender.account,
      ledgerSequence: paymentAnswer.body.ledgerSequence - 1,
      workflow: paymentAnswer.body.workflow,
    });
    expect(await spender.readEventTypes()).toEqual(['enabled']);
  });

  it('are used before the overdraft limit, together or not at all', async () => {
    const spender = await openSaver(500, 100);
    expect((await spender.withdraw(701)).body.code).toBe('overdraft_limit_exceeded');
    expect((await spender.balance(spender.saved)).posted).toBe(500);
    expect((await spender.withdraw(700)).status).toBe(201);
    expect([
      (await spender.balance()).posted,
      (await spender.balance(spender.saved)).posted,
    ]).toEqual([-100, 0]);
  });

  it('cover holds, reversals and schedules by the same rule', async () => {
    const spender = await openSaver(1_000);
    const heldPayment = await spender.withdraw(250, { capture: 'manual' });
    expect(heldPayment.body.hold).toMatchObject({ amount: 250 });
    expect(await spender.balance()).toMatchObject({ posted: 250, held: 250, available: 0 });
    const unfundedTransfer = await spender.call(
      '/v1/transactions?wait=10',
      transferOf(spender.payee, spender.account, 40),
    );
    expect(unfundedTransfer.body.code).toBe('insufficient_funds');
    await spender.deposit(40, spender.payee);
    const sendAnswer = await spender.call(
      '/v1/transactions?wait=10',
      transferOf(spender.payee, spender.account, 40),
    );
    await spender.withdraw(40);
    const reversal = await spender.call(`/v1/transactions/${sendAnswer.body.id}/reverse?wait=10`, {
      reason: 'Returned.',
    });
    expect([reversal.status, reversal.body.status]).toEqual([201, 'posted']);
    expect((await spender.balance(spender.saved)).posted).toBe(1_000 - 150 - 40);
    const { body: clock } = await spender.call('/v1/sandbox/clock');
    const startDate = new Date(Date.parse(clock.now) + 86_400_000).toISOString().slice(0, 10);
    const { type: _, ...terms } = transferOf(spender.account, spender.payee, 60);
    await spender.call('/v1/transactions/scheduled', { ...terms, startDate, timezone: 'UTC' });
    await spender.advance('P2D');
    expect((await spender.balance(spender.payee)).posted).toBe(40 + 60);
    expect((await spender.balance(spender.saved)).posted).toBe(810 - 60);
  });

  it('are not used when they are the payee, beyond their own limits, or when frozen', async () => {
    const first = await openSaver(500);
    expect((await first.withdraw(0, transferOf(first.account, first.saved, 200))).body.code).toBe(
      'insufficient_funds',
    );
    const limits = { currency: 'EUR', daily: 150 };
    const put = { key: first.key, method: 'PUT', body: limits };
    await bank.call(`/v1/accounts/${first.saved}/limits`, put);
    expect((await first.withdraw(251)).body.code).toBe('insufficient_funds');
    expect((await first.withdraw(250)).status).toBe(201);
    const dayLimit = (await first.call(`/v1/accounts/${first.saved}/limits`)).body.limits[0];
    expect(dayLimit).toMatchObject({ period: 'day', used: 150, remaining: 0 });
    await first.call(`/v1/accounts/${first.saved}/freeze`, { reason: 'customer_request' });
    expect((await first.withdraw(1)).body.code).toBe('insufficient_funds');
  });
});

describe('an overdraft fee', () => {
  it('is charged after its grace period, once for each payment, with a record of its own', async () => {
    const spender = await openSpender(bank);
    await spender.enable({ limit: 10_000, feePolicy: FEE });
    // Within the grace amount there is no fee.
    await spender.withdraw(500);
    const firstPaymentId = (await spender.withdraw(100)).body.id;
    const otherPaymentId = (await spender.withdraw(100)).body.id;
    expect((await spender.read()).pendingFees).toMatchObject({ count: 2, amount: 600 });
    await spender.advance('PT23H');
    expect(await spender.fees()).toEqual([]);
    await spender.advance('PT1H');
    const fees = await spender.fees();
    expect(fees.map(({ linkedTo }: { linkedTo: string }) => linkedTo).sort()).toEqual(
      [firstPaymentId, otherPaymentId].sort(),
    );
    expect(fees[0]).toMatchObject({ type: 'fee', status: 'posted', amount: 300 });
    const income = { ledgerAccount: 'fee_income/EUR', accountId: null, direction: 'credit' };
    expect(fees[0].entries[1]).toMatchObject({ ...income, balanceAfter: null });
    expect((await spender.balance()).posted).toBe(-1_300);
    await spender.advance('P5D');
    expect(await spender.fees()).toHaveLength(2);
    expect((await spender.read()).pendingFees).toMatchObject({ count: 0, nextChargeAt: null });
  });

  it('is listed among the fees of its payment, as the dry run predicted', async () => {
    const spender = await openSpender(bank);
    await spender.enable({ limit: 10_000, feePolicy: FEE });
    const answer = (await spender.withdraw(700, { dryRun: true })).body.fees;
    const paid = (await spender.withdraw(700)).body;
    const inHours = (time: string) => Math.round((Date.parse(time) - Date.now()) / 3_600_000);
    expect(answer).toEqual([{ ...paid.fees[0], dueAt: answer[0].dueAt }]);
    expect([answer[0].dueAt, paid.fees[0].dueAt].map(inHours)).toEqual([24, 24]);
    expect(paid.fees[0]).toMatchObject({ amount: 300, status: 'pending', transactionId: null });
    const { body } = await spender.call(`/v1/events?objectId=${paid.id}&type=transaction.posted`);
    expect(body.data[0].data.object.fees).toEqual(paid.fees);
    await spender.advance('P1D');
    const [charge] = await spender.fees();
    const currentFees = (await spender.call(`/v1/transactions/${paid.id}`)).body.fees;
    const chargedFee = {
      ...paid.fees[0],
      status: 'charged',
      dueAt: null,
      transactionId: charge.id,
    };
    expect(currentFees).toEqual([chargedFee]);
    expect(charge.fees).toEqual([]);
    const listedWithdrawal = (await spender.call('/v1/transactions?type=withdrawal')).body.data[0];
    expect(listedWithdrawal.fees).toEqual([chargedFee]);
  });

  it('that is waived is removed from the fees of its payment', async () => {
    const spender = await openSpender(bank);
    await spender.enable({ limit: 10_000, feePolicy: FEE });
    const { id, fees } = (await spender.withdraw(900)).body;
    expect(fees).toHaveLength(1);
    await spender.deposit(900);
    expect((await spender.call(`/v1/transactions/${id}`)).body.fees).toEqual([]);
  });

  it('is waived when the account returns within the grace amount, however briefly', async () => {
    const spender = await openSpender(bank);
    await spender.enable({ limit: 10_000, feePolicy: FEE });
    await spender.withdraw(900);
    await spender.deposit(399);
    expect((await spender.read()).pendingFees.count).toBe(1);
    await spender.deposit(1);
    expect((await spender.read()).pendingFees.count).toBe(0);
    await spender.withdraw(1);
    await spender.advance('P2D');
    expect(await spender.fees()).toHaveLength(1);
  });

  it('is charged no more often than the daily maximum and never beyond the limit', async () => {
    const spender = await openSpender(bank);
    await trustPayments(bank, spender.key);
    await spender.enable({ limit: 1_500, feePolicy: { ...FEE, graceAmount: 0 } });
    for (let n = 0; n < 4; n++) await spender.withdraw(100);
    await spender.advance('P1D');
    expect(await spender.fees()).toHaveLength(2);
    expect((await spender.balance()).posted).toBe(-1_000);
    await spender.withdraw(450);
    await spender.advance('P1D');
    const statuses = (await spender.fees()).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['declined', 'posted', 'posted']);
    expect(await spender.balance()).toMatchObject({ posted: -1_450, overdraft: { remaining: 50 } });
  });
});
