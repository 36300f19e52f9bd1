// Events that were taken out of the log into the archive of the bank: a request for them is refused,
// with the first sequence that the log still has. No event is left out silently.

import { readLastArchived } from '../../db/events/reads.ts';
import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import type { BankDeps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';

/** @throws Problem when the next events after a sequence lie in the archive */
export function requireInLog(ledger: LedgerReads, tenantId: string, afterSequence: number): void {
  const through = readLastArchived(ledger, tenantId);
  if (afterSequence >= through) return;
  const detail = `Events up to sequence ${through} are archived: read on from ${through}.`;
  throw new Problem('events_archived', detail);
}

interface Missing {
  readonly tenantId: string;
  readonly eventId: string;
}

/** Why an event is not found: there is none, or it is as old as those in the archive. */
export function missingEvent(
  { extensions }: BankDeps,
  ledger: LedgerReads,
  { tenantId, eventId }: Missing,
): Problem {
  const isArchived = extensions.some(({ archived }) =>
    archived?.isEventArchived(ledger, tenantId, eventId),
  );
  if (!isArchived) return new Problem('event_not_found');
  const through = readLastArchived(ledger, tenantId);
  return new Problem('events_archived', `Events up to sequence ${through} are archived.`);
}
