// What two operators agreed on about the lists, under lock: that a counterparty of all customers is
// not an entry, and that a list which is too old serves until a day. One operator takes it back.

import { and, desc, eq, lt } from 'drizzle-orm';
import { counterpartyOf, type ListMatch } from '../../ledger/decisions/screening.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { mint } from '../kernel/mint.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { reliedLists, screeningClearances } from './agreed-tables.ts';

type ClearanceRow = typeof screeningClearances.$inferSelect;
type ReliedRow = typeof reliedLists.$inferSelect;

interface Agreed {
  readonly approvalId: string;
  readonly requestedBy: string;
  readonly agreedBy: string;
  readonly reason: string;
}

export interface ClearanceOrder extends Agreed {
  readonly hitId: string;
  /** The name outside, as the hit has it. */
  readonly name: string;
  readonly list: string;
  readonly entityId: string;
  /** Of the entry that the two operators saw. */
  readonly entryVersion: string;
  readonly validForDays: number;
}

export interface ReliedOrder extends Agreed {
  readonly list: string;
  readonly listAsOf: string | null;
  readonly until: number;
}

export interface Withdrawal {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface Deps {
  readonly database: Database;
  readonly now: () => number;
}

const CLEARANCES = {
  table: screeningClearances,
  name: 'screening_clearances',
  noun: 'screeningClearance',
  unknown: 'screening_clearance_not_found',
} as const;
const RELIED = {
  table: reliedLists,
  name: 'relied_lists',
  noun: 'reliedList',
  unknown: 'relied_list_not_found',
} as const;

const NOT_WITHDRAWN = { withdrawnBy: null, withdrawnAt: null, withdrawalReason: null };

/** What two operators agree on, of whichever kind: written once, taken back by one. */
function agreements<Row extends Common>(
  { database: { raw }, now }: Deps,
  { table, name, noun, unknown }: typeof CLEARANCES | typeof RELIED,
) {
  const insert = raw.prepare(`INSERT INTO ${name} ${insertOf(table)} ON CONFLICT DO NOTHING`);
  const byId = raw.prepare<[string], Row>(`SELECT ${columnsOf(table)} FROM ${name} WHERE id = ?`);
  const end = raw.prepare(
    `UPDATE ${name} SET withdrawn_by = @by, withdrawn_at = @at, withdrawal_reason = @reason
     WHERE id = @id AND withdrawn_by IS NULL`,
  );
  return {
    /** Done twice for one approval it is written once. */
    write(fieldsAt: (createdAt: number) => Omit<Row, Minted>): void {
      const createdAt = now();
      insert.run({ ...fieldsAt(createdAt), ...NOT_WITHDRAWN, id: mint(noun), createdAt });
    },
    /** The same again is no error. */
    withdraw(order: Withdrawal): Row {
      end.run({ ...order, at: now() });
      const row = byId.get(order.id);
      if (!row) throw new Refusal(unknown);
      return row;
    },
  };
}

type Minted = 'id' | 'createdAt' | keyof typeof NOT_WITHDRAWN;

/** Call its functions inside `database.write` only; `isCleared` also reads. */
export function agreedWriter(deps: Deps) {
  const { database, now } = deps;
  const clearances = agreements<ClearanceRow>(deps, CLEARANCES);
  const relied = agreements<ReliedRow>(deps, RELIED);
  const cleared = database.raw
    .prepare<[string, string, string, string, number], 1>(
      `SELECT 1 FROM screening_clearances WHERE counterparty = ? AND list = ? AND entity_id = ?
       AND entry_version = ? AND expires_at > ? AND withdrawn_by IS NULL`,
    )
    .pluck();
  return {
    /** True while a clearance for all customers holds for the entry as the list has it now. */
    isCleared(name: string, { list, entityId, entryVersion }: ListMatch): boolean {
      if (entryVersion === undefined) return false;
      return cleared.get(counterpartyOf(name), list, entityId, entryVersion, now()) === 1;
    },
    clear({ name, validForDays, ...order }: ClearanceOrder): void {
      clearances.write((createdAt) => {
        const expiresAt = createdAt + validForDays * DAY_MS;
        return { ...order, counterparty: counterpartyOf(name), expiresAt };
      });
    },
    withdrawClearance: (order: Withdrawal): ReturnType<typeof clearanceView> =>
      clearanceView(clearances.withdraw(order), now(), pendingOf(database)),
    rely: (order: ReliedOrder): void => relied.write(() => order),
    withdrawRelied: (order: Withdrawal): ReturnType<typeof reliedView> =>
      reliedView(relied.withdraw(order), now()),
  };
}

export type AgreedWriter = ReturnType<typeof agreedWriter>;

type Common = ClearanceRow | ReliedRow;

const commonView = (row: Common, end: number, now: number) => ({
  status:
    row.withdrawnBy !== null
      ? ('withdrawn' as const)
      : end > now
        ? ('in_force' as const)
        : ('expired' as const),
  requestedBy: row.requestedBy,
  agreedBy: row.agreedBy,
  reason: row.reason,
  withdrawal:
    row.withdrawnBy === null
      ? null
      : {
          by: row.withdrawnBy,
          reason: row.withdrawalReason ?? '',
          at: timestamp(row.withdrawnAt ?? row.createdAt),
        },
  createdAt: timestamp(row.createdAt),
});

/** How many hits of any customer about a cleared name and entry still wait for a person. */
type PendingOf = (row: ClearanceRow) => number;

const pendingParties = prepareOnce(({ raw }: Database) =>
  raw.prepare<[], Pick<ClearanceRow, 'list' | 'entityId'> & { name: string }>(
    `SELECT list, entity_id AS entityId, screened_name AS name FROM screening_hits
     WHERE status = 'pending' AND subject = 'external_party'`,
  ),
);

function pendingOf(database: Database): PendingOf {
  const counts = new Map<string, number>();
  const keyOf = (name: string, list: string, entityId: string) =>
    JSON.stringify([name, list, entityId]);
  for (const { name, list, entityId } of pendingParties(database).all()) {
    const key = keyOf(counterpartyOf(name), list, entityId);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return ({ counterparty, list, entityId }) => counts.get(keyOf(counterparty, list, entityId)) ?? 0;
}

/** The wire form of a clearance. */
const clearanceView = (row: ClearanceRow, now: number, pending: PendingOf) => ({
  id: row.id,
  object: 'screening_clearance' as const,
  hitId: row.hitId,
  counterparty: row.counterparty,
  list: row.list,
  entityId: row.entityId,
  entryVersion: row.entryVersion,
  expiresAt: timestamp(row.expiresAt),
  pendingHits: pending(row),
  ...commonView(row, row.expiresAt, now),
});

/** The wire form of a list that serves though it is too old. */
export const reliedView = (row: ReliedRow, now: number) => ({
  id: row.id,
  object: 'relied_list' as const,
  list: row.list,
  listAsOf: row.listAsOf,
  until: timestamp(row.until),
  ...commonView(row, row.until, now),
});

/** Clearances for all customers, newest first. */
export function listClearances(
  { database, now }: ReadLedger,
  { limit, startingAfter }: PageOrder,
): Page<ReturnType<typeof clearanceView>> {
  const { orm } = database;
  const { id } = screeningClearances;
  const pending = pendingOf(database);
  const rows = orm
    .select()
    .from(screeningClearances)
    .where(startingAfter ? lt(id, startingAfter) : undefined)
    .orderBy(desc(id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => clearanceView(row, now(), pending)),
    limit,
  );
}

/** The newest clearance that came of a hit; null: none did. */
export function clearanceOf({ database, now }: ReadLedger, hitId: string) {
  const { orm } = database;
  const { id } = screeningClearances;
  const row = orm
    .select()
    .from(screeningClearances)
    .where(eq(screeningClearances.hitId, hitId))
    .orderBy(desc(id))
    .get();
  return row ? clearanceView(row, now(), pendingOf(database)) : null;
}

/** Lists that two operators let serve, newest first. */
export function listRelied(
  { database: { orm }, now }: ReadLedger,
  { limit, startingAfter, list }: PageOrder & { readonly list?: string | undefined },
): Page<ReturnType<typeof reliedView>> {
  const { id } = reliedLists;
  const rows = orm
    .select()
    .from(reliedLists)
    .where(
      and(
        startingAfter ? lt(id, startingAfter) : undefined,
        list === undefined ? undefined : eq(reliedLists.list, list),
      ),
    )
    .orderBy(desc(id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => reliedView(row, now())),
    limit,
  );
}

/** Reads until when a list of a day serves though it is too old; null: it does not. */
export function reliedReader({ raw }: Database, now: () => number) {
  const until = raw
    .prepare<[string, string | null, number], number | null>(
      `SELECT max(until) FROM relied_lists
       WHERE list = ? AND list_as_of IS ? AND until > ? AND withdrawn_by IS NULL`,
    )
    .pluck();
  return ({ list, listAsOf }: Pick<ReliedOrder, 'list' | 'listAsOf'>): number | null =>
    until.get(list, listAsOf, now()) ?? null;
}
