// Requests for archived events are refused, with the first sequence that is still in the log. So no
// event is left out without notice.

import { readLastArchived } from '../../db/events/reads.ts';
import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import type { BankDeps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';

/** @throws Problem when the next events after a sequence are archived */
export function requireInLog(ledger: LedgerReads, tenantId: string, afterSequence: number): void {
  const lastArchived = readLastArchived(ledger, tenantId);
  if (afterSequence >= lastArchived) return;
  const detail = `Events up to sequence ${lastArchived} are archived: continue from ${lastArchived}.`;
  throw new Problem('events_archived', detail);
}

interface MissingEvent {
  readonly tenantId: string;
  readonly eventId: string;
}

/** Returns the problem for a missing event: it does not exist, or it may be archived. */
export function missingEvent(
  { extensions }: BankDeps,
  ledger: LedgerReads,
  { tenantId, eventId }: MissingEvent,
): Problem {
  const isArchived = extensions.some(({ archived }) =>
    archived?.isEventArchived(ledger, tenantId, eventId),
  );
  if (!isArchived) return new Problem('event_not_found');
  const lastArchived = readLastArchived(ledger, tenantId);
  return new Problem('events_archived', `Events up to sequence ${lastArchived} are archived.`);
}
