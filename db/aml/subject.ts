// The additions of monitoring for money laundering to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { AML_BUSINESS } from './reads.ts';

export const AML_SUBJECT: LedgerSubject = { business: AML_BUSINESS };
