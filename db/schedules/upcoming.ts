// The future payments of a customer's schedules.

import { columnsOf } from '../kernel/columns.ts';
import type { BookReader } from '../movements/reads.ts';
import { occurrences, schedules } from './tables.ts';
import { type OccurrenceRow, runTimesOf, type ScheduleRow } from './view.ts';

export interface UpcomingPayment {
  readonly scheduleId: string;
  readonly description: string | null;
  /** Name of the payee, or null when it is the same customer. */
  readonly party: string | null;
  /** Null when the amount is determined when the schedule runs. */
  readonly amount: number | null;
  readonly currency: string;
  /** Milliseconds since 1970 UTC. */
  readonly dueAt: number;
  readonly sourceAccountId: string;
  readonly destinationAccountId: string;
}

export interface UpcomingOrder {
  readonly tenantId: string;
  readonly accountIds: readonly string[];
  /** The end of the range, exclusive. */
  readonly to: number;
}

/** The most runs of one schedule: two years of a daily schedule. */
const MAX_RUNS = 750;

/** Returns the payments out of the accounts before `to`, earliest first. */
export function listUpcoming(
  { database }: BookReader,
  { tenantId, accountIds, to }: UpcomingOrder,
): UpcomingPayment[] {
  const { raw } = database;
  const active = raw.prepare<[string, string], ScheduleRow & { readonly party: string | null }>(
    `SELECT ${columnsOf(schedules, 's')}, coalesce(s.external_party ->> '$.name',
       CASE c.id WHEN s.customer_id THEN NULL ELSE c.name END) AS party
     FROM schedules s JOIN accounts a ON a.id = s.destination_account_id
     LEFT JOIN customers c ON c.id = a.customer_id
     WHERE s.source_account_id = ? AND s.tenant_id = ? AND s.status = 'active' ORDER BY s.id`,
  );
  const nextOf = raw.prepare<[string], OccurrenceRow>(
    `SELECT ${columnsOf(occurrences)} FROM occurrences
     WHERE schedule_id = ? AND status = 'scheduled' ORDER BY id DESC LIMIT 1`,
  );
  const runs = accountIds.flatMap((accountId) =>
    active.all(accountId, tenantId).flatMap((row) =>
      runTimesOf(row, nextOf.get(row.id) ?? null, MAX_RUNS)
        .filter((dueAt) => dueAt < to)
        .map((dueAt) => ({
          scheduleId: row.id,
          description: row.description,
          party: row.party,
          amount: row.amountType === 'fixed' ? row.amount : null,
          currency: row.currency,
          dueAt,
          sourceAccountId: accountId,
          destinationAccountId: row.destinationAccountId,
        })),
    ),
  );
  return runs.sort((a, other) => a.dueAt - other.dueAt);
}
