// Invariants between the records about the chain: anchors and checkpoints, signed bytes and nonces.
// Plain SQL, as in db/invariants.ts.

/** Each query returns the violations of its rule. */
export const CHAIN_RULES = [
  {
    name: 'anchor_is_checkpoint',
    guarantee:
      'An anchor has the tree size of its checkpoint, and its chain transaction was made for ' +
      'it.',
    sql: `SELECT a.id, a.tree_size, a.tx_hash FROM anchors a
          LEFT JOIN checkpoints c ON c.id = a.checkpoint_id
          WHERE c.tree_size IS NOT a.tree_size
          OR (a.tx_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM chain_attempts t
            JOIN chain_transactions o ON o.id = t.transaction_id
            WHERE t.hash = a.tx_hash AND o.kind = 'anchor' AND o.object_id = a.id))`,
  },
  {
    name: 'anchored_is_told_once',
    guarantee: 'A leaf is announced as anchored at most once, and only after an anchor covers it.',
    // Events of another ledger are checked in that ledger.
    sql: `SELECT e.object_id AS id, count(*) AS emitted,
            max(iif(a.is_told = 1, 0, t.ledger_sequence)) AS place
          FROM events e LEFT JOIN transactions t ON t.id = e.object_id
          LEFT JOIN arrived_leaves a ON a.leaf_index = t.ledger_sequence - 1
          WHERE e.type = 'transaction.anchored' GROUP BY e.object_id
          HAVING emitted > 1 OR place IS NULL
            OR place > (SELECT coalesce(max(told_size), 0) FROM anchoring)
          UNION ALL SELECT 'anchoring', told_size, (SELECT max(tree_size) FROM anchors)
          FROM anchoring WHERE told_size > (SELECT coalesce(max(tree_size), 0) FROM anchors)`,
  },
  {
    name: 'nonce_is_used_once',
    guarantee: 'No two transactions of an address on a chain have the same nonce.',
    sql: `SELECT chain, from_address, nonce, count(*) AS transactions FROM chain_transactions
          WHERE nonce IS NOT NULL GROUP BY chain, from_address, nonce HAVING transactions > 1`,
  },
  {
    name: 'signed_bytes_are_kept',
    guarantee:
      'A chain transaction with a nonce has its signed bytes, and the block that included it ' +
      'names their hash.',
    sql: `SELECT t.id, t.status, t.nonce, t.hash FROM chain_transactions t
          WHERE (t.nonce IS NOT NULL AND NOT EXISTS (SELECT 1 FROM chain_attempts a
            WHERE a.transaction_id = t.id AND a.chain = t.chain AND a.nonce = t.nonce))
          OR (t.hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM chain_attempts a
            WHERE a.transaction_id = t.id AND a.hash = t.hash))`,
  },
] as const;
