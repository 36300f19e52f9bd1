// Overdrafts: use, repayment, covers from linked savings, and the fees of a negative balance.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { trustPayments } from '../../kit/models/deployments.ts';
import { CONSENT, spenderOf } from '../../kit/money/overdraft.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const { checks } = checkInvariants(raw, Date.now());
  await bank.close();
  expect(checks.filter((one) => one.violations > 0)).toEqual([]);
});

const FEE = { perItem: 300, gracePeriodHours: 24, graceAmount: 500, maxPerDay: 2 };

describe('an overdraft', () => {
  it('is used after the balance, up to its limit, and appears wherever the account is shown', async () => {
    const one = await spenderOf(bank, { funds: 200 });
    expect(await one.read()).toMatchObject({ id: null, enabled: false, limit: 0, version: 0 });
    expect((await one.call(`/v1/accounts/${one.account}`)).body.overdraft).toBeNull();
    expect((await one.withdraw(201)).body.code).toBe('insufficient_funds');
    const made = await one.enable({ limit: 1_000 });
    expect(made).toMatchObject({
      object: 'overdraft',
      enabled: true,
      status: 'active',
      limit: 1_000,
      used: 0,
      remaining: 1_000,
      feePolicy: null,
      version: 1,
    });
    expect((await one.withdraw(700)).status).toBe(201);
    const figures = { enabled: true, limit: 1_000, used: 500, remaining: 500 };
    expect(await one.balance()).toMatchObject({
      posted: -500,
      available: -500,
      spendable: 500,
      overdraft: figures,
    });
    expect((await one.call(`/v1/accounts/${one.account}`)).body.overdraft).toEqual(figures);
    expect((await one.withdraw(501)).body.code).toBe('overdraft_limit_exceeded');
    expect((await one.withdraw(500)).status).toBe(201);
    expect(await one.read()).toMatchObject({ used: 1_000, remaining: 0, daysInOverdraft: 0 });
  });

  it('emits an event for each change of its use and of its terms', async () => {
    const one = await spenderOf(bank, { funds: 100 });
    await trustPayments(bank, one.key);
    await one.enable({});
    await one.enable({});
    await one.enable({ limit: 900 });
    await one.withdraw(50);
    await one.withdraw(100);
    await one.withdraw(100);
    await one.deposit(100);
    await one.deposit(500);
    await one.ask({ enabled: false });
    await one.ask({ enabled: false });
    const uses = ['drawn', 'drawn', 'repaid', 'cleared'];
    expect(await one.news()).toEqual(['enabled', 'updated', ...uses, 'disabled']);
    const { body } = await one.call('/v1/events?type=overdraft.drawn');
    expect(body.data[1].data.object).toMatchObject({ used: 150, remaining: 750, limit: 900 });
    expect(await one.read()).toMatchObject({ enabled: false, status: 'disabled', version: 7 });
  });

  it('counts holds, and is freed when a hold is released', async () => {
    const one = await spenderOf(bank);
    await one.enable({ limit: 100 });
    const held = await one.withdraw(80, { capture: 'manual' });
    expect(held.status).toBe(201);
    expect(await one.read()).toMatchObject({ used: 80, remaining: 20 });
    expect((await one.withdraw(21)).body.code).toBe('overdraft_limit_exceeded');
    const lower = await one.ask({ enabled: true, mode: 'allow', limit: 79, consent: CONSENT });
    expect([lower.status, lower.body.code]).toEqual([409, 'overdraft_in_use']);
    await one.call(`/v1/transactions/${held.body.id}/cancel`, {});
    expect(await one.read()).toMatchObject({ used: 0, remaining: 100 });
    // A hold is not booked, so it draws nothing.
    expect(await one.news()).toEqual(['enabled']);
  });

  it("is in arrears after thirty days below zero, by the bank's clock", async () => {
    const one = await spenderOf(bank);
    await one.enable({});
    await one.withdraw(10);
    await one.advance('P30D');
    expect(await one.read()).toMatchObject({ status: 'active', daysInOverdraft: 30 });
    await one.advance('P1D');
    expect(await one.read()).toMatchObject({ status: 'in_arrears', daysInOverdraft: 31 });
    await one.advance('P2D');
    expect(await one.news()).toEqual(['enabled', 'drawn', 'in_arrears']);
    await one.deposit(10);
    expect(await one.read()).toMatchObject({ status: 'active', daysInOverdraft: 0 });
    await one.withdraw(10);
    await one.advance('P40D');
    const again = ['cleared', 'drawn', 'in_arrears'];
    expect(await one.news()).toEqual(['enabled', 'drawn', 'in_arrears', ...again]);
  });

  it('ends when its account is closed', async () => {
    const one = await spenderOf(bank);
    await one.enable({});
    expect((await one.call(`/v1/accounts/${one.account}/close`, {})).status).toBe(200);
    expect(await one.read()).toMatchObject({ enabled: false, limit: 0 });
    expect((await one.call(`/v1/accounts/${one.account}`)).body.overdraft).toBeNull();
    expect(await one.news()).toEqual(['enabled', 'disabled']);
  });

  it('is included in a dry run, with its fee', async () => {
    const one = await spenderOf(bank, { savings: 300 });
    const terms = { mode: 'transfer_from_savings', linkedAccountId: one.saved, limit: 1_000 };
    await one.enable({ ...terms, feePolicy: FEE });
    const { body } = await one.withdraw(1_000, { dryRun: true });
    expect(body).toMatchObject({ wouldPost: true, rejection: null });
    const fee = { type: 'overdraft', amount: 300, currency: 'EUR', status: 'pending' };
    expect(body.fees).toEqual([{ ...fee, dueAt: expect.any(String), transactionId: null }]);
    const resulting = (id: string) =>
      body.projected.find((side: { accountId: string }) => side.accountId === id).resulting;
    expect(resulting(one.account)).toMatchObject({ posted: -700, overdraft: { used: 700 } });
    expect(resulting(one.saved)).toMatchObject({ posted: 0 });
    expect((await one.withdraw(1_301, { dryRun: true })).body.rejection.code).toBe(
      'overdraft_limit_exceeded',
    );
    expect(await one.balance()).toMatchObject({ posted: 0 });
  });
});

describe('linked savings', () => {
  async function saver(savings: number, limit = 0) {
    const one = await spenderOf(bank, { funds: 100, savings });
    await one.enable({ mode: 'transfer_from_savings', linkedAccountId: one.saved, limit });
    return one;
  }

  it('cover the missing amount of a payment, in a transaction of their own in the same commit', async () => {
    const one = await saver(500);
    const paid = await one.withdraw(300);
    expect(paid.status).toBe(201);
    expect([(await one.balance()).posted, (await one.balance(one.saved)).posted]).toEqual([0, 300]);
    const { body } = await one.call(`/v1/transactions?accountId=${one.saved}&type=transfer`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      amount: 200,
      status: 'posted',
      linkedTo: paid.body.id,
      sourceAccountId: one.saved,
      destinationAccountId: one.account,
      ledgerSequence: paid.body.ledgerSequence - 1,
      workflow: paid.body.workflow,
    });
    expect(await one.news()).toEqual(['enabled']);
  });

  it('are used before the overdraft limit, together or not at all', async () => {
    const one = await saver(500, 100);
    expect((await one.withdraw(701)).body.code).toBe('overdraft_limit_exceeded');
    expect((await one.balance(one.saved)).posted).toBe(500);
    expect((await one.withdraw(700)).status).toBe(201);
    expect([(await one.balance()).posted, (await one.balance(one.saved)).posted]).toEqual([
      -100, 0,
    ]);
  });

  it('cover holds, reversals and schedules by the same rule', async () => {
    const one = await saver(1_000);
    const held = await one.withdraw(250, { capture: 'manual' });
    expect(held.body.hold).toMatchObject({ amount: 250 });
    expect(await one.balance()).toMatchObject({ posted: 250, held: 250, available: 0 });
    const got = await one.call('/v1/transactions?wait=10', transferOf(one.payee, one.account, 40));
    expect(got.body.code).toBe('insufficient_funds');
    await one.deposit(40, one.payee);
    const sent = await one.call('/v1/transactions?wait=10', transferOf(one.payee, one.account, 40));
    await one.withdraw(40);
    const back = await one.call(`/v1/transactions/${sent.body.id}/reverse?wait=10`, {
      reason: 'Returned.',
    });
    expect([back.status, back.body.status]).toEqual([201, 'posted']);
    expect((await one.balance(one.saved)).posted).toBe(1_000 - 150 - 40);
    const { body: clock } = await one.call('/v1/sandbox/clock');
    const startDate = new Date(Date.parse(clock.now) + 86_400_000).toISOString().slice(0, 10);
    const { type: _, ...terms } = transferOf(one.account, one.payee, 60);
    await one.call('/v1/transactions/scheduled', { ...terms, startDate, timezone: 'UTC' });
    await one.advance('P2D');
    expect((await one.balance(one.payee)).posted).toBe(40 + 60);
    expect((await one.balance(one.saved)).posted).toBe(810 - 60);
  });

  it('are not used when they are the payee, beyond their own limits, or when frozen', async () => {
    const one = await saver(500);
    expect((await one.withdraw(0, transferOf(one.account, one.saved, 200))).body.code).toBe(
      'insufficient_funds',
    );
    const limits = { currency: 'EUR', daily: 150 };
    const put = { key: one.key, method: 'PUT', body: limits };
    await bank.call(`/v1/accounts/${one.saved}/limits`, put);
    expect((await one.withdraw(251)).body.code).toBe('insufficient_funds');
    expect((await one.withdraw(250)).status).toBe(201);
    const used = (await one.call(`/v1/accounts/${one.saved}/limits`)).body.limits[0];
    expect(used).toMatchObject({ period: 'day', used: 150, remaining: 0 });
    await one.call(`/v1/accounts/${one.saved}/freeze`, { reason: 'customer_request' });
    expect((await one.withdraw(1)).body.code).toBe('insufficient_funds');
  });
});

describe('an overdraft fee', () => {
  it('is charged after its grace period, once for each payment, with a record of its own', async () => {
    const one = await spenderOf(bank);
    await one.enable({ limit: 10_000, feePolicy: FEE });
    // Within the grace amount there is no fee.
    await one.withdraw(500);
    const costly = (await one.withdraw(100)).body.id;
    const other = (await one.withdraw(100)).body.id;
    expect((await one.read()).pendingFees).toMatchObject({ count: 2, amount: 600 });
    await one.advance('PT23H');
    expect(await one.fees()).toEqual([]);
    await one.advance('PT1H');
    const fees = await one.fees();
    expect(fees.map(({ linkedTo }: { linkedTo: string }) => linkedTo).sort()).toEqual(
      [costly, other].sort(),
    );
    expect(fees[0]).toMatchObject({ type: 'fee', status: 'posted', amount: 300 });
    const income = { ledgerAccount: 'fee_income/EUR', accountId: null, direction: 'credit' };
    expect(fees[0].entries[1]).toMatchObject({ ...income, balanceAfter: null });
    expect((await one.balance()).posted).toBe(-1_300);
    await one.advance('P5D');
    expect(await one.fees()).toHaveLength(2);
    expect((await one.read()).pendingFees).toMatchObject({ count: 0, nextChargeAt: null });
  });

  it('is listed among the fees of its payment, as the dry run predicted', async () => {
    const one = await spenderOf(bank);
    await one.enable({ limit: 10_000, feePolicy: FEE });
    const said = (await one.withdraw(700, { dryRun: true })).body.fees;
    const paid = (await one.withdraw(700)).body;
    const inHours = (at: string) => Math.round((Date.parse(at) - Date.now()) / 3_600_000);
    expect(said).toEqual([{ ...paid.fees[0], dueAt: said[0].dueAt }]);
    expect([said[0].dueAt, paid.fees[0].dueAt].map(inHours)).toEqual([24, 24]);
    expect(paid.fees[0]).toMatchObject({ amount: 300, status: 'pending', transactionId: null });
    const { body } = await one.call(`/v1/events?objectId=${paid.id}&type=transaction.posted`);
    expect(body.data[0].data.object.fees).toEqual(paid.fees);
    await one.advance('P1D');
    const [charge] = await one.fees();
    const now = (await one.call(`/v1/transactions/${paid.id}`)).body.fees;
    const charged = { ...paid.fees[0], status: 'charged', dueAt: null, transactionId: charge.id };
    expect(now).toEqual([charged]);
    expect(charge.fees).toEqual([]);
    const listed = (await one.call('/v1/transactions?type=withdrawal')).body.data[0];
    expect(listed.fees).toEqual([charged]);
  });

  it('that is waived is removed from the fees of its payment', async () => {
    const one = await spenderOf(bank);
    await one.enable({ limit: 10_000, feePolicy: FEE });
    const { id, fees } = (await one.withdraw(900)).body;
    expect(fees).toHaveLength(1);
    await one.deposit(900);
    expect((await one.call(`/v1/transactions/${id}`)).body.fees).toEqual([]);
  });

  it('is waived when the account returns within the grace amount, however briefly', async () => {
    const one = await spenderOf(bank);
    await one.enable({ limit: 10_000, feePolicy: FEE });
    await one.withdraw(900);
    await one.deposit(399);
    expect((await one.read()).pendingFees.count).toBe(1);
    await one.deposit(1);
    expect((await one.read()).pendingFees.count).toBe(0);
    await one.withdraw(1);
    await one.advance('P2D');
    expect(await one.fees()).toHaveLength(1);
  });

  it('is charged no more often than the daily maximum and never beyond the limit', async () => {
    const one = await spenderOf(bank);
    await trustPayments(bank, one.key);
    await one.enable({ limit: 1_500, feePolicy: { ...FEE, graceAmount: 0 } });
    for (let n = 0; n < 4; n++) await one.withdraw(100);
    await one.advance('P1D');
    expect(await one.fees()).toHaveLength(2);
    expect((await one.balance()).posted).toBe(-1_000);
    await one.withdraw(450);
    await one.advance('P1D');
    const statuses = (await one.fees()).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['declined', 'posted', 'posted']);
    expect(await one.balance()).toMatchObject({ posted: -1_450, overdraft: { remaining: 50 } });
  });
});
