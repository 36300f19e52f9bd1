// The additions of instructions in plain language to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { instructions } from '../transactions/followers.ts';
import { applyTransactionStatus, confirmIntent } from './acts.ts';
import { INTENT_BUSINESS } from './reads.ts';
import { LANGUAGE_TABLES } from './subject-tables.ts';

export const LANGUAGE_SUBJECT: LedgerSubject = {
  tables: LANGUAGE_TABLES,
  connect: (tx) => instructions.set(tx, { confirm: confirmIntent, follow: applyTransactionStatus }),
  business: INTENT_BUSINESS,
};
