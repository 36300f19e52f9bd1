// The additions of webhooks to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { endpointListener } from './relay.ts';
import { WEBHOOK_TABLES } from './subject-tables.ts';

export const WEBHOOK_SUBJECT: LedgerSubject = {
  tables: WEBHOOK_TABLES,
  listener: endpointListener,
};
