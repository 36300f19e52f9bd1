// Exchanges above the threshold wait for a second person: they are held, approved, denied or
// expire, and are priced again at the approval.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
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
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig({ spreadBps: 100 }) });
});
afterAll(() => bank.close());
beforeEach(async () => {
  ({ key } = await register(bank));
  const customerId = await openCustomer(bank, key);
  eur = await openAccount(bank, key, { customerId, currency: 'EUR', funds: 1_000 });
  usd = await openAccount(bank, key, { customerId, currency: 'USD' });
  const body = { currency: 'EUR', requireApprovalAbove: 100, daily: 900 };
  await bank.call(`/v1/accounts/${eur}/limits`, { key, method: 'PUT', body });
});

const pair = { sourceCurrency: 'EUR', destinationCurrency: 'USD' };
const ask = (fields: object) =>
  bank.call(EXCHANGE_PATH, {
    key,
    body: { sourceAccountId: eur, destinationAccountId: usd, ...pair, ...fields },
  });
const decide = (id: string, decision: string) =>
  bank.call(`/v1/ops/approvals/${id}/decision`, {
    key: OPERATOR_KEY,
    body: { environment: 'sandbox', decision, reason: 'Seen.' },
  });
const read = async (id: string) => (await bank.call(`/v1/transactions/${id}`, { key })).body;
const balance = async (id: string) => (await bank.call(`/v1/accounts/${id}/balance`, { key })).body;
const quote = async (sourceAmount: number) =>
  (await bank.call(QUOTES_PATH, { key, body: { ...pair, sourceAmount, lockSeconds: 900 } })).body
    .id;
function expectSoundBooks(): void {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const { checks } = checkInvariants(raw, Date.now());
  expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
}

describe('an exchange above the threshold', () => {
  it('is pending with a hold on the payer and no incoming money for the payee', async () => {
    const { status, body } = await ask({ sourceAmount: 500 });
    expect([status, body.status]).toEqual([202, 'pending_approval']);
    expect(body.hold).toMatchObject({ amount: 500, status: 'active' });
    expect(await balance(eur)).toMatchObject({ posted: 1_000, held: 500, available: 500 });
    expect(await balance(usd)).toMatchObject({ posted: 0, pendingIn: 0 });
    const limits = await bank.call(`/v1/accounts/${eur}/limits`, { key });
    expect(limits.body.limits[0]).toMatchObject({ period: 'day', used: 500 });
    expectSoundBooks();
  });

  it('is booked once on the agreed terms when a second person approves', async () => {
    const { body } = await ask({ sourceAmount: 500 });
    const decided = await Promise.all([decide(body.id, 'granted'), decide(body.id, 'granted')]);
    expect(decided.map(({ status }) => status)).toEqual([200, 200]);
    const bookedExchange = await read(body.id);
    expect(bookedExchange).toMatchObject({ status: 'posted', hold: { status: 'captured' } });
    expect(bookedExchange.entries).toHaveLength(4);
    expect(await readPosted(bank, key, eur)).toBe(500);
    expect(await readPosted(bank, key, usd)).toBe(body.exchange.destinationAmount);
    expect((await balance(eur)).held).toBe(0);
    const limits = await bank.call(`/v1/accounts/${eur}/limits`, { key });
    expect(limits.body.limits[0].used).toBe(500);
    expectSoundBooks();
  });

  it('is declined and its hold released when the second person denies the approval', async () => {
    const { body } = await ask({ sourceAmount: 500 });
    await decide(body.id, 'denied');
    expect(await read(body.id)).toMatchObject({
      status: 'declined',
      statusReason: { code: 'approval_denied' },
      hold: { status: 'released' },
    });
    expect(await balance(eur)).toMatchObject({ posted: 1_000, held: 0 });
    expectSoundBooks();
  });

  it('is declined when its quote has expired before the approval', async () => {
    const { body } = await ask({ sourceAmount: 500, quoteId: await quote(500) });
    expect(body.status).toBe('pending_approval');
    await bank.call('/v1/sandbox/clock?wait=30', { key, body: { advanceBy: 'PT901S' } });
    const quoteNow = await bank.call(`${QUOTES_PATH}/${body.exchange.quoteId}`, { key });
    expect(quoteNow.body.status).toBe('expired');
    await decide(body.id, 'granted');
    expect(await read(body.id)).toMatchObject({
      status: 'declined',
      statusReason: { code: 'quote_expired' },
    });
    expect(await balance(eur)).toMatchObject({ posted: 1_000, held: 0 });
    expectSoundBooks();
  });

  it('is declined when another exchange has used its quote before the approval', async () => {
    const quoteId = await quote(300);
    const pendingExchange = await ask({ sourceAmount: 300, quoteId });
    const body = { currency: 'EUR' };
    await bank.call(`/v1/accounts/${eur}/limits`, { key, method: 'PUT', body });
    expect((await ask({ sourceAmount: 300, quoteId })).body.status).toBe('posted');
    await decide(pendingExchange.body.id, 'granted');
    expect((await read(pendingExchange.body.id)).statusReason.code).toBe('quote_used');
    expectSoundBooks();
  });

  it('expires with its hold, also by the sandbox clock', async () => {
    const { body } = await ask({ sourceAmount: 500 });
    await bank.call('/v1/sandbox/clock?wait=30', { key, body: { advanceBy: 'P8D' } });
    await vi.waitFor(async () => expect((await read(body.id)).status).toBe('expired'), 30_000);
    expect((await decide(body.id, 'granted')).body.code).toBe('invalid_state_transition');
    expect(await balance(eur)).toMatchObject({ posted: 1_000, held: 0 });
    expectSoundBooks();
  });

  it('can be canceled by its owner, but not captured to bypass the approval', async () => {
    const { body } = await ask({ sourceAmount: 500 });
    await writesNothing(bank, async () => {
      const path = `/v1/transactions/${body.id}/capture`;
      const captureAnswer = await bank.call(path, { key, body: {} });
      expect(captureAnswer.body.code).toBe('invalid_state_transition');
    });
    await bank.call(`/v1/transactions/${body.id}/cancel`, { key, body: {} });
    expect((await read(body.id)).status).toBe('canceled');
    expect(await balance(eur)).toMatchObject({ posted: 1_000, held: 0 });
    expectSoundBooks();
  });

  it('is announced by a dry run', async () => {
    const { body } = await ask({ sourceAmount: 500, dryRun: true });
    expect(body).toMatchObject({ rejection: null });
    const [payer, payee] = body.projected;
    expect(payer.resulting).toMatchObject({ held: 500, available: 500 });
    expect(payee?.resulting.pendingIn ?? 0).toBe(0);
  });
});
