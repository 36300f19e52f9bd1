// Invariants of reversals and their originals.

export const REVERSAL_RULES = [
  {
    name: 'reversals_add_up',
    guarantee: 'The reversed amount of a transaction is the sum of its booked reversals.',
    sql: `SELECT t.id, t.amount_reversed, coalesce(r.total, 0) AS reversals FROM transactions t
          LEFT JOIN (SELECT reversal_of, sum(amount_posted) AS total FROM transactions
                     WHERE reversal_of IS NOT NULL AND status = 'posted' GROUP BY reversal_of) r
          ON r.reversal_of = t.id WHERE t.amount_reversed <> coalesce(r.total, 0)`,
  },
  {
    name: 'reversal_mirrors_original',
    guarantee:
      'A reversal moves money between the accounts of its original, in the opposite ' +
      'direction.',
    sql: `SELECT r.id, r.reversal_of FROM transactions r JOIN transactions t
          ON t.id = r.reversal_of WHERE r.source_account_id <> t.destination_account_id
          OR r.destination_account_id <> t.source_account_id OR r.currency <> t.currency
          OR r.tenant_id <> t.tenant_id OR t.reversal_of IS NOT NULL`,
  },
  {
    name: 'amount_posted_is_booked',
    guarantee: 'The booked amount on a transaction matches its entries.',
    sql: `SELECT t.id, t.amount_posted, e.amount FROM transactions t JOIN entries e
          ON e.ledger_sequence = t.ledger_sequence AND e.leg = 0
          WHERE t.amount_posted <> e.amount`,
  },
] as const;
