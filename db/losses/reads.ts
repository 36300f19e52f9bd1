// Reads of the data of a ledger that the database has lost.

import type { LedgerReads } from '../kernel/ledger-reads.ts';

/** A log that lost signed leaves: its signed size, and the size that is left. */
export interface StoppedLog {
  readonly signedSize: number;
  readonly keptSize: number;
}

/** Returns null while the log signs as usual. */
export function readStoppedLog({ database }: LedgerReads): StoppedLog | null {
  return (
    database.raw
      .prepare<[], StoppedLog>(
        `SELECT signed_size AS signedSize, kept_size AS keptSize FROM losses
         WHERE signed_size IS NOT NULL AND restarted_at IS NULL ORDER BY kept_size LIMIT 1`,
      )
      .get() ?? null
  );
}

/** When the log last began anew, as milliseconds since 1970 UTC; 0: it never did. */
export function readLogRestart({ database }: LedgerReads): number {
  const found = database.raw
    .prepare<[], number>('SELECT coalesce(max(restarted_at), 0) FROM losses')
    .pluck();
  return found.get() ?? 0;
}
