// Invariants of overdrafts, their fees and the transfers that cover payments; part of
// db/invariants.ts.

export const OVERDRAFT_RULES = [
  {
    name: 'overdraft_is_told_by_account',
    guarantee:
      'An account and its overdraft record have the same settings, and the record states ' +
      'since when the account is below zero.',
    sql: `SELECT a.id, a.overdraft_mode, o.mode, o.enabled, a.posted, o.drawn_at FROM accounts a
          JOIN overdrafts o ON o.account_id = a.id
          WHERE a.overdraft_mode IS NOT iif(o.enabled, o.mode, NULL)
          OR a.overdraft_linked_id IS NOT iif(o.enabled, o.linked_account_id, NULL)
          OR (o.enabled = 0 AND a.overdraft_limit > 0)
          OR (a.posted < 0) <> (o.drawn_at IS NOT NULL)
          UNION ALL SELECT a.id, a.overdraft_mode, NULL, NULL, a.posted, NULL FROM accounts a
          WHERE a.overdraft_mode IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM overdrafts o WHERE o.account_id = a.id)`,
  },
  {
    name: 'fee_is_charged_once',
    guarantee:
      'Each charged fee has one booked fee transaction, and each fee transaction has one fee.',
    sql: `SELECT f.transaction_id, f.status, t.id, t.status AS of FROM overdraft_fees f
          LEFT JOIN transactions t ON t.id = f.fee_transaction_id
          WHERE f.fee_transaction_id IS NOT NULL AND (t.id IS NULL OR t.type <> 'fee'
            OR t.linked_to IS NOT f.transaction_id OR t.amount <> f.amount
            OR t.source_account_id <> f.account_id
            OR f.status <> CASE WHEN t.ledger_sequence IS NOT NULL THEN 'charged'
              WHEN t.status = 'pending' THEN 'billed' ELSE 'uncollected' END)
          UNION ALL SELECT f.transaction_id, f.status, t.id, t.status FROM transactions t
          LEFT JOIN overdraft_fees f ON f.fee_transaction_id = t.id
          WHERE t.type = 'fee' AND f.transaction_id IS NULL`,
  },
  {
    name: 'fees_are_capped',
    guarantee: 'No account is charged more item fees in a day than its terms permit.',
    sql: `SELECT account_id, drawn_at / 86400000 AS day, count(*) AS fees FROM overdraft_fees
          WHERE status IN ('billed', 'charged') GROUP BY account_id, day
          HAVING fees > max(max_per_day)`,
  },
  {
    name: 'fee_income_comes_of_fees',
    guarantee: "Only fees change the bank's fee income.",
    sql: `SELECT e.ledger_sequence, e.account_id, t.type FROM accounts a
          JOIN entries e ON e.account_id = a.id
          LEFT JOIN transactions t ON t.id = e.transaction_id
          WHERE a.kind = 'fee_income' AND t.type IS NOT 'fee'`,
  },
  {
    name: 'profit_and_loss_comes_of_operators',
    guarantee:
      "Only operators' adjustments, their reversals and the remainders of returned " +
      'payments change profit and loss.',
    sql: `SELECT e.ledger_sequence, e.account_id, t.type, t.category FROM accounts a
          JOIN entries e ON e.account_id = a.id
          LEFT JOIN transactions t ON t.id = e.transaction_id
          LEFT JOIN transactions o ON o.id = t.reversal_of
          WHERE a.kind IN ('write_off_loss', 'goodwill_expense', 'fee_waivers', 'corrections')
            AND coalesce(o.category, t.category) IS NOT CASE a.kind
              WHEN 'write_off_loss' THEN 'write_off' WHEN 'goodwill_expense' THEN 'goodwill'
              WHEN 'fee_waivers' THEN 'fee_waiver' ELSE 'correction' END`,
  },
  {
    name: 'cover_belongs_to_payment',
    guarantee:
      'A transfer from a linked account covers a payment that was not declined, and is ' +
      'booked before it.',
    sql: `SELECT s.id, s.linked_to, s.status, p.status AS payment FROM transactions s
          LEFT JOIN transactions p ON p.id = s.linked_to
          WHERE s.linked_to IS NOT NULL AND s.type = 'transfer' AND (
            s.ledger_sequence IS NULL OR p.id IS NULL OR p.status IN ('declined', 'failed')
            OR s.destination_account_id <> p.source_account_id OR s.tenant_id <> p.tenant_id
            OR s.ledger_sequence > coalesce(p.ledger_sequence, s.ledger_sequence))`,
  },
] as const;
