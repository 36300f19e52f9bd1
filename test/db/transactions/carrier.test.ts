// The workflow of a transaction: its own where operators may search for it, otherwise the shared
// workflow of its group.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerMarket } from '../../../db/exchange/market.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { settleTransactions } from '../../../db/money/calls.ts';
import { searchableTest } from '../../../db/transactions/carrier.ts';
import { listUnstarted, listUnstartedOwn } from '../../../db/transactions/reads.ts';
import { decimalOf } from '../../../ledger/rates.ts';
import { acceptIn, openCustomer, openPairIn, type Pair, reverseIn } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';

const GROUP = { id: 'transfers/txn_first', runId: 'run' };

let ledger: Ledger;
let pair: Pair;
beforeEach(async () => {
  const rates = new Map(
    [
      ['EUR', '1'],
      ['JPY', '160'],
    ].map(([code = '', rate = '']) => [code, decimalOf(rate) ?? { units: 1n, scale: 0 }]),
  );
  const table = { source: 'test', base: 'EUR', asOf: Date.now(), rates };
  const market = { latest: () => table, maxAgeMs: 1, servesStale: true, spreadBps: 0 };
  ledger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    market,
    workflowAbove: 100,
  });
  pair = await openPairIn(ledger, await openCustomer(ledger), 100_000);
});
afterEach(() => ledger.close());

const sides = () => ({ sourceAccountId: pair.from, destinationAccountId: pair.to });

interface WorkflowColumns {
  readonly workflowId: string | null;
  readonly workflowRunId: string | null;
  readonly workflowStartedAt: number | null;
}

const workflowOf = (id: string) =>
  ledger.database.raw
    .prepare<[string], WorkflowColumns>(
      `SELECT workflow_id AS workflowId, workflow_run_id AS workflowRunId,
       workflow_started_at AS workflowStartedAt FROM transactions WHERE id = ?`,
    )
    .get(id);

async function settlePayment(fields: Parameters<typeof acceptIn>[1]) {
  const { id } = await acceptIn(ledger, fields);
  const [outcome] = await ledger.run(settleTransactions, { ids: [id], workflow: GROUP });
  return { id, status: outcome?.status, ...workflowOf(id) };
}

it("a transaction that is posted at once has its group's workflow", async () => {
  const first = await settlePayment({ ...sides(), amount: 10_000 });
  expect(first).toMatchObject({
    status: 'posted',
    workflowId: GROUP.id,
    workflowRunId: GROUP.runId,
  });
  expect(first.workflowStartedAt).not.toBeNull();
});

const PARTY = { externalParty: { name: 'Grace Hopper' } };
it.each([
  ['a large amount', 'posted', () => ({ ...sides(), amount: 10_001 })],
  ['a decline', 'declined', () => ({ ...sides(), amount: 900_000_000 })],
  ['a hold', 'pending', () => ({ ...sides(), capture: 'manual' as const })],
  [
    'money from an external party',
    'posted',
    () => ({ type: 'deposit' as const, destinationAccountId: pair.to, ...PARTY }),
  ],
])('%s has its own workflow, still to be started', async (_, status, fields) => {
  const first = await settlePayment(fields());
  const ownWorkflowColumns = {
    workflowId: `transfer/${first.id}`,
    workflowRunId: null,
    workflowStartedAt: null,
  };
  expect(first).toMatchObject({ status, ...ownWorkflowColumns });
  const order = { before: Date.now() + 1_000, limit: 10 };
  expect(listUnstartedOwn(ledger, order).map(({ id }) => id)).toContain(first.id);
  expect(listUnstarted(ledger, { ...order, after: '' })).toEqual([]);
});

it('a reversed group member and its reversal each get their own workflow', async () => {
  const facts = await acceptIn(ledger, { ...sides(), amount: 100 });
  await ledger.run(settleTransactions, { ids: [facts.id], workflow: GROUP });
  expect(workflowOf(facts.id)?.workflowId).toBe(GROUP.id);
  const reversal = await reverseIn(ledger, facts, 40);
  await ledger.run(settleTransactions, { ids: [reversal.id], workflow: GROUP });
  for (const id of [facts.id, reversal.id]) {
    expect(workflowOf(id)).toEqual({
      workflowId: `transfer/${id}`,
      workflowRunId: null,
      workflowStartedAt: null,
    });
  }
  await ledger.run(settleTransactions, {
    ids: [facts.id],
    workflow: { id: `transfer/${facts.id}`, runId: 'its run' },
  });
  expect(workflowOf(facts.id)?.workflowStartedAt).not.toBeNull();
});

it('a workflow name that an answer may have stated stays, even for a single transaction that another workflow settles', async () => {
  const { id } = await acceptIn(ledger, { ...sides(), amount: 100 });
  const answeredName = `transfers/${id}`;
  const settleBy = (workflowId: string, runId: string | null) =>
    ledger.run(settleTransactions, { ids: [id], workflow: { id: workflowId, runId } });
  await settleBy(answeredName, null);
  await settleBy(`transfer/${id}`, 'its run');
  expect(workflowOf(id)).toMatchObject({ workflowId: answeredName, workflowStartedAt: null });
  await settleBy(answeredName, 'its run');
  expect(workflowOf(id)).toMatchObject({ workflowId: answeredName });
  expect(workflowOf(id)?.workflowStartedAt).not.toBeNull();
});

it('a group workflow is marked as started only for the transactions that it settles', async () => {
  const acceptedPair = [
    await acceptIn(ledger, { ...sides(), amount: 100 }),
    await acceptIn(ledger, { ...sides(), amount: 100 }),
  ].map(({ id }) => id);
  const [first = '', second = ''] = acceptedPair;
  await ledger.run(settleTransactions, {
    ids: acceptedPair,
    workflow: { id: GROUP.id, runId: null },
  });
  await ledger.run(settleTransactions, { ids: [first], workflow: GROUP });
  expect(workflowOf(first)?.workflowStartedAt).not.toBeNull();
  expect(workflowOf(second)?.workflowStartedAt).toBeNull();
});

it('a member of a started group keeps its workflow name when its own workflow settles it', async () => {
  const { id } = await acceptIn(ledger, { ...sides(), amount: 100 });
  await ledger.run(settleTransactions, { ids: [id], workflow: GROUP });
  await ledger.run(settleTransactions, {
    ids: [id],
    workflow: { id: `transfer/${id}`, runId: 'its run' },
  });
  expect(workflowOf(id)).toMatchObject({ workflowId: GROUP.id, workflowRunId: GROUP.runId });
});

it("a transaction's own workflow that settles it stays its named workflow", async () => {
  const { id } = await acceptIn(ledger, { ...sides(), amount: 10_001 });
  const ownWorkflow = { id: `transfer/${id}`, runId: 'its run' };
  await ledger.run(settleTransactions, { ids: [id], workflow: ownWorkflow });
  expect(workflowOf(id)).toMatchObject({
    workflowId: ownWorkflow.id,
    workflowRunId: ownWorkflow.runId,
  });
});

describe('the workflow threshold in another currency', () => {
  it.each([
    ['JPY', 16_000, false],
    ['JPY', 16_001, true],
    ['SEK', 1, true],
  ])('is exceeded by %s %i: %s', (currency, amount, isLarge) => {
    const isSearchable = searchableTest(ledgerMarket(ledger.database), 100);
    const row = { externalParty: null, reversalOf: null, amount, currency };
    expect(isSearchable(row as Parameters<typeof isSearchable>[0])).toBe(isLarge);
  });
});
