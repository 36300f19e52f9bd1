// Erases customers: checks the obstacles, begins the erasure, and erases the data in slices. The
// row stores the position, from which an interrupted erasure resumes.

import { Refusal } from '../../ledger/refusal.ts';
import { ABOUT_CUSTOMER } from '../events/customer-events.ts';
import { ERASED_DATA } from '../events/erasure.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { isOutage } from '../kernel/group-commit.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { customers } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { obstaclesOf } from './erasure-obstacles.ts';
import { customerErasures, type ErasureRow } from './erasure-tables.ts';
import { HELD_TABLES, heldIn } from './held-data.ts';
import { ERASED_NAME, type HeldTable } from './held-table.ts';
import { type CustomerRow, customerView } from './view.ts';

export interface CustomerErasure {
  readonly customerId: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
  readonly reason: string;
  readonly cause: Cause;
}

/** The result of one slice. */
export interface ErasedSlice {
  readonly customerId: string;
  /** Sealed pictures whose files are deleted after the slice is committed. */
  readonly pictures: readonly string[];
  readonly isDone: boolean;
}

/** The most pages that one slice reads, empty ones included. */
const MAX_PAGES = 100;
/** Events of the tenant that one page reads; most of them concern other customers. */
const EVENTS_AT_ONCE = 250;
const MAX_NAMED = 3;

interface Position {
  part: number;
  atAccount: string;
  atKey: string;
  rows: number;
}

const COLUMNS = columnsOf(customerErasures);
const CUSTOMER_BY_ID = `SELECT ${columnsOf(customers)} FROM customers WHERE id = ?`;
const ERASURE_BY_CUSTOMER = `SELECT ${COLUMNS} FROM customer_erasures WHERE customer_id = ?`;
const RUNNING_ERASURES = `SELECT ${COLUMNS} FROM customer_erasures
     WHERE status = 'running' AND customer_id NOT IN (SELECT value FROM json_each(@except))
     ORDER BY started_at, customer_id LIMIT 1`;
const INSERT = `INSERT INTO customer_erasures ${insertOf(customerErasures)}`;
const SAVE_POSITION = `UPDATE customer_erasures SET part = @part, at_account = @atAccount, at_key = @atKey,
     rows = @rows WHERE customer_id = @customerId`;
const END_ERASURE = `UPDATE customer_erasures SET status = 'erased', erased_at = @at WHERE customer_id = @id`;
const ERASE_FIELDS = `UPDATE customers SET name = @name, email = NULL, phone = NULL, date_of_birth = NULL,
     country = NULL, address = NULL, metadata = '{}', next_review_at = NULL, review_from = NULL,
     not_compared = NULL, version = @version, updated_at = @updatedAt WHERE id = @id`;

function completeErasure(tx: Tx, { customerId, requestId, approvedBy }: ErasureRow): void {
  const row = tx.get<CustomerRow>(CUSTOMER_BY_ID, customerId);
  if (!row) throw new Error(`customer ${customerId} is not in this ledger`);
  const now = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const noPersonalData = {
    email: null,
    phone: null,
    dateOfBirth: null,
    country: null,
    address: null,
  };
  const review = { nextReviewAt: null, reviewFrom: null, notCompared: null };
  const next = { ...row, ...noPersonalData, ...review, metadata: '{}', name: ERASED_NAME };
  Object.assign(next, { version: row.version + 1, updatedAt: now });
  tx.run(ERASE_FIELDS, next);
  const cause = { actor: approvedBy, requestId, idempotencyKey: null };
  const object = customerView(next, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type: 'customer.erased', object, cause, at: now });
  tx.run(END_ERASURE, { id: customerId, at: now });
}

/** @throws Refusal while there are obstacles */
export const beginErasure = act(
  'customer.begin_erasure',
  (
    tx,
    { customerId, requestedBy, approvedBy, reason, cause }: CustomerErasure,
  ): { readonly replayed: boolean } => {
    if (tx.get<ErasureRow>(ERASURE_BY_CUSTOMER, customerId)) return { replayed: true };
    const customer = tx.get<CustomerRow>(CUSTOMER_BY_ID, customerId);
    if (!customer) throw new Refusal('customer_not_found');
    const { tenantId } = customer;
    const now = tx.clock(tenantId);
    refuseObstacles(obstaclesOf(tx.database, customer, { now, days: tx.terms.retentionDays }));
    tx.run(INSERT, {
      ...{ customerId, tenantId, status: 'running', requestedBy, approvedBy, reason },
      ...{ part: 0, atAccount: '', atKey: '', rows: 0 },
      ...{ requestId: cause.requestId, startedAt: now, erasedAt: null },
    });
    return { replayed: false };
  },
);

export interface SliceOrder {
  /** The most rows to erase. */
  readonly maxRows: number;
  /** Customers whose erasure has to wait. */
  readonly except?: readonly string[];
}

/** Thrown when the erasure of one customer fails; those of others are not affected. */
export class ErasureFailed extends Error {
  readonly customerId: string;

  constructor(customerId: string, cause: unknown) {
    super(`the erasure of ${customerId} failed: ${String(cause)}`, { cause });
    this.customerId = customerId;
  }
}

/**
 * Continues the oldest running erasure that does not have to wait. Returns null when there is none.
 * @throws ErasureFailed when a row cannot be erased; then the slice erases nothing
 */
export const eraseSlice = act('customer.erase_slice', eraseSome);

function eraseSome(tx: Tx, { maxRows, except = [] }: SliceOrder): ErasedSlice | null {
  const row = tx.get<ErasureRow>(RUNNING_ERASURES, { except: JSON.stringify(except) });
  if (!row) return null;
  const { customerId } = row;
  const position: Position = { ...row };
  const pictures: string[] = [];
  // Otherwise SQLite only marks overwritten or deleted content as free, and leaves it in the file.
  tx.database.raw.pragma('secure_delete = ON');
  try {
    eraseRows(tx.database)(row, position, { maxRows, pictures });
    const isDone =
      position.part > HELD_TABLES.length - 1 && eraseEvents(tx.database)(row, position);
    tx.run(SAVE_POSITION, { ...position, customerId });
    if (isDone) completeErasure(tx, row);
    return { customerId, pictures, isDone };
  } catch (error) {
    throw isOutage(error) ? error : new ErasureFailed(customerId, error);
  } finally {
    tx.database.raw.pragma('secure_delete = OFF');
  }
}

function refuseObstacles(obstacles: ReturnType<typeof obstaclesOf>): void {
  const [first] = obstacles;
  if (!first) return;
  const namedObstacles = obstacles.slice(0, MAX_NAMED).map(({ message }) => message);
  const hiddenCount = obstacles.length - namedObstacles.length;
  const moreText = hiddenCount > 0 ? ` And ${hiddenCount} more.` : '';
  throw new Refusal('erasure_not_due', {
    detail: `${namedObstacles.join(' ')}${moreText}`,
    ...(first.objectId === null ? {} : { existingId: first.objectId }),
  });
}

interface Slice {
  readonly maxRows: number;
  readonly pictures: string[];
}

/** Erases rows of the catalogue's tables, one page of keys at a time, up to the end of a slice. */
const eraseRows = prepareOnce(({ raw }: Database) => {
  const nextAccount = raw
    .prepare<[string, string], string | null>(
      'SELECT min(id) FROM accounts WHERE customer_id = ? AND id > ?',
    )
    .pluck();
  const present = heldIn(raw);
  const steps = HELD_TABLES.map((heldTable) =>
    present.has(heldTable) ? pageEraser(raw, heldTable) : null,
  );
  return (row: ErasureRow, position: Position, { maxRows, pictures }: Slice): void => {
    const { customerId: customer } = row;
    const next = () =>
      Object.assign(position, { part: position.part + 1, atAccount: '', atKey: '' });
    let remaining = maxRows;
    for (let pages = 0; pages < MAX_PAGES && remaining > 0; pages += 1) {
      const heldTable = HELD_TABLES[position.part];
      const step = steps[position.part];
      if (!heldTable || step === undefined) return;
      if (step === null) {
        next();
        continue;
      }
      if (heldTable.by !== 'customer' && position.atKey === '') {
        const account = nextAccount.get(customer, position.atAccount) ?? null;
        if (account === null) {
          next();
          continue;
        }
        position.atAccount = account;
      }
      const page = step({
        row,
        account: position.atAccount,
        after: position.atKey,
        limit: remaining,
        pictures,
      });
      position.rows += page.erased;
      if (page.read < remaining) {
        if (heldTable.by === 'customer') next();
        else position.atKey = '';
      } else if (page.last !== undefined) position.atKey = page.last;
      remaining -= page.read;
    }
  };
});

interface PageOrder {
  readonly row: ErasureRow;
  readonly account: string;
  readonly after: string;
  readonly limit: number;
  readonly pictures: string[];
}

/** A page of a table: the number of keys that were read, and that were erased, and the last key. */
interface ErasedPage {
  readonly read: number;
  readonly erased: number;
  readonly last: string | undefined;
}

const EMPTY_PAGE: ErasedPage = { read: 0, erased: 0, last: undefined };

interface Keys {
  readonly account: string;
  readonly customer: string;
  readonly after: string;
  readonly limit: number;
}

/** Returns a function that reads a page of keys, and whether each is the customer's own. */
function keysOf(raw: Database['raw'], { table, where, key, payments }: HeldTable) {
  const page = raw.prepare<[Keys], { id: string; isOwn: number }>(
    payments ??
      `SELECT DISTINCT ${key} AS id, 1 AS isOwn FROM ${table} WHERE (${where}) AND ${key} > @after
       ORDER BY ${key} LIMIT @limit`,
  );
  return (boundKeys: Keys) => page.all(boundKeys);
}

/** Erases one page of a table. */
function pageEraser(raw: Database['raw'], heldTable: HeldTable): (order: PageOrder) => ErasedPage {
  const { table, key, erased, file } = heldTable;
  const sets = typeof erased === 'string' ? [] : Object.entries(erased);
  if (erased !== 'deleted' && sets.length === 0) return () => EMPTY_PAGE;
  const keys = keysOf(raw, heldTable);
  const condition = `${key} IN (SELECT value FROM json_each(@keys))`;
  const pictureFiles =
    file === undefined
      ? null
      : raw.prepare<[object], string>(`SELECT ${file} FROM ${table} WHERE ${condition}`).pluck();
  const eraseStatement = raw.prepare<[object]>(
    erased === 'deleted'
      ? `DELETE FROM ${table} WHERE ${condition}`
      : `UPDATE ${table} SET ${sets.map(([name, to]) => `${name} = ${to}`).join(', ')}
         WHERE ${condition}`,
  );
  const salts = table === 'transactions' ? saltEraser(raw) : null;
  // Triggers keep the search terms of metadata that can change. The metadata of transactions
  // cannot, so its terms are deleted here.
  const terms = sets.some(([name]) => name === 'metadata')
    ? raw.prepare<[object]>(
        'DELETE FROM metadata_terms WHERE object_id IN (SELECT value FROM json_each(@keys))',
      )
    : null;
  return ({ row, account, after, limit, pictures }) => {
    const page = keys({ customer: row.customerId, account, after, limit });
    const ownIds = page.filter(({ isOwn }) => isOwn).map(({ id }) => id);
    if (ownIds.length > 0) {
      const all = JSON.stringify(ownIds);
      pictures.push(...(pictureFiles?.all({ keys: all }) ?? []));
      salts?.(row, all);
      terms?.run({ keys: all });
      eraseStatement.run({ keys: all });
    }
    return { read: page.length, erased: ownIds.length, last: page.at(-1)?.id };
  };
}

/**
 * Erases the salts of leaves of bookings without another customer. A booking with another customer
 * keeps its salt, so that it can still be proved to that customer.
 */
function saltEraser(raw: Database['raw']) {
  const leaves = raw
    .prepare<[object], number>(
      `SELECT t.ledger_sequence - 1 FROM transactions t
       WHERE t.id IN (SELECT value FROM json_each(@keys)) AND t.ledger_sequence IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM leaf_erasures WHERE leaf_index = t.ledger_sequence - 1)
       AND NOT EXISTS (SELECT 1 FROM entries e JOIN accounts a ON a.id = e.account_id
         WHERE e.ledger_sequence = t.ledger_sequence AND a.customer_id <> @customer)`,
    )
    .pluck();
  const record = raw.prepare('INSERT INTO leaf_erasures VALUES (?, ?, ?, ?, ?)');
  const deleteSalt = raw.prepare('DELETE FROM leaf_salts WHERE leaf_index = ?');
  return (row: ErasureRow, keys: string): void => {
    const { customerId: customer, approvedBy, reason, requestId, startedAt } = row;
    for (const leaf of leaves.all({ keys, customer })) {
      record.run(leaf, approvedBy, reason, requestId, startedAt);
      deleteSalt.run(leaf);
    }
  };
}

/** Erases events about the customer and its objects, a range of the tenant's log at a time. */
const eraseEvents = prepareOnce(({ raw }: Database) => {
  const erase = raw.prepare<[object]>(
    `UPDATE events SET data = '${ERASED_DATA}', idempotency_key = NULL
     WHERE ${ABOUT_CUSTOMER} AND data <> '${ERASED_DATA}'`,
  );
  const lastOf = raw.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck();
  /** Returns true when the end of the log is reached. */
  return ({ tenantId, customerId: customer }: ErasureRow, position: Position): boolean => {
    const from = Number(position.atKey || 0);
    const last = lastOf.get(`events/${tenantId}`) ?? 0;
    const to = Math.min(from + EVENTS_AT_ONCE, last);
    position.rows += erase.run({ tenantId, customer, from, to }).changes;
    position.atKey = String(to);
    return to >= last;
  };
});
