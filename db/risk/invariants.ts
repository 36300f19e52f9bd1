// Invariants of risk decisions.

export const RISK_RULES = [
  {
    name: 'risk_agrees_with_status',
    guarantee:
      'A payment refused for its risk is declined; a held payment continues only after a ' +
      "person's decision.",
    sql: `SELECT d.id, d.decision, t.status FROM risk_decisions d
          JOIN transactions t ON t.id = d.transaction_id
          WHERE (d.decision = 'decline' AND t.status <> 'declined')
          OR (d.decision = 'block_and_review' AND t.status IN ('posted', 'reversed', 'pending')
            AND NOT EXISTS (SELECT 1 FROM risk_reviews r
              WHERE r.transaction_id = t.id AND r.kind = 'hold' AND r.status = 'approved'))`,
  },
  {
    name: 'waits_for_review',
    guarantee:
      'A payment that waits for a risk review has an open review, a risk decision and its ' +
      'money held.',
    sql: `SELECT t.id FROM transactions t WHERE t.status = 'pending_review' AND (
            NOT EXISTS (SELECT 1 FROM risk_reviews r WHERE r.transaction_id = t.id)
            OR NOT EXISTS (SELECT 1 FROM holds h WHERE h.transaction_id = t.id
              AND h.status = 'active'))`,
  },
  {
    name: 'every_payment_is_judged',
    guarantee: 'Since risk decisions began, no customer payment is booked without one.',
    sql: `SELECT t.id FROM transactions t JOIN accounts a ON a.id = t.source_account_id
          WHERE t.type IN ('transfer', 'withdrawal') AND t.linked_to IS NULL
          AND a.kind = 'customer' AND t.stage = 'done' AND t.status = 'posted'
          AND t.id > (SELECT min(transaction_id) FROM risk_decisions)
          AND t.updated_at > (SELECT min(created_at) FROM risk_decisions)
          AND NOT EXISTS (SELECT 1 FROM risk_decisions d WHERE d.transaction_id = t.id)`,
  },
  {
    name: 'archived_risk_is_that_of_the_decision',
    guarantee: 'The summary of an archived risk decision on its transaction matches the archive.',
    sql: `SELECT t.id, t.archived_risk FROM transactions t
          LEFT JOIN risk_decisions d ON d.transaction_id = t.id
          WHERE t.archived_risk IS NOT NULL AND (d.id IS NULL
            OR d.id <> t.archived_risk ->> '$.decisionId'
            OR d.score IS NOT t.archived_risk ->> '$.score'
            OR d.decision <> t.archived_risk ->> '$.decision'
            OR d.level <> t.archived_risk ->> '$.level')`,
  },
  {
    name: 'reviewed_by_another',
    guarantee: 'Nobody decided about the risk of their own payment.',
    sql: `SELECT r.id, r.decided_by FROM risk_reviews r JOIN transactions t
          ON t.id = r.transaction_id WHERE r.decided_by = t.actor`,
  },
] as const;
