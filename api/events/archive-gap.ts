// Events that lie in the archive of the bank: a request for them is refused, with the first
// sequence that the log still has. No event is left out silently.

import { mayBeArchived, readLastArchived } from '../../db/archives/reads.ts';
import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import { Problem } from '../kit/errors.ts';

/** @throws Problem when the next events after a sequence lie in the archive */
export function requireInLog(ledger: LedgerReads, tenantId: string, afterSequence: number): void {
  const through = readLastArchived(ledger, tenantId);
  if (afterSequence >= through) return;
  const detail = `Events up to sequence ${through} are archived: read on from ${through}.`;
  throw new Problem('events_archived', detail);
}

/** Why an event is not found: there is none, or it is as old as those in the archive. */
export function missingEvent(ledger: LedgerReads, tenantId: string, eventId: string): Problem {
  if (!mayBeArchived(ledger, tenantId, eventId)) return new Problem('event_not_found');
  const through = readLastArchived(ledger, tenantId);
  return new Problem('events_archived', `Events up to sequence ${through} are archived.`);
}
