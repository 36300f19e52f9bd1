// The additions of credit decisions to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { CREDIT_BUSINESS } from './reads.ts';
import { CREDIT_TABLES } from './subject-tables.ts';

export const CREDIT_SUBJECT: LedgerSubject = { tables: CREDIT_TABLES, business: CREDIT_BUSINESS };
