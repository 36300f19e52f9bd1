// Captures and cancellations as rows that the API writes before it wakes the workflow: a caller
// that reaches the workflow can only have it carry out these rows. Each is carried out once.

import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mint } from '../kernel/mint.ts';
import type { TxParts } from '../kernel/tx.ts';
import { boundAct } from '../transactions/keyed-act.ts';
import type { HoldOutcome, OrderOnHold, OrderRef, PlacedOrder } from '../transactions/port.ts';
import { captureHold, examineCapture, examineRelease, type HoldDeps, releaseHold } from './acts.ts';
import { holdOrders } from './tables.ts';

type OrderRow = typeof holdOrders.$inferSelect;

export interface HoldOrders {
  /**
   * Writes it down, unless it can be answered already: then nothing of it is kept. Null when the
   * tenant has no such transaction.
   */
  place(order: OrderOnHold): PlacedOrder | null;
  /** Carries out an order, once; returns null when there is no such order. */
  carryOut(ref: OrderRef): HoldOutcome | null;
}

/** Call its functions inside `database.write` only. */
export function holdOrderWriter(
  { database: { raw } }: Pick<TxParts, 'database'>,
  deps: HoldDeps & { readonly keys: KeyBook },
): HoldOrders {
  const columns = columnsOf(holdOrders);
  const insert = raw.prepare(`INSERT INTO hold_orders ${insertOf(holdOrders)}`);
  const find = raw.prepare<[string, string], OrderRow>(
    `SELECT ${columns} FROM hold_orders WHERE id = ? AND transaction_id = ?`,
  );
  const finish = raw.prepare<[string, number, string]>(
    'UPDATE hold_orders SET outcome = ?, done_at = ?, reason = NULL WHERE id = ?',
  );

  function carryOutRow(row: OrderRow): HoldOutcome | null {
    const { tenantId, transactionId, amount, reason, requestHash } = row;
    const { actor, requestId, idempotencyKey } = row;
    const cause = { actor, requestId, idempotencyKey };
    const order = { tenantId, transactionId, requestHash, cause };
    const outcome = boundAct(deps, row.act, order, () =>
      row.act === 'capture'
        ? captureHold(deps, { ...order, amount })
        : releaseHold(deps, { ...order, to: 'canceled', reason }),
    );
    finish.run(JSON.stringify(outcome), deps.now(), row.id);
    return outcome;
  }

  /** Null while the workflow decides the transaction, or where the order is to be carried out. */
  function answerOf(order: OrderOnHold): HoldOutcome | null {
    const row = deps.writer.find(order.transactionId);
    if (row?.status === 'pending' && !deps.writer.holdOf(row.id)) return null;
    const decided =
      order.act === 'capture'
        ? examineCapture(deps, order)
        : examineRelease(deps, { ...order, to: 'canceled' });
    return decided?.kind === 'answered' ? decided.outcome : null;
  }

  return {
    place(order) {
      const { act, tenantId, transactionId, amount, reason, requestHash, cause } = order;
      if (deps.writer.find(transactionId)?.tenantId !== tenantId) return null;
      const outcome = boundAct(deps, act, order, () => answerOf(order));
      if (outcome) return { orderId: null, outcome };
      const id = mint('holdOrder');
      const what = { act, amount, reason, requestHash, outcome: null, doneAt: null };
      insert.run({ id, tenantId, transactionId, ...what, ...cause, createdAt: deps.now() });
      return { orderId: id, transactionId };
    },
    carryOut({ orderId, transactionId }) {
      const row = find.get(orderId, transactionId);
      if (!row) return null;
      if (row.outcome !== null) return JSON.parse(row.outcome) as HoldOutcome | null;
      return carryOutRow(row);
    },
  };
}
