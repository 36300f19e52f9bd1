// Reads of risk decisions use an index, like the reads of query-plans.test.ts.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRiskDecision, listRiskDecisions } from '../../../db/risk/reads.ts';
import { listDecided } from '../../../db/transactions/reads.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { plansIn } from '../plans-in.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const listBy = (filter: object) => async () =>
  listRiskDecisions(filled.ledger, {
    tenantId: filled.tenantId,
    limit: 10,
    startingAfter: null,
    ...filter,
  });

const READS: readonly [string, string, () => Promise<unknown>][] = [
  ['the decisions of a tenant', 'risk_decisions_by_tenant', listBy({})],
  ['the decisions of one kind', 'risk_decisions_by_tenant', listBy({ decision: 'review' })],
  ['the decision of a payment', '(transaction_id=?)', listBy({ transactionId: 'txn_none' })],
  [
    'a decision',
    'sqlite_autoindex_risk_decisions_1 (id=?)',
    () => findRiskDecision(filled.ledger, filled.tenantId, 'dec_none'),
  ],
];

test.each(READS)('%s: read through %s, without a table scan', async (_label, index, read) => {
  const plans = await plansIn(filled.ledger, read);
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
  expect(plans.join('; ')).toContain(index);
});

test('decisions waiting for their effect are searched among waiting reviews only', async () => {
  const order = { before: Date.now(), after: '', limit: 8 };
  const plans = await plansIn(filled.ledger, () => listDecided(filled.ledger, order));
  expect(plans.filter((plan) => /^SCAN (?!\(|t$)/.test(plan))).toEqual([]);
  const waiting =
    'SEARCH transactions USING INDEX transactions_not_final (status=? AND stage=? AND id>?)';
  // Two statuses at five stages.
  expect(plans.filter((plan) => plan === waiting)).toHaveLength(10);
});
