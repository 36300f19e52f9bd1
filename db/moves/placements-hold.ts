// Proves that the platform and the ledgers are of one bank and of one moment: each ledger is the
// one that the platform knows, each developer's rows are in the ledger where the platform has the
// developer, and the platform knows each of them. Parts of two backups contradict each other here.

import type BetterSqlite3 from 'better-sqlite3';
import { taskQueueOf } from '../../ledger/task-queue.ts';
import { developerOfTenant, tenantOf } from '../kernel/tenant.ts';
import { ledgerName, ledgerOfName, type Placed } from '../ledgers.ts';
import { ledgerPlacesIn } from '../platform/ledger-places.ts';
import { type Placement, placeOf } from '../platform/placement.ts';
import type { EnvironmentName } from '../transactions/port.ts';

export interface PlacementsHold {
  /** Tenants with rows in a ledger. */
  readonly checked: number;
  readonly violations: number;
  /** Up to five violations. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

interface DeveloperRow extends Placement {
  readonly id: string;
  readonly sandboxEpoch: number;
}

type Fault = Readonly<Record<string, unknown>>;

const EXAMPLES = 5;
/** Of a developer; other tenants are the bank's own. */
const DEVELOPER = /^dev_/;

/**
 * @param platform an open database, read after the ledgers: it then knows all who are in them
 * @param ledgers open databases of the ledgers that are at hand, by their names
 */
export function placementsHold(
  platform: BetterSqlite3.Database,
  ledgers: ReadonlyMap<string, BetterSqlite3.Database>,
): PlacementsHold {
  const parts = [...ledgers].flatMap(([name, db]) => {
    const which = ledgerOfName(name);
    return which && hasTable(db, 'tenant_moves') ? [partOf(name, which, db)] : [];
  });
  // A platform of a version that knew no places of developers says nothing about them.
  if (!hasTable(platform, 'ledger_places')) return { checked: 0, violations: 0, examples: [] };
  const known = developersIn(platform);
  const places = ledgerPlacesIn(platform);
  const faults = parts.flatMap((part): Fault[] => [
    ...nameFault(part, places.get(part.name)?.taskQueue ?? null),
    ...[...part.tenants].flatMap((tenantId) => presentFault(part, tenantId, known)),
    ...[...part.marks].flatMap(([tenantId, stage]) =>
      stage === 'left' ? leftFault(part, tenantId, { known, parts }) : [],
    ),
  ]);
  const checked = parts.reduce((sum, { tenants }) => sum + tenants.size, 0);
  return { checked, violations: faults.length, examples: faults.slice(0, EXAMPLES) };
}

interface Part extends Placed {
  readonly name: string;
  readonly environment: EnvironmentName;
  /** Random name of the ledger. */
  readonly ownName: string;
  /** Developers, and sandboxes they had, with events here. */
  readonly tenants: ReadonlySet<string>;
  /** Moves that they are on, or were on, by the tenant. */
  readonly marks: ReadonlyMap<string, string>;
}

function partOf(
  name: string,
  which: Placed & { readonly environment: EnvironmentName },
  db: BetterSqlite3.Database,
): Part {
  // The rows of a developer come and go with the counter of its events.
  const tenants = db
    .prepare<[], string>(
      "SELECT substr(name, 8) FROM counters WHERE substr(name, 1, 7) = 'events/' AND value > 0",
    )
    .pluck()
    .all()
    .filter((tenantId) => DEVELOPER.test(tenantId));
  const marks = db
    .prepare<[], [string, string]>('SELECT tenant_id, stage FROM tenant_moves')
    .raw()
    .all() as [string, string][];
  const ownName = db.prepare<[], string>('SELECT name FROM ledger').pluck().get() ?? '';
  return { name, ...which, ownName, tenants: new Set(tenants), marks: new Map(marks) };
}

function developersIn(platform: BetterSqlite3.Database): ReadonlyMap<string, DeveloperRow> {
  const rows = platform.prepare<[], DeveloperRow>(
    `SELECT id, sandbox_ledger AS sandboxLedger, production_ledger AS productionLedger,
       sandbox_epoch AS sandboxEpoch FROM developers`,
  );
  return new Map(rows.all().map((row) => [row.id, row]));
}

function nameFault({ name, ownName }: Part, taskQueue: string | null): Fault[] {
  if (taskQueue === null || taskQueue === taskQueueOf(ownName)) return [];
  return [{ ledger: name, says: `its name is ${ownName}: the bank has another one` }];
}

/** Rows of a developer that are here. */
function presentFault(
  part: Part,
  tenantId: string,
  known: ReadonlyMap<string, DeveloperRow>,
): Fault[] {
  const { name: ledger, environment, marks } = part;
  const row = known.get(developerOfTenant(tenantId));
  if (!row) return [{ ledger, tenantId, says: 'the platform does not know this developer' }];
  if (!isCurrent(environment, tenantId, row)) {
    const isKnown = epochOf(tenantId) < row.sandboxEpoch;
    return isKnown ? [] : [{ ledger, tenantId, says: 'the platform does not know this sandbox' }];
  }
  // One that is on its way is named by the check of the ledger.
  if (numberOf(environment, row) === part.ledger || marks.has(tenantId)) return [];
  const place = ledgerName(environment, numberOf(environment, row));
  return [{ ledger, tenantId, says: `has rows here, and the platform has it in ${place}` }];
}

/** A developer whose rows have left here. */
function leftFault(
  { name: ledger, ...part }: Part,
  tenantId: string,
  {
    known,
    parts,
  }: { readonly known: ReadonlyMap<string, DeveloperRow>; readonly parts: readonly Part[] },
): Fault[] {
  const { environment } = part;
  const row = known.get(developerOfTenant(tenantId));
  if (!row || !isCurrent(environment, tenantId, row)) return [];
  const number = numberOf(environment, row);
  if (number === part.ledger) {
    return [{ ledger, tenantId, says: 'has left, and the platform has it here' }];
  }
  const there = parts.find((one) => one.environment === environment && one.ledger === number);
  if (!there || there.tenants.has(tenantId) || there.marks.has(tenantId)) return [];
  return [{ ledger, tenantId, says: `has left for ${there.name}, which has no rows of it` }];
}

/** False for a sandbox from before the last reset. */
function isCurrent(environment: EnvironmentName, tenantId: string, row: DeveloperRow): boolean {
  return tenantOf(row.id, environment, row.sandboxEpoch) === tenantId;
}

const epochOf = (tenantId: string) => Number(/\.(\d+)$/.exec(tenantId)?.[1] ?? 0);

const numberOf = (environment: EnvironmentName, row: DeveloperRow) =>
  placeOf(environment, row).ledger;

function hasTable(db: BetterSqlite3.Database, name: string): boolean {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return table.get(name) !== undefined;
}
