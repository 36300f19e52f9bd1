// The interface of a ledger for reads. Reads depend on this file, not on db/ledger.ts, which
// imports every folder of db/.

import type { BusinessClock } from './clock.ts';
import type { Database } from './connect.ts';

/** A ledger for reads, which alone access its database. */
export interface LedgerReads {
  readonly database: Database;
}

/** A ledger for reads that render objects for a customer. */
export interface ShownLedger extends LedgerReads {
  readonly livemode: boolean;
}

/** A ledger for reads that depend on due and expiry times. */
export interface ReadLedger extends ShownLedger {
  readonly name: string;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

/** The parts of a ledger that a read can use on any thread, such as a question in plain language. */
export interface AnyThreadLedger {
  readonly clock: BusinessClock;
  readonly livemode: boolean;
  readonly database: Pick<Database, 'raw' | 'orm' | 'read'>;
}
