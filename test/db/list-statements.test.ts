// A page of a hundred rows takes as many statements as a page of one: nothing is read row by row.
// The rows are copies of one row in a ledger without constraints, because only their number
// matters.

import type BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccounts, listAccounts } from '../../db/accounts/reads.ts';
import { listAmlCaseFiles } from '../../db/aml/reads.ts';
import { findBatches } from '../../db/batches/reads.ts';
import { listCreditAssessments } from '../../db/credit/reads.ts';
import { findCustomers } from '../../db/customers/reads.ts';
import { listModelDeployments } from '../../db/deployments/reads.ts';
import { findEvents } from '../../db/events/reads.ts';
import { findExecutions } from '../../db/executions/reads.ts';
import { findHolds } from '../../db/holds/reads.ts';
import { listInventory } from '../../db/inventory/reads.ts';
import { listKycAssessments } from '../../db/kyc/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listModels } from '../../db/models/reads.ts';
import { ownersIn } from '../../db/oversight/reads.ts';
import { findSchedules, listSchedules } from '../../db/schedules/reads.ts';
import { findTransactions, listTransactions } from '../../db/transactions/reads.ts';
import { listWallets } from '../../db/wallets/reads.ts';
import { listDeliveries } from '../../db/webhooks/delivery-reads.ts';
import { findEndpoints } from '../../db/webhooks/endpoint-reads.ts';
import { listWorkParties } from '../../db/work/parties.ts';
import { findWorkPlace, listWork } from '../../db/work/reads.ts';
import { breakableCopy, type FilledLedger, openFilledLedger } from './ledger-file.ts';
import { statementsIn } from './plans-in.ts';

const ROWS = 100;
let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

type Values = Readonly<Record<string, unknown>>;
/** Values that distinguish the row of a number from its neighbours. */
type RowValues = (n: number) => Values;

const idOf = (table: string, n: number) => `zz_${table}_${n}`;

/** Fills a table with copies of its newest row, or with rows of required values only. */
function copyRows(raw: BetterSqlite3.Database, table: string, ownValues: RowValues): void {
  const columns = raw
    .prepare<[string], { name: string; type: string; notnull: number }>(
      'SELECT name, type, "notnull" FROM pragma_table_info(?)',
    )
    .all(table);
  const cached = raw
    .prepare<[], Values>(`SELECT * FROM ${table} ORDER BY tenant_id = 'platform', 1 DESC`)
    .get();
  const emptyValue = ({ type, notnull }: (typeof columns)[number]) => {
    if (notnull === 0) return null;
    if (type === 'BLOB') return Buffer.alloc(32);
    return type === 'INTEGER' ? 1 : '{}';
  };
  const insert = raw.prepare(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (let n = 0; n < ROWS; n++) {
    const row: Values = {
      ...cached,
      id: idOf(table, n),
      tenant_id: filled.tenantId,
      ...ownValues(n),
    };
    insert.run(
      columns.map((column) => (column.name in row ? row[column.name] : emptyValue(column))),
    );
  }
}

function fillTable(table: string, ownValues: RowValues, relatedRows: RelatedRows = {}): Ledger {
  const raw = breakableCopy(filled.ledger);
  copyRows(raw, table, ownValues);
  for (const [other, its] of Object.entries(relatedRows)) copyRows(raw, other, its);
  const database = {
    ...filled.ledger.database,
    raw,
    orm: drizzle(raw),
    read: <T>(w: () => T) => w(),
  };
  return { ...filled.ledger, database };
}

/** Rows of other tables without which these cannot be shown. */
type RelatedRows = Readonly<Record<string, RowValues>>;

interface ListInput {
  readonly ledger: Ledger;
  /** One id for each row of the page. */
  readonly ids: readonly string[];
  readonly page: {
    readonly tenantId: string;
    readonly limit: number;
    readonly startingAfter: string | null;
  };
}

interface ListedRead {
  readonly table: string;
  readonly own?: RowValues;
  readonly beside?: RelatedRows;
  read(input: ListInput): unknown;
}

const ACCOUNT: RowValues = (n) => ({ account_number: `${n}`, kind: 'customer' });
const CASE: RowValues = () => ({ status: 'open' });

const LISTS: Readonly<Record<string, ListedRead>> = {
  accounts: {
    table: 'accounts',
    own: ACCOUNT,
    read: ({ ledger, page }) => listAccounts(ledger, page),
  },
  wallets: { table: 'wallets', read: ({ ledger, page }) => listWallets(ledger, page) },
  schedules: { table: 'schedules', read: ({ ledger, page }) => listSchedules(ledger, page) },
  transactions: {
    table: 'transactions',
    read: ({ ledger, page }) => listTransactions(ledger, page),
  },
  'KYC assessments': {
    table: 'kyc_assessments',
    read: ({ ledger, page }) => listKycAssessments(ledger, page),
  },
  'credit assessments': {
    table: 'credit_assessments',
    beside: { credit_decisions: (n) => ({ assessment_id: idOf('credit_assessments', n) }) },
    read: ({ ledger, page }) => listCreditAssessments(ledger, page),
  },
  models: {
    table: 'models',
    own: (n) => ({ name: `${n}` }),
    read: ({ ledger, page }) => listModels(ledger, page),
  },
  deployments: {
    table: 'model_deployments',
    read: ({ ledger, page }) => listModelDeployments(ledger, page),
  },
  'files of models': {
    table: 'models',
    own: (n) => ({ name: `${n}` }),
    read: ({ ledger, page }) => listInventory(ledger, { ...page, isInUse: false }),
  },
  cases: {
    table: 'aml_cases',
    own: CASE,
    read: ({ ledger, page }) => listAmlCaseFiles(ledger, { ...page, status: 'open' }),
  },
  'items of work': {
    table: 'aml_cases',
    own: CASE,
    read: ({ ledger, page }) => {
      const { startingAfter, ...rest } = page;
      const after = startingAfter === null ? null : (findWorkPlace(ledger, startingAfter) ?? null);
      return listWork(ledger, { ...rest, after, queues: ['aml_cases'] });
    },
  },
  'parties of work by id': {
    table: 'kyc_assessments',
    own: () => ({ customer_id: idOf('customers', 0) }),
    beside: { customers: () => ({}) },
    read: ({ ledger, ids }) => listWorkParties(ledger, ids),
  },
  deliveries: {
    table: 'deliveries',
    own: (n) => ({ endpoint_id: 'wh_x', repeat: n }),
    read: ({ ledger, page }) =>
      listDeliveries(ledger, { ...page, endpointId: 'wh_x', status: null }),
  },
  'accounts by id': {
    table: 'accounts',
    own: ACCOUNT,
    read: ({ ledger, ids }) => findAccounts(ledger, ids),
  },
  'customers by id': {
    table: 'customers',
    read: ({ ledger, ids }) => findCustomers(ledger, ids),
  },
  'transactions by id': {
    table: 'transactions',
    read: ({ ledger, ids }) => findTransactions(ledger, ids),
  },
  'holds by id': {
    table: 'holds',
    own: (n) => ({ transaction_id: `${n}` }),
    read: ({ ledger, ids }) => findHolds(ledger, ids),
  },
  'schedules by id': {
    table: 'schedules',
    read: ({ ledger, ids }) => findSchedules(ledger, ids),
  },
  'batches by id': { table: 'batches', read: ({ ledger, ids }) => findBatches(ledger, ids) },
  'endpoints by id': {
    table: 'webhook_endpoints',
    read: ({ ledger, ids }) => findEndpoints(ledger, ids),
  },
  'events by id': {
    table: 'events',
    own: (n) => ({ row: null, sequence: 1_000_000 + n }),
    read: ({ ledger, ids }) => findEvents(ledger, ids),
  },
  'executions by id': {
    table: 'contract_executions',
    read: ({ ledger, ids }) => findExecutions(ledger, ids),
  },
  'owners by id': {
    table: 'customers',
    read: ({ ledger, ids }) => [...ownersIn(ledger, { table: 'customers' }, ids)],
  },
};

/** The number of rows in an answer. */
function sizeOf(answer: unknown): number {
  const rows = Array.isArray(answer) ? answer : (answer as { data: unknown[] }).data;
  return rows.length;
}

test.each(Object.entries(LISTS))('a hundred %s take as many statements as one', async (_, list) => {
  const { table, own = () => ({}), beside, read } = list;
  const ledger = fillTable(table, own, beside);
  const askPage = async (limit: number) => {
    let size = 0;
    const ids = Array.from({ length: limit }, (_one, n) => idOf(table, n));
    const page = { tenantId: filled.tenantId, startingAfter: null, limit };
    const count = await statementsIn(ledger, async () => {
      size = sizeOf(await read({ ledger, ids, page }));
    });
    return { count, size };
  };
  const first = await askPage(1);
  const hundred = await askPage(ROWS);
  expect([first.size, hundred.size]).toEqual([1, ROWS]);
  expect(hundred.count).toBe(first.count);
});
