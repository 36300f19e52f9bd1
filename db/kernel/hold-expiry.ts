// Expired holds that no act has ended yet. The figures of the account row still contain them, so
// every reader subtracts them.

import type { Database } from './connect.ts';
import { prepareOnce } from './statements.ts';

/** Sums of expired holds on an account and in its favour, minor units. */
export interface ExpiredHolds {
  readonly held: number;
  readonly pendingIn: number;
}

/**
 * Returns the SQL for the sums of one account, from the SQL of its id and of the time. Each sum
 * reads a range of an index.
 */
function sumsOf(id: string, now: string): string {
  const sumBy = (column: string) => `(SELECT coalesce(sum(amount), 0) FROM holds
   WHERE status = 'active' AND ${column} = ${id} AND expires_at <= ${now})`;
  return `${sumBy('account_id')} AS held, ${sumBy('destination_account_id')} AS pendingIn`;
}

/** Reads {@link ExpiredHolds}; `@id` and `@now` (milliseconds since 1970 UTC) are bound. */
export const EXPIRED_HOLDS = `SELECT ${sumsOf('@id', '@now')}`;

const [ID, NOW] = ['json_each.value ->> 0', 'json_each.value ->> 1'];

const sumsOfEach = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], ExpiredHolds & { readonly id: string }>(
    `SELECT ${ID} AS id, ${sumsOf(ID, NOW)} FROM json_each(?)`,
  ),
);

/**
 * Returns the sums of many accounts, by their ids.
 * @param nowOf returns the time of the account's owner, milliseconds since 1970 UTC
 */
export function expiredHoldsOf<Row extends { readonly id: string }>(
  database: Pick<Database, 'raw'>,
  rows: readonly Row[],
  nowOf: (row: Row) => number,
): ReadonlyMap<string, ExpiredHolds> {
  if (rows.length === 0) return new Map();
  const clocks = JSON.stringify(rows.map((row) => [row.id, nowOf(row)]));
  return new Map(
    sumsOfEach(database)
      .all(clocks)
      .map((row) => [row.id, row]),
  );
}
