// Reads how long the oldest item waits at each station of a payment, which shows stuck money before
// a customer notices it. Waiting times are in seconds, or null when nothing waits at a station.

import { mintedAt } from '../../ledger/id.ts';
import { subjectsIn } from '../all-subject-tables.ts';
import { businessTimeSql } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { OPEN_STATUSES } from '../transactions/open-work.ts';

export interface Lateness {
  /** Transactions that are accepted and not decided. */
  readonly accepted: number | null;
  /** Events that are not relayed to webhook endpoints. */
  readonly relay: number | null;
  /** Due deliveries to endpoints that answer. */
  readonly delivery: number | null;
  /** Transactions at rest whose workflow has not started. */
  readonly workflow: number | null;
}

/** Rows among which the oldest transaction without a workflow is searched. */
const MAX_UNSTARTED = 2_048;

const NOW = businessTimeSql('transactions.tenant_id', '@now');

/** Null where the ledger has no deliveries. */
const oldestDelivery = prepareOnce(({ raw }: Pick<Database, 'raw'>) => {
  const [sql] = subjectsIn(raw).flatMap((subject) => subject.oldestDelivery ?? []);
  return sql === undefined ? null : raw.prepare<[], number | null>(sql).pluck();
});

/** Returns the waits of all stations; each takes one index lookup. */
export function readLateness({ database, now }: ReadLedger): Lateness {
  const { raw } = database;
  const time = now();
  const accepted = raw
    .prepare<[{ now: number }], number | null>(
      `SELECT max(${NOW} - created_at) FROM transactions
       WHERE ${OPEN_STATUSES} AND stage = 'accepted'`,
    )
    .pluck()
    .get({ now: time });
  const event = raw
    .prepare<[], string>(
      `SELECT id FROM events WHERE row > (SELECT event_row FROM relay_cursor)
       ORDER BY row LIMIT 1`,
    )
    .pluck()
    .get();
  const oldestDue = oldestDelivery(database)?.get();
  const unstarted = raw
    .prepare<[{ now: number; limit: number }], number | null>(
      `SELECT max(age) FROM (
         SELECT ${NOW} - updated_at AS age FROM transactions INDEXED BY transactions_unstarted
         WHERE workflow_started_at IS NULL AND stage <> 'accepted' LIMIT @limit)`,
    )
    .pluck()
    .get({ now: time, limit: MAX_UNSTARTED });
  return {
    accepted: accepted == null ? null : seconds(accepted),
    relay: event === undefined ? null : seconds(time - mintedAt(event)),
    delivery: oldestDue == null || oldestDue > time ? null : seconds(time - oldestDue),
    workflow: unstarted == null ? null : seconds(unstarted),
  };
}

function seconds(ms: number): number {
  return Math.max(0, ms) / 1_000;
}
