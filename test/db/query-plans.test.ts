// Reads that run often find their rows by an index, however large the tables grow. SQLite is asked
// for its plan of every statement that such a read prepares.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listAccounts, readBalance, readBalanceAsOf } from '../../db/accounts.ts';
import { listCustomers } from '../../db/customers.ts';
import { listEvents } from '../../db/events.ts';
import { listStuck, readOpenWork } from '../../db/open-work.ts';
import {
  findTransaction,
  listAccepted,
  listTransactions,
  listWaiting,
  readTimeline,
} from '../../db/transactions.ts';
import { type LivedIn, livedInLedger } from './ledger-file.ts';

let lived: LivedIn;
beforeAll(async () => {
  lived = await livedInLedger();
});
afterAll(() => lived.ledger.close());

const PAGE = { limit: 10, startingAfter: null };
const NO_PARAMETERS = /\?|@\w+/g;

/** What SQLite does for each statement that the read prepares. */
async function plansOf(read: () => Promise<unknown>): Promise<string[]> {
  const { raw } = lived.ledger.database;
  const prepare = raw.prepare.bind(raw);
  const statements = new Set<string>();
  const spy = vi.spyOn(raw, 'prepare').mockImplementation((sql: string) => {
    statements.add(sql);
    return prepare(sql);
  });
  await read();
  spy.mockRestore();
  return [...statements].flatMap((sql) =>
    prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replace(NO_PARAMETERS, "'x'")}`)
      .all()
      .map(({ detail }) => detail),
  );
}

const READS: readonly [string, string, () => Promise<unknown>][] = [
  [
    'the balance of an account',
    'holds_active_by_account holds_active_by_destination entries_by_account',
    () => readBalance(lived.ledger, lived.tenantId, lived.accounts[0] ?? ''),
  ],
  [
    'an earlier balance',
    'entries_by_account hold_movements_by_account hold_movements_by_destination',
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
    () => listCustomers(lived.ledger, lived.tenantId, PAGE),
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
    'what was accepted and not settled',
    'transactions_not_final',
    () => listAccepted(lived.ledger, { acceptedBefore: Date.now(), after: '', limit: 10 }),
  ],
  ['what waits', 'transactions_not_final', () => listWaiting(lived.ledger, '', 10)],
  ['how much is open', 'transactions_not_final', () => readOpenWork(lived.ledger, Date.now())],
  ['what is stuck', 'transactions_not_final', () => listStuck(lived.ledger, Date.now(), 10)],
];

test.each(READS)('%s is found by %s', async (_what, indexes, read) => {
  const plans = await plansOf(read);
  expect(plans.length).toBeGreaterThan(0);
  const scans = plans.filter((plan) => /^SCAN(?! CONSTANT ROW)/.test(plan));
  expect(scans).toEqual([]);
  for (const index of indexes.split(' ')) {
    expect(
      plans.some((plan) => plan.includes(index)),
      `${index} in ${plans.join('; ')}`,
    ).toBe(true);
  }
});
