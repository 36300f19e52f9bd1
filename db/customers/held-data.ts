// The catalogue of data that the bank holds about a customer: each table with personal content, how
// its rows are found, and the columns that an erasure clears. Export and erasure use the same list,
// and a test compares it with the schema: a new table belongs here, in the list of its subject
// (`held` in db/<noun>/subject-tables.ts), or in the list of tables without personal content.

import type BetterSqlite3 from 'better-sqlite3';
import { SUBJECT_TABLES, subjectsIn } from '../all-subject-tables.ts';
import {
  byAccount,
  byCustomer,
  byPayment,
  EMPTY_JSON,
  type HeldTable,
  NAME,
  OWN_ROWS,
} from './held-table.ts';

const TRANSACTION_TEXTS = {
  description: 'NULL',
  reference: 'NULL',
  external_party: 'NULL',
  context: 'NULL',
  metadata: EMPTY_JSON,
  current_metadata: 'NULL',
};
const IS_ALERT_MAIL = 'subject_id IN (SELECT id FROM alerts WHERE account_id = @account)';

/** Ordered so that a row is erased after the rows that are found through it. */
const CORE: readonly HeldTable[] = [
  byCustomer(
    'decision_leaves',
    { facts_sha256: 'NULL', salt: 'NULL' },
    { key: 'decision_id', hidden: ['salt'] },
  ),
  byCustomer(
    'risk_decisions',
    { question: `iif(question IS NULL, NULL, ${EMPTY_JSON})` },
    { where: `${OWN_ROWS} AND transaction_id IS NULL`, hidden: ['features'] },
  ),
  byCustomer('mails', 'deleted', { where: 'subject_id = @customer' }),
  byAccount('mails', 'deleted', { where: IS_ALERT_MAIL }),
  byAccount('alerts', { channels: "'[]'", metadata: EMPTY_JSON }),
  byPayment('batch_items', { body: EMPTY_JSON }),
  byPayment('risk_decisions', 'kept', { hidden: ['features'] }),
  byPayment('transactions', TRANSACTION_TEXTS, {
    sides: ['source'],
    key: 'id',
    hidden: ['request_hash'],
  }),
  byPayment('transactions', TRANSACTION_TEXTS, {
    sides: ['destination'],
    key: 'id',
    hidden: ['request_hash'],
  }),
  byPayment('entries', 'kept', {
    where: 'account_id = @account',
    // Entries are found by their place in the log, and have no index of transactions.
    join: `CROSS JOIN transactions t ON t.id = payments.id
      CROSS JOIN entries r ON r.ledger_sequence = t.ledger_sequence`,
    isOfAnyPayer: true,
  }),
  byCustomer('schedules', {
    description: 'NULL',
    external_party: 'NULL',
    reference: 'NULL',
    metadata: EMPTY_JSON,
  }),
  byCustomer('wallets', { name: NAME, metadata: EMPTY_JSON }),
  byCustomer('accounts', { name: NAME, metadata: EMPTY_JSON }),
  byCustomer('customers', {}, { where: 'id = @customer' }),
];

/** Every table of the core and of every subject. A position in it stays valid with any subjects. */
export const HELD_TABLES: readonly HeldTable[] = [
  ...SUBJECT_TABLES.flatMap(({ held = [] }) => held),
  ...CORE,
];

/** The entries whose tables are in a ledger; a subject may be absent. */
export function heldIn(raw: BetterSqlite3.Database): ReadonlySet<HeldTable> {
  return new Set([...subjectsIn(raw).flatMap(({ held = [] }) => held), ...CORE]);
}
