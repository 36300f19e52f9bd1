// Emits the events of confirmed anchors: one event per checkpoint for each tenant with a leaf in
// it, and one per transaction for tenants with an endpoint that subscribes to it. The object keeps
// its version, because an anchor does not change the transaction.

import { matchesPattern } from '../../ledger/event.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { transactions } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { checkpointView } from '../log/checkpoint-view.ts';
import { logReader } from '../log/tree.ts';
import { factsOf } from '../transactions/event-facts.ts';
import { transactionView } from '../transactions/view.ts';
import { partsOf } from '../transactions/views.ts';

const ROWS = `SELECT ${columnsOf(transactions)} FROM leaves
  CROSS JOIN transactions ON transactions.id = leaves.transaction_id
  WHERE leaves.leaf_index >= ? AND leaves.leaf_index < ?
  AND transactions.tenant_id IN (SELECT value FROM json_each(?))
  AND NOT EXISTS (SELECT 1 FROM arrived_leaves a
    WHERE a.leaf_index = leaves.leaf_index AND a.is_told = 1) ORDER BY leaves.leaf_index`;
const SUBSCRIBED_EVENTS = `SELECT events FROM webhook_endpoints
  WHERE tenant_id = ? AND removed_at IS NULL AND status = 'enabled'`;
const SIZES = `SELECT tree_size FROM anchors WHERE status = 'confirmed' AND tree_size > ? AND tree_size <= ?
  ORDER BY tree_size`;
const LAST_ANCHORED = `SELECT coalesce(max(tree_size), 0) FROM anchors
  WHERE status = 'confirmed' AND tree_size < ?`;
const TENANTS = `SELECT DISTINCT t.tenant_id FROM leaves l CROSS JOIN transactions t
  ON t.id = l.transaction_id WHERE l.leaf_index >= ? AND l.leaf_index < ?
  AND t.tenant_id NOT IN (SELECT tenant_id FROM tenant_moves) ORDER BY 1`;

/** Emits the events of the leaves from index `from` to index `to`. */
export function emitAnchored(tx: Tx, from: number, to: number): void {
  emitOfTransactions(tx, from, to);
  for (const size of tx.values<number>(SIZES, from, to)) {
    const checkpoint = logReader(tx.database).ofSize(size);
    if (!checkpoint) continue;
    const fromLeaf = tx.value<number>(LAST_ANCHORED, size) ?? 0;
    const object = { ...checkpointView(checkpoint, tx.livemode), fromLeaf, toLeaf: size - 1 };
    const cause = { actor: 'workflow', requestId: checkpoint.id, idempotencyKey: null };
    for (const tenantId of tx.values<string>(TENANTS, fromLeaf, size)) {
      tx.emit({ tenantId, type: 'checkpoint.anchored', object, cause });
    }
  }
}

/**
 * True when an endpoint of the tenant subscribes to the event per transaction, which most do not.
 */
function subscribesToAnchors(tx: Tx, tenantId: string): boolean {
  return tx.values<string>(SUBSCRIBED_EVENTS, tenantId).some((events) => {
    const patterns: string[] = JSON.parse(events);
    return patterns.some((pattern) => matchesPattern(pattern, 'transaction.anchored'));
  });
}

function emitOfTransactions(tx: Tx, from: number, to: number): void {
  const listeners = tx
    .values<string>(TENANTS, from, to)
    .filter((tenantId) => subscribesToAnchors(tx, tenantId));
  if (listeners.length === 0) return;
  for (const parts of partsOf(
    tx,
    tx.all<TransactionRow>(ROWS, from, to, JSON.stringify(listeners)),
  )) {
    const { row } = parts;
    const object = transactionView(parts);
    const facts = factsOf(parts, object, null);
    const cause = { actor: 'workflow', requestId: row.requestId, idempotencyKey: null };
    tx.emit({ tenantId: row.tenantId, type: 'transaction.anchored', object, facts, cause });
  }
}
