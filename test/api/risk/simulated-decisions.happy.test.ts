// In the sandbox a developer can simulate the decisions of operators about reviews and screening
// hits.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

const LISTED_NAME = 'Baltasar Quostrov';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const owner = await openAccounts(bank, key, [5_000_000, 0]);
  ({ customerId } = owner);
  [from = '', to = ''] = owner.accountIds;
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const send = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });
const pay = (amount: number) => send(transferOf(from, to, amount));
const payOut = (name: string, amount = 100) =>
  send({
    type: 'withdrawal',
    amount,
    currency: 'EUR',
    sourceAccountId: from,
    externalParty: { name },
  });
const simulateDecision = (name: string, body: object, callerKey = key) =>
  bank.call(`/v1/sandbox/simulations/${name}-decision`, { key: callerKey, body });
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

describe('a reserved sandbox amount', () => {
  test.each([
    [66_601, 201, 'posted', 'review'],
    [66_602, 202, 'pending_review', 'block_and_review'],
    [66_603, 422, 'declined', 'decline'],
  ])(
    'of %i is answered with %i: the payment is %s, and the decision is %s',
    async (amount, status, state, decision) => {
      const answer = await pay(amount);
      expect(answer.status).toBe(status);
      const id = answer.body.id ?? answer.body.transactionId;
      const { body } = await bank.call(`/v1/transactions/${id}`, { key });
      expect(body).toMatchObject({ status: state, risk: { decision } });
      expect(body.risk.reasons).toContainEqual(
        expect.objectContaining({ code: 'sandbox_simulated_hit' }),
      );
    },
  );

  test.each([{}, { externalParty: { name: 'Grace Hopper' } }])(
    'is an ordinary amount for a deposit: %j',
    async (partyFields) => {
      const deposit = { type: 'deposit', amount: 66_603, currency: 'EUR', ...partyFields };
      expect((await send({ ...deposit, destinationAccountId: to })).status).toBe(201);
    },
  );
});

describe('a simulated review', () => {
  test('can be approved, which books the payment; repeating the approval is not an error', async () => {
    const { body: heldPayment } = await pay(66_602);
    const decision = { transactionId: heldPayment.id, decision: 'approved' };
    const { status, body } = await simulateDecision('review', decision);
    expect([status, body.status]).toEqual([200, 'posted']);
    expect(body.timeline).toContainEqual(expect.objectContaining({ actor: 'simulation' }));
    expect((await simulateDecision('review', decision)).body.status).toBe('posted');
    const otherAnswer = await simulateDecision('review', { ...decision, decision: 'rejected' });
    expect(outcomeOf(otherAnswer)).toEqual([409, 'invalid_state_transition']);
  });

  test('can be rejected, which releases the money', async () => {
    const { body: heldPayment } = await pay(66_602);
    const availableBefore = (await bank.call(`/v1/accounts/${from}/balance`, { key })).body
      .available;
    const { body } = await simulateDecision('review', {
      transactionId: heldPayment.id,
      decision: 'rejected',
    });
    expect(body).toMatchObject({ status: 'declined', statusReason: { code: 'review_rejected' } });
    const availableAfter = (await bank.call(`/v1/accounts/${from}/balance`, { key })).body
      .available;
    expect(availableAfter - availableBefore).toBe(66_602);
  });

  test("cannot be decided with a developer's key, even one with the scope to approve payments", async () => {
    const { body: heldPayment } = await pay(66_602);
    expect(heldPayment.status).toBe('pending_review');
    const scopes = ['transactions:approve', 'transactions:read', 'transactions:write'];
    const approvingKey = await bank.call('/v1/developer/keys', {
      key,
      body: { name: 'T', scopes },
    });
    const path = `/v1/transactions/${heldPayment.id}/approve`;
    const answer = await bank.call(path, { key: approvingKey.body.apiKey, body: {} });
    expect(outcomeOf(answer)).toEqual([409, 'invalid_state_transition']);
  });

  test('of a payment without a review is refused', async () => {
    const { body } = await pay(1_200);
    const answer = await simulateDecision('review', {
      transactionId: body.id,
      decision: 'approved',
    });
    expect(outcomeOf(answer)).toEqual([409, 'invalid_state_transition']);
  });
});

describe('a simulated screening decision', () => {
  test('clears a hit for a payment, which then passes its review', async () => {
    const { body: heldPayment } = await payOut(LISTED_NAME);
    expect(heldPayment.status).toBe('pending_review');
    const { id: transactionId } = heldPayment;
    const earlyReview = await simulateDecision('review', { transactionId, decision: 'approved' });
    expect(outcomeOf(earlyReview)).toEqual([409, 'screening_unresolved']);
    const { status, body } = await simulateDecision('screening', {
      transactionId,
      decision: 'no_hit',
    });
    expect([status, body.hits[0].status, body.hits[0].screenedName]).toEqual([
      200,
      'no_hit',
      LISTED_NAME,
    ]);
    const approvalAnswer = await simulateDecision('review', {
      transactionId,
      decision: 'approved',
    });
    expect(approvalAnswer.body.status).toBe('posted');
  });

  test('confirms a hit, and the next payment to that party is refused', async () => {
    const { body: heldPayment } = await payOut(`${LISTED_NAME} `.toUpperCase().trim());
    expect(heldPayment.status).toBe('pending_review');
    const decisionBody = { transactionId: heldPayment.id, decision: 'confirmed_hit' };
    const { body } = await simulateDecision('screening', decisionBody);
    expect((await simulateDecision('screening', decisionBody)).body.hits).toEqual(body.hits);
    const repeatedAnswer = await payOut(LISTED_NAME.toUpperCase());
    expect(outcomeOf(repeatedAnswer)).toEqual([422, 'sanctions_match']);
  });

  test('about a customer can name the customer or the hit', async () => {
    const answer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: LISTED_NAME, dateOfBirth: '1960-01-01' },
    });
    expect(answer.body.kycStatus).toBe('manual_review');
    const decisionBody = {
      customerId: answer.body.id,
      decision: 'no_hit',
      reason: 'Somebody else',
    };
    const { body } = await simulateDecision('screening', decisionBody);
    expect(body.hits[0]).toMatchObject({
      customerId: answer.body.id,
      decision: { by: 'simulation', reason: 'Somebody else' },
    });
    const { customerId: _, ...decisionFields } = decisionBody;
    const hitDecision = await simulateDecision('screening', {
      ...decisionFields,
      hitId: body.hits[0].id,
    });
    expect(hitDecision.body.hits).toEqual(body.hits);
  });

  test('is not found for a customer without a hit', async () => {
    const answer = await simulateDecision('screening', { customerId, decision: 'no_hit' });
    expect(outcomeOf(answer)).toEqual([404, 'screening_hit_not_found']);
    const answerWithoutTarget = await simulateDecision('screening', { decision: 'no_hit' });
    expect(outcomeOf(answerWithoutTarget)).toEqual([422, 'validation_failed']);
  });
});

test("a developer cannot decide about another developer's objects", async () => {
  const strangerKey = (await register(bank)).key;
  const { body: heldPayment } = await pay(66_602);
  const transactionId = heldPayment.id;
  for (const [name, body] of [
    ['review', { transactionId, decision: 'approved' }],
    ['screening', { transactionId, decision: 'no_hit' }],
  ] as const) {
    const answer = await simulateDecision(name, body, strangerKey);
    expect(outcomeOf(answer), name).toEqual([404, 'transaction_not_found']);
  }
  const foreignAnswer = await simulateDecision(
    'screening',
    { customerId, decision: 'no_hit' },
    strangerKey,
  );
  expect(outcomeOf(foreignAnswer)).toEqual([404, 'customer_not_found']);
});
