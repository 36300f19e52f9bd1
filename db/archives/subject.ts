// The additions of archives to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { ARCHIVE_TABLES } from './subject-tables.ts';

export const ARCHIVE_SUBJECT: LedgerSubject = { tables: ARCHIVE_TABLES };
