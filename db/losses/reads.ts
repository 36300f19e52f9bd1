// Reads which data of a ledger the database has lost.

import type { LedgerReads } from '../kernel/ledger-reads.ts';

/** A log that has lost signed leaves: its signed size and its remaining size. */
export interface StoppedLog {
  readonly signedSize: number;
  readonly keptSize: number;
}

/** Returns the stopped log, or null when the log is not stopped. */
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

/** Returns when the log was last restarted, in milliseconds since 1970 UTC; 0 when it never was. */
export function readLogRestart({ database }: LedgerReads): number {
  const restartedAt = database.raw
    .prepare<[], number>('SELECT coalesce(max(restarted_at), 0) FROM losses')
    .pluck();
  return restartedAt.get() ?? 0;
}
