// Invalid requests for payments: each is refused with its code and the field at fault, and changes
// nothing.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_TEMPORAL, openTestBank, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { openPaymentParties, type PaymentParties, pay } from '../../kit/money/payments.ts';

let bank: CheckedBank;
let key: string;
let parties: PaymentParties;
let heldId: string;
let paymentId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  parties = await openPaymentParties(bank, key);
  const sides = { sourceAccountId: parties.from, destinationAccountId: parties.to };
  heldId = (await pay(bank, key, { amount: 100, ...sides, capture: 'manual' })).body.id;
  paymentId = (await pay(bank, key, { amount: 100, ...sides, reference: 'taken' })).body.id;
});
afterAll(() => bank.close());

const externalParty = { name: 'Shop', method: 'ach' };

describe('POST /v1/payments refuses', () => {
  type Case = [string, (parties: PaymentParties) => object, string, string];
  it.each<Case>([
    ['no source', () => ({ sourceAccountId: undefined }), 'validation_failed', '/sourceAccountId'],
    [
      'no destination',
      () => ({ destinationAccountId: undefined }),
      'validation_failed',
      '/destinationAccountId',
    ],
    [
      'two sources',
      ({ walletId }) => ({ sourceWalletId: walletId }),
      'validation_failed',
      '/sourceWalletId',
    ],
    ['two destinations', () => ({ externalParty }), 'validation_failed', '/externalParty'],
    [
      'an external payee without a method',
      () => ({ destinationAccountId: undefined, externalParty: { name: 'Shop' } }),
      'validation_failed',
      '/externalParty/method',
    ],
    [
      'the same account twice',
      ({ from }) => ({ destinationAccountId: from }),
      'same_account',
      '/destinationAccountId',
    ],
    [
      'the same wallet twice',
      ({ walletId }) => ({
        sourceAccountId: undefined,
        sourceWalletId: walletId,
        destinationAccountId: undefined,
        destinationWalletId: walletId,
      }),
      'same_account',
      '/destinationWalletId',
    ],
    [
      'an account and the wallet that contains it',
      ({ walletId, walletAccountId }) => ({
        sourceAccountId: walletAccountId,
        destinationAccountId: undefined,
        destinationWalletId: walletId,
      }),
      'same_account',
      '/destinationWalletId',
    ],
    [
      'a currency that the wallet does not have',
      ({ walletId }) => ({ currency: 'GBP', sourceAccountId: undefined, sourceWalletId: walletId }),
      'currency_not_in_wallet',
      '/sourceWalletId',
    ],
    [
      'an unknown wallet',
      () => ({
        destinationAccountId: undefined,
        destinationWalletId: 'wal_06ayx0rw7mf5w0h1y6k2v3c4d5',
      }),
      'wallet_not_found',
      '/destinationWalletId',
    ],
    [
      'an unknown account',
      () => ({ destinationAccountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
      'account_not_found',
      '/destinationAccountId',
    ],
    ['an amount that is not an integer', () => ({ amount: 1.5 }), 'amount_not_integer', '/amount'],
    ['an amount of 0', () => ({ amount: 0 }), 'amount_out_of_range', '/amount'],
    [
      'a currency in lower case',
      () => ({ currency: 'eur' }),
      'currency_not_supported',
      '/currency',
    ],
    ['the field type', () => ({ type: 'transfer' }), 'validation_failed', '/type'],
    ['the field status', () => ({ status: 'completed' }), 'validation_failed', '/status'],
    [
      'an expiry of the hold without a manual capture',
      () => ({ holdExpiresAt: '2098-01-01T00:00:00Z' }),
      'validation_failed',
      '/holdExpiresAt',
    ],
    [
      'an expiry of the hold after more than 30 days',
      () => ({ capture: 'manual', holdExpiresAt: '2098-01-01T00:00:00Z' }),
      'validation_failed',
      '/holdExpiresAt',
    ],
  ])('%s', async (_label, fields, code, pointer) => {
    const { from: sourceAccountId, to: destinationAccountId } = parties;
    await writesNothing(bank, async () => {
      const sides = { sourceAccountId, destinationAccountId };
      const answer = await pay(bank, key, { amount: 10, ...sides, ...fields(parties) });
      expect(answer.body.code).toBe(code);
      expect(answer.body.errors[0].pointer).toBe(pointer);
    });
  });

  it('a reference that is in use, and an idempotency key used with another body', async () => {
    const sides = { sourceAccountId: parties.from, destinationAccountId: parties.to };
    await writesNothing(bank, async () => {
      const repeatedAnswer = await pay(bank, key, { amount: 1, ...sides, reference: 'taken' });
      expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([
        409,
        'duplicate_reference',
      ]);
    });
    const idempotencyKey = crypto.randomUUID();
    await pay(bank, key, { amount: 1, ...sides }, idempotencyKey);
    const otherBodyAnswer = await pay(bank, key, { amount: 2, ...sides }, idempotencyKey);
    expect([otherBodyAnswer.status, otherBodyAnswer.body.code]).toEqual([
      422,
      'idempotency_key_reused',
    ]);
  });
});

describe('a payment by a network that is not connected', () => {
  it('is declined in production, where payments and refunds also need an idempotency key', async () => {
    const liveKey = await claimLiveKey(bank, key);
    const { body: customer } = await bank.call('/v1/customers', {
      key: liveKey,
      body: { type: 'individual', name: 'Ada' },
    });
    const { body: account } = await bank.call('/v1/accounts', {
      key: liveKey,
      body: { customerId: customer.id, type: 'checking', currency: 'EUR', name: 'Main' },
    });
    const body = {
      amount: 10,
      currency: 'EUR',
      sourceAccountId: account.id,
      externalParty,
    };
    const missingKeyAnswer = await bank.call('/v1/payments', { key: liveKey, body });
    expect([missingKeyAnswer.status, missingKeyAnswer.body.code]).toEqual([
      400,
      'missing_parameter',
    ]);
    const { status, body: answer } = await pay(bank, liveKey, body);
    expect([status, answer.code]).toEqual([422, 'rail_not_configured']);
    const { body: payment } = await bank.call(`/v1/payments/${answer.paymentId}`, { key: liveKey });
    expect([payment.livemode, payment.status]).toEqual([true, 'declined']);
    const refund = await bank.call(`/v1/payments/${payment.id}/refund`, { key: liveKey, body: {} });
    expect(refund.body.code).toBe('missing_parameter');
  });
});

describe('a payment to a wallet', () => {
  it('with a closed account is refused, because the wallet lacks that currency', async () => {
    const parties = await openPaymentParties(bank, key);
    const { body: wallet } = await bank.call(`/v1/wallets/${parties.otherWalletId}`, { key });
    const { accountId } = wallet.balances[0];
    const closeAnswer = await bank.call(`/v1/accounts/${accountId}/close`, { key, method: 'POST' });
    expect(closeAnswer.body.status).toBe('closed');
    await writesNothing(bank, async () => {
      const sides = { sourceAccountId: parties.from, destinationWalletId: parties.otherWalletId };
      const answer = await pay(bank, key, { amount: 10, ...sides });
      expect([answer.status, answer.body.code]).toEqual([422, 'currency_not_in_wallet']);
    });
  });

  it('whose account is closed between acceptance and settling is declined', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kontor-test-'));
    const earlierBank = await openTestBank({}, dataDir);
    const { key: ownerKey } = await register(earlierBank);
    const parties = await openPaymentParties(earlierBank, ownerKey);
    const { body: wallet } = await earlierBank.call(`/v1/wallets/${parties.otherWalletId}`, {
      key: ownerKey,
    });
    const { accountId } = wallet.balances[0];
    await earlierBank.close();
    // Without Temporal the payment is accepted and not settled.
    const bankWithoutTemporal = await openTestBank({ temporalAddress: NO_TEMPORAL }, dataDir);
    const sides = { sourceAccountId: parties.from, destinationWalletId: parties.otherWalletId };
    const body = { amount: 10, currency: 'EUR', ...sides };
    const sendAnswer = await bankWithoutTemporal.call('/v1/payments?wait=0', {
      key: ownerKey,
      body,
    });
    expect([sendAnswer.status, sendAnswer.body.status]).toEqual([202, 'processing']);
    const path = `/v1/accounts/${accountId}/close`;
    const closeAnswer = await bankWithoutTemporal.call(path, { key: ownerKey, method: 'POST' });
    expect(closeAnswer.body.status).toBe('closed');
    await bankWithoutTemporal.close();
    const laterBank = await openTestBank({}, dataDir);
    const readPayment = async () =>
      (await laterBank.call(`/v1/payments/${sendAnswer.body.id}`, { key: ownerKey })).body;
    await vi.waitFor(async () => expect((await readPayment()).status).toBe('declined'), {
      timeout: 60_000,
      interval: 100,
    });
    expect((await readPayment()).statusReason.code).toBe('account_closed');
    const balance = await laterBank.call(`/v1/accounts/${parties.from}/balance`, { key: ownerKey });
    expect([balance.body.posted, balance.body.available]).toEqual([50_000, 50_000]);
    await laterBank.close();
    rmSync(dataDir, { recursive: true });
  }, 120_000);
});

describe('an act on a payment', () => {
  const act = (id: string, name: string, body: object = {}) =>
    bank.call(`/v1/payments/${id}/${name}`, { key, body });

  it('that its status does not allow changes nothing', async () => {
    await writesNothing(bank, async () => {
      for (const [id, name, code] of [
        [paymentId, 'cancel', 'invalid_state_transition'],
        [paymentId, 'capture', 'invalid_state_transition'],
        [heldId, 'refund', 'invalid_state_transition'],
      ] as const) {
        const { status, body } = await act(id, name);
        expect([status, body.code], `${name} ${id}`).toEqual([409, code]);
      }
      const excessCapture = await act(heldId, 'capture', { amount: 101 });
      expect([excessCapture.status, excessCapture.body.code]).toEqual([
        422,
        'capture_exceeds_hold',
      ]);
      expect(excessCapture.body.paymentId).toBe(heldId);
      const refundAnswer = await act(paymentId, 'refund', { amount: 101 });
      expect([refundAnswer.status, refundAnswer.body.code]).toEqual([
        422,
        'reversal_exceeds_amount',
      ]);
      const { body } = await bank.call(`/v1/payments/${heldId}`, { key });
      expect(body.status).toBe('authorized');
    });
  });

  it.each([
    ['capture', { amount: 0 }],
    ['capture', { amount: '1' }],
    ['capture', { all: true }],
    ['cancel', { reason: '' }],
    ['cancel', { amount: 1 }],
    ['refund', { amount: 1.5 }],
    ['refund', { reason: '' }],
    ['refund', { reference: '' }],
    ['refund', { allowNegativeBalance: true }],
  ])('is refused: %s %j', async (name, body) => {
    await writesNothing(bank, async () => {
      expect((await act(paymentId, name, body)).status).toBe(422);
    });
  });

  it('that refunds more than the payee has is declined, and the payment stays completed', async () => {
    const { from, to } = parties;
    const { body } = await pay(bank, key, {
      amount: 5_000,
      sourceAccountId: from,
      destinationAccountId: to,
    });
    const { body: balance } = await bank.call(`/v1/accounts/${to}/balance`, { key });
    await pay(bank, key, {
      amount: balance.available,
      sourceAccountId: to,
      externalParty: { name: 'Away', method: 'cash' },
    });
    const refund = await act(body.id, 'refund?wait=10');
    expect([refund.status, refund.body.code]).toEqual([422, 'insufficient_funds']);
    expect(refund.body.paymentId).toBe(body.id);
    const answerAfter = await bank.call(`/v1/payments/${body.id}`, { key });
    expect(answerAfter.body).toMatchObject({
      status: 'completed',
      amountRefunded: 0,
      refundIds: [],
    });
  });
});

describe('GET /v1/payments refuses', () => {
  it.each([
    'status=posted',
    'status=',
    'minAmount=1.5',
    'maxAmount=-1',
    'startDate=yesterday',
    'endDate=2026-02-30',
    'wallet=x',
    'transactionId=x',
  ])('%s', async (query) => {
    const { status, body } = await bank.call(`/v1/payments?${query}`, { key });
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.errors[0].pointer).toBe(query.split('=')[0]);
  });

  it('an empty range of dates', async () => {
    const reversedRange = 'startDate=2026-02-02&endDate=2026-02-01';
    const { body } = await bank.call(`/v1/payments?${reversedRange}`, { key });
    expect(body.code).toBe('invalid_date_range');
  });
});
