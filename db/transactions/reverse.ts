// Accepting a reversal: a transaction of its own that leads the way back. From here on it is
// carried like every other one; whether the money can go back is decided when it is settled.

import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import type { ReversalAcceptance, ReversalOrder } from './port.ts';
import { requestBook } from './request-book.ts';
import type { TransactionWriter } from './rows.ts';
import type { TransactionRow } from './view.ts';

type DraftedReversal =
  | ReversalAcceptance
  | { readonly kind: 'drafted'; readonly row: TransactionRow };

export interface ReversalAcceptor {
  /** What would be written; reads only. */
  drafted(order: ReversalOrder): DraftedReversal;
  accept(order: ReversalOrder): ReversalAcceptance;
}

/** Accepts reversals; call `accept` inside `database.write` only. */
export function reversalAcceptance(
  database: Database,
  writer: TransactionWriter,
): ReversalAcceptor {
  const requests = requestBook(database);

  function found(order: ReversalOrder): TransactionRow | null {
    const original = writer.find(order.transactionId);
    if (!original) return null;
    return order.tenantId === null || original.tenantId === order.tenantId ? original : null;
  }

  function drafted(order: ReversalOrder): DraftedReversal {
    const original = found(order);
    if (!original) return { kind: 'transaction_not_found' };
    const refusal = refusalOf(original, order.amount);
    if (refusal) return refusal;
    const named = requests.named({ ...order, tenantId: original.tenantId });
    return named ?? { kind: 'drafted', row: reversalRow(original, order) };
  }

  return {
    drafted,
    accept(order) {
      const original = found(order);
      const bound = original && requests.bound({ ...order, tenantId: original.tenantId });
      if (bound) return bound;
      const made = drafted(order);
      if (made.kind !== 'drafted') return made;
      writer.insert(made.row, order.cause);
      return { kind: 'accepted', id: made.row.id };
    },
  };
}

/** What is clear without a look at the accounts; the same is asked again when it is settled. */
function refusalOf(original: TransactionRow, amount: number | null): ReversalAcceptance | null {
  if (original.type === 'reversal' || original.type === 'exchange')
    return { kind: 'not_reversible' };
  if (original.status === 'reversed') return { kind: 'already_reversed' };
  if (original.amountPosted === null) return { kind: 'not_posted', status: original.status };
  const left = original.amountPosted - original.amountReversed;
  return amount !== null && amount > left ? { kind: 'reversal_exceeds_amount', left } : null;
}

type Wish = Omit<ReversalOrder, 'tenantId' | 'transactionId'>;

/** The row of a reversal at stage `accepted`. */
export function reversalRow(original: TransactionRow, order: Wish): TransactionRow {
  const { id, at } = mintAt('transaction');
  const left = (original.amountPosted ?? 0) - original.amountReversed;
  return {
    ...original,
    id,
    type: 'reversal',
    status: 'pending',
    stage: 'accepted',
    statusCode: null,
    statusMessage: null,
    statusDetail: null,
    amount: order.amount ?? left,
    sourceAccountId: original.destinationAccountId,
    destinationAccountId: original.sourceAccountId,
    description: order.reason,
    reference: order.reference,
    capture: 'automatic',
    externalParty: null,
    context: order.reasonCode ? JSON.stringify({ reasonCode: order.reasonCode }) : null,
    metadata: '{}',
    workflowId: null,
    workflowRunId: null,
    workflowStartedAt: null,
    ledgerSequence: null,
    postedAt: null,
    amountPosted: null,
    amountReversed: 0,
    reversalOf: original.id,
    // Of the original's alone: one transaction at most is the attempt of an occurrence.
    scheduleId: null,
    occurrenceId: null,
    linkedTo: null,
    overcapturePercent: 0,
    batchId: null,
    allowNegative: order.allowNegative ? 1 : 0,
    expiresAt: null,
    keyScope: order.keyScope,
    idempotencyKey: order.cause.idempotencyKey,
    requestHash: order.requestHash,
    requestId: order.cause.requestId,
    actor: order.cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    paymentId: null,
    valueDate: null,
    intentId: null,
  };
}
