// The additions of contested decisions to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { CONTEST_BUSINESS } from './reads.ts';

export const CONTEST_SUBJECT: LedgerSubject = { business: CONTEST_BUSINESS };
