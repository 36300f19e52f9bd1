// Checks that the platform and the ledgers belong to the same bank at the same time: the platform
// knows each ledger, and each developer with rows in it. A mixture of two backups fails this check.

import type BetterSqlite3 from 'better-sqlite3';
import { taskQueueOf } from '../../ledger/task-queue.ts';
import type { EnvironmentName } from '../kernel/environment.ts';
import { developerOfTenant, tenantOf } from '../kernel/tenant.ts';
import { ledgerOfName } from '../ledgers.ts';
import { readKnownLedgers } from '../platform/known-ledgers.ts';

export interface PlacementsCheck {
  /** Number of tenants with rows in a ledger. */
  readonly checked: number;
  readonly violations: number;
  /** Up to five violations. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

type Fault = Readonly<Record<string, unknown>>;

const EXAMPLES = 5;
/** Matches tenants of developers; other tenants are the bank's own. */
const DEVELOPER = /^dev_/;

/**
 * @param platform an open database, read after the ledgers so that it knows every developer in them
 * @param ledgers open databases of the ledgers, by their names
 */
export function checkPlacements(
  platform: BetterSqlite3.Database,
  ledgers: ReadonlyMap<string, BetterSqlite3.Database>,
): PlacementsCheck {
  const parts = [...ledgers].flatMap(([name, db]) => {
    const placement = ledgerOfName(name);
    return placement ? [partOf(name, placement.environment, db)] : [];
  });
  const epochs = sandboxEpochs(platform);
  const places = readKnownLedgers(platform);
  const faults = parts.flatMap((part): Fault[] => [
    ...nameFault(part, places.get(part.name)?.taskQueue ?? null),
    ...part.tenants.flatMap((tenantId) => unknownFault(part, tenantId, epochs)),
  ]);
  const checked = parts.reduce((sum, { tenants }) => sum + tenants.length, 0);
  return { checked, violations: faults.length, examples: faults.slice(0, EXAMPLES) };
}

interface Part {
  readonly name: string;
  readonly environment: EnvironmentName;
  /** Random name of the ledger. */
  readonly ownName: string;
  /** Tenants with events in the ledger: developers, and their sandboxes before each reset. */
  readonly tenants: readonly string[];
}

function partOf(name: string, environment: EnvironmentName, db: BetterSqlite3.Database): Part {
  // A developer has rows here exactly while the counter of its events is here.
  const tenants = db
    .prepare<[], string>(
      "SELECT substr(name, 8) FROM counters WHERE substr(name, 1, 7) = 'events/' AND value > 0",
    )
    .pluck()
    .all()
    .filter((tenantId) => DEVELOPER.test(tenantId));
  const ownName = db.prepare<[], string>('SELECT name FROM ledger').pluck().get() ?? '';
  return { name, environment, ownName, tenants };
}

/** Returns how often each developer has reset the sandbox. */
function sandboxEpochs(platform: BetterSqlite3.Database): ReadonlyMap<string, number> {
  const rows = platform.prepare<[], { id: string; epoch: number }>(
    'SELECT id, sandbox_epoch AS epoch FROM developers',
  );
  return new Map(rows.all().map(({ id, epoch }) => [id, epoch]));
}

function nameFault({ name, ownName }: Part, taskQueue: string | null): Fault[] {
  if (taskQueue === null || taskQueue === taskQueueOf(ownName)) return [];
  return [{ ledger: name, says: `its name is ${ownName}: the bank has another one` }];
}

/** Returns the faults of tenants that the platform does not know. */
function unknownFault(
  { name: ledger, environment }: Part,
  tenantId: string,
  epochs: ReadonlyMap<string, number>,
): Fault[] {
  const developerId = developerOfTenant(tenantId);
  const epoch = epochs.get(developerId);
  if (epoch === undefined) {
    return [{ ledger, tenantId, says: 'the platform does not know this developer' }];
  }
  const isCurrent = tenantOf(developerId, environment, epoch) === tenantId;
  if (isCurrent || epochOf(tenantId) < epoch) return [];
  return [{ ledger, tenantId, says: 'the platform does not know this sandbox' }];
}

const epochOf = (tenantId: string) => Number(/\.(\d+)$/.exec(tenantId)?.[1] ?? 0);
