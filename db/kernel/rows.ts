// Types of rows of the core's tables.

import type { checkpoints, entries, holds, timeline, transactions } from './tables.ts';

export type TransactionRow = typeof transactions.$inferSelect;
export type HoldRow = typeof holds.$inferSelect;
export type EntryRow = Pick<
  typeof entries.$inferSelect,
  'accountId' | 'direction' | 'amount' | 'currency' | 'balanceAfter'
>;
export type TimelineRow = Omit<typeof timeline.$inferSelect, 'transactionId' | 'version'>;

/** A checkpoint with the public key that it was signed with. */
export type CheckpointRow = typeof checkpoints.$inferSelect & { readonly verifierKey: string };

/** The rows that a posting writes. */
export interface BookedParts {
  readonly entries: readonly EntryRow[];
  readonly leafHash: Buffer | null;
  readonly row: TransactionRow & {
    readonly ledgerSequence: number;
    /** By the developer's clock; never earlier than the booking before it. */
    readonly postedAt: number;
  };
}
