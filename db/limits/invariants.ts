// Invariants of limits and approvals, as rows that must not exist.

/** Rules for db/invariants.ts: each row of the SQL is a violation. */
export const LIMIT_RULES = [
  {
    name: 'limit_usage_is_outflow',
    guarantee: 'The use of a limit equals the debits of the account in the period, holds included.',
    sql: `SELECT u.account_id, u.period, u.starts_at, u.amount, u.count, o.amount AS outflow,
            o.count AS debits
          FROM limit_usage u, (
            SELECT v.account_id, v.period, v.starts_at,
              coalesce(sum(CASE WHEN h.id IS NULL THEN t.amount
                WHEN h.status = 'active' THEN h.amount ELSE h.captured_amount END), 0) AS amount,
              count(t.id) AS count
            FROM limit_usage v LEFT JOIN (transactions t LEFT JOIN holds h
              ON h.transaction_id = t.id)
            ON t.source_account_id = v.account_id AND t.type NOT IN ('reversal', 'fee')
              AND (t.posted_at IS NOT NULL OR h.status = 'active')
              AND coalesce(h.created_at, t.posted_at) >= v.starts_at
              AND coalesce(h.created_at, t.posted_at) < CASE v.period
                WHEN 'day' THEN v.starts_at + 86400000
                WHEN 'week' THEN v.starts_at + 604800000
                ELSE unixepoch(v.starts_at / 1000, 'unixepoch', '+1 month') * 1000 END
            GROUP BY v.account_id, v.period, v.starts_at) o
          WHERE o.account_id = u.account_id AND o.period = u.period
            AND o.starts_at = u.starts_at AND (o.amount <> u.amount OR o.count <> u.count)`,
  },
  {
    name: 'limit_usage_is_complete',
    guarantee: 'Every debit of an account with limits is counted in a period.',
    sql: `SELECT t.id, t.source_account_id FROM limit_terms l
          JOIN transactions t ON t.source_account_id = l.account_id AND t.type <> 'reversal'
          LEFT JOIN holds h ON h.transaction_id = t.id
          WHERE l.version = 1 AND (t.posted_at IS NOT NULL OR h.status = 'active')
          AND coalesce(h.created_at, t.posted_at) >= l.created_at
          AND NOT EXISTS (SELECT 1 FROM limit_usage u WHERE u.account_id = l.account_id
            AND u.period = 'day'
            AND u.starts_at = coalesce(h.created_at, t.posted_at) / 86400000 * 86400000)`,
  },
  {
    name: 'limits_are_marked',
    guarantee: 'An account is marked as limited exactly when it has limits.',
    sql: `SELECT a.id, a.limits_configured FROM accounts a WHERE a.limits_configured <>
            EXISTS (SELECT 1 FROM limit_terms l WHERE l.account_id = a.id)`,
  },
  {
    name: 'approved_by_another',
    guarantee: 'Nobody decided about a transaction that they requested.',
    sql: `SELECT a.id, a.decided_by FROM approvals a JOIN transactions t
          ON t.id = a.transaction_id WHERE a.decided_by = t.actor`,
  },
  {
    name: 'waits_for_approval',
    guarantee:
      'A transaction that waits for a second person has an approval, and its money is held.',
    sql: `SELECT t.id FROM transactions t WHERE t.status = 'pending_approval' AND (
            NOT EXISTS (SELECT 1 FROM approvals a WHERE a.transaction_id = t.id)
            OR NOT EXISTS (SELECT 1 FROM holds h WHERE h.transaction_id = t.id
              AND h.status = 'active'))`,
  },
] as const;
