// A refusal names the field at fault, and its message says which values are valid.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const post = (path: string, body: object = {}) => bank.call(path, { key, body });
const put = (path: string, body: object) => bank.call(path, { key, method: 'PUT', body });
const openClosedAccount = async () => {
  const [id = ''] = (await openAccounts(bank, key, [0])).accountIds;
  await post(`/v1/accounts/${id}/close`);
  return id;
};

describe('the amount of a schedule', () => {
  it.each([
    ['a fraction', 0.5, 'amount_not_integer'],
    ['0', 0, 'amount_out_of_range'],
    ['-1', -1, 'amount_out_of_range'],
    ['2 to the power of 53', 2 ** 53, 'amount_out_of_range'],
  ])('of %s is refused with the same code as other amounts', async (_, amount, code) => {
    const terms = {
      ...{ sourceAccountId: from, destinationAccountId: to, currency: 'EUR' },
      ...{ amount, startDate: '2098-01-01', timezone: 'UTC' },
    };
    await writesNothing(bank, async () => {
      const { status, body } = await post('/v1/transactions/scheduled', terms);
      expect([status, body.code]).toEqual([422, code]);
      expect(body.errors).toMatchObject([{ pointer: '/amount', code }]);
    });
  });
});

describe('an amount that exceeds the remainder', () => {
  it('of a hold at capture is refused with its field', async () => {
    const heldPayment = await post('/v1/transactions', {
      ...transferOf(from, to, 9),
      capture: 'manual',
    });
    const { body } = await post(`/v1/transactions/${heldPayment.body.id}/capture`, { amount: 10 });
    const code = 'capture_exceeds_hold';
    expect(body).toMatchObject({ code, errors: [{ pointer: '/amount', code }] });
  });

  it('of a transaction at reversal is refused with its field and the remainder', async () => {
    const { body: sentTransfer } = await post('/v1/transactions?wait=10', transferOf(from, to, 9));
    await post(`/v1/transactions/${sentTransfer.id}/reverse?wait=10`, {
      amount: 4,
      reason: 'Back.',
    });
    const { body } = await post(`/v1/transactions/${sentTransfer.id}/reverse`, {
      ...{ amount: 6, reason: 'Back.' },
    });
    expect(body.detail).toBe('At most 5 minor units are left to reverse.');
    expect(body.errors).toMatchObject([{ pointer: '/amount', code: 'reversal_exceeds_amount' }]);
  });
});

describe('an account', () => {
  it('that cannot be closed states its balance and holds', async () => {
    const [fundedAccountId = ''] = (await openAccounts(bank, key, [25])).accountIds;
    await post('/v1/transactions', { ...transferOf(fundedAccountId, to, 5), capture: 'manual' });
    const { body } = await post(`/v1/accounts/${fundedAccountId}/close`);
    expect(body.detail).toBe(
      'The account still has a balance of 25 minor units, and holds of 5 minor units.',
    );
    const [emptyAccountId = ''] = (await openAccounts(bank, key, [0])).accountIds;
    await post('/v1/transactions/scheduled', {
      ...{ sourceAccountId: from, destinationAccountId: emptyAccountId, currency: 'EUR' },
      ...{ amount: 1, startDate: '2098-01-01', timezone: 'UTC' },
    });
    const answer = await post(`/v1/accounts/${emptyAccountId}/close`);
    expect(answer.body.detail).toMatch(/has a schedule that pays from or to the account\.$/);
  });

  it('that is frozen states the reason, also a default one', async () => {
    const [id = ''] = (await openAccounts(bank, key, [0])).accountIds;
    const { body } = await post(`/v1/accounts/${id}/freeze`);
    expect(body.statusReason.message).toBe('The customer asked for it.');
  });

  it('that is closed accepts no limits', async () => {
    const id = await openClosedAccount();
    await writesNothing(bank, async () => {
      const { status, body } = await put(`/v1/accounts/${id}/limits`, { currency: 'EUR' });
      expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
    });
  });
});

describe('a blocked counterparty', () => {
  it('given as an account id must be an account of the developer', async () => {
    const [ownAccountId = '', otherAccountId = ''] = (await openAccounts(bank, key, [0, 0]))
      .accountIds;
    const strangerKey = (await register(bank)).key;
    const [foreignAccountId = ''] = (await openAccounts(bank, strangerKey, [0])).accountIds;
    const block = (counterparty: string) =>
      put(`/v1/accounts/${ownAccountId}/limits`, {
        ...{ currency: 'EUR', blockedCounterparties: [otherAccountId, counterparty] },
      });
    await writesNothing(bank, async () => {
      for (const counterparty of [foreignAccountId, 'acc_slip']) {
        const { status, body } = await block(counterparty);
        expect([status, body.code]).toEqual([404, 'account_not_found']);
        expect(body.errors[0].pointer).toBe('/blockedCounterparties/1');
      }
    });
    expect((await block('DE89370400440532013000')).status).toBe(200);
  });
});

describe('an overdraft', () => {
  it('can be disabled with a limit of 0 in the body, and with no other limit', async () => {
    const [id = ''] = (await openAccounts(bank, key, [0])).accountIds;
    const path = `/v1/accounts/${id}/overdraft`;
    const consent = { accepted: true, at: '2026-01-01T00:00:00Z' };
    await post(path, { enabled: true, limit: 5, mode: 'allow', consent });
    const disabling = { enabled: false, limit: 0, mode: 'decline' };
    expect((await post(path, disabling)).body).toMatchObject({
      enabled: false,
      status: 'disabled',
    });
    const { body } = await post(path, { ...disabling, limit: 5 });
    expect(body.errors).toMatchObject([
      { pointer: '/limit', message: 'Expected 0 or no limit when enabled is false.' },
    ]);
  });
});

describe('a dry run', () => {
  it('names the exceeded limit, and the remaining number of payments of the day', async () => {
    const [id = ''] = (await openAccounts(bank, key, [1_000])).accountIds;
    await put(`/v1/accounts/${id}/limits`, { currency: 'EUR', perTransaction: 50, dailyCount: 3 });
    const makeDryRun = async (amount: number) =>
      (await post('/v1/transactions', { ...transferOf(id, to, amount), dryRun: true })).body;
    const limit = { period: 'transaction', maxAmount: 50, used: 0 };
    expect((await makeDryRun(51)).rejection).toMatchObject({ code: 'limit_exceeded', limit });
    expect((await makeDryRun(50)).limits).toMatchObject([
      { period: 'day_count', remainingAfter: 2 },
    ]);
  });
});

describe('a date filter', () => {
  it('with an invalid date is refused with an example', async () => {
    const { status, body } = await get('/v1/transactions?startDate=yesterday');
    expect([status, body.errors[0].pointer]).toEqual([400, 'startDate']);
    expect(body.errors[0].message).toMatch(/^Expected a date such as /);
  });
});

describe('the direction filter of a list', () => {
  it('selects debits or credits of the account', async () => {
    const [ownAccountId = '', otherAccountId = ''] = (await openAccounts(bank, key, [100, 0]))
      .accountIds;
    await post('/v1/transactions?wait=10', transferOf(ownAccountId, otherAccountId, 7));
    const listAmounts = async (query: string) =>
      (await get(`/v1/transactions?accountId=${ownAccountId}&${query}`)).body.data.map(
        ({ amount }: { amount: number }) => amount,
      );
    expect(await listAmounts('direction=debit')).toEqual([7]);
    expect(await listAmounts('direction=credit')).toEqual([100]);
    expect(await listAmounts('direction=credit&type=transfer')).toEqual([]);
  });

  it("on a customer counts a transfer between the customer's accounts on both sides", async () => {
    const ownAccounts = await openAccounts(bank, key, [100, 0]);
    const [firstAccountId = '', secondAccountId = ''] = ownAccounts.accountIds;
    await post('/v1/transactions?wait=10', transferOf(firstAccountId, secondAccountId, 7));
    const { body: account } = await get(`/v1/accounts/${firstAccountId}`);
    const listAmounts = async (direction: string) => {
      const query = `customerId=${account.customerId}&direction=${direction}`;
      const { body } = await get(`/v1/transactions?${query}`);
      return body.data.map(({ amount }: { amount: number }) => amount);
    };
    expect(await listAmounts('debit')).toEqual([7]);
    expect((await listAmounts('credit')).sort()).toEqual([100, 7]);
  });

  it('requires an account or a customer', async () => {
    const { status, body } = await get('/v1/transactions?direction=debit');
    expect([status, body.detail]).toEqual([
      400,
      'This parameter requires accountId or customerId.',
    ]);
    expect(body.errors[0].pointer).toBe('direction');
  });
});

describe('a declined payment', () => {
  const freeze = (id: string) => post(`/v1/accounts/${id}/freeze`, { creditsBlocked: true });

  it('names the field at fault: in the answer, the record, and the dry run', async () => {
    const [frozenAccountId = ''] = (await openAccounts(bank, key, [50])).accountIds;
    await freeze(frozenAccountId);
    const findPointer = async (body: object) => {
      const dryRun = await post('/v1/transactions', { ...body, dryRun: true });
      const answer = await post('/v1/transactions?wait=10', body);
      const { body: record } = await get(`/v1/transactions/${answer.body.transactionId}`);
      const { pointer, code } = answer.body.errors[0];
      expect([code, record.statusReason.pointer]).toEqual([answer.body.code, pointer]);
      expect(dryRun.body.rejection.pointer).toBe(pointer);
      return pointer;
    };
    expect(await findPointer(transferOf(from, to, 999_999))).toBe('/amount');
    expect(await findPointer(transferOf(frozenAccountId, to, 1))).toBe('/sourceAccountId');
    expect(await findPointer(transferOf(from, frozenAccountId, 1))).toBe('/destinationAccountId');
    expect(await findPointer({ ...transferOf(from, to, 1), currency: 'USD' })).toBe('/currency');
  });

  it('names the requested amount of an exchange, and its wallet', async () => {
    const { customerId } = (await get(`/v1/accounts/${from}`)).body;
    const walletBody = { customerId, name: 'W', currencies: ['EUR', 'USD'] };
    const wallet = (await post('/v1/wallets', walletBody)).body;
    const [euros, dollars] = wallet.balances;
    const { body: exchange } = await post('/v1/transactions/exchange?wait=10', {
      ...{ sourceAccountId: euros.accountId, destinationAccountId: dollars.accountId },
      ...{ sourceCurrency: 'EUR', destinationCurrency: 'USD', destinationAmount: 100 },
    });
    expect(exchange).toMatchObject({
      errors: [{ pointer: '/destinationAmount', code: 'insufficient_funds' }],
    });
    await freeze(euros.accountId);
    const paymentBody = {
      sourceWalletId: wallet.id,
      destinationAccountId: to,
      amount: 1,
      currency: 'EUR',
    };
    const paymentAnswer = (await post('/v1/payments?wait=10', paymentBody)).body;
    expect(paymentAnswer.errors).toMatchObject([
      { pointer: '/sourceWalletId', code: 'account_frozen' },
    ]);
    const { statusReason } = (await get(`/v1/payments/${paymentAnswer.paymentId}`)).body;
    expect(statusReason.pointer).toBe('/sourceWalletId');
  });

  it('in an atomic batch names the field at fault of its item', async () => {
    const [frozenAccountId = ''] = (await openAccounts(bank, key, [50])).accountIds;
    await freeze(frozenAccountId);
    const items = [
      { ...transferOf(from, to, 1), reference: 'fault-0' },
      { ...transferOf(frozenAccountId, to, 1), reference: 'fault-1' },
    ];
    const { body } = await post('/v1/transactions/batch?wait=10', { mode: 'atomic', items });
    expect(body.errors).toMatchObject([
      { pointer: '/items/1/sourceAccountId', code: 'account_frozen' },
    ]);
  });
});
