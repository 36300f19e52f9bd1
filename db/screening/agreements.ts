// The acts on agreements of two operators about the lists: that a counterparty of all customers is
// not a listed entry, and that an outdated list may be used until a day. One operator alone can
// withdraw an agreement.

import { and, desc, eq, lt } from 'drizzle-orm';
import { type ListMatch, normaliseCounterparty } from '../../ledger/decisions/screening.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { mint } from '../kernel/mint.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { Tx } from '../kernel/tx.ts';
import { reliedLists, screeningClearances } from './agreement-tables.ts';

type ClearanceRow = typeof screeningClearances.$inferSelect;
type ReliedRow = typeof reliedLists.$inferSelect;

interface ApprovedRow {
  readonly approvalId: string;
  readonly requestedBy: string;
  readonly agreedBy: string;
  readonly reason: string;
}

export interface ClearanceOrder extends ApprovedRow {
  readonly hitId: string;
  /** The name of the external party, as in the hit. */
  readonly name: string;
  readonly list: string;
  readonly entityId: string;
  /** Version of the entry that the two operators saw. */
  readonly entryVersion: string;
  readonly validForDays: number;
}

export interface ReliedOrder extends ApprovedRow {
  readonly list: string;
  readonly listAsOf: string | null;
  readonly until: number;
}

export interface Withdrawal {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
}

const CLEARANCES = {
  table: screeningClearances,
  name: 'screening_clearances',
  noun: 'screeningClearance',
  unknown: 'screening_clearance_not_found',
} as const;
const RELIED_LISTS = {
  table: reliedLists,
  name: 'relied_lists',
  noun: 'reliedList',
  unknown: 'relied_list_not_found',
} as const;

const NOT_WITHDRAWN = { withdrawnBy: null, withdrawnAt: null, withdrawalReason: null };

type GeneratedColumn = 'id' | 'createdAt' | keyof typeof NOT_WITHDRAWN;

/** Writes an agreement once, however often its approval is carried out. */
function write<Row extends AgreedRow>(
  tx: Tx,
  { table, name, noun }: typeof CLEARANCES | typeof RELIED_LISTS,
  fieldsAt: (createdAt: number) => Omit<Row, GeneratedColumn>,
): void {
  const insert = `INSERT INTO ${name} ${insertOf(table)} ON CONFLICT DO NOTHING`;
  const createdAt = tx.now();
  tx.run(insert, { ...fieldsAt(createdAt), ...NOT_WITHDRAWN, id: mint(noun), createdAt });
}

/** A repeated withdrawal changes nothing. */
function withdraw<Row extends AgreedRow>(
  tx: Tx,
  { table, name, unknown }: typeof CLEARANCES | typeof RELIED_LISTS,
  order: Withdrawal,
): Row {
  tx.run(
    `UPDATE ${name} SET withdrawn_by = @by, withdrawn_at = @at, withdrawal_reason = @reason
     WHERE id = @id AND withdrawn_by IS NULL`,
    { ...order, at: tx.now() },
  );
  const row = tx.get<Row>(`SELECT ${columnsOf(table)} FROM ${name} WHERE id = ?`, order.id);
  if (!row) throw new Refusal(unknown);
  return row;
}

const cleared = prepareOnce(({ raw }: Database) =>
  raw
    .prepare<[string, string, string, string, number], 1>(
      `SELECT 1 FROM screening_clearances WHERE counterparty = ? AND list = ? AND entity_id = ?
       AND entry_version = ? AND expires_at > ? AND withdrawn_by IS NULL`,
    )
    .pluck(),
);

/** Returns true while a clearance for all customers applies to the current version of the entry. */
export function isCleared(
  { database, now }: Pick<ReadLedger, 'database' | 'now'>,
  name: string,
  { list, entityId, entryVersion }: ListMatch,
): boolean {
  if (entryVersion === undefined) return false;
  return (
    cleared(database).get(normaliseCounterparty(name), list, entityId, entryVersion, now()) === 1
  );
}

/** Records that the name of an external party is not the listed entry. */
export function writeClearance(tx: Tx, { name, validForDays, ...order }: ClearanceOrder): void {
  write<ClearanceRow>(tx, CLEARANCES, (createdAt) => {
    const expiresAt = createdAt + validForDays * DAY_MS;
    return { ...order, counterparty: normaliseCounterparty(name), expiresAt };
  });
}

/** Withdraws a clearance; one operator suffices. */
export const withdrawClearance = act('screening.withdraw_clearance', (tx, order: Withdrawal) =>
  clearanceView(
    withdraw<ClearanceRow>(tx, CLEARANCES, order),
    tx.now(),
    pendingCounter(tx.database),
  ),
);

/** Records that an outdated list may be used until a day. */
export const relyOnList = act('screening.rely', (tx, order: ReliedOrder): void =>
  write<ReliedRow>(tx, RELIED_LISTS, () => order),
);

/** Withdraws such an agreement; one operator suffices. */
export const withdrawRelied = act('screening.withdraw_relied', (tx, order: Withdrawal) =>
  reliedView(withdraw<ReliedRow>(tx, RELIED_LISTS, order), tx.now()),
);

type AgreedRow = ClearanceRow | ReliedRow;

const commonView = (row: AgreedRow, end: number, now: number) => ({
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

/** Counts the pending hits of any customer about a cleared name and entry. */
type CountPending = (row: ClearanceRow) => number;

const pendingParties = prepareOnce(({ raw }: Database) =>
  raw.prepare<[], Pick<ClearanceRow, 'list' | 'entityId'> & { name: string }>(
    `SELECT list, entity_id AS entityId, screened_name AS name FROM screening_hits
     WHERE status = 'pending' AND subject = 'external_party'`,
  ),
);

function pendingCounter(database: Database): CountPending {
  const counts = new Map<string, number>();
  const keyOf = (name: string, list: string, entityId: string) =>
    JSON.stringify([name, list, entityId]);
  for (const { name, list, entityId } of pendingParties(database).all()) {
    const key = keyOf(normaliseCounterparty(name), list, entityId);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return ({ counterparty, list, entityId }) => counts.get(keyOf(counterparty, list, entityId)) ?? 0;
}

/** The wire form of a clearance. */
const clearanceView = (row: ClearanceRow, now: number, pending: CountPending) => ({
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

/** The wire form of an agreement to use an outdated list. */
export const reliedView = (row: ReliedRow, now: number) => ({
  id: row.id,
  object: 'relied_list' as const,
  list: row.list,
  listAsOf: row.listAsOf,
  until: timestamp(row.until),
  ...commonView(row, row.until, now),
});

/** Lists the clearances for all customers, newest first. */
export function listClearances(
  { database, now }: ReadLedger,
  { limit, startingAfter }: PageOrder,
): Page<ReturnType<typeof clearanceView>> {
  const { orm } = database;
  const { id } = screeningClearances;
  const pending = pendingCounter(database);
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

/** Returns the newest clearance made from a hit, or null when there is none. */
export function clearanceOf({ database, now }: ReadLedger, hitId: string) {
  const { orm } = database;
  const { id } = screeningClearances;
  const row = orm
    .select()
    .from(screeningClearances)
    .where(eq(screeningClearances.hitId, hitId))
    .orderBy(desc(id))
    .get();
  return row ? clearanceView(row, now(), pendingCounter(database)) : null;
}

/** Lists the agreements about outdated lists, newest first. */
export function pageOfReliedLists(
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

/**
 * Returns a function that reads until when an outdated list of a day may be used, or null when it
 * may not.
 */
export function reliedUntilReader({ raw }: Database, now: () => number) {
  const until = raw
    .prepare<[string, string | null, number], number | null>(
      `SELECT max(until) FROM relied_lists
       WHERE list = ? AND list_as_of IS ? AND until > ? AND withdrawn_by IS NULL`,
    )
    .pluck();
  return ({ list, listAsOf }: Pick<ReliedOrder, 'list' | 'listAsOf'>): number | null =>
    until.get(list, listAsOf, now()) ?? null;
}
