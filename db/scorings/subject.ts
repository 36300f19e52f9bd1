// The additions of models to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { MODEL_TABLES } from './subject-tables.ts';

export const MODEL_SUBJECT: LedgerSubject = { tables: MODEL_TABLES };
