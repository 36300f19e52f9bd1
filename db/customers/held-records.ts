// Exports the data that the bank holds about a customer as machine-readable records, a page at a
// time: the rows of the catalogue (held-data.ts), then the events about them.

import { eventsOfCustomer } from '../events/customer-events.ts';
import { eventViews } from '../events/reads.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Reader } from '../kernel/read-thread.ts';
import { events } from '../kernel/tables.ts';
import { HELD_TABLES, heldIn } from './held-data.ts';
import type { HeldTable } from './held-table.ts';

export type HeldRow = Readonly<Record<string, unknown>>;

export interface HeldPage {
  readonly table: string;
  readonly rows: readonly HeldRow[];
}

/** The part of a ledger that is read, on the thread of exports. */
export interface HeldReader extends Reader {
  readonly livemode: boolean;
}

const PAGE = 100;
const EVENTS_AT_ONCE = 250;
/** Columns that hold JSON, by table. In other columns, a value that begins with a brace is text. */
const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['metadata'],
  alerts: ['channels', 'metadata'],
  conversation_messages: ['answer'],
  conversations: ['state'],
  credit_assessments: ['request', 'findings', 'features', 'metadata'],
  credit_decisions: ['reasons'],
  customers: ['address', 'metadata'],
  intents: ['reading', 'preview', 'operation'],
  kyc_assessments: ['subject', 'findings', 'metadata'],
  kyc_documents: ['checks'],
  kyc_files: ['findings'],
  passkeys: ['transports'],
  risk_decisions: ['question', 'rules', 'reasons'],
  schedules: ['metadata', 'external_party'],
  transactions: ['external_party', 'context', 'metadata', 'status_detail'],
  wallets: ['metadata'],
};

/** Tables that are not disclosed to the customer. */
export const WITHHELD_TABLES: readonly string[] = [
  ...new Set(HELD_TABLES.filter(({ isWithheld }) => isWithheld).map(({ table }) => table)),
];

/** Yields a customer's data in pages. No read transaction stays open between two pages. */
export function* heldPages(ledger: HeldReader, customer: string): Generator<HeldPage> {
  const { raw } = ledger.database;
  for (const heldTable of heldIn(raw)) {
    if (heldTable.isWithheld) continue;
    if (heldTable.by === 'customer') yield* pagesOf(raw, heldTable, { customer });
    else
      for (const account of accountsOf(raw, customer)) {
        yield* pagesOf(raw, heldTable, { customer, account });
      }
  }
  yield* eventPages(ledger, customer);
}

function* accountsOf(raw: Database['raw'], customer: string): Generator<string> {
  const next = raw
    .prepare<[string, string], string | null>(
      'SELECT min(id) FROM accounts WHERE customer_id = ? AND id > ?',
    )
    .pluck();
  for (let accountId = next.get(customer, ''); accountId; accountId = next.get(customer, accountId))
    yield accountId;
}

interface Owner {
  readonly customer: string;
  readonly account?: string;
}

function pagesOf(raw: Database['raw'], heldTable: HeldTable, owner: Owner): Generator<HeldPage> {
  return heldTable.payments ? paymentPages(raw, heldTable, owner) : keyPages(raw, heldTable, owner);
}

function* keyPages(
  raw: Database['raw'],
  { table, where, key, hidden = [] }: HeldTable,
  owner: Owner,
): Generator<HeldPage> {
  const keys = raw
    .prepare<[object], string | number>(
      `SELECT DISTINCT ${key} FROM ${table} WHERE (${where}) AND ${key} > @after
       ORDER BY ${key} LIMIT ${PAGE}`,
    )
    .pluck();
  const rows = raw.prepare<[object], Record<string, unknown>>(
    `SELECT * FROM ${table} WHERE (${where}) AND ${key} IN (SELECT value FROM json_each(@keys))`,
  );
  for (let after: string | number = ''; ; ) {
    const page = keys.all({ ...owner, after });
    const last = page.at(-1);
    if (last === undefined) return;
    const records = rows.all({ ...owner, keys: JSON.stringify(page) });
    yield { table, rows: records.map((row) => showRow(row, { table, hidden })) };
    if (page.length < PAGE) return;
    after = last;
  }
}

/** Yields the rows of an account's payments. Empty pages are yielded too, so that the reader can pause. */
function* paymentPages(
  raw: Database['raw'],
  heldTable: HeldTable,
  owner: Owner,
): Generator<HeldPage> {
  const { table, where, key, payments = '', isOfAnyPayer, hidden = [] } = heldTable;
  const { join = `CROSS JOIN ${table} r ON r.${key} = payments.id` } = heldTable;
  const candidates = raw.prepare<[object], { id: string; isOwn: number }>(payments);
  const rows = raw.prepare<[object], Record<string, unknown>>(
    `WITH payments AS (SELECT value AS id FROM json_each(@keys))
     SELECT r.* FROM payments ${join} WHERE ${where}`,
  );
  for (let after = ''; ; ) {
    const page = candidates.all({ ...owner, after, limit: PAGE });
    const keys = page.filter(({ isOwn }) => isOwn || isOfAnyPayer).map(({ id }) => id);
    const records = keys.length > 0 ? rows.all({ ...owner, keys: JSON.stringify(keys) }) : [];
    yield { table, rows: records.map((row) => showRow(row, { table, hidden })) };
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    after = last.id;
  }
}

/** Converts a row: names as in the API, JSON parsed, times as ISO 8601, bytes left out. */
function showRow(
  row: Record<string, unknown>,
  { table, hidden }: { readonly table: string; readonly hidden: readonly string[] },
): HeldRow {
  const jsonColumns = JSON_COLUMNS[table] ?? [];
  // A sealed mail contains a code.
  const isSealed = row.is_sealed === 1;
  const fields = Object.entries(row).filter(
    ([name, value]) =>
      !hidden.includes(name) && !Buffer.isBuffer(value) && !(isSealed && name === 'body'),
  );
  return Object.fromEntries(
    fields.map(([name, value]) => {
      return [toCamelCase(name), shownValue(name, value, jsonColumns.includes(name))];
    }),
  );
}

const toCamelCase = (name: string) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function shownValue(name: string, value: unknown, isJson: boolean): unknown {
  if (typeof value === 'number' && /(^|_)at$/.test(name)) return new Date(value).toISOString();
  if (typeof value !== 'string' || !isJson || !/^[[{]/.test(value)) return value;
  return JSON.parse(value) as unknown;
}

function* eventPages(ledger: HeldReader, customer: string): Generator<HeldPage> {
  const { raw } = ledger.database;
  const eventsSql = eventsOfCustomer(columnsOf(events));
  const rows = raw.prepare<[object], typeof events.$inferSelect>(eventsSql);
  const tenantId = raw
    .prepare<[string], string>('SELECT tenant_id FROM customers WHERE id = ?')
    .pluck()
    .get(customer);
  const last = raw
    .prepare<[string], number>('SELECT value FROM counters WHERE name = ?')
    .pluck()
    .get(`events/${tenantId}`);
  for (let from = 0; from < (last ?? 0); from += EVENTS_AT_ONCE) {
    const records = rows.all({ tenantId, customer, from, to: from + EVENTS_AT_ONCE });
    // Empty pages are yielded too, so that the reader can pause.
    yield { table: 'events', rows: eventViews(ledger, records) };
  }
}
