// The workflow of payments that are posted with an alert: the first one, which operators may search
// for, has its own, and those that share its alert have the workflow of their group.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RiskScorer, ScoredPayment } from '../../../db/kernel/judge.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { settleTransactions } from '../../../db/money/calls.ts';
import { reviewPayment } from '../../../db/risk/acts.ts';
import { findRiskDecision, listRiskDecisions } from '../../../db/risk/reads.ts';
import { listReviews } from '../../../db/risk/review-reads.ts';
import type { TransferFacts } from '../../../db/transactions/port.ts';
import {
  acceptIn,
  cause,
  openCustomer,
  openPairIn,
  type Pair,
  reverseIn,
  TENANT,
} from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';

const GROUP = { id: 'transfers/txn_first', runId: 'run' };

let ledger: Ledger;
let pair: Pair;
afterEach(() => ledger.close());

async function settlePayment() {
  const sides = { sourceAccountId: pair.from, destinationAccountId: pair.to };
  const { id } = await acceptIn(ledger, { ...sides, amount: 100 });
  const [outcome] = await ledger.run(settleTransactions, { ids: [id], workflow: GROUP });
  const workflowId = ledger.database.raw
    .prepare<[string], string | null>('SELECT workflow_id FROM transactions WHERE id = ?')
    .pluck()
    .get(id);
  return { id, status: outcome?.status, workflowId };
}

const HALF_SURE: ScoredPayment = {
  serving: 'production',
  model: { name: 'made-up', version: '1.0.0', sha256: 'ab'.repeat(32) },
  features: [1],
  probability: 0.6,
  thresholds: { review: 0.5, block: null, decline: null },
  reasons: null,
  asOf: 0,
};

describe('payments posted with an alert', () => {
  beforeEach(async () => {
    const scorer: RiskScorer = {
      ask: async (rows) => new Map(rows.map(({ id }) => [id, HALF_SURE])),
      applyRules: () => [],
    };
    ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', risk: () => scorer });
    pair = await openPairIn(ledger, await openCustomer(ledger), 100_000);
  });

  it('share the open alert of the first payment until a person decides', async () => {
    const [first, second, third] = [
      await settlePayment(),
      await settlePayment(),
      await settlePayment(),
    ];
    expect(first).toMatchObject({ status: 'posted', workflowId: `transfer/${first?.id}` });
    for (const later of [second, third]) {
      expect(later).toMatchObject({ status: 'posted', workflowId: GROUP.id });
    }
    const { data } = await listReviews(ledger, { status: 'open', startingAfter: null, limit: 10 });
    expect(data.map(({ transactionId }) => transactionId)).toEqual([first?.id]);
    await ledger.run(reviewPayment, {
      reviewId: data[0]?.id ?? '',
      decision: 'approved',
      reason: 'Known.',
      decidedBy: 'opr_1',
      cause,
    });
    const next = await settlePayment();
    expect(next.workflowId).toBe(`transfer/${next.id}`);
  });

  it('name the workflow of their transaction, in whichever workflow they were judged', async () => {
    await settlePayment();
    const { id } = await settlePayment();
    const order = { tenantId: TENANT, transactionId: id, limit: 10, startingAfter: null };
    const named = async () => (await listRiskDecisions(ledger, order)).data[0];
    expect(await named()).toMatchObject({ decision: 'review', workflowId: GROUP.id });
    const reversal = await reverseIn(ledger, { id } as TransferFacts, 40);
    await ledger.run(settleTransactions, { ids: [reversal.id], workflow: GROUP });
    const ownWorkflow = `transfer/${id}`;
    const now = await named();
    expect(now?.workflowId).toBe(ownWorkflow);
    expect((await findRiskDecision(ledger, TENANT, now?.id ?? ''))?.workflowId).toBe(ownWorkflow);
  });
});
