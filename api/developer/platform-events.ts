// Emits events about a developer's keys and application to the event log of the developer. Platform
// and ledger are two databases: an event that was lost in a crash between the two writes is emitted
// at the next start.

import type { PlatformEvent } from '../../db/events/platform-events.ts';
import { writePlatformEvent } from '../../db/events/platform-events.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import { tenantOf } from '../../db/kernel/tenant.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { PerEnvironment } from '../../db/ledgers.ts';
import type { ApiKey, Developer } from '../../db/platform/rows.ts';
import type { Platform } from '../../identity/platform.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { developerView, keyView } from './developer-schema.ts';

export interface EventWriters {
  readonly platform: Platform;
  readonly environments: PerEnvironment<{ readonly ledger: Pick<Ledger, 'run'> }>;
}

const KEY_EVENTS: Readonly<Record<ApiKey['status'], PlatformEvent['type']>> = {
  active: 'api_key.created',
  rotating: 'api_key.rotated',
  revoked: 'api_key.revoked',
};

/** Emits the event of a key's current status, in the environment of the key. */
export async function emitKeyEvent(
  writers: EventWriters,
  row: ApiKey,
  cause: Cause,
): Promise<void> {
  const developer = await writers.platform.findDeveloper(row.developerId);
  if (!developer) return;
  const { environment } = row;
  await writers.environments[environment].ledger.run(writePlatformEvent, {
    tenantId: tenantOf(row.developerId, environment, developer.sandboxEpoch),
    type: KEY_EVENTS[row.status],
    act: `${row.id}/${row.version}`,
    object: keyView(row, row.updatedAt),
    cause,
    at: row.updatedAt,
  });
}

/** Emits the event of a decided application in the sandbox, which the developer uses until then. */
export async function emitDecisionEvent(
  writers: EventWriters,
  row: Developer,
  cause: Cause,
): Promise<void> {
  if (row.applicationStatus === 'pending') return;
  await writers.environments.sandbox.ledger.run(writePlatformEvent, {
    tenantId: tenantOf(row.id, 'sandbox', row.sandboxEpoch),
    type: `developer.${row.applicationStatus}`,
    act: row.applicationId,
    object: developerView(row),
    cause,
    at: row.decidedAt ?? row.updatedAt,
  });
}

/** Emits the events that are missing because the bank stopped between an act and its event. */
export async function emitMissedEvents(writers: EventWriters, now: number): Promise<void> {
  const cause: Cause = { actor: 'workflow', requestId: 'start', idempotencyKey: null };
  const { keys, developers } = await writers.platform.readChangesSince(now - DAY_MS);
  for (const row of keys) await emitKeyEvent(writers, row, cause);
  for (const row of developers) await emitDecisionEvent(writers, row, cause);
}
