// A second person of the developer approves transactions, with another credential than the
// requester's. Only a transaction that waits for such an approval can be approved or rejected.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let approverKey: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  approverKey = (await makeKey({ name: 'Treasurer', scopes: APPROVER_SCOPES })).apiKey;
  const { accountIds } = await openAccounts(bank, key, [5_000_000, 0]);
  [from = '', to = ''] = accountIds;
  const body = { currency: 'EUR', requireApprovalAbove: 1_000 };
  await bank.call(`/v1/accounts/${from}/limits`, { key, method: 'PUT', body });
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

const APPROVER_SCOPES = ['transactions:approve', 'transactions:read', 'transactions:write'];
const makeKey = async (body: object, callerKey = key) =>
  (await bank.call('/v1/developer/keys', { key: callerKey, body })).body;
const pay = async (amount = 1_001, callerKey = key, overrides: object = {}) => {
  const body = { ...transferOf(from, to, amount), ...overrides };
  return (await bank.call('/v1/transactions?wait=10', { key: callerKey, body })).body;
};
const decide = (
  id: string,
  verb: 'approve' | 'reject',
  callerKey = approverKey,
  body: object = {},
) => bank.call(`/v1/transactions/${id}/${verb}`, { key: callerKey, body });
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
/** Requests a deposit by an operator that another operator has to approve. */
async function requestDeposit(): Promise<{ id: string }> {
  const body = {
    environment: 'sandbox',
    accountId: to,
    amount: 2_000_000,
    currency: 'EUR',
    externalParty: { name: 'Example Ltd' },
    reason: 'Counter',
  };
  const answer = await bank.call('/v1/ops/deposits', { key: OPERATOR_KEY, body });
  expect(answer.body.status).toBe('pending_approval');
  return answer.body;
}
const REFUSED = [409, 'invalid_state_transition'];

describe('a second person of the developer', () => {
  it('can approve, which books the transaction; repeating the approval is not an error', async () => {
    const heldPayment = await pay();
    expect(heldPayment.status).toBe('pending_approval');
    const { status, body } = await decide(heldPayment.id, 'approve', approverKey, {
      reason: 'Invoice 7',
    });
    expect([status, body.status]).toEqual([200, 'posted']);
    const repeatedAnswer = await decide(heldPayment.id, 'approve');
    expect([repeatedAnswer.status, repeatedAnswer.body.status]).toEqual([200, 'posted']);
    const { body: events } = await bank.call('/v1/events?type=approval.granted', { key });
    expect(events.data[0].data.object).toMatchObject({
      transactionId: heldPayment.id,
      reason: 'Invoice 7',
    });
  });

  it('can reject, which releases the money', async () => {
    const heldPayment = await pay();
    const { status, body } = await decide(heldPayment.id, 'reject');
    expect([status, body.status, body.statusReason.code]).toEqual([
      200,
      'declined',
      'approval_denied',
    ]);
    expect(outcomeOf(await decide(heldPayment.id, 'approve'))).toEqual(REFUSED);
  });

  it('can approve a manual capture, which then waits for its capture', async () => {
    const heldPayment = await pay(1_500, key, { capture: 'manual' });
    const { body } = await decide(heldPayment.id, 'approve');
    expect(body.status).toBe('pending');
    const captureAnswer = await bank.call(`/v1/transactions/${heldPayment.id}/capture`, {
      key,
      body: {},
    });
    expect(captureAnswer.body.status).toBe('posted');
  });
});

describe('the requester cannot approve', () => {
  it('with the same key, its successor, or its predecessor', async () => {
    const created = await makeKey({ name: 'Pays', scopes: APPROVER_SCOPES });
    const heldPayment = await pay(1_001, created.apiKey);
    expect(outcomeOf(await decide(heldPayment.id, 'approve', created.apiKey))).toEqual(REFUSED);
    const rotate = `/v1/developer/keys/${created.id}/rotate`;
    const newKey = (await bank.call(rotate, { key, body: {} })).body;
    const secondRotation = await bank.call(`/v1/developer/keys/${newKey.id}/rotate`, {
      key,
      body: {},
    });
    for (const rotatedKey of [newKey.apiKey, secondRotation.body.apiKey]) {
      expect(outcomeOf(await decide(heldPayment.id, 'approve', rotatedKey))).toEqual(REFUSED);
      expect(outcomeOf(await decide(heldPayment.id, 'reject', rotatedKey))).toEqual(REFUSED);
    }
    const paymentByNewKey = await pay(1_001, newKey.apiKey);
    expect(outcomeOf(await decide(paymentByNewKey.id, 'approve', created.apiKey))).toEqual(REFUSED);
    expect((await decide(heldPayment.id, 'approve')).body.status).toBe('posted');
  });

  it('through a schedule that the requester made, or whose amount the requester set', async () => {
    const waitUntilDue = async (creatingKey: string, changingKey?: string) => {
      const body = {
        sourceAccountId: from,
        destinationAccountId: to,
        amount: 1_100,
        currency: 'EUR',
        startDate: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
        timezone: 'UTC',
        recurrence: { frequency: 'once' },
      };
      const answer = await bank.call('/v1/transactions/scheduled', { key: creatingKey, body });
      expect(answer.status).toBe(201);
      const path = `/v1/scheduled/${answer.body.id}`;
      if (changingKey) {
        const changeAnswer = await bank.call(path, {
          key: changingKey,
          method: 'PATCH',
          body: { amount: 1_200 },
        });
        expect(changeAnswer.status).toBe(200);
      }
      await bank.call(`${path}/run-now`, { key, body: {} });
      const listPath = `/v1/transactions?scheduleId=${answer.body.id}`;
      const readStatus = async () => (await bank.call(listPath, { key })).body.data[0]?.status;
      await expect.poll(readStatus, { timeout: 20_000 }).toBe('pending_approval');
      return (await bank.call(listPath, { key })).body.data[0].id as string;
    };
    const scopes = [...APPROVER_SCOPES, 'schedules:write'];
    const schedulingKey = (await makeKey({ name: 'Sets', scopes })).apiKey;
    const ownScheduleTransfer = await waitUntilDue(schedulingKey);
    expect(outcomeOf(await decide(ownScheduleTransfer, 'approve', schedulingKey))).toEqual(REFUSED);
    const changedScheduleTransfer = await waitUntilDue(key, schedulingKey);
    expect(outcomeOf(await decide(changedScheduleTransfer, 'approve', schedulingKey))).toEqual(
      REFUSED,
    );
    expect((await decide(changedScheduleTransfer, 'approve', key)).body.status).toBe('posted');
    expect((await decide(ownScheduleTransfer, 'approve')).body.status).toBe('posted');
  });

  it('with a newly created key: a key without the scope cannot create a key with it', async () => {
    const scopes = ['transactions:write', 'developer:write'];
    const { apiKey } = await makeKey({ name: 'Pays', scopes });
    const body = { name: 'Agrees', scopes: ['transactions:approve'] };
    const answer = await bank.call('/v1/developer/keys', { key: apiKey, body });
    expect(outcomeOf(answer)).toEqual([403, 'insufficient_scope']);
  });
});

it('a key without the scope can neither approve nor reject', async () => {
  const { apiKey } = await makeKey({ name: 'Pays', scopes: ['transactions:write'] });
  const heldPayment = await pay();
  for (const verb of ['approve', 'reject'] as const) {
    expect(outcomeOf(await decide(heldPayment.id, verb, apiKey))).toEqual([
      403,
      'insufficient_scope',
    ]);
  }
  await decide(heldPayment.id, 'reject');
});

it('a transaction that waits for an operator or is booked cannot be approved by the developer', async () => {
  const deposit = await requestDeposit();
  const posted = await pay(10);
  for (const { id } of [deposit, posted]) {
    expect(outcomeOf(await decide(id, 'approve')), id).toEqual(REFUSED);
  }
});

describe('a simulated approval in the sandbox', () => {
  const simulate = (transactionId: string, decision: string, callerKey = key) =>
    bank.call('/v1/sandbox/simulations/approval-decision', {
      key: callerKey,
      body: { transactionId, decision },
    });

  it.each([
    ['granted', 'posted', null],
    ['denied', 'declined', 'approval_denied'],
  ])('can be %s, and its transaction is %s', async (decision, state, code) => {
    const { id } = await pay();
    const { status, body } = await simulate(id, decision);
    expect([status, body.status, body.statusReason?.code ?? null]).toEqual([200, state, code]);
    const { body: events } = await bank.call(`/v1/events?type=approval.${decision}&order=desc`, {
      key,
    });
    const object = { transactionId: id, decidedBy: 'simulation' };
    expect(events.data[0].data.object).toMatchObject(object);
  });

  it('is refused for a transaction that waits for no approval, or for the approval of an operator', async () => {
    const deposit = await requestDeposit();
    for (const { id } of [await pay(10), deposit]) {
      expect(outcomeOf(await simulate(id, 'granted')), id).toEqual(REFUSED);
    }
  });

  it("does not find another developer's transaction", async () => {
    const strangerKey = (await register(bank)).key;
    const answer = await simulate((await pay()).id, 'granted', strangerKey);
    expect(outcomeOf(answer)).toEqual([404, 'transaction_not_found']);
  });
});

it('another developer cannot find the transaction', async () => {
  const strangerKey = (await register(bank)).key;
  const heldPayment = await pay();
  for (const verb of ['approve', 'reject'] as const) {
    const answer = await decide(heldPayment.id, verb, strangerKey);
    expect(outcomeOf(answer)).toEqual([404, 'transaction_not_found']);
  }
  expect((await decide(heldPayment.id, 'approve')).body.status).toBe('posted');
});
