// The additions of contested decisions to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { CONTEST_BUSINESS } from './reads.ts';
import { CONTEST_TABLES } from './subject-tables.ts';

export const CONTEST_SUBJECT: LedgerSubject = {
  tables: CONTEST_TABLES,
  business: CONTEST_BUSINESS,
};
