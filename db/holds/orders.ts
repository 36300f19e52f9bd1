// Orders to capture or cancel a hold. The API writes an order as a row before it signals the
// workflow, and the workflow executes only such rows, each once.

import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mint } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { runUnderKey } from '../transactions/keyed-act.ts';
import type { HoldOutcome, OrderOnHold, OrderRef, PlacedOrder } from '../transactions/port.ts';
import { transactionRows } from '../transactions/rows.ts';
import { captureHold, examineCapture, examineRelease, releaseHold } from './acts.ts';
import { holdOrders } from './tables.ts';

type OrderRow = typeof holdOrders.$inferSelect;

const COLUMNS = columnsOf(holdOrders);
const INSERT = `INSERT INTO hold_orders ${insertOf(holdOrders)}`;
const FIND_ORDER = `SELECT ${COLUMNS} FROM hold_orders WHERE id = ? AND transaction_id = ?`;
const FINISH_ORDER = 'UPDATE hold_orders SET outcome = ?, done_at = ?, reason = NULL WHERE id = ?';

function executeOrder(tx: Tx, row: OrderRow): HoldOutcome | null {
  const { tenantId, transactionId, amount, reason, requestHash } = row;
  const { actor, requestId, idempotencyKey } = row;
  const cause = { actor, requestId, idempotencyKey };
  const order = { tenantId, transactionId, requestHash, cause };
  const outcome = runUnderKey(tx, row.act, order, () =>
    row.act === 'capture'
      ? captureHold(tx, { ...order, amount })
      : releaseHold(tx, { ...order, to: 'canceled', reason }),
  );
  tx.run(FINISH_ORDER, JSON.stringify(outcome), tx.now(), row.id);
  return outcome;
}

/**
 * Returns the answer to an order that need not be executed; null when the order must be executed, or
 * while the workflow still decides the transaction.
 */
function findAnswer(tx: Tx, order: OrderOnHold): HoldOutcome | null {
  const rows = transactionRows(tx);
  const row = rows.find(order.transactionId);
  if (row?.status === 'pending' && !rows.holdOf(row.id)) return null;
  const decided =
    order.act === 'capture'
      ? examineCapture(tx, order)
      : examineRelease(tx, { ...order, to: 'canceled' });
  return decided?.kind === 'answered' ? decided.outcome : null;
}

/**
 * Writes an order, unless it can be answered at once; then no row is written. Returns null when the
 * tenant has no such transaction.
 */
export function placeOrder(tx: Tx, order: OrderOnHold): PlacedOrder | null {
  const { act, tenantId, transactionId, amount, reason, requestHash, cause } = order;
  if (transactionRows(tx).find(transactionId)?.tenantId !== tenantId) return null;
  const outcome = runUnderKey(tx, act, order, () => findAnswer(tx, order));
  if (outcome) return { orderId: null, outcome };
  const id = mint('holdOrder');
  const fields = { act, amount, reason, requestHash, outcome: null, doneAt: null };
  tx.run(INSERT, { id, tenantId, transactionId, ...fields, ...cause, createdAt: tx.now() });
  return { orderId: id, transactionId };
}

/** Executes an order once. Returns null when there is no such order. */
export function carryOutOrder(tx: Tx, { orderId, transactionId }: OrderRef): HoldOutcome | null {
  const row = tx.get<OrderRow>(FIND_ORDER, orderId, transactionId);
  if (!row) return null;
  if (row.outcome !== null) return JSON.parse(row.outcome) as HoldOutcome | null;
  return executeOrder(tx, row);
}
