// Starts due occurrences. The transfer, the record of the occurrence and the next date of its
// schedule are written in one database transaction. The rows record what is due, so any number of
// callers may run this concurrently and after a crash: an occurrence starts once.

import { createHash } from 'node:crypto';
import { availableOf, spendableOf } from '../../ledger/account.ts';
import { customerAccount } from '../../ledger/internal-account.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { MAX_AMOUNT, toJson } from '../../ledger/money.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { ledgerJournal } from '../journal/acts.ts';
import { engineCause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { isOutage } from '../kernel/group-commit.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import { acceptor } from '../transactions/accept.ts';
import type { TransactionDraft } from '../transactions/port.ts';
import {
  completeIfOver,
  failOccurrence,
  MISSED_REASONS,
  planAfter,
  skipOccurrence,
} from './occurrence-end.ts';
import {
  countChange,
  findScheduleRow,
  type Reason,
  type ScheduleEvent,
  saveOccurrence,
  saveSchedule,
  writeOccurrence,
} from './rows.ts';
import { occurrences } from './tables.ts';
import {
  dateAfter,
  dayIn,
  hasMoreRuns,
  type OccurrenceRow,
  runTimeOf,
  type ScheduleRow,
} from './view.ts';

export interface StartedOccurrences {
  /** Transfers that were accepted, in ascending order of id. */
  readonly transactionIds: string[];
  /** The number of rows read. */
  readonly rows: number;
}

/**
 * With `catchUp: none`, an occurrence that is not started within an hour is skipped. An occurrence
 * whose end fails is tried again after an hour.
 */
const LATE_MS = 60 * 60 * 1000;

const FAULT: Reason = {
  code: 'technical_fault',
  message: 'A technical fault ended the transaction; nothing was booked.',
};
const NOTHING_TO_MOVE: Reason = {
  code: 'nothing_to_move',
  message: 'The balance leaves nothing to transfer.',
};
const INSUFFICIENT_FUNDS: Reason = {
  code: 'insufficient_funds',
  message: 'The available balance does not cover the amount.',
};

function refusalReason({ code, fields, message }: Refusal): Reason {
  return { code, message: fields.detail ?? fields.message ?? message };
}

const SET_WAKE_TIME = 'UPDATE occurrences SET wake_at = ? WHERE id = ?';

/** Returns the amount to move in minor units, or null when there is nothing to move. */
function amountToMove(
  tx: Tx,
  schedule: ScheduleRow,
  now: number,
): { amount: number; covered: boolean } | null {
  const source = ledgerJournal(tx).load(schedule.sourceAccountId, now);
  if (schedule.amountType === 'fixed') {
    const amount = schedule.amount ?? 0;
    return { amount, covered: spendableOf(source) >= BigInt(amount) };
  }
  const remaining = availableOf(source) - BigInt(schedule.amount ?? 0);
  if (remaining <= 0n) return null;
  return { amount: toJson(remaining > MAX_AMOUNT ? MAX_AMOUNT : remaining), covered: true };
}

/** True when the catch-up policy of its schedule skips the occurrence. */
function isMissed(schedule: ScheduleRow, row: OccurrenceRow, now: number): boolean {
  if (schedule.catchUp === 'all') return false;
  if (schedule.catchUp === 'none') return now - row.dueAt > LATE_MS;
  const following = dateAfter(schedule, dayIn(row.localDate));
  if (!following || !hasMoreRuns(schedule, schedule.occurrencesMade)) return false;
  return runTimeOf(schedule, following.date) <= now;
}

function endUnstarted(tx: Tx, schedule: ScheduleRow, row: OccurrenceRow, reason: Reason): null {
  if (row.status === 'scheduled') {
    completeIfOver(tx, skipOccurrence(tx, schedule, row, reason, engineCause(row.id)));
  } else {
    completeIfOver(tx, failOccurrence(tx, schedule, row, reason, engineCause(row.id)));
  }
  return null;
}

function attemptTransfer(
  tx: Tx,
  schedule: ScheduleRow,
  row: OccurrenceRow,
  now: number,
): string | null {
  const amount = amountToMove(tx, schedule, now);
  if (!amount) return endUnstarted(tx, schedule, row, NOTHING_TO_MOVE);
  const isFirst = row.status === 'scheduled';
  if (isFirst && !amount.covered && schedule.onInsufficientFunds === 'skip') {
    return endUnstarted(tx, schedule, row, INSUFFICIENT_FUNDS);
  }
  const attempts = row.attempts + 1;
  const accepted = acceptor(tx).accept(
    createOccurrenceDraft(schedule, row, amount.amount, attempts),
  );
  if (accepted.replayed) throw new Error(`the attempt ${accepted.id} was already made`);
  writeOccurrence(tx, row, {
    status: isFirst ? 'processing' : row.status,
    amount: amount.amount,
    attempts,
    transactionId: accepted.id,
    wakeAt: null,
  });
  if (isFirst) {
    const planned = planAfter(tx, schedule, row);
    if (planned === schedule) countChange(tx, row);
    else saveSchedule(tx, planned, {});
  }
  return accepted.id;
}

function startOne(tx: Tx, row: OccurrenceRow, now: number): string | null {
  const schedule = findScheduleRow(tx, row.scheduleId);
  if (!schedule) throw new Error(`schedule ${row.scheduleId} is gone`);
  if (schedule.status !== 'active') {
    saveOccurrence(tx, row, { wakeAt: null });
    return null;
  }
  if (row.status === 'scheduled' && now < row.dueAt) {
    const scheduleEvent: ScheduleEvent = {
      event: 'schedule.occurrence.upcoming',
      cause: engineCause(row.id),
    };
    saveOccurrence(tx, row, { notified: 1, wakeAt: row.dueAt }, scheduleEvent);
    return null;
  }
  const missed = row.status === 'scheduled' && isMissed(schedule, row, now);
  return missed
    ? endUnstarted(tx, schedule, row, MISSED_REASONS.late)
    : attemptTransfer(tx, schedule, row, now);
}

/** Ends an occurrence that can never be started as failed, so that it delays no other. */
function startOrFail(tx: Tx, row: OccurrenceRow, now: number): string | null {
  try {
    return tx.database.runPart(() => startOne(tx, row, now));
  } catch (error) {
    if (isOutage(error) || !tx.database.raw.inTransaction) throw error;
    const schedule = findScheduleRow(tx, row.scheduleId);
    if (!schedule) throw error;
    const reason = error instanceof Refusal ? refusalReason(error) : FAULT;
    return tx.database.runPart(() => endUnstartedOrPostpone(tx, schedule, row, { now, reason }));
  }
}

function endUnstartedOrPostpone(
  tx: Tx,
  schedule: ScheduleRow,
  row: OccurrenceRow,
  { now, reason }: { readonly now: number; readonly reason: Reason },
): null {
  try {
    return tx.database.runPart(() => endUnstarted(tx, schedule, row, reason));
  } catch (error) {
    if (isOutage(error) || !tx.database.raw.inTransaction) throw error;
    tx.run(SET_WAKE_TIME, now + LATE_MS, row.id);
    return null;
  }
}

function startAll(
  tx: Tx,
  rows: readonly OccurrenceRow[],
  clock: BusinessClock,
): StartedOccurrences {
  const startedOccurrences = rows.map((row) => startOrFail(tx, row, clock(row.tenantId)));
  return {
    transactionIds: startedOccurrences.filter((id) => id !== null).sort(),
    rows: rows.length,
  };
}

/** Starts the due occurrences of all developers whose clock is not being moved, earliest first. */
export function startDueOccurrences(tx: Tx, limit: number): StartedOccurrences {
  return startAll(tx, dueQueries(tx.database).ofAllDevelopers(tx.now(), limit), tx.clock);
}

/** Starts the occurrences of one developer that are due at a time of its clock. */
export function startDueOccurrencesOf(
  tx: Tx,
  tenantId: string,
  now: number,
  limit: number,
): StartedOccurrences {
  return startAll(tx, dueQueries(tx.database).ofDeveloper(tenantId, now, limit), () => now);
}

/** Lists the unsettled transfers of occurrences. */
export function listUnsettledOccurrences(tx: Tx, tenantId: string | null, limit: number): string[] {
  return dueQueries(tx.database).unsettled(tenantId, limit);
}

/** Returns the next due time by a developer's clock, or null when nothing will be due. */
export function nextOccurrenceDueOf(tx: Tx, tenantId: string): number | null {
  return dueQueries(tx.database).nextDueOf(tenantId);
}

/**
 * Returns the milliseconds of real time until the next due time, or null when nothing will be due.
 */
export function nextOccurrenceInMs(tx: Tx): number | null {
  const next = dueQueries(tx.database).nextDue();
  return next === null ? null : Math.max(0, next - tx.now());
}

/** Finds the due rows by an index, whatever the number of waiting rows. */
const dueQueries = prepareOnce(({ raw }: Database) => {
  const columns = columnsOf(occurrences).replaceAll(/"(\w+)" AS/g, 'o."$1" AS');
  // A developer's clock is never behind real time, so a row that is due by real time is due for its
  // developer.
  const byRealTime = raw.prepare<[number, number], OccurrenceRow>(
    `SELECT ${columns} FROM occurrences o INDEXED BY occurrences_due
     WHERE o.wake_at <= ? AND NOT EXISTS (SELECT 1 FROM clocks c
       WHERE c.tenant_id = o.tenant_id AND (c.target IS NOT NULL OR c.offset_ms > 0))
     ORDER BY o.wake_at LIMIT ?`,
  );
  const byOwnClock = raw.prepare<[number, number], OccurrenceRow>(
    `SELECT ${columns} FROM clocks c CROSS JOIN occurrences o
     ON o.tenant_id = c.tenant_id AND o.wake_at IS NOT NULL AND o.wake_at <= ? + c.offset_ms
     WHERE c.target IS NULL AND c.offset_ms > 0 ORDER BY o.wake_at - c.offset_ms LIMIT ?`,
  );
  const dueOfDeveloper = raw.prepare<[string, number, number], OccurrenceRow>(
    `SELECT ${columns} FROM occurrences o
     WHERE o.tenant_id = ? AND o.wake_at <= ? ORDER BY o.wake_at, o.id LIMIT ?`,
  );
  const first = 'ORDER BY o.wake_at LIMIT 1';
  const nextOfDeveloper = raw
    .prepare<[string], number>(
      `SELECT o.wake_at FROM occurrences o
       WHERE o.tenant_id = ? AND o.wake_at IS NOT NULL ${first}`,
    )
    .pluck();
  const nextByRealTime = raw
    .prepare<[], number>(
      `SELECT o.wake_at FROM occurrences o INDEXED BY occurrences_due WHERE o.wake_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM clocks c
         WHERE c.tenant_id = o.tenant_id AND (c.target IS NOT NULL OR c.offset_ms > 0)) ${first}`,
    )
    .pluck();
  const nextByOwnClock = raw
    .prepare<[], number | null>(
      `SELECT min((SELECT o.wake_at FROM occurrences o WHERE o.tenant_id = c.tenant_id
         AND o.wake_at IS NOT NULL ${first}) - c.offset_ms)
       FROM clocks c WHERE c.target IS NULL AND c.offset_ms > 0`,
    )
    .pluck();
  const unsettled = raw
    .prepare<[{ tenantId: string | null; limit: number }], string>(
      `SELECT t.id FROM occurrences o INDEXED BY occurrences_in_flight
       CROSS JOIN transactions t ON t.id = o.transaction_id
       WHERE o.status IN ('processing', 'retrying') AND o.wake_at IS NULL
       AND (@tenantId IS NULL OR o.tenant_id = @tenantId)
       AND t.status = 'pending' AND t.stage = 'accepted' ORDER BY t.id LIMIT @limit`,
    )
    .pluck();
  return {
    ofAllDevelopers(now: number, limit: number): OccurrenceRow[] {
      const ownClock = byOwnClock.all(now, limit);
      return ownClock.length >= limit
        ? ownClock
        : [...ownClock, ...byRealTime.all(now, limit - ownClock.length)];
    },
    ofDeveloper: (tenantId: string, now: number, limit: number) =>
      dueOfDeveloper.all(tenantId, now, limit),
    nextDue(): number | null {
      const candidates = [nextByRealTime.get(), nextByOwnClock.get()];
      return candidates.reduce<number | null>(
        (min, ms) => (ms == null ? min : Math.min(ms, min ?? ms)),
        null,
      );
    },
    nextDueOf: (tenantId: string) => nextOfDeveloper.get(tenantId) ?? null,
    unsettled: (tenantId: string | null, limit: number) => unsettled.all({ tenantId, limit }),
  };
});

/**
 * Returns the transaction of an attempt. Its idempotency key consists of the occurrence and the
 * number of the attempt.
 */
export function createOccurrenceDraft(
  schedule: ScheduleRow,
  row: OccurrenceRow,
  amount: number,
  attempt: number,
): TransactionDraft {
  const key = `${row.id}:${attempt}`;
  const destinationAccountId = customerAccount(schedule.destinationAccountId);
  const { externalParty, reference } = schedule;
  return {
    tenantId: schedule.tenantId,
    type: destinationAccountId === null ? 'withdrawal' : 'transfer',
    amount,
    currency: schedule.currency,
    sourceAccountId: schedule.sourceAccountId,
    destinationAccountId,
    description: schedule.description,
    reference: reference === null ? null : `${reference} ${row.localDate}`,
    category: schedule.category,
    capture: 'automatic',
    holdExpiresAt: null,
    externalParty: externalParty === null ? null : JSON.parse(externalParty),
    context: null,
    metadata: JSON.parse(schedule.metadata) as Metadata,
    requestHash: createHash('sha256').update(key).digest(),
    occurrence: { id: row.id, scheduleId: schedule.id },
    cause: { actor: 'workflow', requestId: row.id, idempotencyKey: key },
  };
}
