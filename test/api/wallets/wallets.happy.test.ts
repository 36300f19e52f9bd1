// A wallet has one account for each currency, opened together, and a total in one currency.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
  ({ key } = await register(bank));
  ({ customerId } = await openAccounts(bank, key, []));
});
afterAll(() => bank.close());

const openWallet = async (currencies: string[], headers: Record<string, string> = {}) =>
  bank.call('/v1/wallets', {
    key,
    body: { customerId, name: 'Travel', currencies, metadata: { trip: '1' } },
    headers,
  });

const deposit = (accountId: string, currency: string, amount: number) =>
  bank.call('/v1/transactions?wait=10', {
    key,
    body: { type: 'deposit', amount, currency, destinationAccountId: accountId },
  });

async function readEventTypes(id: string): Promise<string[]> {
  const { body } = await bank.call('/v1/events?limit=100', { key });
  const events = body.data as {
    type: string;
    data: { object: { id: string; walletId?: string } };
  }[];
  return events
    .filter(({ data }) => data.object.id === id || data.object.walletId === id)
    .map(({ type }) => type)
    .reverse();
}

describe('a wallet', () => {
  it('is opened with its accounts and all their events', async () => {
    const { status, body, headers } = await openWallet(['EUR', 'JPY', 'USD']);
    expect(status).toBe(201);
    expect(headers.get('etag')).toMatch(/^"v1[-"]/);
    expect(body).toMatchObject({
      object: 'wallet',
      customerId,
      name: 'Travel',
      currencies: ['EUR', 'JPY', 'USD'],
      metadata: { trip: '1' },
    });
    for (const { accountId, currency, currencyExponent, status, available } of body.balances) {
      const account = await bank.call(`/v1/accounts/${accountId}`, { key });
      expect(account.body).toMatchObject({
        walletId: body.id,
        customerId,
        currency,
        currencyExponent,
        name: `Travel ${currency}`,
        type: 'checking',
      });
      expect([status, available]).toEqual(['active', 0]);
    }
    const events = await readEventTypes(body.id);
    expect(events.sort()).toEqual([
      'account.created',
      'account.created',
      'account.created',
      'wallet.created',
    ]);
  });

  it('shows the balances of its accounts, which are ordinary accounts', async () => {
    const { body: wallet } = await openWallet(['EUR', 'JPY']);
    const [eur, jpy] = wallet.balances;
    await deposit(eur.accountId, 'EUR', 10_000);
    await deposit(jpy.accountId, 'JPY', 1_600);
    const { accountIds } = await openAccounts(bank, key, [0]);
    await bank.call('/v1/transactions?wait=10', {
      key,
      body: { ...transferOf(eur.accountId, accountIds[0] ?? '', 2_500), capture: 'manual' },
    });
    const { body } = await bank.call(`/v1/wallets/${wallet.id}`, { key });
    expect(body.balances).toMatchObject([
      { currency: 'EUR', posted: 10_000, held: 2_500, available: 7_500, current: 7_500 },
      { currency: 'JPY', posted: 1_600, held: 0, available: 1_600, current: 1_600 },
    ]);
    expect(body.total).toBeNull();
  });

  it('has a total in one currency at mid rates, rounded down once', async () => {
    const { body: wallet } = await openWallet(['EUR', 'JPY', 'USD']);
    const [eur, jpy, usd] = wallet.balances;
    await deposit(eur.accountId, 'EUR', 1_001);
    await deposit(jpy.accountId, 'JPY', 161);
    await deposit(usd.accountId, 'USD', 126);
    const readTotal = async (currency: string) =>
      (await bank.call(`/v1/wallets/${wallet.id}?currency=${currency}`, { key })).body.total;
    // 10.01 + 161 / 160 + 1.26 / 1.25 = 12.02425
    expect(await readTotal('EUR')).toMatchObject({
      currency: 'EUR',
      currencyExponent: 2,
      posted: 1_202,
      current: 1_202,
      available: 1_202,
      rounding: 'down',
      rates: {
        stale: false,
        mid: [
          { currency: 'JPY', rate: '0.00625' },
          { currency: 'USD', rate: '0.8' },
        ],
      },
    });
    // 1001 × 1.6 + 161 + 126 × 1.28 = 1923.88 yen, which have no cents.
    expect(await readTotal('JPY')).toMatchObject({ posted: 1_923, currencyExponent: 0 });
  });

  it('needs no rates for a total in its only currency', async () => {
    const { body: wallet } = await openWallet(['KWD']);
    await deposit(wallet.balances[0].accountId, 'KWD', 1_234);
    const { body } = await bank.call(`/v1/wallets/${wallet.id}?currency=KWD`, { key });
    expect(body.total).toMatchObject({ currencyExponent: 3, posted: 1_234, rates: null });
  });

  it('can get another currency later, and the same one again after its account was closed', async () => {
    const { body: wallet } = await openWallet(['EUR']);
    const path = `/v1/wallets/${wallet.id}/currencies`;
    const addedCurrencyAnswer = await bank.call(path, { key, body: { currency: 'GBP' } });
    expect([
      addedCurrencyAnswer.status,
      addedCurrencyAnswer.body.version,
      addedCurrencyAnswer.body.currencies,
    ]).toEqual([201, 2, ['EUR', 'GBP']]);
    const gbpAccountId = addedCurrencyAnswer.body.balances[1].accountId;
    await bank.call(`/v1/accounts/${gbpAccountId}/close`, { key, body: {} });
    const walletAfterClosing = await bank.call(`/v1/wallets/${wallet.id}`, { key });
    expect(walletAfterClosing.body.currencies).toEqual(['EUR']);
    const repeatedAnswer = await bank.call(path, { key, body: { currency: 'GBP' } });
    expect([repeatedAnswer.status, repeatedAnswer.body.currencies]).toEqual([201, ['EUR', 'GBP']]);
    expect(repeatedAnswer.body.balances[1].accountId).not.toBe(gbpAccountId);
    expect(await readEventTypes(wallet.id)).toContain('wallet.updated');
  });

  it('is opened once for a key, also by concurrent requests', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => openWallet(['EUR', 'USD'], headers)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const repeatedAnswer = await openWallet(['EUR', 'USD'], headers);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    const { body } = await bank.call('/v1/accounts?limit=100', { key });
    const walletAccounts = body.data.filter(
      ({ walletId }: { walletId: string }) => walletId === repeatedAnswer.body.id,
    );
    expect(walletAccounts).toHaveLength(2);
  });

  it('gets a currency once, also by concurrent requests', async () => {
    const { body: wallet } = await openWallet(['EUR']);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        bank.call(`/v1/wallets/${wallet.id}/currencies`, { key, body: { currency: 'USD' } }),
      ),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 'currency_in_wallet')).toHaveLength(19);
  });

  it('of an unverified customer is pending with all its accounts', async () => {
    const customer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: 'Ms Review' },
    });
    const { body } = await bank.call('/v1/wallets', {
      key,
      body: { customerId: customer.body.id, name: 'W', currencies: ['EUR', 'USD'] },
    });
    expect(customer.body.kycStatus).toBe('manual_review');
    expect(body.balances.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'pending',
    ]);
  });
});

describe('the list of wallets', () => {
  it('has pages, newest first, and can be filtered by customer', async () => {
    const otherCustomer = await openAccounts(bank, key, []);
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const answer = await bank.call('/v1/wallets', {
        key,
        body: { customerId: otherCustomer.customerId, name, currencies: ['EUR'] },
      });
      ids.unshift(answer.body.id);
    }
    const pagedIds: string[] = [];
    for (let cursor = ''; ; ) {
      const path = `/v1/wallets?limit=2&customerId=${otherCustomer.customerId}${cursor}`;
      const { body } = await bank.call(path, { key });
      pagedIds.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.hasMore) break;
      cursor = `&startingAfter=${body.nextCursor}`;
    }
    expect(pagedIds).toEqual(ids);
  });
});
