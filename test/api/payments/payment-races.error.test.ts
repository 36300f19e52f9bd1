// A hundred concurrent callers: refunds of a payment never exceed the captured amount, and a hold
// is captured once.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type Answer, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  openPaymentParties,
  type PaymentParties,
  pay,
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

const CALLER_COUNT = 100;
const codeOf = ({ status, body }: Answer) => body.code ?? status;
const actOn = (id: string, name: string, body: object) =>
  bank.call(`/v1/payments/${id}/${name}`, {
    key,
    body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
const callAtOnce = (act: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: CALLER_COUNT }, act));
const makeSides = () => ({ sourceAccountId: parties.from, destinationAccountId: parties.to });

it('of 100 concurrent refunds of a tenth of a payment exactly ten are booked', async () => {
  const paymentAnswer = await pay(bank, key, { amount: 1_000, ...makeSides() });
  const answers = await callAtOnce(() =>
    actOn(paymentAnswer.body.id, 'refund?wait=10', { amount: 100 }),
  );
  const codes = answers.map(codeOf);
  expect(codes.filter((code) => code === 201)).toHaveLength(10);
  const refusals = ['reversal_exceeds_amount', 'already_reversed'];
  expect(codes.filter((code) => !refusals.includes(String(code)))).toHaveLength(10);
  const { body } = await bank.call(`/v1/payments/${paymentAnswer.body.id}`, { key });
  expect(body).toMatchObject({ status: 'refunded', amountCaptured: 1_000, amountRefunded: 1_000 });
  expect(body.refundIds).toHaveLength(10);
  const eventTypes = await readEventTypesAbout(bank, key, paymentAnswer.body.id);
  expect(eventTypes).toHaveLength(12);
});

it('100 concurrent captures and cancellations of one hold either capture or cancel that hold', async () => {
  const heldPayment = await pay(bank, key, { amount: 500, ...makeSides(), capture: 'manual' });
  let callCount = 0;
  const answers = await callAtOnce(() => {
    callCount += 1;
    return callCount % 2 === 0
      ? actOn(heldPayment.body.id, 'capture', {})
      : actOn(heldPayment.body.id, 'cancel', {});
  });
  const { body } = await bank.call(`/v1/payments/${heldPayment.body.id}`, { key });
  expect(['completed', 'canceled']).toContain(body.status);
  expect(body.amountCaptured).toBe(body.status === 'completed' ? 500 : 0);
  const allowed = [200, 201, 'invalid_state_transition'];
  expect(answers.map(codeOf).filter((code) => !allowed.includes(code))).toEqual([]);
});

it('the books balance after these concurrent requests', () => {
  const { ledger } = bank.bank.environments.sandbox;
  const { checks } = checkInvariants(ledger.database.raw, Date.now());
  expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
});
