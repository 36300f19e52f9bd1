// The additions of webhooks to a ledger.

import type { LedgerSubject } from '../subject.ts';
import { endpointListener } from './relay.ts';

export const WEBHOOK_SUBJECT: LedgerSubject = { listener: endpointListener };
