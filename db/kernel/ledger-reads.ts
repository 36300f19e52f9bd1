// A ledger as far as reads need it. Reads of a noun depend on this and not on the file that puts a
// ledger together, which imports all nouns.

import type { BusinessClock } from './clock.ts';
import type { Database } from './connect.ts';

/** A ledger as the reads of a noun use it; only they access the database. */
export interface LedgerReads {
  readonly database: Database;
}

/** What reads need that render objects for a customer. */
export interface ShownLedger extends LedgerReads {
  readonly livemode: boolean;
}

/** What reads need that depend on due and expiry times. */
export interface ReadLedger extends ShownLedger {
  readonly name: string;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

/** A ledger as far as questions read it, on the thread that serves or on one of their own. */
export interface BookLedger {
  readonly clock: BusinessClock;
  readonly livemode: boolean;
  readonly database: Pick<Database, 'raw' | 'orm' | 'read'>;
}
