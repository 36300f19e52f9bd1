// A developer with training data in the ledger: payments that a model judged, some of them reversed
// as fraud, some reviewed by an operator.

import { expect } from 'vitest';
import { OPERATOR_KEY, openAccounts, register, type TestBank } from '../bank/bank.ts';

/** Returns the body of a training on the ledger that takes some seconds. */
export function makeLedgerTraining(overrides: object = {}) {
  return {
    name: 'own-fraud',
    task: 'fraud',
    dataset: { source: 'ledger_query' },
    algorithm: 'gbdt',
    hyperparameters: { rounds: 20, leaves: 4 },
    ...overrides,
  };
}

const PAYERS = 6;

/**
 * Makes payments in one batch and returns them, the largest first.
 * @param suspected number of payments of the first payer that are reviewed afterwards
 */
export async function makePayments(bank: TestBank, payments: number, suspected = 0) {
  const { key, developerId } = await register(bank);
  const funds = Array.from({ length: PAYERS }, () => 500_000);
  // Accounts of two customers: no model is consulted for payments between accounts of one customer.
  const { accountIds: payers } = await openAccounts(bank, key, funds);
  const { accountIds: payees } = await openAccounts(bank, key, [0, 0, 0, 0]);
  if (suspected > 0) {
    const hit = { accountId: payers[0], decision: 'review', times: suspected };
    const planned = await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body: hit });
    expect(planned.status, JSON.stringify(planned.body)).toBeLessThan(300);
  }
  const items = Array.from({ length: payments }, (_, n) => ({
    type: 'transfer',
    amount: 200 + ((n * 7919) % 900) + (n % 7 === 0 ? 600 : 0),
    currency: 'EUR',
    sourceAccountId: payers[n % PAYERS],
    destinationAccountId: payees[(n * 5) % payees.length],
    reference: `pay-${n}`,
  }));
  const body = { mode: 'best_effort', items };
  const sent = await bank.call('/v1/transactions/batch?wait=10', { key, body });
  expect(sent.body.counts, JSON.stringify(sent.body)).toMatchObject({ posted: payments });
  const ids: string[] = bank.bank.environments.sandbox.ledger.database.raw
    .prepare<[string], string>(
      `SELECT id FROM transactions WHERE tenant_id = ? AND type = 'transfer' ORDER BY amount DESC`,
    )
    .pluck()
    .all(developerId);
  return { key, developerId, ids, payers };
}

/** Reverses payments as fraud. */
export async function reverseAsFraud(bank: TestBank, key: string, ids: readonly string[]) {
  const reason = { reason: 'The customer did not make it.', reasonCode: 'fraud' };
  for (const id of ids) {
    const { status, body } = await bank.call(`/v1/transactions/${id}/reverse?wait=10`, {
      key,
      body: reason,
      headers: { 'idempotency-key': `back-${id}` },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.context).toEqual({ reasonCode: 'fraud' });
  }
}

/** Decides every review as an operator: upholds those about `upheld` and lifts the others. */
export async function decideReviews(bank: TestBank, developerId: string, upheld: string) {
  const list = '/v1/ops/reviews?environment=sandbox&status=open&limit=100';
  const { body } = await bank.call(list, { key: OPERATOR_KEY });
  const ownItems = body.data.filter(
    (item: { developerId: string }) => item.developerId === developerId,
  );
  for (const { id, accountId } of ownItems) {
    const verb = accountId === upheld ? 'reject' : 'approve';
    const answer = await bank.call(`/v1/ops/reviews/${id}/${verb}`, {
      key: OPERATOR_KEY,
      body: { environment: 'sandbox', reason: 'Seen.' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  return ownItems.length;
}

/** Advances the test clock of a developer by days. */
export async function advanceDays(bank: TestBank, key: string, days: number) {
  const body = { advanceBy: `P${days}D` };
  const { status } = await bank.call('/v1/sandbox/clock?wait=30', { key, body });
  expect(status).toBe(200);
}
