// The second factor of a customer: enrolment, and the confirmation of payments above the threshold.

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { confirmTransaction } from '../../../db/mfa/step-ups.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { enrol, generateCode, requestTransfer } from '../../kit/people/mfa.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const readBalance = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body;
const read = async (id: string) => (await bank.call(`/v1/transactions/${id}`, { key })).body;
const confirm = (id: string, code: string) =>
  bank.call(`/v1/transactions/${id}/confirm`, { key, body: { code } });

describe('a second factor', () => {
  it('is enrolled, becomes active with a first code, can be renewed and disabled', async () => {
    const { customerId } = await openAccounts(bank, key, []);
    const answer = await bank.call('/v1/auth/mfa/enable', { key, body: { customerId } });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ object: 'mfa_factor', status: 'pending', customerId });
    expect(answer.body.otpauthUri).toContain(answer.body.secret);
    const { secret } = answer.body;
    const act = (name: string, code: string) =>
      bank.call(`/v1/auth/mfa/${name}`, { key, body: { customerId, code } });
    const verificationAnswer = await act('verify', generateCode(secret));
    expect([verificationAnswer.status, verificationAnswer.body.status]).toEqual([200, 'active']);
    const firstCodes = verificationAnswer.body.recoveryCodes as string[];
    const renewalAnswer = await act('recovery-codes', firstCodes[0] ?? '');
    const secondCodes = renewalAnswer.body.recoveryCodes as string[];
    expect(secondCodes).toHaveLength(10);
    // Codes of the first set are no longer valid.
    expect((await act('recovery-codes', firstCodes[1] ?? '')).body.code).toBe('mfa_invalid');
    const disableAnswer = await act('disable', secondCodes[0] ?? '');
    expect([disableAnswer.status, disableAnswer.body.status]).toEqual([200, 'disabled']);
    const repeatedAnswer = await bank.call('/v1/auth/mfa/enable', { key, body: { customerId } });
    expect(repeatedAnswer.body.status).toBe('pending');
    expect(repeatedAnswer.body.secret).not.toBe(secret);
    const eventsAnswer = await bank.call('/v1/events?type=customer.mfa.disabled', { key });
    expect(eventsAnswer.body.data[0].data.object.id).toBe(customerId);
  });
});

test.each(['withdrawal', 'exchange'] as const)(
  'a %s needs confirmation like a transfer',
  async (type) => {
    const { customerId, from, secret } = await enrol(bank, key);
    const account = { customerId, type: 'checking', currency: 'USD', name: 'Dollars' };
    const dollarAccountId = (await bank.call('/v1/accounts', { key, body: account })).body.id;
    const pendingPayment =
      type === 'withdrawal'
        ? await bank.call('/v1/transactions?wait=10', {
            key,
            body: { type, amount: 5_000, currency: 'EUR', sourceAccountId: from },
          })
        : await bank.call('/v1/transactions/exchange?wait=10', {
            key,
            body: {
              sourceAccountId: from,
              destinationAccountId: dollarAccountId,
              sourceCurrency: 'EUR',
              destinationCurrency: 'USD',
              sourceAmount: 5_000,
            },
          });
    expect([pendingPayment.status, pendingPayment.body.status]).toEqual([
      202,
      'requires_confirmation',
    ]);
    expect((await readBalance(from)).posted).toBe(100_000);
    const confirmationAnswer = await confirm(pendingPayment.body.id, generateCode(secret, 1));
    expect([
      confirmationAnswer.status,
      confirmationAnswer.body.status,
      confirmationAnswer.body.type,
    ]).toEqual([201, 'posted', type]);
    expect((await readBalance(from)).posted).toBe(95_000);
  },
);

describe('a payment above the threshold', () => {
  it('waits without any effect on money, and is booked once confirmed', async () => {
    const customer = await enrol(bank, key);
    const { from, to, secret } = customer;
    const pendingTransfer = await requestTransfer(bank, key, customer);
    expect([pendingTransfer.status, pendingTransfer.body.status]).toEqual([
      202,
      'requires_confirmation',
    ]);
    const { id, nextAction, cancelable, expiresAt } = pendingTransfer.body;
    expect(nextAction).toEqual({ type: 'mfa', expiresAt, url: `/v1/transactions/${id}/confirm` });
    expect(cancelable).toBe(true);
    const waitMs = Date.parse(expiresAt) - Date.parse(pendingTransfer.body.createdAt);
    expect(Math.abs(waitMs - 300_000)).toBeLessThan(5_000);
    expect(await readBalance(from)).toMatchObject({ posted: 100_000, held: 0, available: 100_000 });
    const confirmationAnswer = await confirm(id, generateCode(secret, 1));
    expect([
      confirmationAnswer.status,
      confirmationAnswer.body.status,
      confirmationAnswer.body.nextAction,
    ]).toEqual([201, 'posted', null]);
    expect(
      confirmationAnswer.body.timeline.map(({ status }: { status: string }) => status),
    ).toEqual(['pending', 'requires_confirmation', 'pending', 'posted']);
    expect([(await readBalance(from)).posted, (await readBalance(to)).posted]).toEqual([
      95_000, 5_000,
    ]);
    const eventsAnswer = await bank.call('/v1/events?type=transaction.requires_confirmation', {
      key,
    });
    expect(
      eventsAnswer.body.data.map(
        (event: { data: { object: { id: string } } }) => event.data.object.id,
      ),
    ).toContain(id);
  });

  it('needs no confirmation up to the threshold', async () => {
    const { from, to } = await enrol(bank, key);
    const body = transferOf(from, to, 1_000);
    expect((await bank.call('/v1/transactions?wait=10', { key, body })).status).toBe(201);
  });

  it('is decided again at its confirmation, since the money may be gone by then', async () => {
    const customer = await enrol(bank, key);
    const { from, to, recoveryCodes } = customer;
    const { id } = (await requestTransfer(bank, key, customer, { amount: 60_000 })).body;
    const otherTransactionId = (await requestTransfer(bank, key, customer, { amount: 60_000 })).body
      .id;
    expect((await confirm(id, recoveryCodes[0] ?? '')).status).toBe(201);
    const lateAnswer = await confirm(otherTransactionId, recoveryCodes[1] ?? '');
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([422, 'insufficient_funds']);
    expect([(await readBalance(from)).posted, (await readBalance(to)).posted]).toEqual([
      40_000, 60_000,
    ]);
  });

  it('is held for its capture, or for a second person, once confirmed', async () => {
    const customer = await enrol(bank, key, {
      requireMfaAbove: 1_000,
      requireApprovalAbove: 8_000,
    });
    const { from, recoveryCodes } = customer;
    const holdExpiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const manualCapture = await requestTransfer(bank, key, customer, {
      capture: 'manual',
      holdExpiresAt,
    });
    const confirmation = await confirm(manualCapture.body.id, recoveryCodes[0] ?? '');
    expect([confirmation.status, confirmation.body.status, confirmation.body.expiresAt]).toEqual([
      201,
      'pending',
      holdExpiresAt,
    ]);
    const largeTransfer = await requestTransfer(bank, key, customer, { amount: 9_000 });
    const answer = await confirm(largeTransfer.body.id, recoveryCodes[1] ?? '');
    expect([answer.status, answer.body.status]).toEqual([202, 'pending_approval']);
    expect(await readBalance(from)).toMatchObject({ held: 14_000 });
    const decision = { environment: 'sandbox', decision: 'granted', reason: 'Called them.' };
    await bank.call(`/v1/ops/approvals/${largeTransfer.body.id}/decision`, {
      key: OPERATOR_KEY,
      body: decision,
    });
    expect((await read(largeTransfer.body.id)).status).toBe('posted');
  });

  it('is announced by a dry run', async () => {
    const customer = await enrol(bank, key);
    const dryRun = await requestTransfer(bank, key, customer, { dryRun: true });
    expect(dryRun.body).toMatchObject({ wouldPost: false, status: 'requires_confirmation' });
    expect(dryRun.body.projected[0].resulting).toEqual(dryRun.body.projected[0].current);
  });

  it('can be canceled while it waits, and not confirmed afterwards', async () => {
    const customer = await enrol(bank, key);
    const { id } = (await requestTransfer(bank, key, customer)).body;
    const cancelAnswer = await bank.call(`/v1/transactions/${id}/cancel`, { key, body: {} });
    expect([cancelAnswer.status, cancelAnswer.body.status]).toEqual([200, 'canceled']);
    const lateAnswer = await confirm(id, customer.recoveryCodes[0] ?? '');
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
  });

  it('needs confirmation as a payment object too, with events that say so', async () => {
    const customer = await enrol(bank, key);
    const { type: _, ...sides } = transferOf(customer.from, customer.to, 2_000);
    const payment = await bank.call('/v1/payments?wait=10', { key, body: sides });
    expect([payment.status, payment.body.status]).toEqual([202, 'requires_confirmation']);
    const { id, transactionId } = payment.body;
    await confirm(transactionId, customer.recoveryCodes[0] ?? '');
    expect((await bank.call(`/v1/payments/${id}`, { key })).body.status).toBe('completed');
    const { data } = (await bank.call('/v1/events?limit=100&type=payment.*', { key })).body;
    const types = data
      .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
      .map((event: { type: string }) => event.type);
    expect(types.sort()).toEqual([
      'payment.completed',
      'payment.created',
      'payment.requires_confirmation',
    ]);
  });
});

test('the sandbox clock ends the waiting time, after which a confirmation is refused', async () => {
  const ownKey = (await register(bank)).key;
  const customer = await enrol(bank, ownKey);
  const { id } = (await requestTransfer(bank, ownKey, customer)).body;
  const ask = { key: ownKey, body: { advanceBy: 'PT6M' } };
  expect((await bank.call('/v1/sandbox/clock?wait=30', ask)).body.driven).toBe(1);
  const lateAnswer = await bank.call(`/v1/transactions/${id}/confirm`, {
    key: ownKey,
    body: { code: customer.recoveryCodes[0] },
  });
  expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
  const { status, statusReason } = (await bank.call(`/v1/transactions/${id}`, { key: ownKey }))
    .body;
  expect([status, statusReason.code]).toEqual(['expired', 'mfa_expired']);
});

test('a confirmed transaction continues even if the message to its workflow is lost', async () => {
  const customer = await enrol(bank, key);
  const { id } = (await requestTransfer(bank, key, customer)).body;
  const { ledger } = bank.bank.environments.sandbox;
  const { tenantId } = ledger.database.raw
    .prepare<[string], { tenantId: string }>(
      'SELECT tenant_id AS tenantId FROM transactions WHERE id = ?',
    )
    .get(id) ?? { tenantId: '' };
  const proof = { method: 'totp', code: generateCode(customer.secret, 1) };
  const cause = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };
  const order = {
    tenantId,
    transactionId: id,
    proof: { ...proof, method: 'totp' as const },
    cause,
  };
  expect(await ledger.run(confirmTransaction, order)).toEqual({ kind: 'done', replayed: false });
  await expect.poll(async () => (await read(id)).status, { timeout: 30_000 }).toBe('posted');
});
