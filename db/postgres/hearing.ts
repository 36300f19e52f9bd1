// What a person has to know about the databases of a bank: a server that is not the bank's, a copy
// that was wrong, commits that are gone.

import type { Loss } from './loss.ts';

/** Hears of it; none of its functions may throw. */
export interface DatabaseHearing {
  /** What answers is not the bank's, or takes no write. Called at each attempt. */
  foreign(schema: string, reason: Error): void;
  /** A server of the bank has answered. */
  own(schema: string): void;
  /**
   * PostgreSQL lacks commits that the copy had. Ends when it need not be told again.
   */
  lost(loss: Loss): Promise<void>;
  /** Rows of the copy were not what PostgreSQL has: the copy is thrown away and fetched anew. */
  differed(schema: string, tables: readonly string[]): void;
}
