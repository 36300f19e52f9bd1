// The indexes of the table that every transfer writes: a query or a uniqueness rule needs each of
// them, and most contain no entry for a plain transfer.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { findArchivedDecision } from '../../../db/archives/archived-decision.ts';
import { listDecisions } from '../../../db/decisions/reads.ts';
import { acceptTransaction, driveClock, settleTransactions } from '../../../db/money/calls.ts';
import { findPayment, listPayments } from '../../../db/payments/reads.ts';
import { moveClock } from '../../../db/schedules/clock.ts';
import { listOverdueDated } from '../../../db/transactions/future-dates.ts';
import { readOpenWork } from '../../../db/transactions/open-work.ts';
import {
  isKeyBound,
  listConfirmed,
  listTransactions,
  listUnstarted,
} from '../../../db/transactions/reads.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { plansIn } from '../plans-in.ts';
import { causeOf, draftOf, WORKFLOW } from '../teller.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const PAGE = { limit: 10, startingAfter: null };
const list = (filter: object) => () =>
  listTransactions(filled.ledger, { tenantId: filled.tenantId, ...PAGE, ...filter });
const decisions = (filter: object) =>
  listDecisions(filled.ledger, { tenantId: filled.tenantId, kind: 'payment', ...PAGE, ...filter });
const accountFilter = (accountId = filled.accounts[0]) => ({ accountId });

/** A query that needs each index; null for an index that only enforces uniqueness. */
const QUERIES: Readonly<Record<string, (() => Promise<unknown>) | null>> = {
  transactions_by_tenant: list({}),
  transactions_by_source: () => list(accountFilter())(),
  transactions_by_destination: () => list(accountFilter())(),
  transactions_by_key: () =>
    isKeyBound(filled.ledger, { tenantId: filled.tenantId, keyScope: '', key: 'a' }),
  transactions_by_reference: list({ reference: 'a' }),
  transactions_by_unused_reference: list({ reference: 'a' }),
  transactions_by_occurrence: null,
  transactions_by_intent: null,
  transactions_by_schedule: list({ scheduleId: 'sch_x' }),
  transactions_by_reversed: list({ limit: 100 }),
  transactions_not_final: () => readOpenWork(filled.ledger, Date.now()),
  transactions_unstarted: async () =>
    listUnstarted(filled.ledger, { before: Date.now(), after: '', limit: 10 }),
  transactions_dated: async () => {
    // A developer without due work that would stop the clock.
    const tenantId = 'dev_other';
    await filled.ledger.run(moveClock, { tenantId, target: { by: 1 } });
    await filled.ledger.run(driveClock, { tenantId });
  },
  transactions_by_operator: async () => {
    const { ledger, tenantId, accounts } = filled;
    const draft = draftOf(tenantId, { to: accounts[0] ?? '' });
    const cause = { ...causeOf(), actor: 'opr_x' };
    const { id } = await ledger.run(acceptTransaction, { ...draft, cause });
    await ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
  },
  transactions_dated_by_day: () => listOverdueDated(filled.ledger, Date.now(), 10),
  transactions_declined: async () => decisions({}),
  transactions_declined_by_customer: async () => decisions({ customerId: 'cust_x' }),
  transactions_to_confirm: () => listConfirmed(filled.ledger, Date.now(), 10),
  transactions_by_archived_decision: async () =>
    findArchivedDecision(filled.ledger, { tenantId: filled.tenantId, decisionId: 'dec_x' }),
  transactions_by_payment: () =>
    listPayments(filled.ledger, { tenantId: filled.tenantId, walletId: 'wal_x', ...PAGE }),
  payments_by_tenant: () => findPayment(filled.ledger, filled.tenantId, 'pay_x'),
  payments_by_source: () =>
    listPayments(filled.ledger, { tenantId: filled.tenantId, ...accountFilter(), ...PAGE }),
  payments_by_destination: () =>
    listPayments(filled.ledger, { tenantId: filled.tenantId, ...accountFilter(), ...PAGE }),
};

interface Index {
  readonly name: string;
  readonly sql: string;
}

function indexes(): Index[] {
  return filled.ledger.database.raw
    .prepare<[], Index>(
      `SELECT name, sql FROM sqlite_schema
       WHERE type = 'index' AND tbl_name = 'transactions' AND sql IS NOT NULL`,
    )
    .all();
}

it('each index of transactions is needed by a query or is a rule', () => {
  expect(
    indexes()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(QUERIES).sort());
  for (const { name, sql } of indexes()) {
    expect(sql.startsWith('CREATE UNIQUE'), name).toBe(
      QUERIES[name] === null || UNIQUE_INDEXES.has(name),
    );
  }
});

/** Uniqueness rules that queries use, too. */
const UNIQUE_INDEXES = new Set([
  'transactions_by_key',
  'transactions_by_reference',
  'transactions_by_payment',
]);

const queries = Object.entries(QUERIES).flatMap(([name, read]) => (read ? [{ name, read }] : []));

it.each(queries)('a query uses $name', async ({ name, read }) => {
  const plans = await plansIn(filled.ledger, read);
  expect(plans.filter((plan) => plan.includes(` ${name}`))).not.toEqual([]);
});

it('a transfer that is settled is in four indexes of transactions', async () => {
  const { ledger, tenantId, accounts } = filled;
  const [from = '', to = ''] = accounts;
  const draft = draftOf(tenantId, { from, to, amount: 1, key: 'a plain transfer' });
  const { id } = await ledger.run(acceptTransaction, draft);
  await ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
  const has = indexes().filter(({ sql }) => {
    const rows = /\bWHERE\b(.*)$/s.exec(sql)?.[1] ?? 'true';
    const read = ledger.database.raw.prepare(`SELECT 1 FROM transactions WHERE id = ? AND ${rows}`);
    return read.get(id) !== undefined;
  });
  expect(has.map(({ name }) => name).sort()).toEqual([
    'transactions_by_destination',
    'transactions_by_key',
    'transactions_by_source',
    'transactions_by_tenant',
  ]);
});
