// Reads that run often find their rows by an index, however large the tables grow. SQLite is asked
// for its plan of every statement that such a read prepares.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAccounts, readBalance, readBalanceAsOf } from '../../db/accounts/reads.ts';
import { listAlerts } from '../../db/alerts/reads.ts';
import {
  countWaitingItems,
  findBatch,
  listBatches,
  listBatchItems,
  listOpenBatches,
} from '../../db/batches/reads.ts';
import { readAnchoring } from '../../db/chain/anchor-reads.ts';
import {
  findDeployment,
  listAttempts,
  listOpenChainTransactions,
  listUndone,
  nextNonce,
} from '../../db/chain/order-reads.ts';
import { countOnChain, listStuckOnChain } from '../../db/chain/report.ts';
import { listCustomers } from '../../db/customers/reads.ts';
import { listEvents } from '../../db/events/reads.ts';
import { listOpenExecutions, readExecution } from '../../db/executions/reads.ts';
import { findPayment, listPayments } from '../../db/payments/reads.ts';
import { countOverdue, listOccurrences, listSchedules } from '../../db/schedules/reads.ts';
import {
  keyBefore,
  movementsAfter,
  openStatement,
  readStatementTotals,
} from '../../db/statements/reads.ts';
import { listDated } from '../../db/transactions/future-dates.ts';
import { countAcceptedByTenant, listStuck, readOpenWork } from '../../db/transactions/open-work.ts';
import {
  findTransaction,
  listAccepted,
  listTransactions,
  listUnstarted,
  listUnstartedAlone,
  listWaiting,
  readTimeline,
} from '../../db/transactions/reads.ts';
import { listWallets } from '../../db/wallets/reads.ts';
import { findDelivery, listDeliveries, readStatistics } from '../../db/webhooks/delivery-reads.ts';
import {
  countOpen,
  findPlannedFailure,
  listDue,
  readMailbox,
} from '../../db/webhooks/mailboxes.ts';
import { type LivedIn, livedInLedger } from './ledger-file.ts';
import { plansIn } from './plans-in.ts';

let lived: LivedIn;
beforeAll(async () => {
  lived = await livedInLedger();
});
afterAll(() => lived.ledger.close());

const PAGE = { limit: 10, startingAfter: null };

const plansOf = (read: () => Promise<unknown>) => plansIn(lived.ledger, read);

async function readStatement(): Promise<void> {
  const { ledger, tenantId, accounts } = lived;
  const range = { from: 0, to: Date.now() + 60_000 };
  const books = await openStatement(ledger, tenantId, accounts[0] ?? '', range);
  if (!books) throw new Error('no such account');
  await readStatementTotals(ledger, books);
  expect(movementsAfter(ledger, books, keyBefore(books), 10).length).toBeGreaterThan(0);
}

/** Some delivery of the ledger: without one its attempts are not looked for. */
let delivery = { id: '', to: '' };
beforeAll(() => {
  delivery = lived.ledger.database.raw
    .prepare<[], typeof delivery>('SELECT id, endpoint_id AS "to" FROM deliveries')
    .get() as typeof delivery;
});

/** Some batch of the ledger: without one its items are not looked for. */
let batchId = '';
beforeAll(() => {
  const batch = lived.ledger.database.raw.prepare<[], string>('SELECT id FROM batches').pluck();
  batchId = batch.get() ?? '';
});

const READS: readonly [string, string, () => Promise<unknown>][] = [
  [
    'the balance of an account',
    'holds_active_by_account holds_active_by_destination entries_by_account',
    () => readBalance(lived.ledger, lived.tenantId, lived.accounts[0] ?? ''),
  ],
  [
    'an earlier balance',
    'entries_by_account entries_value_dated hold_movements_by_account hold_movements_by_destination',
    () => readBalanceAsOf(lived.ledger, lived.tenantId, lived.accounts[0] ?? '', Date.now()),
  ],
  [
    'the accounts of a tenant',
    'accounts_by_tenant holds_active_by_account',
    () => listAccounts(lived.ledger, { tenantId: lived.tenantId, ...PAGE }),
  ],
  [
    'the customers of a tenant',
    'customers_by_tenant',
    () => listCustomers(lived.ledger, { tenantId: lived.tenantId, ...PAGE }),
  ],
  [
    'the customers of a tenant with an address',
    'customers_by_email',
    () => listCustomers(lived.ledger, { tenantId: lived.tenantId, email: 'a@b.example', ...PAGE }),
  ],
  [
    'the customers of a tenant with a name',
    'customers_by_tenant',
    () => listCustomers(lived.ledger, { tenantId: lived.tenantId, name: 'ada', ...PAGE }),
  ],
  [
    'a transaction',
    'transactions holds',
    () => findTransaction(lived.ledger, lived.tenantId, lived.transactions.posted),
  ],
  ['a timeline', 'timeline', () => readTimeline(lived.ledger, lived.transactions.posted)],
  [
    'the transactions of a tenant',
    'transactions_by_tenant',
    () => listTransactions(lived.ledger, { tenantId: lived.tenantId, ...PAGE }),
  ],
  [
    'the transactions of an account',
    'transactions_by_source transactions_by_destination',
    () => {
      const [accountId] = lived.accounts;
      return listTransactions(lived.ledger, { tenantId: lived.tenantId, accountId, ...PAGE });
    },
  ],
  [
    'the events after a sequence',
    'events_by_sequence',
    () => listEvents(lived.ledger, { tenantId: lived.tenantId, afterSequence: 0, limit: 10 }),
  ],
  [
    'transactions accepted and not settled',
    'transactions_not_final',
    () => listAccepted(lived.ledger, { acceptedBefore: Date.now(), after: '', limit: 10 }),
  ],
  [
    'the alerts of an account',
    'alerts_by_account',
    () => {
      const [accountId = ''] = lived.accounts;
      return listAlerts(lived.ledger, { tenantId: lived.tenantId, accountId, ...PAGE });
    },
  ],
  [
    'the wallets of a tenant',
    'wallets_by_tenant accounts_by_wallet',
    () => listWallets(lived.ledger, { tenantId: lived.tenantId, ...PAGE }),
  ],
  [
    'the schedules of a tenant',
    'schedules_by_tenant',
    () => listSchedules(lived.ledger, { tenantId: lived.tenantId, ...PAGE }),
  ],
  [
    'the dates of a schedule',
    'occurrences_by_schedule',
    () => listOccurrences(lived.ledger, { scheduleId: 'sch_x', ...PAGE }),
  ],
  [
    'due occurrences that have not begun',
    'occurrences_due',
    async () => countOverdue(lived.ledger, Date.now()),
  ],
  [
    'the payments of a tenant',
    'payments_by_tenant',
    () => listPayments(lived.ledger, { tenantId: lived.tenantId, ...PAGE }),
  ],
  [
    'the payments of an account',
    'payments_by_source payments_by_destination',
    () => {
      const [accountId] = lived.accounts;
      return listPayments(lived.ledger, { tenantId: lived.tenantId, accountId, ...PAGE });
    },
  ],
  [
    'the payments of a wallet',
    'payments_by_source_wallet payments_by_destination_wallet transactions_by_payment',
    () => {
      const walletId = 'wal_06ayx0rw7mf5w0h1y6k2v3c4d5';
      return listPayments(lived.ledger, { tenantId: lived.tenantId, walletId, ...PAGE });
    },
  ],
  [
    'a payment',
    'payments_by_tenant',
    () => findPayment(lived.ledger, lived.tenantId, 'pay_06ayx0rw7mf5w0h1y6k2v3c4d5'),
  ],
  [
    'the batches of a tenant',
    'batches_by_tenant',
    () => listBatches(lived.ledger, { tenantId: lived.tenantId, ...PAGE }),
  ],
  ['a batch', 'batches', () => findBatch(lived.ledger, lived.tenantId, batchId)],
  [
    'the items of a batch',
    'batch_items PRIMARY',
    () => listBatchItems(lived.ledger, { tenantId: lived.tenantId, batchId, ...PAGE }),
  ],
  [
    'the transactions of a batch',
    'transactions batch_items',
    () => listTransactions(lived.ledger, { tenantId: lived.tenantId, batchId, ...PAGE }),
  ],
  [
    'the batches that have not finished',
    'batches_open',
    async () => listOpenBatches(lived.ledger, { acceptedBefore: Date.now(), after: '', limit: 8 }),
  ],
  ['a statement', 'entries_by_account entries_value_dated', readStatement],
  [
    'transactions without a workflow',
    'transactions_unstarted',
    async () => listUnstarted(lived.ledger, { before: Date.now(), after: '', limit: 10 }),
  ],
  [
    'transactions that lack a workflow of their own',
    'transactions_unstarted',
    async () => listUnstartedAlone(lived.ledger, { before: Date.now(), limit: 10 }),
  ],
  [
    'the transactions with a metadata key',
    'metadata_terms',
    () =>
      listTransactions(lived.ledger, {
        ...PAGE,
        tenantId: lived.tenantId,
        metadata: [{ key: 'order', value: '17' }],
      }),
  ],
  [
    'transactions whose day has begun',
    'transactions_dated_by_day',
    () => listDated(lived.ledger, Date.now(), 10),
  ],
  ['transactions that wait', 'transactions_not_final', () => listWaiting(lived.ledger, '', 10)],
  [
    'the amount of open work',
    'transactions_not_final',
    () => readOpenWork(lived.ledger, Date.now()),
  ],
  [
    'orders on their way to the chain',
    'chain_transactions_open',
    () => listOpenChainTransactions(lived.ledger, 10),
  ],
  [
    'orders stuck on their way to the chain',
    'chain_transactions_open chain_attempts',
    async () => listStuckOnChain(lived.ledger, Date.now()),
  ],
  [
    'how much is on its way to the chain',
    'chain_transactions_open',
    async () => countOnChain(lived.ledger, Date.now()),
  ],
  [
    'the signed bytes of a chain transaction',
    'chain_attempts',
    () => listAttempts(lived.ledger, 'ctx_x'),
  ],
  [
    'the deployment of a contract',
    'chain_transactions_deployments',
    () => findDeployment(lived.ledger, 'Escrow', 1),
  ],
  [
    'what a chain has lost',
    'chain_transactions_by_nonce',
    () => listUndone(lived.ledger, { chain: 1, address: 'x', nonce: 0 }),
  ],
  [
    'the next nonce of an address',
    'chain_transactions_by_nonce',
    () => nextNonce(lived.ledger, 1, 'x'),
  ],
  [
    'the state of anchoring',
    'anchors_by_size checkpoints entries',
    async () => readAnchoring(lived.ledger),
  ],
  ['an execution', 'contract_executions', () => readExecution(lived.ledger, 'exe_x')],
  [
    'the executions that are not over',
    'contract_executions_open',
    () => listOpenExecutions(lived.ledger, { after: '', acceptedBefore: Date.now(), limit: 8 }),
  ],
  ['stuck transactions', 'transactions_not_final', () => listStuck(lived.ledger, Date.now(), 10)],
  [
    'deliveries due at an endpoint',
    'deliveries_due rowid',
    async () => listDue(lived.ledger, { endpointId: 'wh_x', now: Date.now(), limit: 64 }),
  ],
  ['a planned failure', 'PRIMARY', async () => findPlannedFailure(lived.ledger, 'wh_x')],
  ['the mailbox of an endpoint', 'deliveries_due', async () => readMailbox(lived.ledger, 'wh_x')],
  [
    'open deliveries of an endpoint',
    'deliveries_by_status',
    async () => countOpen(lived.ledger, 'wh_x'),
  ],
  [
    'the deliveries of an endpoint',
    'deliveries_by_status rowid delivery_attempts',
    () => listDeliveries(lived.ledger, { endpointId: delivery.to, status: null, ...PAGE }),
  ],
  [
    'a delivery',
    'rowid delivery_attempts',
    () => findDelivery(lived.ledger, delivery.to, delivery.id),
  ],
  [
    'the figures of an endpoint',
    'deliveries_by_status delivery_attempts_by_endpoint',
    () => readStatistics(lived.ledger, 'wh_x'),
  ],
];

const SCAN = /^SCAN(?! CONSTANT ROW| \(subquery| anchoring$)/;

test.each(READS)('%s: read through %s, without a table scan', async (_label, indexes, read) => {
  const plans = await plansOf(read);
  expect(plans.length).toBeGreaterThan(0);
  // A subquery has a separate plan; `anchoring` has one row.
  const scans = plans.filter((plan) => SCAN.test(plan));
  expect(scans).toEqual([]);
  for (const index of indexes.split(' ')) {
    expect(
      plans.some((plan) => plan.includes(index)),
      `${index} in ${plans.join('; ')}`,
    ).toBe(true);
  }
});

test('waiting transactions are counted by developer in an index of open ones only', async () => {
  const plans = await plansOf(async () => countAcceptedByTenant(lived.ledger));
  expect(plans.filter((plan) => !plan.includes('transactions_not_final'))).toEqual([
    'USE TEMP B-TREE FOR GROUP BY',
  ]);
});

test('waiting batch items are counted in an index of open batches only', async () => {
  const plans = await plansOf(async () => countWaitingItems(lived.ledger));
  expect(plans).toEqual(['SCAN batches USING INDEX batches_open', 'USE TEMP B-TREE FOR GROUP BY']);
});
