// Selects the next rows to archive: a prefix of the events, or of the transactions with their steps
// and risk decisions. The prefix ends before the first row that is too recent or belongs to open
// work.

import { DAY_MS } from '../../ledger/durations.ts';
import { isFinal, TRANSACTION_STATUSES } from '../../ledger/transaction.ts';
import { intents } from '../intents/tables.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { businessTimeSql } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { kycAssessments } from '../kyc/tables.ts';
import { riskReviews } from '../risk/tables.ts';
import { trainingJobs } from '../trainings/tables.ts';
import { deliveries } from '../webhooks/delivery-tables.ts';
import type { ArchivedNoun } from './archive-kinds.ts';
import type { ArchiveRange } from './write.ts';

export interface PlanOrder {
  /** Milliseconds since 1970 UTC; only older rows are archived. */
  readonly before: number;
  /** The end of the last archive of the noun. */
  readonly after: { readonly row: number; readonly id: string };
  /** Approximate number of rows of the file. */
  readonly maxRows: number;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

type Plan = (order: PlanOrder) => ArchiveRange | null;

/** The functions that select the next range, for each noun. */
export const archivePlans = prepareOnce(
  (database: Database): Readonly<Record<ArchivedNoun, Plan>> => ({
    events: planEvents(database),
    timeline: planTimeline(database),
    decisions: planDecisions(database),
  }),
);

/** Earliest events of open work, from which its consumers continue to read. */
const OPEN_WORK_SINCE = [
  `SELECT min(created_at) FROM transactions WHERE status IN ('requires_confirmation',
     'pending_approval', 'pending_review', 'pending')`,
  "SELECT min(created_at) FROM batches WHERE status IN ('pending', 'processing')",
  "SELECT min(created_at) FROM kyc_assessments WHERE status = 'pending'",
  "SELECT min(created_at) FROM intents WHERE status = 'requires_confirmation'",
  "SELECT min(created_at) FROM schedules WHERE status IN ('active', 'paused', 'suspended')",
];

function planEvents({ raw }: Database): Plan {
  /**
   * The last row that no consumer still needs: relayed, delivered, read by alerts, and not the
   * newest.
   */
  const archivableRow = raw
    .prepare<[], number>(
      readAbsentAsEmpty(
        raw,
        `SELECT min((SELECT coalesce(max(row), 1) - 1 FROM events),
         (SELECT event_row FROM relay_cursor),
         coalesce((SELECT min(event_row) - 1 FROM deliveries), 9007199254740991),
         coalesce((SELECT min(event_row) - 1 FROM alert_readings), 9007199254740991))`,
        [deliveries],
      ),
    )
    .pluck();
  const waitsSince = OPEN_WORK_SINCE.map((sql) =>
    raw.prepare<[], number | null>(readAbsentAsEmpty(raw, sql, [kycAssessments, intents])).pluck(),
  );
  /** Rows in order. Stops at the first that is too recent, because the clocks of tenants differ. */
  const page = raw.prepare<
    [number, number, number],
    { readonly row: number; readonly createdAt: number }
  >(
    `SELECT row, created_at AS createdAt FROM events WHERE row > ? AND row <= ?
     ORDER BY row LIMIT ?`,
  );
  return ({ before, after, maxRows }) => {
    const since = waitsSince.map((wait) => wait.get() ?? Number.POSITIVE_INFINITY);
    const until = Math.min(before, ...since);
    const rows = page.all(after.row, archivableRow.get() ?? 0, maxRows);
    const firstRecentIndex = rows.findIndex(({ createdAt }) => createdAt >= until);
    const oldRows = firstRecentIndex === -1 ? rows : rows.slice(0, firstRecentIndex);
    const [first, last] = [oldRows[0], oldRows.at(-1)];
    if (!first || !last) return null;
    return { noun: 'events', from: first.row, to: last.row, firstRow: first.row };
  };
}

const FINAL_STATUSES = TRANSACTION_STATUSES.filter(isFinal)
  .map((status) => `'${status}'`)
  .join(', ');

/** The most transactions that one search reads, which takes some milliseconds. */
const MAX_READ = 2_000;

/** SQL for a transaction `t`: 1 when it is old enough, final, and part of no open work. */
const IS_ARCHIVABLE = `t.status IN (${FINAL_STATUSES})
  AND t.updated_at < ${businessTimeSql('t.tenant_id', '@before')}
  AND NOT EXISTS (SELECT 1 FROM batches b
    WHERE b.id = t.batch_id AND b.status IN ('pending', 'processing'))
  AND NOT EXISTS (SELECT 1 FROM rail_payments p WHERE p.transaction_id = t.id
    AND (p.status IN ('queued', 'submitting', 'submitted')
      OR (p.status = 'settled' AND p.ask_at IS NOT NULL)))
  AND NOT EXISTS (SELECT 1 FROM risk_reviews r
    WHERE r.transaction_id = t.id AND r.status = 'open')
  AND NOT EXISTS (SELECT 1 FROM transactions v INDEXED BY transactions_by_reversed
    WHERE v.reversal_of = t.id AND v.status NOT IN (${FINAL_STATUSES}))`;

interface ArchivableRow {
  readonly id: string;
  /** Rows of the transaction. */
  readonly rows: number;
  readonly isArchivable: number;
}

function planTimeline({ raw }: Database): Plan {
  const sql = `SELECT t.id, t.version AS rows, ${IS_ARCHIVABLE} AS isArchivable
     FROM transactions t WHERE t.id > @after ORDER BY t.id LIMIT @limit`;
  const page = raw.prepare<[object], ArchivableRow>(readAbsentAsEmpty(raw, sql, [riskReviews]));
  return ({ before, after, maxRows }) => {
    const range = { before, after: after.id, limit: Math.min(maxRows, MAX_READ) };
    return prefixOf('timeline', page.all(range), { row: after.row, maxRows });
  };
}

/**
 * Days for which decisions stay in the ledger: twice the 180 days within which the outcome of a
 * payment measures a model.
 */
export const DECISION_DAYS = 366;

function planDecisions({ raw }: Database): Plan {
  const trainingSql = "SELECT 1 FROM training_jobs WHERE status IN ('queued', 'running') LIMIT 1";
  const openTraining = raw
    .prepare<[], 1>(readAbsentAsEmpty(raw, trainingSql, [trainingJobs]))
    .pluck();
  const sql = `SELECT t.id, 1 AS rows, ${IS_ARCHIVABLE} AS isArchivable
     FROM risk_decisions d JOIN transactions t ON t.id = d.transaction_id
     WHERE d.transaction_id > @after
     AND NOT EXISTS (SELECT 1 FROM risk_reviews r WHERE r.decision_id = d.id)
     ORDER BY d.transaction_id LIMIT @limit`;
  const page = raw.prepare<[object], ArchivableRow>(readAbsentAsEmpty(raw, sql, [riskReviews]));
  return ({ before, after, maxRows, now }) => {
    if (openTraining.get() !== undefined) return null;
    const oldUntil = Math.min(before, now - DECISION_DAYS * DAY_MS);
    const range = { before: oldUntil, after: after.id, limit: Math.min(maxRows, MAX_READ) };
    return prefixOf('decisions', page.all(range), { row: after.row, maxRows });
  };
}

function prefixOf(
  noun: ArchivedNoun,
  page: readonly ArchivableRow[],
  { row, maxRows }: { readonly row: number; readonly maxRows: number },
): ArchiveRange | null {
  const selected: ArchivableRow[] = [];
  let rows = 0;
  for (const candidate of page) {
    if (candidate.isArchivable === 0 || (rows > 0 && rows + candidate.rows > maxRows)) break;
    selected.push(candidate);
    rows += candidate.rows;
  }
  const [first, last] = [selected[0], selected.at(-1)];
  return first && last ? { noun, from: first.id, to: last.id, firstRow: row + 1 } : null;
}
