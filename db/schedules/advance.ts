// Moves a test clock from one time to another: it stops at each moment at which something falls
// due, processes that, and goes on. So the days of a month are processed in their order.

import { expireQuotesOf, nextQuoteEnd } from '../exchange/quotes.ts';
import { releaseHold } from '../holds/acts.ts';
import { engine } from '../kernel/cause.ts';
import type { ClockRow } from '../kernel/clock.ts';
import type { Waits } from '../kernel/due.ts';
import { stepUps } from '../kernel/step-up.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';
import {
  billDueFees,
  billDueFeesOf,
  listUnsettledFees,
  nextFeeDueOf,
  nextFeeInMs,
} from '../overdrafts/fees.ts';
import { listDueRails, nextRailDue } from '../rails/due.ts';
import { listDueDated, nextDatedDue } from '../transactions/future-dates.ts';
import { arriveClock, findClock, standClock } from './clock.ts';
import type { ClockStep, DueStep } from './due-step.ts';
import {
  listUnsettledOccurrences,
  nextOccurrenceDueOf,
  nextOccurrenceInMs,
  startDueOccurrences,
  startDueOccurrencesOf,
} from './occurrences.ts';

/** Work that waits for its day: unused accounts, reviews of customers, lasting overdrafts. */
export const waitsForDay = ledgerPart<Waits>('work that waits for a day');

const NOTHING = { transactionIds: [], expiredIds: [], railIds: [] } as const;

/** Most transfers of one step: a group as large as the dispatcher's. */
const GROUP = 256;

/** Starts the due work of all developers whose clock is not being moved. */
export function startDue(tx: Tx): DueStep {
  // Transfers that an earlier step started and that are not settled: its answer was lost on the
  // way.
  const left = [
    ...listUnsettledOccurrences(tx, null, GROUP),
    ...listUnsettledFees(tx, null, GROUP),
  ];
  const started = startDueOccurrences(tx, GROUP);
  const billed = billDueFees(tx, GROUP);
  const rested = waitsForDay(tx).restDue(tx, GROUP);
  const ids = [...left, ...started.transactionIds, ...billed.transactionIds];
  const waits = [nextOccurrenceInMs(tx), nextFeeInMs(tx)].filter((one) => one !== null);
  return {
    transactionIds: [...new Set(ids)].sort(),
    more: [started.rows, billed.rows, rested].includes(GROUP),
    nextInMs: waits.length === 0 ? null : Math.min(...waits),
  };
}

const NEXT_EXPIRY = `SELECT min(expires_at) FROM holds INDEXED BY holds_waiting_by_tenant
       WHERE tenant_id = ? AND status = 'active' AND expires_at IS NOT NULL`;
const RAN_OUT = `SELECT transaction_id FROM holds INDEXED BY holds_waiting_by_tenant
       WHERE tenant_id = ? AND status = 'active' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`;

/** Ends the holds that have expired by the clock, and returns the ids of their transactions. */
function expire(tx: Tx, tenantId: string, at: number): string[] {
  const unconfirmed = stepUps(tx).dueOf(tx, tenantId, at, GROUP);
  const ids = [
    ...tx.values<string>(RAN_OUT, tenantId, at, GROUP - unconfirmed.length),
    ...unconfirmed,
  ];
  for (const transactionId of ids) {
    const cause = engine(`clock/${tenantId}`);
    const reason = 'The hold expired.';
    releaseHold(tx, { tenantId, transactionId, to: 'expired', reason, cause });
  }
  return ids;
}

// Work that waits for a time is added here: its next due time, and its processing when it is due.
function nextOf(tx: Tx, tenantId: string): number {
  const times = [
    nextOccurrenceDueOf(tx, tenantId),
    nextFeeDueOf(tx, tenantId),
    waitsForDay(tx).nextDueOf(tx, tenantId),
    stepUps(tx).nextDueOf(tx, tenantId),
    nextRailDue(tx, tenantId),
    nextDatedDue(tx, tenantId),
    nextQuoteEnd(tx, tenantId),
    tx.value<number | null>(NEXT_EXPIRY, tenantId) ?? null,
  ];
  return Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY));
}

/** Fees of a moment go before the payments of it: their grace was over at that very time. */
function startAt(tx: Tx, tenantId: string, at: number) {
  const billed = billDueFeesOf(tx, tenantId, at, GROUP);
  const started = startDueOccurrencesOf(tx, tenantId, at, GROUP);
  const datedIds = listDueDated(tx, tenantId, at, GROUP);
  const ids = [...billed.transactionIds, ...started.transactionIds, ...datedIds];
  const rows = billed.rows + started.rows + datedIds.length;
  return { transactionIds: ids.sort(), datedIds, rows };
}

function goOn(tx: Tx, from: ClockRow, target: number): ClockStep {
  const { tenantId } = from;
  const expiredIds: string[] = [];
  for (let row = from; ; ) {
    const at = row.standsAt ?? target;
    const expired = expire(tx, tenantId, at);
    expiredIds.push(...expired);
    // Networks are asked outside of this database transaction; the clock waits for their answers.
    const railIds = listDueRails(tx, tenantId, at, GROUP);
    if (railIds.length > 0) {
      standClock(tx, row, at, expired.length);
      return { transactionIds: [], expiredIds, railIds, arrived: false };
    }
    const started = startAt(tx, tenantId, at);
    // A payment of this moment is a use of its account: it is settled first.
    const rested =
      started.transactionIds.length > 0 ? 0 : waitsForDay(tx).restDueOf(tx, tenantId, at, GROUP);
    const lapsed = expireQuotesOf(tx, tenantId, at, GROUP);
    const driven = expired.length + started.rows + rested + lapsed;
    if (driven > 0) row = standClock(tx, row, at, driven);
    if (started.transactionIds.length > 0 || expiredIds.length >= GROUP) {
      // The workflows of transactions whose day has come have nothing left to wait for either.
      const ended = [...expiredIds, ...started.datedIds];
      const { transactionIds } = started;
      return { transactionIds, expiredIds: ended, railIds, arrived: false };
    }
    if (driven > 0) continue;
    const next = nextOf(tx, tenantId);
    if (next > target) {
      arriveClock(tx, standClock(tx, row, target, 0));
      return { transactionIds: [], expiredIds, railIds, arrived: true };
    }
    row = standClock(tx, row, Math.max(at, next), 0);
  }
}

/** One step towards the target; call it inside `database.write` only. */
export function stepClock(tx: Tx, tenantId: string): ClockStep {
  const row = findClock(tx, tenantId);
  if (!row || row.target === null) {
    return { ...NOTHING, arrived: true };
  }
  const left = [
    ...listUnsettledOccurrences(tx, tenantId, GROUP),
    ...listUnsettledFees(tx, tenantId, GROUP),
  ].sort();
  if (left.length > 0) return { ...NOTHING, transactionIds: left, arrived: false };
  return goOn(tx, row, row.target);
}
