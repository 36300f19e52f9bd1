// Moves a test clock from one time to another: it stops at each due time, processes the due work
// and continues. So the days of a month are processed in order.

import { expireQuotesOf, nextQuoteEnd } from '../exchange/quotes.ts';
import { releaseHold } from '../holds/acts.ts';
import { engineCause } from '../kernel/cause.ts';
import type { ClockRow } from '../kernel/clock.ts';
import type { DueWork } from '../kernel/due.ts';
import { stepUps } from '../kernel/step-up.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';
import {
  billDueFees,
  billDueFeesOf,
  listUnsettledFees,
  nextFeeDueOf,
  nextFeeInMs,
} from '../overdrafts/fees.ts';
import { findNextRailDue, listDueRails } from '../rails/due.ts';
import { listDueDated, nextValueDate } from '../transactions/future-dates.ts';
import { advanceClockTo, endClockMove, findClock } from './clock.ts';
import type { ClockStep, DueStep } from './due-step.ts';
import {
  listUnsettledOccurrences,
  nextOccurrenceDueOf,
  nextOccurrenceInMs,
  startDueOccurrences,
  startDueOccurrencesOf,
} from './occurrences.ts';

/** Work that is due on a day: unused accounts, reviews of customers, long overdrafts. */
export const dailyDueWork = ledgerPart<DueWork>('work that waits for a day');

const NOTHING_DUE = { transactionIds: [], expiredIds: [], railIds: [] } as const;

/** The most transfers of one step, as many as in a group of the dispatcher. */
const MAX_STEP = 256;

/** Starts the due work of all developers whose clock is not being moved. */
export function startDue(tx: Tx): DueStep {
  // Transfers that an earlier step started and that are not settled, because the answer of that
  // step was lost.
  const remaining = [
    ...listUnsettledOccurrences(tx, null, MAX_STEP),
    ...listUnsettledFees(tx, null, MAX_STEP),
  ];
  const startedOccurrences = startDueOccurrences(tx, MAX_STEP);
  const billed = billDueFees(tx, MAX_STEP);
  const dormant = dailyDueWork(tx).processDue(tx, MAX_STEP);
  const ids = [...remaining, ...startedOccurrences.transactionIds, ...billed.transactionIds];
  const waits = [nextOccurrenceInMs(tx), nextFeeInMs(tx)].filter((ms) => ms !== null);
  return {
    transactionIds: [...new Set(ids)].sort(),
    more: [startedOccurrences.rows, billed.rows, dormant].includes(MAX_STEP),
    nextInMs: waits.length === 0 ? null : Math.min(...waits),
  };
}

const NEXT_EXPIRY = `SELECT min(expires_at) FROM holds INDEXED BY holds_waiting_by_tenant
       WHERE tenant_id = ? AND status = 'active' AND expires_at IS NOT NULL`;
const EXPIRED_HOLDS = `SELECT transaction_id FROM holds INDEXED BY holds_waiting_by_tenant
       WHERE tenant_id = ? AND status = 'active' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`;

/** Ends the holds that have expired by the clock, and returns the ids of their transactions. */
function expireHolds(tx: Tx, tenantId: string, now: number): string[] {
  const unconfirmed = stepUps(tx).listDueOf(tx, tenantId, now, MAX_STEP);
  const ids = [
    ...tx.values<string>(EXPIRED_HOLDS, tenantId, now, MAX_STEP - unconfirmed.length),
    ...unconfirmed,
  ];
  for (const transactionId of ids) {
    const cause = engineCause(`clock/${tenantId}`);
    const reason = 'The hold expired.';
    releaseHold(tx, { tenantId, transactionId, to: 'expired', reason, cause });
  }
  return ids;
}

// New kinds of due work are added here, with the next due time and the processing.
function nextDueTime(tx: Tx, tenantId: string): number {
  const times = [
    nextOccurrenceDueOf(tx, tenantId),
    nextFeeDueOf(tx, tenantId),
    dailyDueWork(tx).nextDueOf(tx, tenantId),
    stepUps(tx).nextDueOf(tx, tenantId),
    findNextRailDue(tx, tenantId),
    nextValueDate(tx, tenantId),
    nextQuoteEnd(tx, tenantId),
    tx.value<number | null>(NEXT_EXPIRY, tenantId) ?? null,
  ];
  return Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
}

/**
 * Fees are charged before the payments of the same moment, because their grace period ended then.
 */
function startDueAt(tx: Tx, tenantId: string, now: number) {
  const billed = billDueFeesOf(tx, tenantId, now, MAX_STEP);
  const startedOccurrences = startDueOccurrencesOf(tx, tenantId, now, MAX_STEP);
  const datedIds = listDueDated(tx, tenantId, now, MAX_STEP);
  const ids = [...billed.transactionIds, ...startedOccurrences.transactionIds, ...datedIds];
  const rows = billed.rows + startedOccurrences.rows + datedIds.length;
  return { transactionIds: ids.sort(), datedIds, rows };
}

function advanceToNextDue(tx: Tx, from: ClockRow, target: number): ClockStep {
  const { tenantId } = from;
  const expiredIds: string[] = [];
  for (let row = from; ; ) {
    const standsAt = row.standsAt ?? target;
    const expired = expireHolds(tx, tenantId, standsAt);
    expiredIds.push(...expired);
    // The networks are asked outside of this database transaction. The clock waits for their
    // answers.
    const railIds = listDueRails(tx, tenantId, standsAt, MAX_STEP);
    if (railIds.length > 0) {
      advanceClockTo(tx, row, standsAt, expired.length);
      return { transactionIds: [], expiredIds, railIds, arrived: false };
    }
    const startedOccurrences = startDueAt(tx, tenantId, standsAt);
    // A payment of this moment uses its account, so it is settled before unused accounts are
    // counted.
    const dormant =
      startedOccurrences.transactionIds.length > 0
        ? 0
        : dailyDueWork(tx).processDueOf(tx, tenantId, standsAt, MAX_STEP);
    const expiredQuoteCount = expireQuotesOf(tx, tenantId, standsAt, MAX_STEP);
    const driven = expired.length + startedOccurrences.rows + dormant + expiredQuoteCount;
    if (driven > 0) row = advanceClockTo(tx, row, standsAt, driven);
    if (startedOccurrences.transactionIds.length > 0 || expiredIds.length >= MAX_STEP) {
      // The workflows of transactions whose value date has begun have no reason to wait either.
      const drivenIds = [...expiredIds, ...startedOccurrences.datedIds];
      const { transactionIds } = startedOccurrences;
      return { transactionIds, expiredIds: drivenIds, railIds, arrived: false };
    }
    if (driven > 0) continue;
    const next = nextDueTime(tx, tenantId);
    if (next > target) {
      endClockMove(tx, advanceClockTo(tx, row, target, 0));
      return { transactionIds: [], expiredIds, railIds, arrived: true };
    }
    row = advanceClockTo(tx, row, Math.max(standsAt, next), 0);
  }
}

/** Takes one step towards the target. Call it inside `database.write` only. */
export function stepClock(tx: Tx, tenantId: string): ClockStep {
  const row = findClock(tx, tenantId);
  if (!row || row.target === null) {
    return { ...NOTHING_DUE, arrived: true };
  }
  const remaining = [
    ...listUnsettledOccurrences(tx, tenantId, MAX_STEP),
    ...listUnsettledFees(tx, tenantId, MAX_STEP),
  ].sort();
  if (remaining.length > 0) return { ...NOTHING_DUE, transactionIds: remaining, arrived: false };
  return advanceToNextDue(tx, row, row.target);
}
