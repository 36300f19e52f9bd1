// The news that leaves are anchored for good: one event per checkpoint for each tenant with a leaf
// in it, and one per transaction for tenants with an endpoint that asks for it. The object keeps
// its version: an anchor is no change of the transaction, so a receiver that drops older versions
// loses nothing newer.

import { matchesPattern } from '../../ledger/event.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { transactions } from '../kernel/tables.ts';
import type { TxParts } from '../kernel/tx.ts';
import { checkpointView } from '../log/checkpoint-view.ts';
import type { LogReader } from '../log/tree.ts';
import { factsOf } from '../transactions/event-facts.ts';
import { transactionView } from '../transactions/view.ts';
import { partsOf } from '../transactions/views.ts';

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly log: LogReader;
  readonly livemode: boolean;
}

/** Returns the act for leaves `from` to `to`; call it inside `database.write` only. */
export function anchoredNews(deps: Deps): (from: number, to: number) => void {
  const { emit, log, livemode } = deps;
  const { raw } = deps.database;
  const rows = raw.prepare<[number, number, string], TransactionRow>(
    `SELECT ${columnsOf(transactions)} FROM leaves
     CROSS JOIN transactions ON transactions.id = leaves.transaction_id
     WHERE leaves.leaf_index >= ? AND leaves.leaf_index < ?
     AND transactions.tenant_id IN (SELECT value FROM json_each(?))
     AND NOT EXISTS (SELECT 1 FROM arrived_leaves a
       WHERE a.leaf_index = leaves.leaf_index AND a.is_told = 1) ORDER BY leaves.leaf_index`,
  );
  const asking = raw
    .prepare<[string], string>(
      `SELECT events FROM webhook_endpoints
       WHERE tenant_id = ? AND removed_at IS NULL AND status = 'enabled'`,
    )
    .pluck();
  const sizes = raw
    .prepare<[number, number], number>(
      `SELECT tree_size FROM anchors WHERE status = 'confirmed' AND tree_size > ? AND tree_size <= ?
       ORDER BY tree_size`,
    )
    .pluck();
  const before = raw
    .prepare<[number], number>(
      `SELECT coalesce(max(tree_size), 0) FROM anchors
       WHERE status = 'confirmed' AND tree_size < ?`,
    )
    .pluck();
  const tenants = raw
    .prepare<[number, number], string>(
      `SELECT DISTINCT t.tenant_id FROM leaves l CROSS JOIN transactions t
       ON t.id = l.transaction_id WHERE l.leaf_index >= ? AND l.leaf_index < ?
       AND t.tenant_id NOT IN (SELECT tenant_id FROM tenant_moves) ORDER BY 1`,
    )
    .pluck();

  /** Most never ask: the checkpoint's event names the range of leaves. */
  const asksFor = (tenantId: string): boolean =>
    asking.all(tenantId).some((events) => {
      const patterns: string[] = JSON.parse(events);
      return patterns.some((pattern) => matchesPattern(pattern, 'transaction.anchored'));
    });

  function emitAnchored(from: number, to: number): void {
    const listeners = tenants.all(from, to).filter(asksFor);
    if (listeners.length === 0) return;
    for (const parts of partsOf(deps, rows.all(from, to, JSON.stringify(listeners)))) {
      const { row } = parts;
      const object = transactionView(parts);
      const facts = factsOf(parts, object);
      const cause = { actor: 'workflow', requestId: row.requestId, idempotencyKey: null };
      emit({ tenantId: row.tenantId, type: 'transaction.anchored', object, facts, cause });
    }
  }

  return (from, to) => {
    emitAnchored(from, to);
    for (const size of sizes.all(from, to)) {
      const checkpoint = log.ofSize(size);
      if (!checkpoint) continue;
      const fromLeaf = before.get(size) ?? 0;
      const object = { ...checkpointView(checkpoint, livemode), fromLeaf, toLeaf: size - 1 };
      const cause = { actor: 'workflow', requestId: checkpoint.id, idempotencyKey: null };
      for (const tenantId of tenants.all(fromLeaf, size)) {
        emit({ tenantId, type: 'checkpoint.anchored', object, cause });
      }
    }
  };
}
