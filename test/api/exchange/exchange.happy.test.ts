// Exchanges over HTTP: both amounts, the journal, the events, the books.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  EXCHANGE_PATH,
  openAccount,
  openCustomer,
  QUOTES_PATH,
  readPosted,
} from '../../kit/money/exchange.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';

let bank: CheckedBank;
let key: string;
let eur: string;
let usd: string;
let yenAccountId: string;

beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig({ spreadBps: 100 }) });
  ({ key } = await register(bank));
  const customerId = await openCustomer(bank, key);
  eur = await openAccount(bank, key, { customerId, currency: 'EUR', funds: 1_000_000 });
  usd = await openAccount(bank, key, { customerId, currency: 'USD' });
  yenAccountId = await openAccount(bank, key, { customerId, currency: 'JPY' });
});
afterAll(() => bank.close());

const pair = { sourceCurrency: 'EUR', destinationCurrency: 'USD' };
const exchangeTerms = () => ({ sourceAccountId: eur, destinationAccountId: usd, ...pair });

describe('an exchange', () => {
  it("books both currencies through the bank's positions, and shows its cost", async () => {
    const body = {
      ...exchangeTerms(),
      sourceAmount: 10_001,
      reference: 'trip',
      description: 'Trip',
    };
    const { status, body: bookedExchange } = await bank.call(EXCHANGE_PATH, { key, body });
    expect(status).toBe(201);
    expect(bookedExchange).toMatchObject({
      type: 'exchange',
      status: 'posted',
      amount: 10_001,
      currency: 'EUR',
      reference: 'trip',
      reversible: false,
      sourceAccountId: eur,
      destinationAccountId: usd,
      exchange: {
        quoteId: null,
        fixed: 'source',
        rate: '1.2375',
        midRate: '1.25',
        spreadBps: 100,
        sourceAmount: 10_001,
        sourceCurrency: 'EUR',
        destinationAmount: 12_376, // 12,376.2375
        destinationCurrency: 'USD',
        feeAmount: 125, // 12,501.25 − 12,376
        feeCurrency: 'USD',
        quoteExpiresAt: null,
        maxSlippageBps: 50,
        stale: false,
      },
    });
    const entry = (account: string | null, direction: string, amount: number, currency: string) =>
      expect.objectContaining({ accountId: account, direction, amount, currency });
    expect(bookedExchange.entries).toEqual([
      entry(eur, 'debit', 10_001, 'EUR'),
      entry(null, 'credit', 10_001, 'EUR'),
      entry(null, 'debit', 12_376, 'USD'),
      entry(usd, 'credit', 12_376, 'USD'),
    ]);
    expect(bookedExchange.entries[1]).toMatchObject({
      ledgerAccount: 'position/EUR',
      balanceAfter: null,
    });
    expect(bookedExchange.entries[2]).toMatchObject({ ledgerAccount: 'position/USD' });
    expect(await readPosted(bank, key, eur)).toBe(1_000_000 - 10_001);
    expect(await readPosted(bank, key, usd)).toBe(12_376);
    const readAnswer = await bank.call(`/v1/transactions/${bookedExchange.id}`, { key });
    // The anchor status changes meanwhile.
    expect({ ...readAnswer.body, anchor: null }).toEqual({ ...bookedExchange, anchor: null });
    const listAnswer = await bank.call('/v1/transactions?type=exchange', { key });
    expect(listAnswer.body.data[0].exchange).toEqual(bookedExchange.exchange);
  });

  it('is in the history of both accounts, and can be found by type, status and day', async () => {
    const [newest] = (await bank.call('/v1/transactions?type=exchange', { key })).body.data;
    const today = new Date().toISOString().slice(0, 10);
    for (const query of [
      `accountId=${eur}&type=exchange`,
      `accountId=${usd}&status=posted`,
      `accountId=${usd}&type=exchange&startDate=${today}&minAmount=10001&limit=1`,
    ]) {
      const { body } = await bank.call(`/v1/transactions?${query}`, { key });
      expect(body.data[0]?.id, query).toBe(newest.id);
    }
    const emptyList = await bank.call(`/v1/transactions?accountId=${yenAccountId}`, { key });
    expect(emptyList.body.data).toEqual([]);
  });

  it('can fix the destination amount, in a currency without decimals', async () => {
    const before = await readPosted(bank, key, eur);
    const body = {
      sourceAccountId: eur,
      destinationAccountId: yenAccountId,
      sourceCurrency: 'EUR',
      destinationCurrency: 'JPY',
      destinationAmount: 10_000,
    };
    const { body: bookedExchange } = await bank.call(EXCHANGE_PATH, { key, body });
    // 10,000 / 158.4 = 63.1313…
    expect(bookedExchange).toMatchObject({ status: 'posted', amount: 6_314, currency: 'EUR' });
    expect(bookedExchange.exchange).toMatchObject({
      fixed: 'destination',
      destinationAmount: 10_000,
    });
    expect(await readPosted(bank, key, yenAccountId)).toBe(10_000);
    expect(await readPosted(bank, key, eur)).toBe(before - 6_314);
  });

  it('uses a quote exactly as quoted, and once', async () => {
    const quoteAnswer = await bank.call(QUOTES_PATH, {
      key,
      body: { ...pair, sourceAmount: 5_000 },
    });
    const { id: quoteId, lockExpiresAt } = quoteAnswer.body;
    const body = { ...exchangeTerms(), sourceAmount: 5_000, quoteId };
    const bookedAnswer = await bank.call(EXCHANGE_PATH, { key, body });
    expect(bookedAnswer.body).toMatchObject({ status: 'posted', exchange: { quoteId } });
    expect(bookedAnswer.body.exchange).toMatchObject({
      rate: quoteAnswer.body.rate,
      destinationAmount: quoteAnswer.body.destinationAmount,
      quoteExpiresAt: lockExpiresAt,
      maxSlippageBps: null,
    });
    const readAnswer = await bank.call(`${QUOTES_PATH}/${quoteId}`, { key });
    expect(readAnswer.body).toMatchObject({
      status: 'used',
      transactionId: bookedAnswer.body.id,
      version: 2,
    });
    const repeatedAnswer = await bank.call(EXCHANGE_PATH, { key, body });
    expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([422, 'quote_used']);
    const declinedAnswer = await bank.call(
      `/v1/transactions/${repeatedAnswer.body.transactionId}`,
      {
        key,
      },
    );
    expect(declinedAnswer.body).toMatchObject({ status: 'declined', entries: [] });
  });

  it('accepts a quote by either of its amounts', async () => {
    const quoteAnswer = await bank.call(QUOTES_PATH, {
      key,
      body: { ...pair, sourceAmount: 5_000 },
    });
    const { id: quoteId, destinationAmount } = quoteAnswer.body;
    const bookedAnswer = await bank.call(EXCHANGE_PATH, {
      key,
      body: { ...exchangeTerms(), destinationAmount, quoteId },
    });
    expect(bookedAnswer.body.exchange).toMatchObject({ sourceAmount: 5_000, destinationAmount });
  });

  it('happens once for one key, which is valid for this path only', async () => {
    const headers = { 'idempotency-key': 'exchange-1' };
    const body = { ...exchangeTerms(), sourceAmount: 100 };
    const firstAnswer = await bank.call(EXCHANGE_PATH, { key, body, headers });
    const before = await readPosted(bank, key, eur);
    const repeatedAnswer = await bank.call(EXCHANGE_PATH, { key, body, headers });
    expect(repeatedAnswer.status).toBe(201);
    expect(repeatedAnswer.body.id).toBe(firstAnswer.body.id);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(await readPosted(bank, key, eur)).toBe(before);
    const otherBody = { ...body, sourceAmount: 101 };
    const reusedKeyAnswer = await bank.call(EXCHANGE_PATH, { key, body: otherBody, headers });
    expect(reusedKeyAnswer.body.code).toBe('idempotency_key_reused');
    const deposit = { type: 'deposit', amount: 1, currency: 'EUR', destinationAccountId: eur };
    const otherOperationAnswer = await bank.call('/v1/transactions', {
      key,
      body: deposit,
      headers,
    });
    expect(otherOperationAnswer.status).toBe(201);
  });

  it('emits an event for each step, the completed exchange last', async () => {
    const { body } = await bank.call('/v1/events?limit=100&type=exchange.completed', { key });
    expect(body.data.length).toBeGreaterThan(3);
    const [event] = body.data;
    const events = await bank.call('/v1/events?limit=100', { key });
    const ownEvents = events.body.data.filter(
      (item: { data: { object: { id: string } } }) => item.data.object.id === event.data.object.id,
    );
    expect(ownEvents.map((event: { type: string }) => event.type)).toEqual([
      'transaction.created',
      'transaction.posted',
      'exchange.completed',
    ]);
    expect(ownEvents[0].data.object.exchange).toEqual(ownEvents[2].data.object.exchange);
  });

  it('has a proof whose leaf names both currencies', async () => {
    const { body } = await bank.call('/v1/transactions?type=exchange&status=posted', { key });
    const path = `/v1/transactions/${body.data[0].id}/proof`;
    await bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
    const { body: proof } = await bank.call(path, { key });
    expect(proof.leaf.canonical).toContain('"currency":"USD","direction"');
  });

  it('leaves the books balanced in every currency', async () => {
    const { raw } = bank.bank.environments.sandbox.ledger.database;
    const brokenChecks = checkInvariants(raw, Date.now()).checks.filter(
      (check) => check.violations > 0,
    );
    expect(brokenChecks).toEqual([]);
    const { body } = await bank.call('/v1/ops/trial-balance?environment=sandbox', {
      key: OPERATOR_KEY,
    });
    const kinds = body.rows.map((row: { kind: string }) => row.kind);
    expect(kinds).toContain('position');
  });
});
