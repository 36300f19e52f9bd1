// The additions of credit decisions to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { CREDIT_BUSINESS } from './reads.ts';

export const CREDIT_SUBJECT: LedgerSubject = { business: CREDIT_BUSINESS };
