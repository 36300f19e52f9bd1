// The invariants of exchanges, positions and quotes; part of db/invariants.ts.

export const EXCHANGE_RULES = [
  {
    name: 'exchange_is_booked_as_agreed',
    guarantee: 'A booked exchange has its agreed amounts between its accounts and the positions.',
    // An exchange has exactly the four entries that its terms require.
    sql: `WITH wanted AS (
            SELECT x.transaction_id, t.source_account_id AS account, 'debit' AS direction,
              x.source_amount AS amount, x.source_currency AS currency
            FROM exchanges x JOIN transactions t ON t.id = x.transaction_id
            UNION ALL SELECT x.transaction_id, 'position/' || x.source_currency || '/'
              || t.tenant_id, 'credit', x.source_amount, x.source_currency
            FROM exchanges x JOIN transactions t ON t.id = x.transaction_id
            UNION ALL SELECT x.transaction_id, 'position/' || x.destination_currency || '/'
              || t.tenant_id, 'debit', x.destination_amount, x.destination_currency
            FROM exchanges x JOIN transactions t ON t.id = x.transaction_id
            UNION ALL SELECT x.transaction_id, t.destination_account_id, 'credit',
              x.destination_amount, x.destination_currency
            FROM exchanges x JOIN transactions t ON t.id = x.transaction_id)
          SELECT t.id, count(e.leg) AS entries, count(w.account) AS as_agreed FROM transactions t
          LEFT JOIN entries e ON e.ledger_sequence = t.ledger_sequence
          LEFT JOIN wanted w ON w.transaction_id = t.id AND w.account = e.account_id
            AND w.direction = e.direction AND w.amount = e.amount AND w.currency = e.currency
          WHERE t.type = 'exchange' AND t.ledger_sequence IS NOT NULL
          GROUP BY t.id HAVING entries <> 4 OR as_agreed <> 4`,
  },
  {
    name: 'exchange_has_terms',
    guarantee:
      'Each exchange has its terms, each terms their exchange, and their amounts are equal.',
    sql: `SELECT t.id, t.amount, x.source_amount FROM transactions t
          LEFT JOIN exchanges x ON x.transaction_id = t.id WHERE t.type = 'exchange'
          AND (x.source_amount IS NOT t.amount OR x.source_currency IS NOT t.currency)
          UNION ALL SELECT x.transaction_id, NULL, x.source_amount FROM exchanges x
          LEFT JOIN transactions t ON t.id = x.transaction_id WHERE t.type IS NOT 'exchange'`,
  },
  {
    name: 'positions_come_of_exchanges',
    guarantee: "Only exchanges change the bank's currency positions.",
    sql: `SELECT e.ledger_sequence, e.account_id, t.type FROM accounts a
          JOIN entries e ON e.account_id = a.id
          LEFT JOIN transactions t ON t.id = e.transaction_id
          WHERE a.kind = 'position' AND t.type IS NOT 'exchange'`,
  },
  {
    name: 'quote_is_used_once',
    guarantee:
      'A used quote is named by exactly one booked exchange, and a quote so named is marked ' +
      'as used.',
    sql: `SELECT q.id, q.transaction_id, t.status FROM quotes q
          LEFT JOIN transactions t ON t.id = q.transaction_id
          LEFT JOIN exchanges x ON x.transaction_id = q.transaction_id
          WHERE q.status = 'used'
          AND (t.ledger_sequence IS NULL OR x.quote_id IS NOT q.id OR x.rate IS NOT q.rate)
          UNION ALL SELECT x.quote_id, x.transaction_id, t.status FROM exchanges x
          JOIN transactions t ON t.id = x.transaction_id
          LEFT JOIN quotes q ON q.id = x.quote_id
          WHERE x.quote_id IS NOT NULL AND t.ledger_sequence IS NOT NULL
          AND q.transaction_id IS NOT t.id`,
  },
  {
    name: 'quote_expires_once',
    guarantee: 'An expired quote has exactly one expiry event, and no other quote has one.',
    sql: `SELECT q.id, q.status, coalesce(e.expiries, 0) AS expiries FROM quotes q
          LEFT JOIN (SELECT object_id, count(*) AS expiries FROM events
                     WHERE type = 'quote.expired' GROUP BY object_id) e ON e.object_id = q.id
          WHERE coalesce(e.expiries, 0) <> (q.status = 'expired')`,
  },
] as const;
