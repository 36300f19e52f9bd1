// The additions of sanctions screening to a ledger.

import { customerHits } from '../customers/acts.ts';
import type { LedgerSubject } from '../subject.ts';
import { addHits, countOpenHits } from './acts.ts';
import { SCREENING_BUSINESS } from './reads.ts';
import { SCREENING_TABLES } from './subject-tables.ts';

export const SCREENING_SUBJECT: LedgerSubject = {
  tables: SCREENING_TABLES,
  connect: (tx) => customerHits.set(tx, { add: addHits, countOpen: countOpenHits }),
  business: SCREENING_BUSINESS,
};
