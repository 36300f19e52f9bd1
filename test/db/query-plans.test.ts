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
  listMovementsAfter,
  openStatement,
  readStatementTotals,
} from '../../db/statements/reads.ts';
import { listOverdueDated } from '../../db/transactions/future-dates.ts';
import { countAcceptedByTenant, listStuck, readOpenWork } from '../../db/transactions/open-work.ts';
import {
  findTransaction,
  listAccepted,
  listTransactions,
  listUnstarted,
  listUnstartedOwn,
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
import { type FilledLedger, openFilledLedger } from './ledger-file.ts';
import { plansIn } from './plans-in.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const PAGE = { limit: 10, startingAfter: null };

const plansOf = (read: () => Promise<unknown>) => plansIn(filled.ledger, read);

async function readStatement(): Promise<void> {
  const { ledger, tenantId, accounts } = filled;
  const range = { from: 0, to: Date.now() + 60_000 };
  const books = await openStatement(ledger, tenantId, accounts[0] ?? '', range);
  if (!books) throw new Error('no such account');
  await readStatementTotals(ledger, books);
  expect(listMovementsAfter(ledger, books, keyBefore(books), 10).length).toBeGreaterThan(0);
}

/** Some delivery of the ledger: without one its attempts are not looked for. */
let delivery = { id: '', to: '' };
beforeAll(() => {
  delivery = filled.ledger.database.raw
    .prepare<[], typeof delivery>('SELECT id, endpoint_id AS "to" FROM deliveries')
    .get() as typeof delivery;
});

/** Some batch of the ledger: without one its items are not looked for. */
let batchId = '';
beforeAll(() => {
  const batch = filled.ledger.database.raw.prepare<[], string>('SELECT id FROM batches').pluck();
  batchId = batch.get() ?? '';
});

const READS: readonly [string, string, () => Promise<unknown>][] = [
  [
    'the balance of an account',
    'holds_active_by_account holds_active_by_destination entries_by_account',
    () => readBalance(filled.ledger, filled.tenantId, filled.accounts[0] ?? ''),
  ],
  [
    'an earlier balance',
    'entries_by_account entries_value_dated hold_movements_by_account hold_movements_by_destination',
    () => readBalanceAsOf(filled.ledger, filled.tenantId, filled.accounts[0] ?? '', Date.now()),
  ],
  [
    'the accounts of a tenant',
    'accounts_by_tenant holds_active_by_account',
    () => listAccounts(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  [
    'the customers of a tenant',
    'customers_by_tenant',
    () => listCustomers(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  [
    'the customers of a tenant with an address',
    'customers_by_email',
    () =>
      listCustomers(filled.ledger, { tenantId: filled.tenantId, email: 'a@b.example', ...PAGE }),
  ],
  [
    'the customers of a tenant with a name',
    'customers_by_tenant',
    () => listCustomers(filled.ledger, { tenantId: filled.tenantId, name: 'ada', ...PAGE }),
  ],
  [
    'a transaction',
    'transactions holds',
    () => findTransaction(filled.ledger, filled.tenantId, filled.transactions.posted),
  ],
  ['a timeline', 'timeline', () => readTimeline(filled.ledger, filled.transactions.posted)],
  [
    'the transactions of a tenant',
    'transactions_by_tenant',
    () => listTransactions(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  [
    'the transactions of an account',
    'transactions_by_source transactions_by_destination',
    () => {
      const [accountId] = filled.accounts;
      return listTransactions(filled.ledger, { tenantId: filled.tenantId, accountId, ...PAGE });
    },
  ],
  [
    'the events after a sequence',
    'events_by_sequence',
    () => listEvents(filled.ledger, { tenantId: filled.tenantId, afterSequence: 0, limit: 10 }),
  ],
  [
    'transactions accepted and not settled',
    'transactions_not_final',
    () => listAccepted(filled.ledger, { acceptedBefore: Date.now(), after: '', limit: 10 }),
  ],
  [
    'the alerts of an account',
    'alerts_by_account',
    () => {
      const [accountId = ''] = filled.accounts;
      return listAlerts(filled.ledger, { tenantId: filled.tenantId, accountId, ...PAGE });
    },
  ],
  [
    'the wallets of a tenant',
    'wallets_by_tenant accounts_by_wallet',
    () => listWallets(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  [
    'the schedules of a tenant',
    'schedules_by_tenant',
    () => listSchedules(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  [
    'the dates of a schedule',
    'occurrences_by_schedule',
    () => listOccurrences(filled.ledger, { scheduleId: 'sch_x', ...PAGE }),
  ],
  [
    'due occurrences that have not begun',
    'occurrences_due',
    async () => countOverdue(filled.ledger, Date.now()),
  ],
  [
    'the payments of a tenant',
    'payments_by_tenant',
    () => listPayments(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  [
    'the payments of an account',
    'payments_by_source payments_by_destination',
    () => {
      const [accountId] = filled.accounts;
      return listPayments(filled.ledger, { tenantId: filled.tenantId, accountId, ...PAGE });
    },
  ],
  [
    'the payments of a wallet',
    'payments_by_source_wallet payments_by_destination_wallet transactions_by_payment',
    () => {
      const walletId = 'wal_06ayx0rw7mf5w0h1y6k2v3c4d5';
      return listPayments(filled.ledger, { tenantId: filled.tenantId, walletId, ...PAGE });
    },
  ],
  [
    'a payment',
    'payments_by_tenant',
    () => findPayment(filled.ledger, filled.tenantId, 'pay_06ayx0rw7mf5w0h1y6k2v3c4d5'),
  ],
  [
    'the batches of a tenant',
    'batches_by_tenant',
    () => listBatches(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  ['a batch', 'batches', () => findBatch(filled.ledger, filled.tenantId, batchId)],
  [
    'the items of a batch',
    'batch_items PRIMARY',
    () => listBatchItems(filled.ledger, { tenantId: filled.tenantId, batchId, ...PAGE }),
  ],
  [
    'the transactions of a batch',
    'transactions batch_items',
    () => listTransactions(filled.ledger, { tenantId: filled.tenantId, batchId, ...PAGE }),
  ],
  [
    'the batches that have not finished',
    'batches_open',
    async () => listOpenBatches(filled.ledger, { acceptedBefore: Date.now(), after: '', limit: 8 }),
  ],
  ['a statement', 'entries_by_account entries_value_dated', readStatement],
  [
    'transactions whose workflow has not started',
    'transactions_unstarted',
    async () => listUnstarted(filled.ledger, { before: Date.now(), after: '', limit: 10 }),
  ],
  [
    'transactions whose separate workflow has not started',
    'transactions_unstarted',
    async () => listUnstartedOwn(filled.ledger, { before: Date.now(), limit: 10 }),
  ],
  [
    'the transactions with a metadata key',
    'metadata_terms',
    () =>
      listTransactions(filled.ledger, {
        ...PAGE,
        tenantId: filled.tenantId,
        metadata: [{ key: 'order', value: '17' }],
      }),
  ],
  [
    'transactions whose value date has begun',
    'transactions_dated_by_day',
    () => listOverdueDated(filled.ledger, Date.now(), 10),
  ],
  ['transactions that wait', 'transactions_not_final', () => listWaiting(filled.ledger, '', 10)],
  [
    'the amount of open work',
    'transactions_not_final',
    () => readOpenWork(filled.ledger, Date.now()),
  ],
  [
    'orders that the chain has not confirmed',
    'chain_transactions_open',
    () => listOpenChainTransactions(filled.ledger, 10),
  ],
  [
    'orders that the chain has not confirmed in time',
    'chain_transactions_open chain_attempts',
    async () => listStuckOnChain(filled.ledger, Date.now()),
  ],
  [
    'the number of orders that the chain has not confirmed',
    'chain_transactions_open',
    async () => countOnChain(filled.ledger, Date.now()),
  ],
  [
    'the signed bytes of a chain transaction',
    'chain_attempts',
    () => listAttempts(filled.ledger, 'ctx_x'),
  ],
  [
    'the deployment of a contract',
    'chain_transactions_deployments',
    () => findDeployment(filled.ledger, 'Escrow', 1),
  ],
  [
    'the chain transactions that a chain no longer has',
    'chain_transactions_by_nonce',
    () => listUndone(filled.ledger, { chain: 1, address: 'x', nonce: 0 }),
  ],
  [
    'the next nonce of an address',
    'chain_transactions_by_nonce',
    () => nextNonce(filled.ledger, 1, 'x'),
  ],
  [
    'the state of anchoring',
    'anchors_by_size checkpoints entries',
    async () => readAnchoring(filled.ledger),
  ],
  ['an execution', 'contract_executions', () => readExecution(filled.ledger, 'exe_x')],
  [
    'the executions that have not ended',
    'contract_executions_open',
    () => listOpenExecutions(filled.ledger, { after: '', acceptedBefore: Date.now(), limit: 8 }),
  ],
  ['stuck transactions', 'transactions_not_final', () => listStuck(filled.ledger, Date.now(), 10)],
  [
    'deliveries due at an endpoint',
    'deliveries_due rowid',
    async () => listDue(filled.ledger, { endpointId: 'wh_x', now: Date.now(), limit: 64 }),
  ],
  ['a planned failure', 'PRIMARY', async () => findPlannedFailure(filled.ledger, 'wh_x')],
  ['the mailbox of an endpoint', 'deliveries_due', async () => readMailbox(filled.ledger, 'wh_x')],
  [
    'open deliveries of an endpoint',
    'deliveries_by_status',
    async () => countOpen(filled.ledger, 'wh_x'),
  ],
  [
    'the deliveries of an endpoint',
    'deliveries_by_status rowid delivery_attempts',
    () => listDeliveries(filled.ledger, { endpointId: delivery.to, status: null, ...PAGE }),
  ],
  [
    'a delivery',
    'rowid delivery_attempts',
    () => findDelivery(filled.ledger, delivery.to, delivery.id),
  ],
  [
    'the figures of an endpoint',
    'deliveries_by_status delivery_attempts_by_endpoint',
    () => readStatistics(filled.ledger, 'wh_x'),
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
  const plans = await plansOf(async () => countAcceptedByTenant(filled.ledger));
  expect(plans.filter((plan) => !plan.includes('transactions_not_final'))).toEqual([
    'USE TEMP B-TREE FOR GROUP BY',
  ]);
});

test('waiting batch items are counted in an index of open batches only', async () => {
  const plans = await plansOf(async () => countWaitingItems(filled.ledger));
  expect(plans).toEqual(['SCAN batches USING INDEX batches_open', 'USE TEMP B-TREE FOR GROUP BY']);
});
