// Invariants of payments on a network.

/**
 * Returns the rules for db/invariants.ts.
 * @param wasReviewed SQL that is true when a person was asked about the transaction `t`
 */
export const railRules = (wasReviewed: string) => [
  {
    name: 'rail_money_is_held',
    guarantee:
      'A payment that its network has not settled yet, or that waits for a person, is held ' +
      'in full and not booked.',
    sql: `SELECT r.transaction_id, r.status, t.status AS transaction_status, h.status AS hold
          FROM rail_payments r JOIN transactions t ON t.id = r.transaction_id
          LEFT JOIN holds h ON h.transaction_id = r.transaction_id
          WHERE r.status IN ('queued', 'submitting', 'submitted')
          AND ((t.status <> 'pending' AND NOT (r.status = 'queued'
              AND t.status IN ('pending_review', 'pending_approval'))) OR h.status IS NOT 'active' OR h.expires_at IS NOT NULL
            OR r.amount > h.amount)`,
  },
  {
    name: 'rail_end_is_that_of_its_transaction',
    guarantee:
      'A settled payment is booked with the amount that the network moved; a rejected, ' +
      'canceled or previously returned one is not booked.',
    sql: `SELECT r.transaction_id, r.status, t.status AS transaction_status
          FROM rail_payments r JOIN transactions t ON t.id = r.transaction_id
          WHERE (r.status = 'settled'
              AND (t.ledger_sequence IS NULL OR t.amount_posted <> r.amount))
          OR (r.status IN ('rejected', 'returned') AND t.status NOT IN ('declined', 'posted',
            'reversed'))
          OR (r.status = 'returned' AND r.settled_at IS NULL AND t.status <> 'declined')
          OR (r.status = 'rejected' AND t.status <> 'declined')
          OR (r.status = 'canceled' AND t.status NOT IN ('canceled', 'failed')
            AND NOT (t.status = 'declined' AND (t.status_code = 'risk_declined' OR ${wasReviewed})))`,
  },
  {
    name: 'rail_return_is_linked',
    guarantee: 'The reversal of a return reverses the transaction that was returned.',
    sql: `SELECT r.transaction_id, r.return_transaction_id
          FROM rail_payments r LEFT JOIN transactions b ON b.id = r.return_transaction_id
          WHERE r.return_transaction_id IS NOT NULL
          AND (b.reversal_of IS NOT r.transaction_id OR b.key_scope <> 'rail_return')`,
  },
];
