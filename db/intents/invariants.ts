// The invariants of instructions in plain language; part of db/invariants.ts.

export const INTENT_RULES = [
  {
    name: 'intent_moves_what_was_confirmed',
    guarantee:
      "The transaction of an instruction has the instruction's amount, currency, accounts " +
      'and customer.',
    sql: `SELECT t.id, t.intent_id FROM transactions t LEFT JOIN intents i ON i.id = t.intent_id
          WHERE t.intent_id IS NOT NULL AND (i.transaction_id IS NOT t.id
          OR i.amount IS NOT t.amount OR i.currency IS NOT t.currency
          OR i.tenant_id IS NOT t.tenant_id
          OR i.source_account_id IS NOT CASE WHEN t.type = 'deposit' THEN NULL
            ELSE t.source_account_id END
          OR i.destination_account_id IS NOT CASE WHEN t.type = 'withdrawal' THEN NULL
            ELSE t.destination_account_id END)`,
  },
  {
    name: 'intent_ends_with_its_transaction',
    guarantee:
      'An instruction is executed exactly when its transaction is booked, and declined ' +
      'exactly when that ended without a booking.',
    sql: `SELECT i.id, i.status, t.status AS transaction_status FROM intents i
          LEFT JOIN transactions t ON t.id = i.transaction_id
          WHERE i.transaction_id IS NOT NULL AND (t.intent_id IS NOT i.id
          OR (t.status IN ('posted', 'reversed')) <> (i.status = 'executed')
          OR (t.status IN ('declined', 'failed', 'canceled', 'expired'))
            <> (i.status = 'declined'))
          UNION ALL SELECT i.id, i.status, NULL FROM intents i
          LEFT JOIN schedules s ON s.id = i.schedule_id
          WHERE i.schedule_id IS NOT NULL AND s.id IS NULL`,
  },
  {
    name: 'intent_states_are_steps',
    guarantee:
      'Each state of an instruction has a step and an event, and the last step has its ' +
      'current status.',
    sql: `SELECT i.id, i.status, s.steps, e.events FROM intents i
          LEFT JOIN (SELECT intent_id, count(*) AS steps FROM intent_steps GROUP BY intent_id) s
            ON s.intent_id = i.id
          LEFT JOIN (SELECT object_id, count(*) AS events FROM events WHERE type LIKE 'intent.%'
            GROUP BY object_id) e ON e.object_id = i.id
          LEFT JOIN intent_steps l ON l.intent_id = i.id AND l.version = i.version
          WHERE s.steps IS NOT i.version OR e.events IS NOT i.version OR l.status IS NOT i.status`,
  },
] as const;
