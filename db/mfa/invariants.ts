// Invariants of payments that their customers confirm, as rows that must not exist.

/** Rules for db/invariants.ts: each row of the SQL is a violation. */
export const STEP_UP_RULES = [
  {
    name: 'waits_for_confirmation',
    guarantee:
      'A transaction that waits for its customer has a confirmation request and a deadline, ' +
      'and holds no money.',
    sql: `SELECT t.id FROM transactions t WHERE t.status = 'requires_confirmation' AND (
            t.expires_at IS NULL
            OR NOT EXISTS (SELECT 1 FROM step_ups s WHERE s.transaction_id = t.id)
            OR EXISTS (SELECT 1 FROM holds h WHERE h.transaction_id = t.id))`,
  },
  {
    name: 'confirmed_before_money',
    guarantee:
      'A transaction that its customer must confirm moved or held money only after the ' +
      'confirmation.',
    sql: `SELECT t.id FROM step_ups s JOIN transactions t ON t.id = s.transaction_id
          WHERE s.status <> 'confirmed' AND (t.posted_at IS NOT NULL
            OR EXISTS (SELECT 1 FROM holds h WHERE h.transaction_id = t.id))`,
  },
] as const;
