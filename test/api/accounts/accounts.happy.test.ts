// Accounts: open, read, change, freeze, unfreeze, close, and read as of an earlier time.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const post = (path: string, body: object = {}) => bank.call(path, { key, body });
const idsOf = ({ body }: Answer) => body.data.map(({ id }: { id: string }) => id);

async function transfer(from: string, to: string, amount: number): Promise<Answer> {
  return post('/v1/transactions?wait=10', transferOf(from, to, amount));
}

describe('an account', () => {
  it('is opened active and empty for a verified customer', async () => {
    const { customerId } = await openAccounts(bank, key, []);
    const fields = { customerId, type: 'savings', currency: 'JPY', name: 'Holiday' };
    const creationAnswer = await post('/v1/accounts', { ...fields, metadata: { plan: 'gold' } });
    expect(creationAnswer.status).toBe(201);
    expect(creationAnswer.body).toMatchObject({
      ...fields,
      metadata: { plan: 'gold' },
      object: 'account',
      livemode: false,
      currencyExponent: 0,
      status: 'active',
      statusReason: null,
      restrictions: { debitsBlocked: false, creditsBlocked: false },
      balance: { posted: 0, current: 0, available: 0, held: 0 },
      overdraft: null,
      version: 1,
      closedAt: null,
    });
    expect(creationAnswer.body.id).toMatch(/^acc_[0-9a-z]{26}$/);
    expect(BigInt(creationAnswer.body.accountNumber) % 97n).toBe(1n);
    expect(creationAnswer.headers.get('etag')).toMatch(/^"v1[-"]/);
    expect((await get(`/v1/accounts/${creationAnswer.body.id}`)).body).toEqual(creationAnswer.body);
  });

  it('is found by customer, type, status and currency, alone and together', async () => {
    const owner = await register(bank);
    const ask = (query: string) => bank.call(`/v1/accounts${query}`, { key: owner.key });
    const { customerId, accountIds } = await openAccounts(bank, owner.key, [0, 0]);
    const [firstAccountId = '', secondAccountId = ''] = accountIds;
    const body = { customerId, type: 'business', currency: 'USD', name: 'Shop' };
    const thirdAccountId = (await bank.call('/v1/accounts', { key: owner.key, body })).body.id;
    await bank.call(`/v1/accounts/${firstAccountId}/freeze`, { key: owner.key, body: {} });
    expect(idsOf(await ask(''))).toEqual([thirdAccountId, secondAccountId, firstAccountId]);
    expect(idsOf(await ask('?currency=USD'))).toEqual([thirdAccountId]);
    expect(idsOf(await ask('?type=checking'))).toEqual([secondAccountId, firstAccountId]);
    expect(idsOf(await ask('?status=frozen'))).toEqual([firstAccountId]);
    expect(idsOf(await ask(`?customerId=${customerId}&type=checking&status=active`))).toEqual([
      secondAccountId,
    ]);
    expect(idsOf(await ask('?currency=USD&type=checking'))).toEqual([]);
  });

  it('can change only its name and metadata, and increments its version', async () => {
    const { accountIds } = await openAccounts(bank, key, [500]);
    const accountBefore = (await get(`/v1/accounts/${accountIds[0]}`)).body;
    const changeAnswer = await bank.call(`/v1/accounts/${accountIds[0]}`, {
      key,
      method: 'PATCH',
      body: { name: 'New', metadata: { a: 'b' } },
    });
    expect(changeAnswer.body).toEqual({
      ...accountBefore,
      name: 'New',
      metadata: { a: 'b' },
      version: accountBefore.version + 1,
      updatedAt: changeAnswer.body.updatedAt,
    });
    expect(changeAnswer.headers.get('etag')).toContain(`"v${accountBefore.version + 1}`);
  });

  it('is changed only at the version that If-Match names', async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const path = `/v1/accounts/${accountIds[0]}`;
    const etag = (await get(path)).headers.get('etag') ?? '';
    const rename = (name: string, tag: string) =>
      bank.call(path, { key, method: 'PATCH', body: { name }, headers: { 'if-match': tag } });
    expect((await rename('First', etag)).status).toBe(200);
    const lateAnswer = await rename('Second', etag);
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([412, 'version_conflict']);
    expect((await get(path)).body.name).toBe('First');
    expect((await rename('Third', '*')).status).toBe(200);
    const racedRenames = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => rename(name, '"v3"')),
    );
    expect(racedRenames.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
});

describe('a freeze', () => {
  it('blocks debits, permits credits, and is ended by an unfreeze', async () => {
    const { accountIds } = await openAccounts(bank, key, [1_000, 1_000]);
    const [frozenAccountId = '', otherAccountId = ''] = accountIds;
    const freezeAnswer = await post(`/v1/accounts/${frozenAccountId}/freeze`, {
      message: 'Card lost',
    });
    expect(freezeAnswer.body).toMatchObject({
      status: 'frozen',
      freezeReason: 'customer_request',
      statusReason: { code: 'frozen_customer_request', message: 'Card lost' },
      restrictions: { debitsBlocked: true, creditsBlocked: false },
    });
    expect((await transfer(frozenAccountId, otherAccountId, 10)).body.code).toBe('account_frozen');
    expect((await transfer(otherAccountId, frozenAccountId, 10)).status).toBe(201);
    const unfreezeAnswer = await post(`/v1/accounts/${frozenAccountId}/unfreeze`);
    expect(unfreezeAnswer.body).toMatchObject({
      status: 'active',
      freezeReason: null,
      statusReason: null,
    });
    expect((await transfer(frozenAccountId, otherAccountId, 10)).status).toBe(201);
  });

  it('with creditsBlocked also refuses credits', async () => {
    const { accountIds } = await openAccounts(bank, key, [1_000, 1_000]);
    const [frozenAccountId = '', other = ''] = accountIds;
    await post(`/v1/accounts/${frozenAccountId}/freeze`, { reason: 'fraud', creditsBlocked: true });
    expect((await transfer(other, frozenAccountId, 10)).body.code).toBe('credits_blocked');
    expect((await transfer(frozenAccountId, other, 10)).body.code).toBe('account_frozen');
    expect((await get(`/v1/accounts/${frozenAccountId}/balance`)).body.posted).toBe(1_000);
  });

  it('needs no body and is idempotent', async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const path = `/v1/accounts/${accountIds[0]}`;
    const firstAnswer = await bank.call(`${path}/freeze`, { key, method: 'POST' });
    const headers = { 'content-type': 'application/json' };
    const secondAnswer = await bank.call(`${path}/freeze`, { key, method: 'POST', headers });
    expect([firstAnswer.status, secondAnswer.status]).toEqual([200, 200]);
    expect(secondAnswer.body).toEqual(firstAnswer.body);
    await post(`${path}/unfreeze`);
    const repeatedAnswer = await post(`${path}/unfreeze`);
    expect([repeatedAnswer.status, repeatedAnswer.body.status]).toEqual([200, 'active']);
    expect(repeatedAnswer.headers.get('etag')).toContain(`"v${repeatedAnswer.body.version}`);
  });
});

describe('closing an empty account', () => {
  it('is final and idempotent', async () => {
    const { accountIds } = await openAccounts(bank, key, [100, 0]);
    const [closedAccountId = '', otherAccountId = ''] = accountIds;
    await transfer(closedAccountId, otherAccountId, 100);
    const closeAnswer = await post(`/v1/accounts/${closedAccountId}/close`);
    expect(closeAnswer.body).toMatchObject({
      status: 'closed',
      balance: { posted: 0, available: 0 },
    });
    expect(closeAnswer.body.closedAt).not.toBeNull();
    expect((await post(`/v1/accounts/${closedAccountId}/close`)).body).toEqual(closeAnswer.body);
    expect((await transfer(otherAccountId, closedAccountId, 1)).body.code).toBe('account_closed');
  });
});

describe('a balance', () => {
  it('shows the posted, held, incoming, outgoing and spendable amounts', async () => {
    const { accountIds } = await openAccounts(bank, key, [1_000, 200]);
    const [from = '', to = ''] = accountIds;
    const heldPayment = await post('/v1/transactions?wait=10', {
      ...transferOf(from, to, 300),
      capture: 'manual',
    });
    expect((await get(`/v1/accounts/${from}/balance`)).body).toMatchObject({
      object: 'balance',
      posted: 1_000,
      held: 300,
      pendingOut: 300,
      pendingIn: 0,
      current: 700,
      available: 700,
      spendable: 700,
      overdraft: { limit: 0, used: 0, remaining: 0 },
      pendingTransactions: [{ id: heldPayment.body.id, direction: 'debit', amount: 300 }],
    });
    expect((await get(`/v1/accounts/${to}/balance`)).body).toMatchObject({
      posted: 200,
      held: 0,
      pendingIn: 300,
      current: 500,
      available: 200,
      pendingTransactions: [{ id: heldPayment.body.id, direction: 'credit', amount: 300 }],
    });
    const account = await get(`/v1/accounts/${from}`);
    expect(account.body.balance).toMatchObject({ posted: 1_000, available: 700, held: 300 });
  });

  it('can be read as of any earlier moment, including its holds', async () => {
    const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
    const [from = '', to = ''] = accountIds;
    const opened = (await get(`/v1/accounts/${from}`)).body.createdAt;
    const timeBefore = new Date(Date.parse(opened) - 1).toISOString();
    const readBalanceAndPause = async () => {
      const { body } = await get(`/v1/accounts/${from}/balance`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return body;
    };
    const fullBalance = await readBalanceAndPause();
    const creationAnswer = await post('/v1/transactions?wait=10', {
      ...transferOf(from, to, 400),
      capture: 'manual',
    });
    const authorisedBalance = await readBalanceAndPause();
    await post(`/v1/transactions/${creationAnswer.body.id}/capture`, { amount: 150 });
    const captured = await readBalanceAndPause();
    expect([fullBalance.available, authorisedBalance.available, captured.available]).toEqual([
      1_000, 600, 850,
    ]);
    for (const { asOf, posted, held, available, current } of [
      fullBalance,
      authorisedBalance,
      captured,
    ]) {
      const balanceThen = (await get(`/v1/accounts/${from}/balance?asOf=${asOf}`)).body;
      expect(balanceThen).toMatchObject({ posted, held, available, current, asOf });
      const account = (await get(`/v1/accounts/${from}?asOf=${asOf}`)).body;
      expect(account.balance).toMatchObject({ posted, held, available });
    }
    const earlierBalance = (await get(`/v1/accounts/${from}/balance?asOf=${timeBefore}`)).body;
    expect([earlierBalance.posted, earlierBalance.held, earlierBalance.ledgerSequence]).toEqual([
      0,
      0,
      null,
    ]);
  });
});
