// Every invariant check detects its own fault: a ledger is copied and broken in one way, and the
// check has to report that. An intact ledger has no violation.

import type BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { BATCH_BREAKAGES } from './batches/batch-breakages.ts';
import { CHAIN_BREAKAGES } from './chain/chain-breakages.ts';
import { CREDIT_BREAKAGES } from './credit/credit-breakages.ts';
import { DEPLOYMENT_BREAKAGES } from './deployments/deployment-breakages.ts';
import { type Breakage, EXCHANGE_BREAKAGES, entryOf } from './exchange/exchange-breakages.ts';
import { INTENT_BREAKAGES } from './intents/intent-breakages.ts';
import { INVENTORY_BREAKAGES } from './inventory/inventory-breakages.ts';
import { KYC_BREAKAGES } from './kyc/kyc-breakages.ts';
import { breakableCopies, type FilledLedger, openFilledLedger } from './ledger-file.ts';
import { LIMIT_BREAKAGES } from './limits/limit-breakages.ts';
import { OVERDRAFT_BREAKAGES } from './overdrafts/overdraft-breakages.ts';
import { RAIL_BREAKAGES } from './rails/rail-breakages.ts';
import { RISK_BREAKAGES } from './risk/risk-breakages.ts';
import { SCHEDULE_BREAKAGES } from './schedules/schedule-breakages.ts';
import { WALLET_BREAKAGES } from './wallets/wallet-breakages.ts';

let filled: FilledLedger;
let breakableCopy: () => BetterSqlite3.Database;
beforeAll(async () => {
  filled = await openFilledLedger();
  breakableCopy = breakableCopies(filled.ledger);
});
afterAll(() => filled.ledger.close());

/** Ways to falsify a ledger, by the invariant that must detect them. */
const BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  ...LIMIT_BREAKAGES,
  entries_balance: {
    'an entry that is larger than its counterpart': ({ posted }) =>
      `UPDATE entries SET amount = amount + 1 WHERE ${entryOf(posted, 0)}`,
    'an entry in another currency': ({ posted }) =>
      `UPDATE entries SET currency = 'USD' WHERE ${entryOf(posted, 0)}`,
  },
  transactions_balance: {
    'an entry without a counterpart': ({ posted }) =>
      `DELETE FROM entries WHERE ${entryOf(posted, 1)}`,
    'both entries on the same side': ({ posted }) =>
      `UPDATE entries SET direction = 'credit' WHERE ${entryOf(posted, 0)}`,
    'entries of two transactions in one booking': ({ posted, captured }) =>
      `UPDATE entries SET transaction_id = '${captured}' WHERE ${entryOf(posted, 0)}`,
  },
  ...EXCHANGE_BREAKAGES,
  ...SCHEDULE_BREAKAGES,
  ...RISK_BREAKAGES,
  ...OVERDRAFT_BREAKAGES,
  ...BATCH_BREAKAGES,
  ...DEPLOYMENT_BREAKAGES,
  ...CHAIN_BREAKAGES,
  ...WALLET_BREAKAGES,
  ...CREDIT_BREAKAGES,
  ...KYC_BREAKAGES,
  ...RAIL_BREAKAGES,
  ...INTENT_BREAKAGES,
  ...INVENTORY_BREAKAGES,
  balances_sum_to_zero: {
    'an account with more money than was booked': (_, [id]) =>
      `UPDATE accounts SET posted = posted + 1 WHERE id = '${id}'`,
  },
  balance_is_sum_of_entries: {
    'money moved between accounts without entries': (_, [from, to]) =>
      `UPDATE accounts SET posted = posted + CASE id WHEN '${from}' THEN -5 ELSE 5 END
       WHERE id IN ('${from}', '${to}')`,
  },
  entries_chain: {
    'a balance that does not follow from the previous entry': ({ posted }) =>
      `UPDATE entries SET balance_after = balance_after + 1 WHERE ${entryOf(posted, 1)}`,
  },
  entry_currency: {
    'a booking in a currency that the accounts do not have': ({ posted }) =>
      `UPDATE entries SET currency = 'USD' WHERE transaction_id = '${posted}'`,
  },
  held_is_sum_of_holds: {
    'held money without a hold': (_, [, to]) =>
      `UPDATE accounts SET held = held + 1 WHERE id = '${to}'`,
    'a hold whose amount was increased': ({ waiting }) =>
      `UPDATE holds SET amount = amount + 1 WHERE transaction_id = '${waiting}'`,
  },
  held_is_sum_of_movements: {
    'a missing movement of a hold': ({ waiting }) =>
      `DELETE FROM hold_movements
       WHERE hold_id = (SELECT id FROM holds WHERE transaction_id = '${waiting}')`,
  },
  pending_in_is_sum_of_holds: {
    'a pending credit without a hold': (_, [from]) =>
      `UPDATE accounts SET pending_in = pending_in + 1 WHERE id = '${from}'`,
    'a released hold that the payee still shows as pending': ({ waiting }) =>
      `UPDATE holds SET status = 'released' WHERE transaction_id = '${waiting}'`,
  },
  balances_can_be_stated: {
    'a pending credit too large for a balance to be stated': (_, [, to]) =>
      `UPDATE accounts SET pending_in = 9007199254740991 WHERE id = '${to}'`,
  },
  within_overdraft: {
    'a customer account below zero without an overdraft': (_, [from, to]) =>
      `UPDATE accounts SET posted = CASE id WHEN '${from}' THEN -1 ELSE 1001 END
       WHERE id IN ('${from}', '${to}')`,
    'a hold larger than the balance': ({ waiting }) =>
      `UPDATE holds SET amount = 1000000 WHERE transaction_id = '${waiting}'`,
  },
  hold_belongs_to_pending: {
    'an active hold of a canceled transaction': ({ canceled }) =>
      `UPDATE holds SET status = 'active' WHERE transaction_id = '${canceled}'`,
  },
  posted_has_entries: {
    'a posted transaction without entries': ({ posted }) =>
      `DELETE FROM entries WHERE transaction_id = '${posted}'`,
    'entries of a transaction that was declined': ({ posted, declined }) =>
      `UPDATE entries SET transaction_id = '${declined}' WHERE transaction_id = '${posted}'`,
    'a posted transaction that names another booking': ({ posted }) =>
      `UPDATE transactions SET ledger_sequence = 99 WHERE id = '${posted}'`,
  },
  reversals_add_up: {
    'a reversed amount without a booked reversal': ({ posted }) =>
      `UPDATE transactions SET amount_reversed = 1 WHERE id = '${posted}'`,
    'a booked reversal that its original does not count': ({ posted, captured }) =>
      `UPDATE transactions SET type = 'reversal', reversal_of = '${posted}'
       WHERE id = '${captured}'`,
  },
  reversal_mirrors_original: {
    'a reversal with the same direction as its original': ({ posted, declined, captured }) =>
      `UPDATE transactions SET type = 'reversal', reversal_of =
       CASE id WHEN '${declined}' THEN '${captured}' ELSE '${posted}' END
       WHERE id IN ('${captured}', '${declined}')`,
  },
  amount_posted_is_booked: {
    'a transaction whose posted amount exceeds its entries': ({ captured }) =>
      `UPDATE transactions SET amount_posted = amount_posted + 1 WHERE id = '${captured}'`,
  },
  posted_has_leaf: {
    'a posted transaction whose leaf names another transaction': ({ posted, declined }) =>
      `UPDATE leaves SET transaction_id = '${declined}' WHERE transaction_id = '${posted}'`,
    'a posted transaction without a leaf': ({ posted }) =>
      `DELETE FROM leaves WHERE transaction_id = '${posted}'`,
  },
  log_has_no_gap: {
    'a missing leaf in the middle': () => 'DELETE FROM leaves WHERE leaf_index = 1',
    'a missing last leaf': () =>
      'DELETE FROM leaves WHERE leaf_index = (SELECT max(leaf_index) FROM leaves)',
    'a leaf beyond the head of the log': () =>
      "INSERT INTO leaves VALUES (99, 'txn_x', zeroblob(32))",
    'a head with a smaller size than the log': () => 'UPDATE log_head SET size = size - 1',
    'a missing head of the log': () => 'DELETE FROM log_head',
    'a log without leaves': () => 'DELETE FROM leaves',
  },
  event_has_deliveries: {
    'a missing delivery': () => 'DELETE FROM deliveries WHERE repeat = 0',
    'a cursor past an event without a delivery': () =>
      `UPDATE mailboxes SET changed_row = 0 WHERE endpoint_id IN (
         SELECT id FROM webhook_endpoints WHERE events LIKE '%account%')`,
  },
  delivery_is_behind_cursor: {
    'a delivery of an event after the cursor': () => 'UPDATE relay_cursor SET event_row = 1',
    'a delivery to another tenant': () => "UPDATE deliveries SET tenant_id = 'dev_other'",
  },
  delivery_has_attempts: {
    'a missing attempt': () => 'DELETE FROM delivery_attempts',
    'a delivered event without a successful attempt': () =>
      "UPDATE delivery_attempts SET fault = 'timeout' WHERE fault IS NULL",
    'a failed delivery without an attempt': () =>
      "UPDATE deliveries SET status = 'failed', next_attempt_at = NULL, attempts = 0",
  },
  content_is_kept_or_erased: {
    'a missing salt without a record of an erasure': () =>
      'DELETE FROM leaf_salts WHERE leaf_index = 1',
    'a record of an erasure whose salt still exists': () =>
      "INSERT INTO leaf_erasures VALUES (1, 'opr_1', 'asked for', 'req_1', 1)",
  },
  leaf_has_transaction: {
    'a leaf without its transaction': ({ posted }) =>
      `DELETE FROM transactions WHERE id = '${posted}'`,
    'a leaf recorded as moved to another ledger whose transaction is still here': () =>
      "INSERT INTO departed_leaves VALUES (1, 'dev_1', 'sandbox-2')",
  },
  moves_are_over: {
    'a developer whose move to another ledger was not finished': () =>
      "INSERT INTO tenant_moves VALUES ('dev_1', 'leaving', 'sandbox-2', 0)",
  },
  checkpoint_is_root: {
    'a leaf that was changed': () => 'UPDATE leaves SET hash = zeroblob(32) WHERE leaf_index = 0',
    'two leaves that changed places': () =>
      `UPDATE leaves SET hash = (SELECT hash FROM leaves o
         WHERE o.leaf_index = 1 - leaves.leaf_index) WHERE leaf_index < 2`,
    'missing leaves at the end of the signed log': () => 'DELETE FROM leaves WHERE leaf_index > 0',
    'a root that was changed': () => 'UPDATE checkpoints SET root_hash = zeroblob(32)',
    'a checkpoint whose size was changed': () =>
      'UPDATE checkpoints SET tree_size = 1 WHERE tree_size = 2',
  },
  nodes_are_hashes: {
    'a node above no leaves': () => 'INSERT INTO log_nodes VALUES (20, 0, zeroblob(32))',
  },
  checkpoints_are_signed: {
    'a signature that was changed': () => 'UPDATE checkpoints SET signature = zeroblob(64)',
    'a time that was changed': () => 'UPDATE checkpoints SET signed_at = signed_at - 1',
    'a checkpoint without its predecessor': () => 'UPDATE checkpoints SET previous = NULL',
    'a missing first checkpoint': () => 'DELETE FROM checkpoints WHERE previous IS NULL',
    'a missing key': () => 'DELETE FROM log_keys',
    'a key that was replaced by another': () =>
      "UPDATE log_keys SET verifier_key = 'kontor/sandbox/x+00000000+AQ=='",
  },
  events_have_no_gap: {
    'a missing event in the middle': () => 'DELETE FROM events WHERE sequence = 2',
    'a missing last event': () =>
      'DELETE FROM events WHERE sequence = (SELECT max(sequence) FROM events)',
    'a tenant without its events': () => 'DELETE FROM events',
    'a counter below the newest number': () => 'UPDATE counters SET value = value - 1',
    'a missing counter': () => 'DELETE FROM counters',
  },
  event_reads_as_written: {
    'a description that was changed': ({ posted }) =>
      `UPDATE transactions SET description = 'other' WHERE id = '${posted}'`,
    'a fact that was changed': ({ posted }) =>
      `UPDATE events SET data = replace(data, '"row":{', '"row":{"amountPosted":99,')
       WHERE object_id = '${posted}' AND type = 'transaction.posted'`,
    'a booked amount that was changed': ({ posted }) =>
      `UPDATE transactions SET amount_posted = 99 WHERE id = '${posted}'`,
    'a missing entry of a transaction with events': ({ posted }) =>
      `DELETE FROM entries WHERE ${entryOf(posted, 1)}`,
    'events of a missing transaction': ({ posted }) =>
      `DELETE FROM transactions WHERE id = '${posted}'`,
  },
  transaction_has_events: {
    'an accepted transaction without its event': ({ posted }) =>
      `UPDATE events SET type = 'account.updated'
       WHERE object_id = '${posted}' AND type = 'transaction.created'`,
    'a canceled transaction without its event': ({ canceled }) =>
      `UPDATE events SET type = 'transaction.posted'
       WHERE object_id = '${canceled}' AND type = 'transaction.canceled'`,
  },
  timeline_ends_at_status: {
    'a status other than that of the last step': ({ canceled }) =>
      `UPDATE transactions SET status = 'expired' WHERE id = '${canceled}'`,
    'a missing step': ({ posted }) =>
      `DELETE FROM timeline WHERE transaction_id = '${posted}' AND version = 1`,
  },
  nothing_is_stuck: {
    'an accepted transaction that was not settled in time': ({ waiting }) =>
      `UPDATE transactions SET stage = 'accepted', created_at = created_at - 120000
       WHERE id = '${waiting}'`,
    'a hold that was not ended at its expiry': ({ waiting }) =>
      `UPDATE transactions SET expires_at = created_at - 120000 WHERE id = '${waiting}'`,
  },
  workflow_has_begun: {
    'a transaction without a workflow': ({ posted }) =>
      `UPDATE transactions SET workflow_started_at = NULL, updated_at = updated_at - 7200000
       WHERE id = '${posted}'`,
  },
  archives_are_whole: {
    'an archive whose file is missing': () =>
      `INSERT INTO archives VALUES ('arc_1', 'events', 1, 1, 'evt_1', 'evt_1', 1, 1, 1, 1,
       'gone.parquet', 1, 'x', 0, 1)`,
  },
  leaf_is_hash: {
    'an amount that was changed on both sides': ({ posted }) =>
      `UPDATE entries SET amount = 90 WHERE transaction_id = '${posted}'`,
    'a payee that was changed': ({ posted }) =>
      `UPDATE entries SET account_id = 'acc_other' WHERE ${entryOf(posted, 1)}`,
    'a time that was changed': ({ posted }) =>
      `UPDATE transactions SET posted_at = posted_at - 1 WHERE id = '${posted}'`,
    'a salt that was changed': () =>
      'UPDATE leaf_salts SET salt = zeroblob(16) WHERE leaf_index = 1',
    'a hash that was changed': () => 'UPDATE leaves SET hash = zeroblob(32) WHERE leaf_index = 1',
  },
};

function listViolated(db: BetterSqlite3.Database, only?: readonly string[]): string[] {
  const { ok, checks } = checkInvariants(db, filled.clock.now(), { names: only });
  const names = checks.filter((check) => check.violations > 0).map((check) => check.name);
  expect(ok).toBe(names.length === 0);
  return names;
}

describe('the invariant checks of the books', () => {
  test('find nothing in an intact ledger or in a copy of it', () => {
    expect(listViolated(filled.ledger.database.raw)).toEqual([]);
    expect(listViolated(breakableCopy())).toEqual([]);
  });

  test('each have a test case here that violates them', () => {
    const { checks } = checkInvariants(filled.ledger.database.raw, filled.clock.now());
    expect(Object.keys(BREAKAGES).sort()).toEqual(checks.map(({ name }) => name).sort());
  });

  const ways = Object.entries(BREAKAGES).flatMap(([name, breakages]) =>
    Object.entries(breakages).map(([label, sql]) => [name, label, sql] as const),
  );
  test.each(ways)('%s finds %s', (name, _label, sql) => {
    const copy = breakableCopy();
    expect(
      copy.prepare(sql(filled.transactions, filled.accounts, filled.quotes)).run().changes,
    ).toBeGreaterThan(0);
    expect(listViolated(copy, [name])).toEqual([name]);
  });

  test('count every violation and show at most five, in printable form', () => {
    const copy = breakableCopy();
    copy.exec('UPDATE entries SET balance_after = balance_after + 9007199254740993');
    const { checks, entries, transactions } = checkInvariants(copy, filled.clock.now());
    const chain = checks.find(({ name }) => name === 'entries_chain');
    expect(chain?.violations).toBe(entries);
    expect(entries).toBeGreaterThan(5);
    expect(chain?.examples).toHaveLength(5);
    expect(() => JSON.stringify(chain)).not.toThrow();
    const all = copy.prepare<[], number>('SELECT count(*) FROM transactions').pluck().get();
    expect(transactions).toBe(all);
  });

  test('report the number of rows first, and then each check when it is done', () => {
    const told: unknown[] = [];
    const { checks, transactions, entries } = checkInvariants(breakableCopy(), Date.now(), {
      progress: { onCounted: (rows) => told.push(rows), onChecked: (check) => told.push(check) },
    });
    expect(told).toEqual([{ transactions, entries }, ...checks]);
  });

  test('change nothing and leave no transaction open', () => {
    const copy = breakableCopy();
    copy.exec('DELETE FROM leaves');
    const before = copy.serialize();
    listViolated(copy);
    expect(copy.inTransaction).toBe(false);
    expect(copy.serialize().equals(before)).toBe(true);
  });

  test('accept missing salts of erased leaves', () => {
    const copy = breakableCopy();
    copy.exec(`INSERT INTO leaf_erasures SELECT leaf_index, 'opr_1', 'asked for', 'req_1', 1
      FROM leaf_salts`);
    copy.exec('DELETE FROM leaf_salts');
    expect(listViolated(copy)).toEqual([]);
  });
});
