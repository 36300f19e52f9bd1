// Notices about a bank's databases that a person needs to see: a server of another bank, a copy
// that was wrong, lost commits.

import type { Loss } from './loss.ts';

/** Hears of it; none of its functions may throw. */
export interface DatabaseHearing {
  /** The server that answers belongs to another bank or takes no writes. Called at each attempt. */
  foreign(schema: string, reason: Error): void;
  /** A server of the bank has answered. */
  own(schema: string): void;
  /**
   * PostgreSQL lacks commits that the copy had. Ends when it need not be told again.
   */
  lost(loss: Loss): Promise<void>;
  /** Rows of the copy differed from PostgreSQL's: the copy is deleted and fetched anew. */
  differed(schema: string, tables: readonly string[]): void;
}
