// Reads the work of workflows that an operator may have to restart or end: its state in the ledger
// by id, and the overdue work.

import type { BackgroundWorkKind } from '../../ledger/background-work.ts';
import { firstIdAt, isId } from '../../ledger/id.ts';
import { subjectsIn } from '../all-subject-tables.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import type { BackgroundKind, BackgroundWork } from './background-kind.ts';
import { CORE_WORK } from './core-work.ts';

const kindsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>): readonly BackgroundKind[] => [
  ...CORE_WORK,
  ...subjectsIn(raw).flatMap(({ backgroundWork = [] }) => backgroundWork),
]);

/** Returns the kind of the work with an id, or null when this ledger has no such kind. */
export function kindOf(database: Database, id: string): BackgroundKind | null {
  return kindsOf(database).find(({ kind }) => isId(kind, id)) ?? null;
}

/** Returns the work with an id, or null when this ledger has none. */
export function findBackgroundWork({ database }: ReadLedger, id: string): BackgroundWork | null {
  const foundKind = kindOf(database, id);
  if (foundKind === null) return null;
  const { kind, table, open, object } = foundKind;
  const row = database.raw
    .prepare<[string], { tenantId: string; status: string; isOpen: number }>(
      `SELECT tenant_id AS tenantId, status, ${open} AS isOpen FROM ${table} WHERE id = ?`,
    )
    .get(id);
  return row ? { kind, object, id, ...row, isOpen: row.isOpen === 1 } : null;
}

export interface LateWork {
  readonly kind: BackgroundWorkKind;
  readonly object: string;
  readonly id: string;
  readonly developerId: string;
  readonly status: string;
}

/** Returns the oldest overdue work of each kind other than transactions, at most `limit` each. */
export function listLateWork({ database }: ReadLedger, now: number, limit: number): LateWork[] {
  return kindsOf(database).flatMap(({ kind, table, open, withinMs, object }) => {
    if (withinMs === null) return [];
    return database.raw
      .prepare<[string, number], { id: string; tenantId: string; status: string }>(
        `SELECT id, tenant_id AS tenantId, status FROM ${table}
         WHERE ${open} AND id < ? ORDER BY id LIMIT ?`,
      )
      .all(firstIdAt(kind, now - withinMs), limit)
      .map(({ tenantId, ...row }) => {
        return { kind, object, ...row, developerId: developerOfTenant(tenantId) };
      });
  });
}
