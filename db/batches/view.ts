// Renders a batch and its items as the API and the events show them.

import type { ItemStatus } from '../../ledger/batch.ts';
import { PREFIXES } from '../../ledger/id.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { isFinal, type TransactionStatus } from '../../ledger/transaction.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { TransactionDraft } from '../transactions/port.ts';
import type { batches, batchItems } from './tables.ts';

/** One payment of a batch. Amounts in minor units. */
export type BatchItemDraft = Pick<
  TransactionDraft,
  | 'type'
  | 'amount'
  | 'currency'
  | 'sourceAccountId'
  | 'destinationAccountId'
  | 'description'
  | 'category'
  | 'externalParty'
  | 'context'
  | 'metadata'
> & { readonly reference: string };

export type BatchRow = typeof batches.$inferSelect;
export type BatchItemRow = typeof batchItems.$inferSelect;

/** The wire form of a batch. Its items are read separately. */
export function batchView(row: BatchRow, livemode: boolean) {
  const { total, declined, failed, travelling } = row;
  const isRefused = row.status === 'refused' || row.status === 'canceled';
  return {
    id: row.id,
    object: 'batch' as const,
    livemode,
    mode: row.mode,
    status: row.status,
    counts: {
      total,
      pending: isRefused ? 0 : total - row.decided + travelling,
      posted: row.posted - travelling,
      declined,
      failed,
      refused: isRefused ? total : 0,
    },
    refusal:
      row.refusedIndex === null
        ? null
        : {
            index: row.refusedIndex,
            code: row.refusedCode ?? '',
            message: row.refusedMessage ?? '',
            pointer: `/items/${row.refusedIndex}${row.refusedPointer ?? ''}`,
          },
    workflow: row.workflowId === null ? null : { id: row.workflowId, runId: row.workflowRunId },
    cancelable: row.status === 'pending',
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    completedAt: timestamp(row.completedAt),
  };
}

export type BatchView = ReturnType<typeof batchView>;

/**
 * The status of the transaction of an item, with its reason; null when the item has no transaction.
 */
export interface ItemResult {
  readonly status: TransactionStatus;
  readonly code: string | null;
  readonly message: string | null;
}

/** The wire form of an item. */
export function batchItemView(row: BatchItemRow, batch: BatchRow, result: ItemResult | null) {
  const draft = JSON.parse(row.body) as BatchItemDraft;
  const status = itemStatusOf(row, batch, result);
  const code = row.code ?? (status === 'declined' ? (result?.code ?? null) : null);
  const message = row.message ?? result?.message ?? code;
  return {
    id: itemIdOf(row.transactionId),
    object: 'batch_item' as const,
    index: row.itemIndex,
    reference: draft.reference,
    status,
    transactionId: result === null ? null : row.transactionId,
    error: code === null ? null : { code, message: message ?? code },
    type: draft.type,
    amount: draft.amount,
    currency: draft.currency,
    sourceAccountId: draft.sourceAccountId,
    destinationAccountId: draft.destinationAccountId,
  };
}

export type BatchItemView = ReturnType<typeof batchItemView>;

function itemStatusOf(row: BatchItemRow, batch: BatchRow, result: ItemResult | null): ItemStatus {
  if (result !== null) return statusOfResult(result);
  if (row.code !== null) return row.code === 'technical_fault' ? 'failed' : 'declined';
  return batch.status === 'refused' || batch.status === 'canceled' ? 'refused' : 'pending';
}

function statusOfResult({ status, code }: ItemResult): ItemStatus {
  if (!isFinal(status)) return 'pending';
  const isBooked = status === 'posted' || status === 'reversed';
  return isBooked && code !== 'rail_returned' ? 'posted' : 'declined';
}

/**
 * Returns the id of an item: the id of its transaction with another prefix, because the transaction
 * may never exist.
 */
function itemIdOf(transactionId: string): string {
  return transactionId.replace(PREFIXES.transaction, PREFIXES.batchItem);
}

/** Returns the id of an item's transaction, which may not exist. */
export function itemTransactionId(itemId: string): string {
  return itemId.replace(PREFIXES.batchItem, PREFIXES.transaction);
}
