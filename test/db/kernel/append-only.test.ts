// The database itself refuses changes of written rows, whatever the code does.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { dumpOf } from '../sqlite-rig.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const run = (sql: string) => filled.ledger.database.raw.prepare(sql).run();
const columnsOf = (table: string) =>
  filled.ledger.database.raw
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);

/** Expects a refusal by a trigger, not by another rule, and unchanged rows. */
function expectRefused(sql: string): void {
  const before = dumpOf(filled.ledger);
  expect(() => run(sql), sql).toThrow(
    expect.objectContaining({ code: 'SQLITE_CONSTRAINT_TRIGGER' }),
  );
  expect(dumpOf(filled.ledger)).toEqual(before);
}

const APPEND_ONLY = [
  'checkpoints',
  'entries',
  'events',
  'hold_movements',
  'leaves',
  'log_keys',
  'timeline',
] as const;
const NEVER_DELETED = [...APPEND_ONLY, 'accounts', 'holds', 'log_head', 'transactions'] as const;

describe('append-only tables', () => {
  test.each(APPEND_ONLY)('no column of %s is ever changed', (table) => {
    for (const column of columnsOf(table)) {
      expectRefused(`UPDATE ${table} SET ${column} = ${column}`);
    }
  });

  test.each(NEVER_DELETED)('no row of %s is ever deleted', (table) => {
    expect(run(`SELECT count(*) FROM ${table}`)).toBeDefined();
    expectRefused(`DELETE FROM ${table}`);
  });

  test.each(NEVER_DELETED)('no row of %s is replaced by a row with its key', (table) => {
    expectRefused(`INSERT OR REPLACE INTO ${table} SELECT * FROM ${table}`);
  });

  test('the salt of a leaf can be erased, which erases a person', () => {
    const { raw } = filled.ledger.database;
    expectRefused('DELETE FROM leaf_salts');
    expectRefused('UPDATE leaf_salts SET salt = salt');
    raw.exec('BEGIN');
    run(`INSERT INTO leaf_erasures SELECT leaf_index, 'opr_1', 'asked for', 'req_1', 1
      FROM leaf_salts`);
    expectRefused('UPDATE leaf_erasures SET reason = reason');
    expectRefused('DELETE FROM leaf_erasures');
    expect(run('DELETE FROM leaf_salts').changes).toBeGreaterThan(0);
    raw.exec('ROLLBACK');
  });
});

describe('immutable columns', () => {
  const IDENTITY = {
    accounts: 'id tenant_id kind customer_id currency wallet_id',
    transactions:
      'id tenant_id type amount currency source_account_id destination_account_id customer_id ' +
      'reference capture external_party context reversal_of allow_negative key_scope ' +
      'idempotency_key request_hash request_id actor created_at linked_to overcapture_percent ' +
      'batch_id intent_id',
    holds:
      'id tenant_id transaction_id account_id destination_account_id currency amount expires_at ' +
      'created_at',
  };

  test.each(Object.entries(IDENTITY))('of %s never change', (table, columns) => {
    for (const column of columns.split(' ')) {
      expect(columnsOf(table)).toContain(column);
      expectRefused(`UPDATE ${table} SET ${column} = ${column}`);
    }
  });

  test.each([
    ['accounts', 'name'],
    ['transactions', 'metadata'],
    ['holds', 'updated_at'],
  ])('do not include %s.%s, which can change', (table, column) => {
    expect(run(`UPDATE ${table} SET ${column} = ${column}`).changes).toBeGreaterThan(0);
  });
});

describe('the platform database', () => {
  function platform() {
    const { raw, close } = openDatabase(':memory:', 'platform');
    onTestFinished(close);
    raw.exec(`INSERT INTO audit (at, actor, action, object_id, detail)
      VALUES (1, 'opr_1', 'application.approved', 'app_1', '{}')`);
    raw.exec(`INSERT INTO developers (id, company, email, country, sandbox_status,
      application_id, application_status, created_at, updated_at)
      VALUES ('dev_1', 'A', 'a@example.com', 'GB', 'active', 'app_1', 'pending', 1, 1)`);
    return (sql: string) => () => raw.prepare(sql).run();
  }
  const refusal = expect.objectContaining({ code: 'SQLITE_CONSTRAINT_TRIGGER' });

  test('keeps the audit log append-only', () => {
    const attempt = platform();
    for (const sql of [
      "UPDATE audit SET actor = 'opr_2'",
      'DELETE FROM audit',
      'INSERT OR REPLACE INTO audit SELECT * FROM audit',
    ]) {
      expect(attempt(sql), sql).toThrow(refusal);
    }
  });

  test('lets an application be decided once', () => {
    const attempt = platform();
    const set = (status: string) => `UPDATE developers SET application_status = '${status}'`;
    expect(attempt(set('rejected'))().changes).toBe(1);
    for (const status of ['approved', 'pending']) expect(attempt(set(status))).toThrow(refusal);
  });
});

describe('constraints on the log and the balances', () => {
  test('allow the log to grow only by one, and never to go back in size or time', () => {
    for (const change of ['size = size', 'size = size + 2', 'size = size - 1']) {
      expectRefused(`UPDATE log_head SET ${change}`);
    }
    expectRefused('UPDATE log_head SET size = size + 1, posted_at = posted_at - 1');
  });

  test('allow a transaction to be booked once, at one position of the log', () => {
    const { posted } = filled.transactions;
    for (const change of ['ledger_sequence = 99', 'posted_at = posted_at + 1']) {
      expectRefused(`UPDATE transactions SET ${change} WHERE id = '${posted}'`);
    }
    expectRefused(
      `UPDATE transactions SET ledger_sequence = NULL, posted_at = NULL WHERE id = '${posted}'`,
    );
  });

  test('keep a customer balance within its overdraft and the largest amount', () => {
    const [id = ''] = filled.accounts;
    for (const change of [
      'posted = -1',
      'posted = -101, overdraft_limit = 100',
      'posted = 9007199254740992',
      'posted = 1, overdraft_limit = 9007199254740991',
      'posted = 1, pending_in = 9007199254740991',
      'pending_in = 9007199254740992',
    ]) {
      expectRefused(`UPDATE accounts SET ${change} WHERE id = '${id}'`);
    }
  });

  test('let a transaction start only as pending and accepted', () => {
    const { raw } = filled.ledger.database;
    const columns = columnsOf('transactions');
    const insertAs = (status: string, stage: string) => {
      const values = columns.map((column) => {
        if (column === 'id') return "'txn_new'";
        if (column === 'status') return `'${status}'`;
        if (column === 'stage') return `'${stage}'`;
        return column === 'reference' || column === 'idempotency_key' ? 'NULL' : column;
      });
      return `INSERT INTO transactions SELECT ${values} FROM transactions
              WHERE id = '${filled.transactions.waiting}'`;
    };
    expectRefused(insertAs('pending', 'done'));
    expectRefused(insertAs('canceled', 'accepted'));
    raw.exec('BEGIN');
    expect(run(insertAs('pending', 'accepted')).changes).toBe(1);
    raw.exec('ROLLBACK');
  });

  test("keep an account in its wallet, and a wallet free of other customers' accounts", () => {
    const inWallet = '(SELECT id FROM accounts WHERE wallet_id IS NOT NULL LIMIT 1)';
    expectRefused(`UPDATE accounts SET wallet_id = NULL WHERE id = ${inWallet}`);
    const columns = columnsOf('accounts').map((column) => {
      if (column === 'id') return "'acc_new'";
      if (column === 'account_number') return "'1'";
      return column === 'currency' ? "'CHF'" : column;
    });
    const copy = (changes: Record<string, string>) => {
      const values = columns.map(
        (value, index) => changes[columnsOf('accounts')[index] ?? ''] ?? value,
      );
      return `INSERT INTO accounts SELECT ${values} FROM accounts WHERE id = ${inWallet}`;
    };
    expectRefused(copy({ tenant_id: "'dev_other'" }));
    const customer = '(SELECT min(id) FROM customers)';
    expectRefused(copy({ customer_id: customer }));
    expect(() => run(copy({ currency: "'EUR'" }))).toThrow(/UNIQUE/);
  });

  test('keep a reversed amount from shrinking, and from exceeding the booked amount', () => {
    const { raw } = filled.ledger.database;
    const set = (amount: number, id: string) =>
      `UPDATE transactions SET amount_reversed = ${amount} WHERE id = '${id}'`;
    const { posted, waiting, captured } = filled.transactions;
    raw.exec('BEGIN');
    expect(run(set(40, posted)).changes).toBe(1);
    expectRefused(set(39, posted));
    raw.exec('ROLLBACK');
    // A full reversal gives `reversed`; 20 of 50 were captured.
    for (const sql of [set(100, posted), set(101, posted), set(21, captured), set(1, waiting)]) {
      expect(() => run(sql)).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_CHECK' }));
    }
  });

  test('refuse an account or a transaction of a kind unknown to the code', () => {
    const copyOf = (table: string, changes: Record<string, string>) => {
      const values = columnsOf(table).map((column) => changes[column] ?? column);
      return `INSERT INTO ${table} SELECT ${values} FROM ${table}`;
    };
    const account = { id: "'acc_new'", account_number: "'1'", kind: "'vault'" };
    expectRefused(`${copyOf('accounts', account)} WHERE kind = 'customer'`);
    const born = { id: "'txn_new'", reference: 'NULL', idempotency_key: 'NULL' };
    const path = `WHERE id = '${filled.transactions.waiting}'`;
    const other = { ...born, stage: "'accepted'", type: "'gift'" };
    expectRefused(`${copyOf('transactions', other)} ${path}`);
  });

  test('keep a value date as it was accepted', () => {
    const id = filled.transactions.waiting;
    expectRefused(`UPDATE transactions SET value_date = 1 WHERE id = '${id}'`);
  });

  test('keep the search terms of metadata equal to its current texts, numbers and booleans', () => {
    const { raw } = filled.ledger.database;
    const [id = ''] = filled.accounts;
    const terms = raw
      .prepare<[string], string>(
        "SELECT key || '=' || value FROM metadata_terms WHERE object_id = ? ORDER BY key",
      )
      .pluck();
    const set = (metadata: object) =>
      run(`UPDATE accounts SET metadata = '${JSON.stringify(metadata)}' WHERE id = '${id}'`);
    raw.exec('BEGIN');
    set({ a: 'x', b: 2, c: true, d: null, e: { f: 1 }, g: 'y'.repeat(501) });
    expect(terms.all(id)).toEqual(['a=x', 'b=2', 'c=true']);
    set({ a: 'z' });
    expect(terms.all(id)).toEqual(['a=z']);
    raw.exec('ROLLBACK');
  });

  // The triggers of erasures are tested in test/db/customers, of moves in test/db/moves, of
  // archives in test/db/archives.
  test('every trigger of the core tables is tested here or in the tests of state changes', () => {
    const { raw } = filled.ledger.database;
    const core = [...NEVER_DELETED, 'leaf_salts'].map((table) => `'${table}'`).join();
    const triggers = raw
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (${core})
         ORDER BY name`,
      )
      .pluck()
      .all();
    expect(triggers).toEqual([
      'accounts_bound',
      'accounts_closed_without_schedules',
      'accounts_identity',
      'accounts_keep_their_wallet',
      'accounts_kinds',
      'accounts_metadata_changed',
      'accounts_metadata_new',
      'accounts_no_delete',
      'accounts_of_a_wallet',
      'accounts_of_the_erased',
      'accounts_status_edges',
      'accounts_stay',
      'accounts_watched',
      'checkpoints_grow',
      'checkpoints_no_delete',
      'checkpoints_no_update',
      'entries_no_delete',
      'entries_no_update',
      'entries_watched',
      'events_erased_with_their_customer',
      'events_no_delete',
      'events_no_update',
      'events_stay',
      'hold_movements_no_delete',
      'hold_movements_no_update',
      'holds_identity',
      'holds_lose_their_end',
      'holds_no_delete',
      'holds_status_edges',
      'holds_within_agreement',
      'leaf_salts_erased',
      'leaf_salts_no_update',
      'leaves_no_delete',
      'leaves_no_update',
      'log_head_grows',
      'log_head_no_delete',
      'log_keys_no_delete',
      'log_keys_no_update',
      ...['timeline_no_delete', 'timeline_no_update'],
      ...['transactions_archived_in_a_file', 'transactions_archived_once'],
      'transactions_booked_once',
      'transactions_born_accepted_or_posted',
      'transactions_erased_with_their_customer',
      'transactions_identity',
      'transactions_keep_their_batch',
      'transactions_keep_their_intent',
      'transactions_keep_their_links',
      'transactions_keep_their_occurrence',
      'transactions_keep_their_payment',
      'transactions_keep_their_texts',
      'transactions_metadata_changed',
      'transactions_metadata_new',
      'transactions_no_delete',
      'transactions_reversed_grows',
      ...['transactions_risk_archived_in_a_file', 'transactions_risk_archived_once'],
      'transactions_status_edges',
      'transactions_types',
      'transactions_value_date',
    ]);
  });
});
