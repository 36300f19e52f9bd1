// The floor under the ledger kernel: the same rows into the same tables with the same indexes,
// triggers and flushes, by hand-written statements and nothing else. No decision, no JSON, no ids.

import type BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from '../db/kernel/connect.ts';

export interface Floor {
  /** Accepts and settles `count` transfers in two commits; returns nothing. */
  transfers(count: number): void;
  close(): void;
}

// Values as long as the kernel's own: length decides how many pages a row touches.
const text = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`;
const TENANT = text('dev', 1);
const CUSTOMER = text('cust', 1);
const REQUEST = text('req', 1);
const KEY = text('key', 1);
const RUN = '01a1fe38-6894-70ef-94de-f8f3397a7236';
const AT = 1_795_266_475_584;
const CREATED = JSON.stringify({ facts: 'y'.repeat(35) });
const POSTED = JSON.stringify({ facts: 'y'.repeat(230) });
const ACCOUNTS = 100;

/** @param file path of a new database */
export function kernelFloor(file: string): Floor {
  const database = openDatabase(file, 'ledger');
  const db = database.raw;
  prepareAccounts(db);
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const counter = db
    .prepare(
      `INSERT INTO counters VALUES (?, 1)
       ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO transactions (id, tenant_id, type, status, stage, amount, currency,
     source_account_id, destination_account_id, customer_id, capture, idempotency_key,
     request_hash, request_id, actor, created_at, updated_at) VALUES (?, ?, 'transfer',
     'pending', 'accepted', ?, 'EUR', ?, ?, ?, 'automatic', ?, ?, ?, ?, ?, ?)`,
  );
  const step = db.prepare('INSERT INTO timeline VALUES (?, ?, ?, ?, ?, ?, null)');
  const event = db.prepare('INSERT INTO events VALUES (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const byKey = db.prepare(
    'SELECT id, request_hash FROM transactions WHERE tenant_id = ? AND idempotency_key = ?',
  );
  const find = db.prepare('SELECT * FROM transactions WHERE id = ?');
  const account = db.prepare('SELECT posted, held FROM accounts WHERE id = ?');
  const head = db
    .prepare('UPDATE log_head SET size = size + 1, posted_at = max(posted_at, ?) RETURNING size')
    .pluck();
  const book = db.prepare(
    `UPDATE accounts SET posted = posted + ?, version = version + 1, updated_at = ?
     WHERE id = ? RETURNING posted`,
  );
  const entry = db.prepare("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, 'EUR', ?, ?, NULL)");
  const leaf = db.prepare('INSERT INTO leaves VALUES (?, ?, ?)');
  const salt = db.prepare('INSERT INTO leaf_salts VALUES (?, ?)');
  const update = db.prepare(
    `UPDATE transactions SET status = 'posted', stage = 'done', workflow_id = ?,
     workflow_run_id = ?, ledger_sequence = ?, amount_posted = amount, posted_at = ?, version = 2,
     updated_at = ? WHERE id = ?`,
  );
  const hash = Buffer.alloc(32, 7);
  const saltBytes = Buffer.alloc(16, 7);
  let next = 0;

  function writeEvent(id: string, type: string, version: number, data: string): void {
    const n = counter.get(`events/${TENANT}`) as number;
    event.run(text('evt', n), TENANT, n, type, id, version, data, REQUEST, `key-${id}`, AT);
  }

  const source = (n: number) => text('acc', n % ACCOUNTS);
  const destination = (n: number) => text('acc', (n + 1 + (n % 97)) % ACCOUNTS);

  function accept(n: number): void {
    const id = text('txn', n);
    byKey.get(TENANT, `key-${id}`);
    account.get(source(n));
    account.get(destination(n));
    const parties = [source(n), destination(n), CUSTOMER, `key-${id}`] as const;
    insert.run(id, TENANT, 5, ...parties, hash, REQUEST, KEY, AT, AT);
    step.run(id, 1, 'pending', 'accepted', AT, KEY);
    writeEvent(id, 'transaction.created', 1, CREATED);
  }

  function settle(n: number): void {
    const id = text('txn', n);
    find.get(id);
    account.get(source(n));
    account.get(destination(n));
    const size = head.get(AT) as number;
    const debited = book.get(-5, AT, source(n)) as { posted: number };
    entry.run(size, 0, id, source(n), 'debit', 5, debited.posted, AT);
    const credited = book.get(5, AT, destination(n)) as { posted: number };
    entry.run(size, 1, id, destination(n), 'credit', 5, credited.posted, AT);
    leaf.run(size - 1, id, hash);
    salt.run(size - 1, saltBytes);
    update.run(`transfers/${id}`, RUN, size, AT, AT, id);
    step.run(id, 2, 'posted', 'done', AT, 'workflow');
    writeEvent(id, 'transaction.posted', 2, POSTED);
  }

  return {
    transfers(count) {
      const first = next;
      next += count;
      begin.run();
      for (let n = first; n < next; n++) accept(n);
      commit.run();
      begin.run();
      for (let n = first; n < next; n++) settle(n);
      commit.run();
    },
    close: () => database.close(),
  };
}

function prepareAccounts(db: BetterSqlite3.Database): void {
  db.prepare(
    `INSERT INTO customers (id, tenant_id, type, name, kyc_status, created_at, updated_at)
     VALUES (?, ?, 'individual', 'n', 'verified', 1, 1)`,
  ).run(CUSTOMER, TENANT);
  const open = db.prepare(
    `INSERT INTO accounts (id, tenant_id, kind, customer_id, type, currency, name,
     account_number, status, posted, created_at, updated_at)
     VALUES (?, ?, 'customer', ?, 'checking', 'EUR', 'n', ?, 'active', 1000000000, 1, 1)`,
  );
  for (let n = 0; n < ACCOUNTS; n++) open.run(text('acc', n), TENANT, CUSTOMER, `number-${n}`);
}
