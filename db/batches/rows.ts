// The rows that a batch begins with, and the transaction that an item becomes.

import type { BatchMode } from '../../ledger/batch.ts';
import { settlementId } from '../../ledger/internal-account.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { type Acceptor, newRow } from '../transactions/accept.ts';
import type { BatchItemDraft, BatchItemRow, BatchRow } from './view.ts';

/** A checked batch, ready to be accepted. */
export interface BatchDraft {
  readonly tenantId: string;
  readonly mode: BatchMode;
  /** Each item with its JSON, as it is stored. */
  readonly items: readonly { readonly draft: BatchItemDraft; readonly body: string }[];
  readonly metadata: Metadata;
  /** SHA-256 of the canonical request body: distinguishes a replay from a reused key. */
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** The row of a batch that is accepted now. */
export function newBatch(draft: BatchDraft, clock: BusinessClock): BatchRow {
  const { tenantId, mode, items, metadata, requestHash, cause } = draft;
  const { id, at } = mintDated('batch', tenantId, clock);
  return {
    id,
    tenantId,
    mode,
    status: 'pending',
    total: items.length,
    decided: 0,
    posted: 0,
    declined: 0,
    travelling: 0,
    failed: 0,
    refusedIndex: null,
    refusedCode: null,
    refusedMessage: null,
    refusedPointer: null,
    metadata: JSON.stringify(metadata),
    workflowId: null,
    workflowRunId: null,
    idempotencyKey: cause.idempotencyKey,
    requestHash,
    requestId: cause.requestId,
    actor: cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
    judged: 0,
    refusing: null,
  };
}

/** The transaction of an item at stage `accepted`, as if it had been sent by itself. */
export function itemRow(
  batch: BatchRow,
  item: BatchItemRow,
  { partyOf }: Pick<Acceptor, 'partyOf'>,
  at: number,
): TransactionRow {
  const draft = JSON.parse(item.body) as BatchItemDraft;
  const { tenantId, requestHash, actor, requestId } = batch;
  const bank = settlementId(tenantId, draft.currency);
  const source = draft.sourceAccountId ?? bank;
  const destination = draft.destinationAccountId ?? bank;
  const holder = partyOf(tenantId, draft.sourceAccountId ?? draft.destinationAccountId ?? '');
  const full = {
    ...draft,
    tenantId,
    capture: 'automatic' as const,
    holdExpiresAt: null,
    requestHash,
    cause: { actor, requestId, idempotencyKey: null },
  };
  const customerId = holder?.customerId ?? '';
  const row = newRow(full, item.transactionId, at, { source, destination, customerId });
  return { ...row, keyScope: 'batch', batchId: batch.id };
}
