// The additions of monitoring for money laundering to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { AML_BUSINESS } from './reads.ts';
import { AML_TABLES } from './subject-tables.ts';

export const AML_SUBJECT: LedgerSubject = { tables: AML_TABLES, business: AML_BUSINESS };
