// Payments are authorised, captured later and refunded in parts. A payment always agrees with its
// transaction.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  openPaymentParties,
  type PaymentParties,
  pay as payIn,
  readEventTypesAbout,
} from '../../kit/money/payments.ts';

let bank: CheckedBank;
let key: string;
let parties: PaymentParties;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  parties = await openPaymentParties(bank, key);
});
afterAll(() => bank.close());

const pay = (body: object, idempotencyKey?: string) => payIn(bank, key, body, idempotencyKey);
const actOn = (id: string, name: string, body: object = {}) =>
  bank.call(`/v1/payments/${id}/${name}`, { key, body });
const readPosted = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.posted;
const externalPayee = { name: 'Shop', accountNumber: '1', method: 'ach' };

const readEventTypes = (id: string) => readEventTypesAbout(bank, key, id);

describe('a payment', () => {
  it('from account to account is one transaction with an id of its own', async () => {
    const { from, to } = parties;
    const postedBefore = await readPosted(to);
    const { status, body, headers } = await pay({
      amount: 1_000,
      sourceAccountId: from,
      destinationAccountId: to,
      reference: 'order-1',
      metadata: { order: '1' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'payment',
      status: 'completed',
      amount: 1_000,
      amountCaptured: 1_000,
      amountRefunded: 0,
      source: { accountId: from, walletId: null },
      destination: { accountId: to, walletId: null, externalParty: null },
      reference: 'order-1',
      metadata: { order: '1' },
      refundIds: [],
    });
    expect(headers.get('etag')).toContain(`"v${body.version}`);
    expect(await readPosted(to)).toBe(postedBefore + 1_000);
    const transaction = await bank.call(`/v1/transactions/${body.transactionId}`, { key });
    expect(transaction.body).toMatchObject({
      type: 'transfer',
      status: 'posted',
      paymentId: body.id,
      workflow: { id: expect.stringMatching(/^transfer/) },
    });
    const readAnswer = await bank.call(`/v1/payments/${body.id}`, { key });
    expect(readAnswer.body).toEqual(body);
    expect(await readEventTypes(body.id)).toEqual(['payment.created', 'payment.completed']);
  });

  it('from wallet to wallet uses the accounts in its currency', async () => {
    const { walletId, walletAccountId, otherWalletId } = parties;
    const { body } = await pay({
      amount: 500,
      sourceWalletId: walletId,
      destinationWalletId: otherWalletId,
    });
    const payeeWallet = await bank.call(`/v1/wallets/${otherWalletId}`, { key });
    expect(body).toMatchObject({
      status: 'completed',
      source: { accountId: walletAccountId, walletId },
      destination: { accountId: payeeWallet.body.balances[0].accountId, walletId: otherWalletId },
    });
    expect(payeeWallet.body.balances[0].posted).toBe(500);
  });

  it('to an external payee is a withdrawal: booked at once, or processing through a network', async () => {
    const payments = [
      ...['cash', 'book'].map((method) => ({ method, answer: [201, 'completed'] })),
      ...['ach', 'wire', 'card', 'sepa'].map((method) => ({ method, answer: [202, 'processing'] })),
    ];
    for (const { method, answer: expected } of payments) {
      const accountNumber =
        method === 'sepa' ? 'DE89370400440532013000' : externalPayee.accountNumber;
      const externalParty = { ...externalPayee, accountNumber, method };
      const { status, body } = await pay({
        amount: 10,
        sourceWalletId: parties.walletId,
        externalParty,
      });
      expect([status, body.status], method).toEqual(expected);
      expect(body.destination).toEqual({
        accountId: null,
        walletId: null,
        externalParty,
      });
    }
  });

  it('can be authorised first and captured in part later, and the remaining hold is released', async () => {
    const { from, to } = parties;
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await pay({
      amount: 2_000,
      sourceAccountId: from,
      destinationAccountId: to,
      capture: 'manual',
      holdExpiresAt: endsAt,
    });
    expect(body).toMatchObject({ status: 'authorized', amountCaptured: 0, expiresAt: endsAt });
    const captureAnswer = await actOn(body.id, 'capture', { amount: 1_500 });
    expect(captureAnswer.status).toBe(201);
    expect(captureAnswer.body).toMatchObject({ status: 'completed', amountCaptured: 1_500 });
    const repeatedAnswer = await actOn(body.id, 'capture', { amount: 1_500 });
    expect([repeatedAnswer.status, repeatedAnswer.headers.get('idempotency-replayed')]).toEqual([
      200,
      'true',
    ]);
    expect(repeatedAnswer.body).toEqual(captureAnswer.body);
    const { held } = (await bank.call(`/v1/accounts/${from}/balance`, { key })).body;
    expect(held).toBe(0);
    expect(await readEventTypes(body.id)).toEqual([
      'payment.created',
      'payment.authorized',
      'payment.completed',
    ]);
  });

  it('can be canceled before its capture, which releases the money', async () => {
    const { body } = await pay({
      amount: 2_000,
      sourceWalletId: parties.walletId,
      externalParty: externalPayee,
      capture: 'manual',
    });
    const cancelAnswer = await actOn(body.id, 'cancel', { reason: 'Out of stock' });
    expect([cancelAnswer.status, cancelAnswer.body.status]).toEqual([200, 'canceled']);
    expect(cancelAnswer.body.statusReason.message).toBe('Out of stock');
    expect((await actOn(body.id, 'cancel')).body.status).toBe('canceled');
    expect((await readEventTypes(body.id)).at(-1)).toBe('payment.canceled');
  });

  it('can be refunded in parts to the full amount, each refund a transaction that names the payment', async () => {
    const { from, to } = parties;
    const paymentAnswer = await pay({
      amount: 900,
      sourceAccountId: from,
      destinationAccountId: to,
    });
    const partialRefund = await actOn(paymentAnswer.body.id, 'refund', {
      amount: 400,
      reason: 'Broken',
    });
    expect(partialRefund.status).toBe(201);
    expect(partialRefund.body).toMatchObject({
      status: 'partially_refunded',
      amountCaptured: 900,
      amountRefunded: 400,
      refundIds: [partialRefund.body.refund.transactionId],
      refund: { status: 'posted', amount: 400, reason: 'Broken' },
    });
    const remainingRefund = await actOn(paymentAnswer.body.id, 'refund');
    expect(remainingRefund.body).toMatchObject({ status: 'refunded', amountRefunded: 900 });
    expect(remainingRefund.body.refundIds).toHaveLength(2);
    const { body: reversal } = await bank.call(
      `/v1/transactions/${remainingRefund.body.refund.transactionId}`,
      { key },
    );
    expect(reversal).toMatchObject({
      type: 'reversal',
      reversalOf: paymentAnswer.body.transactionId,
      paymentId: null,
      amount: 500,
    });
    expect(await readEventTypes(paymentAnswer.body.id)).toEqual([
      'payment.created',
      'payment.completed',
      'payment.partially_refunded',
      'payment.refunded',
    ]);
  });

  it('reflects every direct act on its transaction', async () => {
    const { from, to } = parties;
    const body = { amount: 700, sourceAccountId: from, destinationAccountId: to };
    const heldPayment = (await pay({ ...body, capture: 'manual' })).body;
    await bank.call(`/v1/transactions/${heldPayment.transactionId}/capture`, { key, body: {} });
    expect((await bank.call(`/v1/payments/${heldPayment.id}`, { key })).body.status).toBe(
      'completed',
    );
    await bank.call(`/v1/transactions/${heldPayment.transactionId}/reverse?wait=10`, {
      key,
      body: { reason: 'Back' },
    });
    expect((await bank.call(`/v1/payments/${heldPayment.id}`, { key })).body.status).toBe(
      'refunded',
    );
  });

  it('that the bank declines keeps its record, and the answer names payment and transaction', async () => {
    const { status, body } = await pay({
      amount: 99_999_999,
      sourceAccountId: parties.from,
      destinationAccountId: parties.to,
    });
    expect([status, body.code]).toEqual([422, 'insufficient_funds']);
    const { body: record } = await bank.call(`/v1/payments/${body.paymentId}`, { key });
    expect(record).toMatchObject({
      status: 'declined',
      transactionId: body.transactionId,
      statusReason: { code: 'insufficient_funds' },
    });
    expect(await readEventTypes(record.id)).toEqual(['payment.created', 'payment.declined']);
  });

  it('expires with its hold', async () => {
    const { body } = await pay({
      amount: 10,
      sourceAccountId: parties.from,
      destinationAccountId: parties.to,
      capture: 'manual',
      holdExpiresAt: new Date(Date.now() + 1_500).toISOString(),
    });
    await expect
      .poll(async () => (await bank.call(`/v1/payments/${body.id}`, { key })).body.status, {
        timeout: 30_000,
      })
      .toBe('expired');
  });

  it('can be previewed by a dry run, which writes nothing', async () => {
    await writesNothing(bank, async () => {
      const body = { amount: 100, currency: 'EUR', sourceWalletId: parties.walletId };
      const makeDryRun = (overrides: object) =>
        bank.call('/v1/payments', { key, body: { ...body, ...overrides, dryRun: true } });
      const affordableDryRun = await makeDryRun({ destinationAccountId: parties.to });
      expect([affordableDryRun.status, affordableDryRun.body.wouldPost]).toEqual([200, true]);
      const excessiveDryRun = await makeDryRun({
        destinationAccountId: parties.to,
        amount: 99_999_999,
      });
      expect(excessiveDryRun.body.rejection.code).toBe('insufficient_funds');
    });
  });
});

describe('the idempotency key of a payment', () => {
  it('pays once, however often it is sent, also concurrently', async () => {
    const { from, to } = parties;
    const postedBefore = await readPosted(to);
    const idempotencyKey = crypto.randomUUID();
    const body = { amount: 77, sourceAccountId: from, destinationAccountId: to };
    const answers = await Promise.all(Array.from({ length: 30 }, () => pay(body, idempotencyKey)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const repeatedAnswer = await pay(body, idempotencyKey);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(repeatedAnswer.body.id).toBe(answers[0]?.body.id);
    expect(await readPosted(to)).toBe(postedBefore + 77);
  });

  it('may also be used for a transaction, which is then a separate one', async () => {
    const { from, to } = parties;
    const idempotencyKey = crypto.randomUUID();
    const sides = { amount: 5, sourceAccountId: from, destinationAccountId: to };
    const paymentAnswer = await pay(sides, idempotencyKey);
    const sendAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: { type: 'transfer', currency: 'EUR', ...sides },
      headers: { 'idempotency-key': idempotencyKey },
    });
    expect([paymentAnswer.status, sendAnswer.status]).toEqual([201, 201]);
    expect(sendAnswer.body.id).not.toBe(paymentAnswer.body.transactionId);
  });
});
