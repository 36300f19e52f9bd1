// Reads how long the oldest item waits at each station of a payment, which shows stuck money before
// a customer notices it. In seconds; null when nothing waits at a station.

import { mintedAt } from '../../ledger/id.ts';
import { DOWN_AFTER } from '../../ledger/webhook.ts';
import { businessTimeSql } from '../kernel/clock.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { OPEN } from '../transactions/open-work.ts';

export interface Lateness {
  /** Transactions that are accepted and not decided. */
  readonly accepted: number | null;
  /** Events that are not relayed to webhook endpoints. */
  readonly relay: number | null;
  /** Due deliveries to endpoints that answer. */
  readonly delivery: number | null;
  /** Transactions at rest whose workflow has not begun. */
  readonly workflow: number | null;
}

/** Rows among which the oldest transaction without a workflow is searched. */
const UNSTARTED = 2_048;

const NOW = businessTimeSql('transactions.tenant_id', '@now');

/** Returns the waits of all stations; each takes one index lookup. */
export function readLateness({ database: { raw }, now }: ReadLedger): Lateness {
  const at = now();
  const accepted = raw
    .prepare<[{ now: number }], number | null>(
      `SELECT max(${NOW} - created_at) FROM transactions
       WHERE ${OPEN} AND stage = 'accepted'`,
    )
    .pluck()
    .get({ now: at });
  const event = raw
    .prepare<[], string>(
      `SELECT id FROM events WHERE row > (SELECT event_row FROM relay_cursor)
       ORDER BY row LIMIT 1`,
    )
    .pluck()
    .get();
  const due = raw
    .prepare<[], number | null>(
      `SELECT min((SELECT min(d.next_attempt_at) FROM deliveries d
         WHERE d.endpoint_id = e.id AND d.status IN ('pending', 'retrying')))
       FROM webhook_endpoints e JOIN mailboxes m ON m.endpoint_id = e.id
       WHERE e.status = 'enabled' AND e.removed_at IS NULL
       AND m.failures_in_row < ${DOWN_AFTER}`,
    )
    .pluck()
    .get();
  const unstarted = raw
    .prepare<[{ now: number; limit: number }], number | null>(
      `SELECT max(age) FROM (
         SELECT ${NOW} - updated_at AS age FROM transactions INDEXED BY transactions_unstarted
         WHERE workflow_started_at IS NULL AND stage <> 'accepted' LIMIT @limit)`,
    )
    .pluck()
    .get({ now: at, limit: UNSTARTED });
  return {
    accepted: accepted == null ? null : seconds(accepted),
    relay: event === undefined ? null : seconds(at - mintedAt(event)),
    delivery: due == null || due > at ? null : seconds(at - due),
    workflow: unstarted == null ? null : seconds(unstarted),
  };
}

function seconds(ms: number): number {
  return Math.max(0, ms) / 1_000;
}
