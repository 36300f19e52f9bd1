// Notices about a bank's databases for the operator: a server of another bank, a wrong copy, lost
// commits.

import type { Loss } from './loss.ts';
import type { WrittenOut } from './snapshot.ts';

/** The receiver of the notices; none of its functions may throw. */
export interface DatabaseNotices {
  /** The server that answers belongs to another bank or takes no writes. Called at each attempt. */
  onForeignServer(schema: string, reason: Error): void;
  /** A server of the bank has answered. */
  onOwnServer(schema: string): void;
  /**
   * PostgreSQL lacks commits that the copy had. Resolves when the loss need not be reported again.
   */
  onLoss(loss: Loss): Promise<void>;
  /** Rows of the copy differed from PostgreSQL's: the copy is deleted and reloaded. */
  onDifference(schema: string, tables: readonly string[]): void;
  /** Reports whether the copy was written for a new process that requested it. */
  onCopyWritten(schema: string, detail: WrittenOut): void;
}
