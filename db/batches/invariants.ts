// Invariants of batches and of their items.

export const BATCH_RULES = [
  {
    name: 'batch_has_its_items',
    guarantee:
      'A batch has the recorded number of items, and each item has at most one transaction ' +
      'of the batch.',
    sql: `SELECT b.id, b.total, count(i.item_index) AS items FROM batches b
          LEFT JOIN batch_items i ON i.batch_id = b.id
          GROUP BY b.id HAVING items <> b.total OR max(i.item_index) <> b.total - 1
          UNION ALL SELECT t.id, t.batch_id, i.item_index FROM transactions t
          LEFT JOIN batch_items i ON i.transaction_id = t.id
          WHERE t.batch_id IS NOT NULL AND i.batch_id IS NOT t.batch_id
          UNION ALL SELECT i.batch_id, i.item_index, t.id FROM batch_items i
          JOIN transactions t ON t.id = i.transaction_id WHERE t.batch_id IS NOT i.batch_id`,
  },
  {
    name: 'batch_counts_its_results',
    guarantee: 'The posted, declined and failed counts of a batch match the results of its items.',
    sql: `SELECT b.id, b.posted, b.declined, b.failed, b.travelling, r.* FROM batches b
          JOIN (SELECT i.batch_id,
              count(t.ledger_sequence)
                FILTER (WHERE t.status_code IS NOT 'rail_returned') AS booked,
              count(*) FILTER (WHERE t.status = 'pending') AS under_way,
              count(*) FILTER (WHERE t.status IN ('declined', 'canceled', 'expired', 'failed')
                OR (t.ledger_sequence IS NOT NULL AND t.status_code IS 'rail_returned')
                OR i.code <> 'technical_fault') AS refused,
              count(*) FILTER (WHERE i.code = 'technical_fault') AS faults
            FROM batch_items i LEFT JOIN transactions t ON t.id = i.transaction_id
            GROUP BY i.batch_id) r ON r.batch_id = b.id
          WHERE b.posted - b.travelling <> r.booked OR b.travelling <> r.under_way
          OR b.declined <> r.refused OR b.failed <> r.faults`,
  },
  {
    name: 'atomic_is_all_or_nothing',
    guarantee:
      'Either all items of an atomic batch are booked or about to be booked, or none has a ' +
      'transaction.',
    sql: `SELECT b.id, b.status, count(t.id) AS transactions, count(t.ledger_sequence) AS booked
          FROM batches b JOIN batch_items i ON i.batch_id = b.id
          LEFT JOIN transactions t ON t.id = i.transaction_id
          WHERE b.mode = 'atomic' GROUP BY b.id
          HAVING booked <> CASE b.status WHEN 'completed' THEN b.total
              WHEN 'processing' THEN b.decided ELSE 0 END
            OR transactions <> booked
            OR (b.status = 'processing' AND b.decided > 0
              AND (b.judged <> b.total OR b.refusing IS NOT NULL))`,
  },
  {
    name: 'batch_keeps_while_open',
    guarantee:
      'Only batches in progress reserve money and references, and only for items that are ' +
      'not booked yet.',
    sql: `SELECT r.batch_id, r.account_id AS of FROM batch_reserves r
          JOIN batches b ON b.id = r.batch_id WHERE b.status <> 'processing'
          UNION ALL SELECT f.batch_id, f.reference FROM batch_references f
          JOIN batches b ON b.id = f.batch_id WHERE b.status <> 'processing'
            OR (b.refusing IS NULL AND f.item_index NOT BETWEEN b.decided AND b.judged - 1)
          UNION ALL SELECT s.batch_id, s.first_index FROM batch_slices s
          JOIN batches b ON b.id = s.batch_id WHERE b.status <> 'processing'
            OR (b.refusing IS NULL AND s.first_index NOT BETWEEN b.decided AND b.judged - 1)`,
  },
] as const;
