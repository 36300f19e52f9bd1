// The additions of a subject to a ledger. A manifest in modules/ names them; a ledger is opened
// with the additions of the subjects that its bank has.

import type { CustomerBusinessQueries } from './customers/erasure-obstacles.ts';
import type { EventListener } from './events/relay.ts';
import type { DueWork } from './kernel/due.ts';
import type { BookedParts } from './kernel/rows.ts';
import type { Tx } from './kernel/tx.ts';
import type { SubjectTables } from './subject-tables.ts';

export interface LedgerSubject {
  readonly tables: SubjectTables;
  /** Sets the functions of the subject that other code finds by the transaction. */
  readonly connect?: (tx: Tx) => void;
  /** Called with each booking, inside its commit. */
  readonly followBooking?: (tx: Tx, bookedParts: BookedParts) => void;
  /** Business with a customer that must end before the customer is erased. */
  readonly business?: CustomerBusinessQueries;
  /** Work that becomes due on a day. */
  readonly dueWork?: DueWork;
  /** Receives the events of the ledger after the cursor of the relay. */
  readonly listener?: EventListener;
}
