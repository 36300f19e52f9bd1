// Proves that the books balance. Every check is one query whose rows are violations; no row means
// that the guarantee holds. Plain SQL over the tables, so that it trusts none of the writing code.

import type BetterSqlite3 from 'better-sqlite3';
import { subjectsIn } from './all-subject-tables.ts';
import { checkUnreadArchives } from './archives/archived-rows.ts';
import { BATCH_RULES } from './batches/invariants.ts';
import { CHAIN_RULES } from './chain/invariants.ts';
import { checkEventDigests } from './events/invariants.ts';
import { EXCHANGE_RULES } from './exchange/invariants.ts';
import { businessTimeSql } from './kernel/clock.ts';
import { LIMIT_RULES } from './limits/invariants.ts';
import { checkLog } from './log/invariants.ts';
import { checkLeafHashes } from './log/leaf-invariants.ts';
import { OVERDRAFT_RULES } from './overdrafts/invariants.ts';
import { railRules } from './rails/invariants.ts';
import { SCHEDULE_RULES } from './schedules/invariants.ts';
import type { Rule } from './subject-tables.ts';
import { REVERSAL_RULES } from './transactions/reversal-invariants.ts';
import { PAYMENT_RULES, WALLET_RULES } from './wallets/invariants.ts';

export interface Check {
  readonly name: string;
  readonly guarantee: string;
  readonly violations: number;
  /** Up to five of the violating rows. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

export interface Verdict {
  readonly ok: boolean;
  readonly checks: readonly Check[];
  readonly transactions: number;
  readonly entries: number;
  readonly durationMs: number;
}

/** Milliseconds after which unfinished work counts as stuck. */
const STUCK_MS = 60_000;
/**
 * Milliseconds after which a workflow that has not started is missing: after an outage, workflows
 * of single transactions are started at a limited rate.
 */
const UNSTARTED_MS = 3_600_000;
const NOW_OF_TENANT = businessTimeSql('transactions.tenant_id', '@now');
/** Leaves out developers whose test clock was just moved: their due work had no time to run yet. */
const CLOCK_NOT_MOVED = `NOT EXISTS (SELECT 1 FROM clocks c
            WHERE c.tenant_id = transactions.tenant_id AND c.updated_at > @now - ${STUCK_MS})`;

const SIGNED_AMOUNT = "CASE direction WHEN 'credit' THEN amount ELSE -amount END";
const FINAL_STATUSES = "('posted','declined','failed','canceled','expired','reversed')";

const RULES: readonly Rule[] = [
  ...REVERSAL_RULES,
  ...EXCHANGE_RULES,
  ...SCHEDULE_RULES,
  {
    name: 'entries_balance',
    guarantee: 'Debits equal credits in every currency.',
    sql: `SELECT currency, sum(${SIGNED_AMOUNT}) AS difference FROM entries
          GROUP BY currency HAVING difference <> 0`,
  },
  {
    name: 'transactions_balance',
    guarantee:
      'The entries of each transaction sum to zero in each currency, and there are at least ' +
      'two.',
    sql: `SELECT ledger_sequence, sum(${SIGNED_AMOUNT}) AS difference, count(*) AS entries FROM entries
          GROUP BY ledger_sequence, currency HAVING difference <> 0 OR entries < 2
          OR count(DISTINCT transaction_id) <> 1`,
  },
  {
    name: 'balances_sum_to_zero',
    guarantee: "All balances of a currency, including the bank's own, sum to zero.",
    sql: `SELECT currency, sum(posted) AS difference FROM accounts
          GROUP BY currency HAVING difference <> 0`,
  },
  {
    name: 'balance_is_sum_of_entries',
    guarantee: 'Every balance is the sum of its entries.',
    sql: `SELECT a.id, a.posted, coalesce(e.total, 0) AS entries FROM accounts a
          LEFT JOIN (SELECT account_id, sum(${SIGNED_AMOUNT}) AS total FROM entries GROUP BY account_id) e
          ON e.account_id = a.id WHERE a.posted <> coalesce(e.total, 0)`,
  },
  {
    name: 'entries_chain',
    guarantee: 'The balance on each entry equals the previous balance plus the entry.',
    sql: `SELECT ledger_sequence, leg, account_id, balance_after, running FROM (
            SELECT ledger_sequence, leg, account_id, balance_after, sum(${SIGNED_AMOUNT}) OVER (
              PARTITION BY account_id ORDER BY ledger_sequence, leg) AS running FROM entries)
          WHERE balance_after <> running`,
  },
  {
    name: 'entry_currency',
    guarantee: 'An entry has the currency of its account.',
    sql: `SELECT e.ledger_sequence, e.leg, e.currency, a.currency AS account FROM entries e
          JOIN accounts a ON a.id = e.account_id WHERE a.currency <> e.currency`,
  },
  {
    name: 'held_is_sum_of_holds',
    guarantee:
      'The held amount of an account is the sum of its active holds and the reservations of ' +
      'batches.',
    sql: `SELECT a.id, a.held, coalesce(h.total, 0) AS holds FROM accounts a
          LEFT JOIN (SELECT account_id, sum(amount) AS total FROM (
                       SELECT account_id, amount FROM holds WHERE status = 'active'
                       UNION ALL SELECT account_id, reserved FROM batch_reserves)
                     GROUP BY account_id) h
          ON h.account_id = a.id WHERE a.held <> coalesce(h.total, 0)`,
  },
  {
    name: 'held_is_sum_of_movements',
    guarantee:
      'The held amount of an account is the sum of its hold movements and the reservations ' +
      'of batches.',
    sql: `SELECT a.id, a.held, coalesce(m.total, 0) AS movements FROM accounts a
          LEFT JOIN (SELECT account_id, sum(delta) AS total FROM (
                       SELECT account_id, delta FROM hold_movements
                       UNION ALL SELECT account_id, reserved FROM batch_reserves)
                     GROUP BY account_id) m
          ON m.account_id = a.id WHERE a.held <> coalesce(m.total, 0)`,
  },
  {
    name: 'pending_in_is_sum_of_holds',
    guarantee:
      'The pending credits of an account are the holds in its favour and the expected ' +
      'credits of batches.',
    sql: `SELECT a.id, a.pending_in, coalesce(h.total, 0) AS holds FROM accounts a
          LEFT JOIN (SELECT account_id, sum(amount) AS total FROM (
                       SELECT destination_account_id AS account_id, amount FROM holds
                       WHERE status = 'active'
                       UNION ALL SELECT account_id, expected FROM batch_reserves)
                     GROUP BY account_id) h
          ON h.account_id = a.id WHERE a.pending_in <> coalesce(h.total, 0)`,
  },
  {
    name: 'balances_can_be_stated',
    guarantee: 'Balance, overdraft and pending credits of a customer stay within 2^53 − 1.',
    sql: `SELECT id, posted, pending_in, overdraft_limit FROM accounts
          WHERE kind = 'customer' AND posted + pending_in + overdraft_limit > 9007199254740991`,
  },
  {
    name: 'within_overdraft',
    guarantee:
      'No customer account, holds included, is below its overdraft limit and the negative ' +
      'balance that an operator allowed.',
    sql: `SELECT a.id, a.posted, a.held, a.overdraft_limit, a.negative_allowed
          FROM accounts a WHERE a.kind = 'customer' AND a.posted - (
            SELECT coalesce(sum(amount), 0) FROM holds h WHERE h.account_id = a.id
            AND h.status = 'active' AND (h.expires_at IS NULL OR h.expires_at > @now)
          ) + a.overdraft_limit + a.negative_allowed < 0`,
  },
  {
    name: 'hold_belongs_to_pending',
    guarantee: 'An active hold belongs to a transaction that is not final.',
    sql: `SELECT h.id, t.status FROM holds h JOIN transactions t ON t.id = h.transaction_id
          WHERE h.status = 'active' AND t.status IN ${FINAL_STATUSES}`,
  },
  {
    name: 'posted_has_entries',
    guarantee:
      'Every posted transaction has entries, and every entry belongs to a posted transaction.',
    sql: `SELECT t.id, t.status FROM transactions t
          WHERE t.ledger_sequence IS NOT NULL AND NOT EXISTS (SELECT 1 FROM entries e
            WHERE e.ledger_sequence = t.ledger_sequence AND e.transaction_id = t.id)
          UNION ALL SELECT e.transaction_id, 'entries without it' FROM entries e
          LEFT JOIN transactions t ON t.id = e.transaction_id
          WHERE e.leg = 0 AND t.ledger_sequence IS NOT e.ledger_sequence`,
  },
  {
    name: 'posted_has_leaf',
    guarantee: 'Every posted transaction has a leaf, whose index is its ledger sequence minus one.',
    sql: `SELECT t.id, t.ledger_sequence, l.transaction_id AS leaf_of FROM transactions t
          LEFT JOIN leaves l ON l.leaf_index = t.ledger_sequence - 1
          WHERE t.ledger_sequence IS NOT NULL AND l.transaction_id IS NOT t.id`,
  },
  {
    name: 'log_has_no_gap',
    guarantee: 'The log has the number of leaves that its head states, numbered without gaps.',
    sql: `SELECT h.size, l.leaves, l.last
          FROM (SELECT count(*) AS leaves, max(leaf_index) AS last FROM leaves) l
          LEFT JOIN log_head h ON true
          WHERE h.size IS NULL OR l.leaves <> h.size OR coalesce(l.last, -1) <> h.size - 1`,
  },
  {
    name: 'content_is_kept_or_erased',
    guarantee:
      'Every leaf has its salt, or a record of its erasure or of its move to another ledger.',
    sql: `SELECT l.leaf_index, l.transaction_id, e.erased_at FROM leaves l
          LEFT JOIN leaf_salts s ON s.leaf_index = l.leaf_index
          LEFT JOIN leaf_erasures e ON e.leaf_index = l.leaf_index
          LEFT JOIN departed_leaves d ON d.leaf_index = l.leaf_index
          WHERE (s.leaf_index IS NULL)
            <> (e.leaf_index IS NOT NULL OR d.leaf_index IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM decision_leaves o WHERE o.leaf_index = l.leaf_index
              AND o.decision_id = l.transaction_id)`,
  },
  {
    name: 'leaf_has_transaction',
    guarantee:
      'Every leaf has its transaction or decision, or a record of its move to another ledger.',
    sql: `SELECT l.leaf_index, l.transaction_id FROM leaves l
          LEFT JOIN transactions t ON t.id = l.transaction_id
            AND t.ledger_sequence = l.leaf_index + 1
          LEFT JOIN departed_leaves d ON d.leaf_index = l.leaf_index
          WHERE (t.id IS NULL) <> (d.leaf_index IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM decision_leaves o WHERE o.leaf_index = l.leaf_index
              AND o.decision_id = l.transaction_id)`,
  },
  {
    name: 'moves_are_over',
    guarantee: 'No move of a developer between ledgers is left unfinished.',
    sql: `SELECT tenant_id, stage, ledger FROM tenant_moves
          WHERE stage <> 'left' AND at < @now - ${STUCK_MS}`,
  },
  {
    name: 'events_have_no_gap',
    guarantee: "The events of a tenant are numbered without gaps up to the tenant's counter.",
    // Joined from both sides, so that a tenant whose events are all missing is found as well.
    sql: `SELECT t.tenant_id, count(e.id) AS events, coalesce(max(e.sequence), 0) AS last,
            coalesce(max(c.value), 0) AS counter
          FROM (SELECT tenant_id FROM events UNION
            SELECT substr(name, 8) FROM counters WHERE substr(name, 1, 7) = 'events/') t
          LEFT JOIN events e ON e.tenant_id = t.tenant_id
          LEFT JOIN counters c ON c.name = 'events/' || t.tenant_id
          GROUP BY t.tenant_id HAVING events <> last OR last <> counter`,
  },
  {
    name: 'transaction_has_events',
    guarantee: 'Each transaction has an event for its acceptance and one for its current state.',
    // Two lists made once: no index leads from an object to its events.
    sql: `SELECT t.id, t.status FROM transactions t
          WHERE t.id NOT IN (SELECT object_id FROM events WHERE type = 'transaction.created')
          OR (t.version > 1 AND (t.id, t.version, 'transaction.' || CASE
            WHEN t.status = 'posted' AND t.amount_reversed > 0 THEN 'partially_reversed'
            WHEN t.status = 'pending' AND t.stage = 'submitted' THEN 'submitted'
            ELSE t.status END) NOT IN (SELECT object_id, object_version, type FROM events)
            AND NOT (t.status_code IS 'rail_returned' AND (t.id, t.version) IN (
              SELECT object_id, object_version FROM events
              WHERE type = 'transaction.returned'))
            AND (t.id, t.version) NOT IN (SELECT object_id, object_version FROM events
              WHERE type = 'transaction.updated'))`,
  },
  {
    name: 'timeline_ends_at_status',
    guarantee:
      'The timeline of a transaction has a step for each version and ends with its current ' +
      'state.',
    sql: `SELECT t.id, t.status, t.version FROM transactions t WHERE NOT EXISTS (
            SELECT 1 FROM timeline l WHERE l.transaction_id = t.id AND l.version = t.version
            AND l.status = t.status AND l.stage = t.stage)
          OR t.version <> (SELECT count(*) FROM timeline l WHERE l.transaction_id = t.id)`,
  },
  {
    name: 'nothing_is_stuck',
    guarantee: 'No transaction is still open past its deadline.',
    sql: `SELECT id, status, stage, created_at, expires_at FROM transactions
          WHERE status NOT IN ${FINAL_STATUSES} AND ${CLOCK_NOT_MOVED} AND (
            (stage = 'accepted' AND created_at < ${NOW_OF_TENANT} - ${STUCK_MS})
            OR expires_at < ${NOW_OF_TENANT} - ${STUCK_MS}
            OR (stage = 'validate'
                AND value_date * 86400000 < ${NOW_OF_TENANT} - ${STUCK_MS}))`,
  },
  {
    name: 'workflow_has_begun',
    guarantee: 'The workflow of every transaction at rest starts within an hour.',
    sql: `SELECT id, status, stage, workflow_id, updated_at FROM transactions
          WHERE workflow_started_at IS NULL AND stage <> 'accepted'
          AND updated_at < ${NOW_OF_TENANT} - ${UNSTARTED_MS} AND ${CLOCK_NOT_MOVED}`,
  },
  ...LIMIT_RULES,
  ...OVERDRAFT_RULES,
  ...BATCH_RULES,
  ...CHAIN_RULES,
  ...WALLET_RULES,
  ...PAYMENT_RULES,
];

export interface CheckOptions {
  /** Names of the checks to run; omit it to run all. */
  readonly names?: readonly string[] | undefined;
  /** The result of `loadArchives`; omitted when the files were not read. */
  readonly archived?: Check;
  /** Receives the progress of the checks, which take minutes in a large ledger. */
  readonly progress?: CheckProgress;
}

export interface CheckProgress {
  /** Called before the first check. */
  onCounted(rows: Pick<Verdict, 'transactions' | 'entries'>): void;
  /** Called after each check. */
  onChecked(check: Check): void;
}

/**
 * Runs the checks on an open database.
 * @param now milliseconds since 1970 UTC
 * @param options the names of the checks to run, the result of `loadArchives`, and the receiver of
 * the progress
 */
export function checkInvariants(
  db: BetterSqlite3.Database,
  now: number,
  { names, archived = checkUnreadArchives(db), progress }: CheckOptions = {},
): Verdict {
  const startedAt = performance.now();
  // One read transaction, so that all checks see the same books during concurrent writes.
  db.exec('BEGIN');
  try {
    const count = (table: string) =>
      db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
    const rows = { transactions: count('transactions'), entries: count('entries') };
    progress?.onCounted(rows);
    const checks: Check[] = [];
    for (const check of checksOf(db, now, archived, names)) {
      progress?.onChecked(check);
      checks.push(check);
    }
    return {
      ok: checks.every((check) => check.violations === 0),
      checks,
      ...rows,
      durationMs: Math.round(performance.now() - startedAt),
    };
  } finally {
    db.exec('COMMIT');
  }
}

/** The rules of the core, and of the subjects whose tables are in the ledger. */
function rulesIn(db: BetterSqlite3.Database): Rule[] {
  const present = subjectsIn(db);
  const reviews = present.flatMap(({ reviewed }) => reviewed ?? []);
  const subjectRules = present.flatMap(({ rules = [] }) => rules);
  return [...RULES, ...railRules(reviews[0] ?? 'false'), ...subjectRules];
}

function* checksOf(
  db: BetterSqlite3.Database,
  now: number,
  archived: Check,
  names?: readonly string[],
): Generator<Check> {
  const isWanted = ({ name }: { readonly name: string }) => names?.includes(name) ?? true;
  const rules = rulesIn(db).filter(isWanted);
  for (const rule of rules) yield check(db, rule, now);
  if (rules.length !== names?.length) {
    for (const hashed of checkHashes(db)) if (isWanted(hashed)) yield hashed;
  }
  if (isWanted(archived)) yield archived;
}

/** The checks that hash stored rows, which no query can. */
function* checkHashes(db: BetterSqlite3.Database): Generator<Check> {
  yield checkLeafHashes(db);
  yield checkEventDigests(db);
  yield* checkLog(db);
}

function check(db: BetterSqlite3.Database, rule: Rule, now: number): Check {
  const examples: Record<string, unknown>[] = [];
  let violations = 0;
  // Sums of all balances can pass 2^53.
  const statement = db.prepare<[{ now?: number }], Record<string, unknown>>(rule.sql);
  const parameters = rule.sql.includes('@now') ? { now } : {};
  for (const row of statement.safeIntegers().iterate(parameters)) {
    violations += 1;
    if (examples.length < 5) examples.push(toPrintableRow(row));
  }
  return { name: rule.name, guarantee: rule.guarantee, violations, examples };
}

function toPrintableRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? value.toString() : value,
    ]),
  );
}
