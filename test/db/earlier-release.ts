// A release with more migrations than the declared schema, for tests of upgrades, and rows of the
// release before it. The migrations do what migrations of a release do: a table that others refer to
// gets a column, a table is rebuilt with a stricter check, rows change, a table with a trigger and an
// index is new.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsOf, readMigrationsFrom } from '../../db/kernel/migrations.ts';

/** The number of migrations of the earlier release. */
export const EARLIER = 1;

const MIGRATIONS = {
  ledger: [
    `ALTER TABLE customers ADD COLUMN nickname TEXT;
     UPDATE customers SET nickname = upper(name);
     CREATE TABLE hold_movements_rebuilt (
       id INTEGER PRIMARY KEY,
       hold_id TEXT NOT NULL REFERENCES holds (id),
       account_id TEXT NOT NULL,
       destination_account_id TEXT NOT NULL,
       delta INTEGER NOT NULL CHECK (delta <> 0),
       at INTEGER NOT NULL
     ) STRICT;
     INSERT INTO hold_movements_rebuilt SELECT * FROM hold_movements;
     DROP TABLE hold_movements;
     ALTER TABLE hold_movements_rebuilt RENAME TO hold_movements;
     CREATE INDEX hold_movements_by_account ON hold_movements (account_id, at);
     CREATE INDEX hold_movements_by_destination ON hold_movements (destination_account_id, at);`,
    `CREATE TABLE nickname_changes (
       customer_id TEXT NOT NULL REFERENCES customers (id),
       number INTEGER NOT NULL CHECK (number > 0),
       nickname TEXT NOT NULL,
       PRIMARY KEY (customer_id, number)
     ) STRICT, WITHOUT ROWID;
     INSERT INTO nickname_changes SELECT id, 1, nickname FROM customers;
     CREATE INDEX nickname_changes_by_name ON nickname_changes (nickname);
     CREATE TRIGGER nickname_changes_no_update BEFORE UPDATE ON nickname_changes
     BEGIN SELECT RAISE(ABORT, 'changes are append-only'); END;`,
  ],
  platform: ['ALTER TABLE developers ADD COLUMN nickname TEXT;'],
} as const;

/**
 * Makes the migrations of a later release those of this process.
 * @param migrations the migrations that the process lacks
 * @returns a function that restores the migrations of this release
 */
export function useLaterRelease(
  migrations: Readonly<Record<'ledger' | 'platform', readonly string[]>> = MIGRATIONS,
): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-migrations-'));
  for (const schema of ['ledger', 'platform'] as const) {
    const target = join(folder, schema);
    cpSync(migrationsOf(schema), target, { recursive: true });
    const path = join(target, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(path, 'utf8'));
    for (const sql of migrations[schema]) {
      const number = journal.entries.length;
      const tag = `000${number}_later`;
      writeFileSync(join(target, `${tag}.sql`), sql);
      const { when } = journal.entries[0];
      journal.entries.push({ ...journal.entries[0], idx: number, when: when + number, tag });
    }
    writeFileSync(path, JSON.stringify(journal));
  }
  const previous = readMigrationsFrom(folder);
  return () => {
    readMigrationsFrom(previous);
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Two accounts, a deposit of 1,000 that was captured to 600, and a hold of 250 between them. */
export const EARLIER_ROWS = `
  INSERT INTO customers (id, tenant_id, type, name, kyc_status, created_at, updated_at)
  VALUES ('cust_a', 'dev_a', 'individual', 'Ada', 'verified', 1, 1);
  INSERT INTO accounts (id, tenant_id, kind, customer_id, type, currency, name, account_number,
    status, posted, held, pending_in, created_at, updated_at)
  VALUES ('acc_a', 'dev_a', 'customer', 'cust_a', 'checking', 'EUR', 'A', '1', 'active', 600, 250,
      0, 1, 1),
    ('acc_b', 'dev_a', 'customer', 'cust_a', 'checking', 'EUR', 'B', '2', 'active', 0, 0, 250,
      1, 1),
    ('settlement/EUR/dev_a', 'dev_a', 'settlement', NULL, NULL, 'EUR', 'S', '3', 'active', -600, 0,
      0, 1, 1);
  INSERT INTO transactions (id, tenant_id, type, status, stage, amount, currency,
    source_account_id, destination_account_id, customer_id, capture, request_hash, request_id,
    actor, idempotency_key, created_at, updated_at)
  VALUES ('txn_a', 'dev_a', 'deposit', 'pending', 'accepted', 1000, 'EUR', 'settlement/EUR/dev_a',
      'acc_a', 'cust_a', 'manual', x'07', 'req_a', 'key_a', 'key-a', 1, 1),
    ('txn_b', 'dev_a', 'transfer', 'pending', 'accepted', 250, 'EUR', 'acc_a', 'acc_b', 'cust_a',
      'manual', x'07', 'req_a', 'key_a', 'key-b', 1, 1);
  UPDATE transactions SET status = 'posted', stage = 'done', ledger_sequence = 1, posted_at = 2,
    amount_posted = 600, workflow_started_at = 1
  WHERE id = 'txn_a';
  UPDATE transactions SET stage = 'place_hold', expires_at = 4102444800000,
    workflow_started_at = 1 WHERE id = 'txn_b';
  INSERT INTO entries VALUES (1, 0, 'txn_a', 'settlement/EUR/dev_a', 'debit', 600, 'EUR', -600, 2,
    0),
    (1, 1, 'txn_a', 'acc_a', 'credit', 600, 'EUR', 600, 2, 0);
  INSERT INTO holds VALUES ('hold_b', 'dev_a', 'txn_b', 'acc_a', 'acc_b', 'EUR', 250, 0, 'active',
    4102444800000, 1, 1);
  INSERT INTO hold_movements (hold_id, account_id, destination_account_id, delta, at)
  VALUES ('hold_b', 'acc_a', 'acc_b', 250, 1);`;
