// Judges scheduled transfers, exchanges, refunds and batches: compares the clients' answers with the
// ledger's file, which it reads with its own SQL.

import { groupBy } from '../../../db/postgres/schema.ts';
import type { ClientLog } from '../client-log.ts';
import type { Verdict } from '../judge.ts';
import { withLedgerFile } from '../ledger-snapshot.ts';
import {
  type BatchRow,
  type Deviation,
  judgeBatch,
  listDueItems,
  readBatches,
} from './batch-judge.ts';
import type { SideAct, SideLoad } from './load.ts';

export interface SideRow {
  readonly id: string;
  readonly key: string | null;
  readonly scheduleId: string | null;
  readonly batchId: string | null;
  readonly reference: string | null;
  readonly status: string;
  readonly entries: number;
}

export interface SideEvidence extends Pick<SideLoad, 'acts' | 'batches' | 'opening'> {
  readonly rows: readonly SideRow[];
  /** Schedules by id. */
  readonly schedules: ReadonlyMap<string, string>;
  readonly batchRows: readonly BatchRow[];
  /** Posted balance by customer account in minor units. */
  readonly balances: Readonly<Record<string, number>>;
}

const ENTRIES = { schedule: 2, transfer: 2, refund: 2, payment: 2, exchange: 4 } as const;

/** Reads the second developer's rows in the sandbox. */
export function readSideEvidence(dataDir: string, side: SideLoad): SideEvidence {
  const { tenantId, acts, batches, opening } = side;
  const tables = ['transactions', 'entries', 'schedules', 'accounts', 'batches'];
  return withLedgerFile(dataDir, 'sandbox', tables, (db) => ({
    acts,
    batches,
    opening,
    batchRows: readBatches(db, tenantId),
    rows: db
      .prepare<[string], SideRow>(
        // Entries have no index by transaction, so they are counted once for all transactions.
        `SELECT id, idempotency_key AS key, schedule_id AS scheduleId, batch_id AS batchId,
         reference, status, coalesce(counted.entries, 0) AS entries
         FROM transactions LEFT JOIN (
           SELECT transaction_id, count(*) AS entries FROM entries GROUP BY transaction_id
         ) counted ON counted.transaction_id = id
         WHERE tenant_id = ?`,
      )
      .all(tenantId),
    schedules: new Map(
      db
        .prepare<[string], [string, string]>('SELECT id, status FROM schedules WHERE tenant_id = ?')
        .raw()
        .all(tenantId),
    ),
    balances: Object.fromEntries(
      db
        .prepare<[string], [string, number]>(
          "SELECT id, posted FROM accounts WHERE tenant_id = ? AND kind = 'customer'",
        )
        .raw()
        .all(tenantId),
    ),
  }));
}

/** Counts scheduled transfers that are still active. */
export function countActiveSchedules(dataDir: string): number {
  return withLedgerFile(dataDir, 'sandbox', ['schedules'], (db) =>
    Number(db.prepare("SELECT count(*) FROM schedules WHERE status = 'active'").pluck().get()),
  );
}

/** @param reportProblem called with the text of each deviation */
export function judgeSide(
  evidence: SideEvidence,
  reportProblem: ClientLog['reportProblem'],
): Verdict {
  const counts = { lost: 0, duplicated: 0 };
  const count = (fault: keyof typeof counts, label: string) => {
    counts[fault] += 1;
    reportProblem(`${fault}: ${label}`);
  };
  const expected: Record<string, number> = { ...evidence.opening };
  const requestedKeys = new Set(evidence.acts.map(({ key }) => key));
  const ids = new Set(evidence.acts.map(({ id }) => id));
  const singleRows = evidence.rows.filter(({ batchId }) => batchId === null);
  for (const { id, key, scheduleId } of singleRows) {
    const isRequested = scheduleId === null ? requestedKeys.has(key ?? '') : ids.has(scheduleId);
    if (!isRequested) count('duplicated', `${id}: was not requested`);
  }
  for (const id of evidence.schedules.keys()) {
    if (!ids.has(id)) count('duplicated', `${id}: was not requested`);
  }
  const byKey = groupBy(singleRows, ({ key }) => key);
  const bySchedule = groupBy(singleRows, ({ scheduleId }) => scheduleId);
  for (const act of evidence.acts) {
    const ownRows =
      (act.kind === 'schedule' ? act.id && bySchedule.get(act.id) : byKey.get(act.key)) || [];
    const booked = ownRows.filter(({ entries }) => entries > 0);
    const deviation = findDeviation(act, ownRows, booked);
    if (deviation) count(deviation.fault, `${act.key}: ${deviation.label}`);
    if (!act.posted) continue;
    for (const [account, amount] of Object.entries(act.moves)) {
      expected[account] = (expected[account] ?? 0) + amount;
    }
  }
  for (const { fault, label } of findBatchDeviations(evidence, expected)) count(fault, label);
  let centsOff = 0;
  for (const [account, posted] of Object.entries(evidence.balances)) {
    const expectedValue = expected[account] ?? 0;
    if (expectedValue === posted) continue;
    centsOff += Math.abs(expectedValue - posted);
    reportProblem(`${account}: ${expectedValue} by the answers, ${posted} in the ledger`);
  }
  return { ...counts, centsOff };
}

/** @param expected receives the amounts that the batches moved, in minor units by account */
function findBatchDeviations(
  evidence: SideEvidence,
  expected: Record<string, number>,
): Deviation[] {
  const deviations: Deviation[] = [];
  const keys = new Set<string | null>(evidence.batches.map(({ key }) => key));
  for (const { id, key } of evidence.batchRows) {
    if (keys.has(key)) continue;
    deviations.push({ fault: 'duplicated', label: `${id}: was not requested` });
  }
  for (const act of evidence.batches) {
    const ownRows = evidence.batchRows.filter(({ key }) => key === act.key);
    const batchIds = new Set<string | null>(ownRows.map(({ id }) => id));
    const booked = evidence.rows.filter(({ batchId }) => batchIds.has(batchId));
    deviations.push(...judgeBatch(act, ownRows, booked));
    for (const { amount, from, to } of listDueItems(act)) {
      expected[from] = (expected[from] ?? 0) - amount;
      expected[to] = (expected[to] ?? 0) + amount;
    }
  }
  return deviations;
}

function findDeviation(act: SideAct, ownRows: readonly SideRow[], booked: readonly SideRow[]) {
  const loss = (label: string) => ({ fault: 'lost' as const, label });
  const duplicateOf = (label: string) => ({ fault: 'duplicated' as const, label });
  if (ownRows.length > 1) return duplicateOf(`${ownRows.length} transactions`);
  const [row] = booked;
  if (!act.posted) return row ? duplicateOf('was refused, and money moved') : null;
  if (!row) return loss(`was ${act.kind === 'schedule' ? 'planned' : 'booked'}, no money moved`);
  const id = act.kind === 'schedule' ? row.scheduleId : row.id;
  if (act.id !== null && id !== act.id) return loss(`${act.id} became ${id}`);
  return row.entries === ENTRIES[act.kind]
    ? null
    : duplicateOf(`booked with ${row.entries} entries`);
}
