// Holds past their end that no act has ended yet: still among the figures of the account row, but
// they count for nothing, so every reader takes them off.

import type { Database } from './connect.ts';
import { prepareOnce } from './statements.ts';

/** Sums of such holds on an account and towards it, minor units. */
export interface RanOut {
  readonly held: number;
  readonly pendingIn: number;
}

/** The sums of one account, its id and the time given as SQL: each is a range of an index. */
function sumsOf(id: string, now: string): string {
  const sumBy = (column: string) => `(SELECT coalesce(sum(amount), 0) FROM holds
   WHERE status = 'active' AND ${column} = ${id} AND expires_at <= ${now})`;
  return `${sumBy('account_id')} AS held, ${sumBy('destination_account_id')} AS pendingIn`;
}

/** Reads {@link RanOut}; `@id` and `@now` (milliseconds since 1970 UTC) are bound. */
export const RAN_OUT = `SELECT ${sumsOf('@id', '@now')}`;

const [ID, NOW] = ['json_each.value ->> 0', 'json_each.value ->> 1'];

const ofEach = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], RanOut & { readonly id: string }>(
    `SELECT ${ID} AS id, ${sumsOf(ID, NOW)} FROM json_each(?)`,
  ),
);

/**
 * The same for many accounts, by their ids.
 * @param nowOf the time of whom an account belongs to, milliseconds since 1970 UTC
 */
export function ranOutOnEach<Row extends { readonly id: string }>(
  database: Pick<Database, 'raw'>,
  rows: readonly Row[],
  nowOf: (row: Row) => number,
): ReadonlyMap<string, RanOut> {
  if (rows.length === 0) return new Map();
  const given = JSON.stringify(rows.map((row) => [row.id, nowOf(row)]));
  return new Map(
    ofEach(database)
      .all(given)
      .map((one) => [one.id, one]),
  );
}
