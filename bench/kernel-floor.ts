// The floor under the ledger kernel: the same rows into the same tables with the same indexes,
// triggers and flushes, by hand-written statements and nothing else. No decision, no JSON, no ids.

import type BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from '../db/connect.ts';

export interface Floor {
  /** Accepts and settles `count` transfers in two commits; returns nothing. */
  transfers(count: number): void;
  close(): void;
}

const EVENT = JSON.stringify({ object: { id: 'x'.repeat(30), filler: 'y'.repeat(1_250) } });
const ACCOUNTS = 100;

/** @param file path of a new database */
export function kernelFloor(file: string): Floor {
  const database = openDatabase(file, 'ledger');
  const db = database.raw;
  prepareAccounts(db);
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const counter = db.prepare(
    `INSERT INTO counters VALUES ('events/t', 1)
     ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
  );
  const insert = db.prepare(
    `INSERT INTO transactions (id, tenant_id, type, status, stage, amount, currency,
     source_account_id, destination_account_id, customer_id, capture, idempotency_key,
     request_hash, request_id, actor, created_at, updated_at) VALUES (?, 't', 'transfer',
     'pending', 'accepted', 5, 'EUR', ?, ?, 'c', 'automatic', ?, x'00', 'r', 'k', 1, 1)`,
  );
  const step = db.prepare(
    "INSERT INTO timeline VALUES (?, ?, 'pending', 'accepted', 1, 'k', null)",
  );
  const event = db.prepare(
    "INSERT INTO events VALUES (null, ?, 't', ?, 'transaction.posted', ?, 1, ?, 'r', null, 1)",
  );
  const find = db.prepare('SELECT * FROM transactions WHERE id = ?');
  const account = db.prepare('SELECT posted, held FROM accounts WHERE id = ?');
  const head = db.prepare('UPDATE log_head SET size = size + 1 RETURNING size').pluck();
  const book = db.prepare(
    'UPDATE accounts SET posted = posted + ?, version = version + 1 WHERE id = ?',
  );
  const entry = db.prepare("INSERT INTO entries VALUES (?, ?, ?, ?, ?, 5, 'EUR', 1, 1)");
  const leaf = db.prepare('INSERT INTO leaves VALUES (?, ?, ?)');
  const salt = db.prepare('INSERT INTO leaf_salts VALUES (?, ?)');
  const update = db.prepare(
    `UPDATE transactions SET status = 'posted', stage = 'done', workflow_id = 'w',
     workflow_run_id = 'w', ledger_sequence = ?, posted_at = 1, version = 2, updated_at = 1
     WHERE id = ?`,
  );
  const hash = Buffer.alloc(32, 7);
  const saltBytes = Buffer.alloc(16, 7);
  let next = 0;

  function accept(n: number): void {
    const id = `txn_${String(n).padStart(26, '0')}`;
    insert.run(id, `a${n % ACCOUNTS}`, `a${(n + 1 + (n % 97)) % ACCOUNTS}`, `key-${id}`);
    step.run(id, 1);
    const { value } = counter.get() as { value: number };
    event.run(`evt_${String(value).padStart(26, '0')}`, value, id, EVENT);
  }

  function settle(n: number): void {
    const id = `txn_${String(n).padStart(26, '0')}`;
    const source = `a${n % ACCOUNTS}`;
    const destination = `a${(n + 1 + (n % 97)) % ACCOUNTS}`;
    find.get(id);
    account.get(source);
    account.get(destination);
    const size = head.get() as number;
    book.run(-5, source);
    entry.run(size, 0, id, source, 'debit');
    book.run(5, destination);
    entry.run(size, 1, id, destination, 'credit');
    leaf.run(size - 1, id, hash);
    salt.run(size - 1, saltBytes);
    update.run(size, id);
    step.run(id, 2);
    const { value } = counter.get() as { value: number };
    event.run(`evt_${String(value).padStart(26, '0')}`, value, id, EVENT);
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
  db.exec(`INSERT INTO customers (id, tenant_id, type, name, kyc_status, created_at, updated_at)
    VALUES ('c', 't', 'individual', 'n', 'verified', 1, 1)`);
  const open = db.prepare(
    `INSERT INTO accounts (id, tenant_id, kind, customer_id, type, currency, name,
     account_number, status, posted, created_at, updated_at)
     VALUES (?, 't', 'customer', 'c', 'checking', 'EUR', 'n', ?, 'active', 1000000000, 1, 1)`,
  );
  for (let n = 0; n < ACCOUNTS; n++) open.run(`a${n}`, `number-${n}`);
}
