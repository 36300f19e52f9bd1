// A developer goes from one ledger to another of the same PostgreSQL, while the bank works. One
// commit takes the rows out of one schema and puts them into the other, and says in the platform
// where they are: they are never in both, nor in none, and there is nothing to finish.

import { developerOfTenant } from '../kernel/tenant.ts';
import { schemaOf } from '../postgres/databases.ts';
import type { Joint, Side, Taking } from '../postgres/joint.ts';
import { clientOf } from '../postgres/link.ts';
import type { EnvironmentName } from '../transactions/port.ts';
import { arrive, release } from './arrival.ts';
import { depart } from './departure.ts';
import { hindrances, isScreened } from './hindrances.ts';
import { leavingFrom, markUnlessOpen, unmark } from './marks.ts';
import type { TenantMoved } from './move.ts';
import { type OpenWork, openWork } from './open-work.ts';
import { PATIENCE_MS, PAUSE_MS, waitUntilIdle } from './patience.ts';
import { OF_SCHEMAS } from './sides.ts';
import { type SliceTable, sliceIn } from './slice.ts';
import { eventsAsWritten, type Writing } from './written.ts';

/**
 * What is done after each: the old ledger takes no write of the developer; the rows are in the new
 * one, they are out of the old one, and the platform says so, in the open transaction; all of it is
 * committed.
 */
export type DatabaseMoveStep = 'marked' | 'arrived' | 'departed' | 'placed' | 'committed';

export interface DatabaseMove {
  /** Has the schemas of both ledgers and of the platform. */
  readonly joint: Joint;
  readonly tenantId: string;
  readonly environment: EnvironmentName;
  /** Names of the two ledgers. */
  readonly from: string;
  readonly to: string;
  /**
   * Writes that the developer is in the new ledger, inside a write of the platform; false: the
   * developer has changed meanwhile.
   */
  readonly place: () => boolean;
  /** Passed after each step: fail points of tests. */
  readonly onStep: (step: DatabaseMoveStep) => void;
  /** How long to wait for open work before the pause; left out: 5 s. */
  readonly patienceMs?: number;
  /** Rows that are carried at most, which the two ledgers wait for; left out: 8,000. */
  readonly mostRows?: number;
}

/** What a joint for moves between these ledgers opens. */
export function schemasOfMove(ledgers: readonly string[]): Map<string, 'ledger' | 'platform'> {
  const schemas = ledgers.map((name) => [schemaOf(name), 'ledger'] as const);
  return new Map([...schemas, ['platform', 'platform']]);
}

/** The developer is elsewhere by now, or has begun the sandbox afresh: all is undone. */
class Changed extends Error {}

/** @throws Error when something failed; nothing has changed then, or the next run unmarks it */
export async function moveInDatabase(move: DatabaseMove): Promise<TenantMoved> {
  const { joint, tenantId, environment, from, to, mostRows = OF_SCHEMAS.mostRows } = move;
  const [source, target] = [joint.side(schemaOf(from)), joint.side(schemaOf(to))];
  await Promise.all([source.catchUp(), target.catchUp()]);
  const tables = sliceIn(source.acts);
  for (const { acts } of [source, target]) {
    // Rows leave and arrive with all that they refer to.
    acts.pragma('foreign_keys = OFF');
    // What has left is not to be found in the copy: it would be forgotten by no erasure.
    acts.pragma('secure_delete = ON');
  }
  target.acts.prepare('ATTACH DATABASE ? AS source').run(source.file);
  try {
    const carrying = { tenantId, tables, mostRows, waitMs: OF_SCHEMAS.waitMs };
    const hindered = hindrances(source.acts, target.acts, carrying);
    if (hindered.length > 0) return { kind: 'open', open: hindered };
    const livemode = environment === 'production';
    const writing = eventsAsWritten(source.acts, target.acts, { tenantId, livemode });
    writing.goOn();
    const open = await beginPause(source, move);
    if (open.length > 0) return { kind: 'open', open };
    return await carryOver({ source, target, tables, writing }, move);
  } finally {
    target.acts.exec('DETACH DATABASE source');
  }
}

interface Sides {
  readonly source: Side;
  readonly target: Side;
  readonly tables: readonly SliceTable[];
  readonly writing: Writing;
}

/** Stops the developer's writes as soon as nothing lasting is open; else what is. */
function beginPause({ database }: Side, move: DatabaseMove): Promise<OpenWork[]> {
  const { tenantId, to, patienceMs = PATIENCE_MS } = move;
  const look = () => database.write(() => markUnlessOpen(database.raw, tenantId, to));
  return waitUntilIdle(look, patienceMs);
}

/** From the pause on. */
async function carryOver(sides: Sides, move: DatabaseMove): Promise<TenantMoved> {
  const { source } = sides;
  const { joint, tenantId, onStep } = move;
  const began = performance.now();
  let rows = 0;
  let isCommitted = false;
  try {
    onStep('marked');
    const open = await waitUntilIdle(async () => {
      // Without a lock first, which other developers would wait for.
      await source.catchUp();
      const seen = openWork(source.acts, tenantId, Date.now());
      if (seen.length > 0) return seen;
      const left = await joint.commit((take) =>
        takeOver(sides, move, take, (count) => {
          rows = count;
        }),
      );
      isCommitted = left.length === 0;
      return left;
    }, PAUSE_MS);
    if (open.length > 0) {
      await back(source, tenantId);
      return { kind: 'open', open };
    }
    const pausedMs = Math.round(performance.now() - began);
    onStep('committed');
    return { kind: 'moved', rows, pausedMs };
  } catch (error) {
    if (!isCommitted) await back(source, tenantId);
    if (error instanceof Changed) return { kind: 'changed' };
    throw error;
  }
}

/** Inside of the joint commit: carries the rows, or says what is still open. */
async function takeOver(
  { source, target, tables, writing }: Sides,
  { tenantId, from, to, place, onStep }: DatabaseMove,
  take: Taking,
  carriedRows: (count: number) => void,
): Promise<OpenWork[]> {
  // All code that takes several schemas takes them in this order.
  for (const name of [from, to].map(schemaOf).sort()) await take(name);
  const open = openWork(source.acts, tenantId, Date.now());
  if (open.length > 0) return open;
  if (isScreened(target.acts)) throw new Error('a round of screening has begun: try again');
  writing.goOn();
  const now = Date.now();
  carriedRows(arrive(target.acts, { tenantId, from, tables, now }));
  release(target.acts, tenantId);
  onStep('arrived');
  depart(source.acts, { tenantId, to, tables, now });
  onStep('departed');
  // Each request asks the platform: it is held for as long as it takes to write only.
  await take('platform');
  if (!place()) throw new Changed();
  onStep('placed');
  return [];
}

function back({ database }: Side, tenantId: string): Promise<void> {
  return database.write(() => unmark(database.raw, tenantId));
}

/** Lets a developer write again in a ledger whose move was killed before its commit. */
export async function unmarkIn(side: Side, developerId: string): Promise<void> {
  for (const { tenantId } of leavingFrom(side.database.raw, developerId)) {
    await back(side, tenantId);
  }
}

/** Names of those ledgers that a developer, or a sandbox it had, is marked as leaving. */
export async function ledgersLeft(
  url: string,
  ledgers: readonly string[],
  developerId: string,
): Promise<string[]> {
  const client = clientOf(url);
  await client.connect();
  try {
    const found: string[] = [];
    for (const ledger of ledgers) {
      const { rows } = await client.query<{ tenant_id: string }>(
        `SELECT tenant_id FROM ${schemaOf(ledger)}.tenant_moves WHERE stage = 'leaving'`,
      );
      const isOne = rows.some(({ tenant_id: id }) => developerOfTenant(id) === developerId);
      if (isOne) found.push(ledger);
    }
    return found;
  } finally {
    await client.end();
  }
}
