// Tells a developer's own log what became of a key or of the application. Platform and ledger are
// two databases: what a crash between them left untold is told at the next start.

import type { PlatformNews } from '../../db/events/platform-events.ts';
import { tenantOf } from '../../db/kernel/tenant.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { PerEnvironment, PerLedger } from '../../db/ledgers.ts';
import { placedIn } from '../../db/platform/placement.ts';
import type { ApiKey, Developer } from '../../db/platform/rows.ts';
import type { Cause } from '../../db/transactions/port.ts';
import type { Platform } from '../../identity/platform.ts';
import { developerView, keyView } from './developer-schema.ts';

export interface Newsroom {
  readonly platform: Platform;
  readonly desks: PerEnvironment<Pick<PerLedger<{ readonly ledger: Pick<Ledger, 'tell'> }>, 'of'>>;
}

const KEY_EVENTS: Readonly<Record<ApiKey['status'], PlatformNews['type']>> = {
  active: 'api_key.created',
  rotating: 'api_key.rotated',
  revoked: 'api_key.revoked',
};
const DAY_MS = 24 * 60 * 60 * 1000;

/** Tells of a key as it is now, in the environment that it opens. */
export async function tellKey(room: Newsroom, row: ApiKey, cause: Cause): Promise<void> {
  const developer = await room.platform.findDeveloper(row.developerId);
  if (!developer) return;
  const { environment } = row;
  await room.desks[environment].of(placedIn(environment, developer)).ledger.tell({
    tenantId: tenantOf(row.developerId, environment, developer.sandboxEpoch),
    type: KEY_EVENTS[row.status],
    act: `${row.id}/${row.version}`,
    object: keyView(row, row.updatedAt),
    cause,
    at: row.updatedAt,
  });
}

/** Tells of a decided application in the sandbox, where its developer is until then. */
export async function tellDecision(room: Newsroom, row: Developer, cause: Cause): Promise<void> {
  if (row.applicationStatus === 'pending') return;
  await room.desks.sandbox.of(placedIn('sandbox', row)).ledger.tell({
    tenantId: tenantOf(row.id, 'sandbox', row.sandboxEpoch),
    type: `developer.${row.applicationStatus}`,
    act: row.applicationId,
    object: developerView(row),
    cause,
    at: row.decidedAt ?? row.updatedAt,
  });
}

/** Tells what was not told because the bank ended between an act and its telling. */
export async function tellMissed(room: Newsroom, now: number): Promise<void> {
  const cause: Cause = { actor: 'workflow', requestId: 'start', idempotencyKey: null };
  const { keys, developers } = await room.platform.changedSince(now - DAY_MS);
  for (const row of keys) await tellKey(room, row, cause);
  for (const row of developers) await tellDecision(room, row, cause);
}
