// Accepts a reversal: a separate transaction in the opposite direction. It is then processed like
// every other transaction, and its settlement decides whether the money can be returned.

import { isInternal, profitAndLossOf } from '../../ledger/internal-account.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import { rowOf } from '../kernel/new-row.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { findRailPayment } from '../rails/find-payment.ts';
import { findByKey, requireFreeReference } from './earlier-requests.ts';
import type { ReversalOrder } from './port.ts';
import { transactionRows } from './rows.ts';
import { REVERSIBLE_TYPES } from './view.ts';

function findOriginal(tx: Tx, order: ReversalOrder): TransactionRow | null {
  const original = transactionRows(tx).find(order.transactionId);
  if (!original) return null;
  return order.tenantId === null || original.tenantId === order.tenantId ? original : null;
}

/**
 * Makes the row that would be written; reads only.
 * @throws Refusal when the transaction cannot be reversed
 */
export function makeReversal(tx: Tx, order: ReversalOrder): TransactionRow {
  const original = findOriginal(tx, order);
  if (!original) throw new Refusal('transaction_not_found');
  requireReversible(original, order);
  requireNoNetwork(tx, original);
  requireFreeReference(tx, { ...order, tenantId: original.tenantId });
  return reversalRow(original, order, tx.clock);
}

/** Money that a network has moved is returned by that network, or not at all. */
function requireNoNetwork(tx: Tx, original: TransactionRow): void {
  const payment = findRailPayment(tx, original);
  if (!payment) return;
  const detail =
    `The ${payment.rail} network has moved the money, so an entry of this bank would not bring ` +
    'it back: a return comes from the network.';
  throw new Refusal('not_reversible', { detail });
}

/**
 * Writes a reversal at stage `accepted`.
 * @throws Refusal when the reversal is not accepted
 */
export function insertReversal(tx: Tx, order: ReversalOrder): KeyedResult {
  const original = findOriginal(tx, order);
  const earlierResult = original && findByKey(tx, { ...order, tenantId: original.tenantId });
  if (earlierResult) return earlierResult;
  const row = makeReversal(tx, order);
  transactionRows(tx).insert(row, order.cause);
  return { id: row.id, replayed: false };
}

/** The checks that do not read the accounts. The settlement repeats them. */
function requireReversible(
  original: TransactionRow,
  { tenantId, amount }: Pick<ReversalOrder, 'tenantId' | 'amount'>,
): void {
  const { type, status, amountPosted, amountReversed } = original;
  if (!REVERSIBLE_TYPES.includes(type)) throw new Refusal('not_reversible');
  // A correction that two operators agreed on cannot be undone by the developer whose books it
  // corrects.
  if (tenantId !== null && isOfProfitAndLoss(original)) throw new Refusal('not_reversible');
  if (status === 'reversed') throw new Refusal('already_reversed');
  if (amountPosted === null) {
    throw invalidState(`The transaction is ${status}: only a posted transaction can be reversed.`);
  }
  const remaining = amountPosted - amountReversed;
  if (amount !== null && amount > remaining) {
    const detail = `At most ${remaining} minor units are left to reverse.`;
    throw new Refusal('reversal_exceeds_amount', { detail, pointer: '/amount' });
  }
}

function isOfProfitAndLoss({ sourceAccountId, destinationAccountId }: TransactionRow): boolean {
  return [sourceAccountId, destinationAccountId].some((id) => profitAndLossOf(id) !== null);
}

type ReversalRequest = Omit<ReversalOrder, 'tenantId' | 'transactionId'>;

/** The row of a reversal at stage `accepted`. */
export function reversalRow(
  original: TransactionRow,
  order: ReversalRequest,
  clock: BusinessClock,
): TransactionRow {
  const { id, at } = mintDated('transaction', original.tenantId, clock);
  const remaining = (original.amountPosted ?? 0) - original.amountReversed;
  const { tenantId, currency, customerId, category } = original;
  return rowOf(at, {
    id,
    type: 'reversal',
    ...{ tenantId, currency, customerId, category },
    amount: order.amount ?? remaining,
    sourceAccountId: original.destinationAccountId,
    destinationAccountId: original.sourceAccountId,
    description: order.reason,
    reference: order.reference,
    metadata: JSON.stringify(order.metadata ?? {}),
    context: order.reasonCode ? JSON.stringify({ reasonCode: order.reasonCode }) : null,
    // The external party that gets the money back, if there is one. It is screened.
    externalParty: isInternal(original.sourceAccountId) ? original.externalParty : null,
    reversalOf: original.id,
    allowNegative: order.allowNegative ? 1 : 0,
    keyScope: order.keyScope,
    idempotencyKey: order.cause.idempotencyKey,
    requestHash: order.requestHash,
    requestId: order.cause.requestId,
    actor: order.cause.actor,
  });
}
