// What can be done with batches, as the callers of the ledger see it.

import type { BatchMode, BatchStatus } from '../../ledger/batch.ts';
import type { Cause, TransactionDraft, WorkflowRef } from '../transactions/port.ts';

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

/** A checked batch, ready to be accepted. */
export interface BatchDraft {
  readonly tenantId: string;
  readonly mode: BatchMode;
  /** Each as the JSON of a {@link BatchItemDraft}, beside what of it is asked for now. */
  readonly items: readonly { readonly draft: BatchItemDraft; readonly body: string }[];
  readonly metadata: Readonly<Record<string, string>>;
  /** SHA-256 of the canonical request body: tells a replay from a reused key. */
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type BatchAcceptance =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'replayed'; readonly id: string }
  | { readonly kind: 'key_reused'; readonly existingId: string }
  | { readonly kind: 'duplicate_reference'; readonly index: number; readonly existingId: string }
  | { readonly kind: 'account_not_found'; readonly index: number; readonly pointer: string };

/** How far a batch has come with one step. */
export interface BatchStep {
  /** Null: there is no such batch. */
  readonly status: BatchStatus | null;
  readonly decided: number;
}

export interface BatchActs {
  /** Writes a batch with all its items, in one transaction: nothing is booked yet. */
  accept(draft: BatchDraft): Promise<BatchAcceptance>;
  /** Stops a batch that has not begun; null when the tenant has none of that id. */
  cancel(order: BatchCancel): Promise<BatchCancellation | null>;
  /** Settles the next items, or all of an atomic batch: one transaction. */
  settle(order: { readonly batchId: string; readonly workflow: WorkflowRef }): Promise<BatchStep>;
}

export interface BatchCancel {
  readonly tenantId: string;
  readonly batchId: string;
  readonly cause: Cause;
}

export interface BatchCancellation {
  readonly status: BatchStatus;
  /** True when it had been canceled before. */
  readonly replayed: boolean;
}
