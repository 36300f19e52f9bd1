// How a test clock gets from one time to another: it stops at each moment at which something falls
// due, drives that, and goes on. So a month passes in the order in which its days would have.

import { expireQuotesOf, nextQuoteEnd } from '../exchange/quotes.ts';
import { type HoldDeps, releaseHold } from '../holds/acts.ts';
import { engine } from '../kernel/cause.ts';
import type { ClockRow, ClockWriter } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { Waits } from '../kernel/due.ts';
import type { StepUps } from '../kernel/step-up.ts';
import type { Tx } from '../kernel/tx.ts';
import type { FeeBilling } from '../overdrafts/fees.ts';
import type { RailsDue } from '../rails/due.ts';
import type { DatedReader } from '../transactions/future-dates.ts';
import type { ClockStep, DueStep } from './due-step.ts';
import type { OccurrenceStarter } from './occurrences.ts';

export interface ClockDriver {
  /** One step towards the target; call it inside `database.write` only. */
  step(tenantId: string): ClockStep;
}

/** What waits for a time, of all developers. */
interface DueParts {
  readonly starter: OccurrenceStarter;
  readonly fees: FeeBilling;
  readonly rest: Waits;
}

interface Deps extends DueParts {
  readonly tx: Tx;
  readonly stepUps: Pick<StepUps, 'dueOf' | 'nextDueOf'>;
  readonly dated: DatedReader;
  readonly rails: RailsDue;
  readonly database: Database;
  readonly clocks: ClockWriter;
  readonly acts: HoldDeps;
}

const NOTHING = { transactionIds: [], expiredIds: [], railIds: [] } as const;

/** What one step takes: a group of transfers, as large as the dispatcher's. */
const GROUP = 256;

/** Starts what is due for all developers whose clock is not being moved. */
export function startStep({ starter, fees, rest }: DueParts): DueStep {
  // What an earlier look started and is not settled: its answer was lost on the way.
  const left = [...starter.listUnsettled(null, GROUP), ...fees.listUnsettled(null, GROUP)];
  const started = starter.startDue(GROUP);
  const billed = fees.billDue(GROUP);
  const rested = rest.restDue(GROUP);
  const ids = [...left, ...started.transactionIds, ...billed.transactionIds];
  const waits = [starter.nextDueInMs(), fees.nextDueInMs()].filter((one) => one !== null);
  return {
    transactionIds: [...new Set(ids)].sort(),
    more: [started.rows, billed.rows, rested].includes(GROUP),
    nextInMs: waits.length === 0 ? null : Math.min(...waits),
  };
}

export function clockDriver(deps: Deps): ClockDriver {
  const { database, starter, fees, clocks, acts, rest, tx, stepUps, rails, dated } = deps;
  const { raw } = database;
  const nextExpiry = raw
    .prepare<[string], number | null>(
      `SELECT min(expires_at) FROM holds INDEXED BY holds_waiting_by_tenant
       WHERE tenant_id = ? AND status = 'active' AND expires_at IS NOT NULL`,
    )
    .pluck();
  const ranOut = raw
    .prepare<[string, number, number], string>(
      `SELECT transaction_id FROM holds INDEXED BY holds_waiting_by_tenant
       WHERE tenant_id = ? AND status = 'active' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`,
    )
    .pluck();

  /** Ends holds whose time the clock has reached; returns their transactions. */
  function expire(tenantId: string, at: number): string[] {
    const unconfirmed = stepUps.dueOf(tenantId, at, GROUP);
    const ids = [...ranOut.all(tenantId, at, GROUP - unconfirmed.length), ...unconfirmed];
    for (const transactionId of ids) {
      const cause = engine(`clock/${tenantId}`);
      const reason = 'The hold expired.';
      releaseHold(acts, { tenantId, transactionId, to: 'expired', reason, cause });
    }
    return ids;
  }

  // What waits for a time joins here: when it is due next, and what happens when it is.
  const nextOf = (tenantId: string): number => {
    const parts = [starter, fees, rest, stepUps, rails, dated];
    const own = parts.map((one) => one.nextDueOf(tenantId));
    const times = [...own, nextQuoteEnd(tx, tenantId), nextExpiry.get(tenantId) ?? null];
    return Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY));
  };

  /** Fees of a moment go before the payments of it: their grace was over at that very time. */
  function startAt(tenantId: string, at: number) {
    const billed = fees.billDueOf(tenantId, at, GROUP);
    const started = starter.startDueOf(tenantId, at, GROUP);
    const datedIds = dated.dueOf(tenantId, at, GROUP);
    const ids = [...billed.transactionIds, ...started.transactionIds, ...datedIds];
    const rows = billed.rows + started.rows + datedIds.length;
    return { transactionIds: ids.sort(), datedIds, rows };
  }

  function goOn(from: ClockRow, target: number): ClockStep {
    const { tenantId } = from;
    const expiredIds: string[] = [];
    for (let row = from; ; ) {
      const at = row.standsAt ?? target;
      const expired = expire(tenantId, at);
      expiredIds.push(...expired);
      // Networks are asked outside of this database transaction; the clock waits for what they say.
      const railIds = rails.dueOf(tenantId, at, GROUP);
      if (railIds.length > 0) {
        clocks.stand(row, at, expired.length);
        return { transactionIds: [], expiredIds, railIds, arrived: false };
      }
      const started = startAt(tenantId, at);
      // A payment of this moment is a use of its account: it is settled first.
      const rested = started.transactionIds.length > 0 ? 0 : rest.restDueOf(tenantId, at, GROUP);
      const lapsed = expireQuotesOf(tx, tenantId, at, GROUP);
      const driven = expired.length + started.rows + rested + lapsed;
      if (driven > 0) row = clocks.stand(row, at, driven);
      if (started.transactionIds.length > 0 || expiredIds.length >= GROUP) {
        // Those whose day has come have a workflow that waits for it in vain, too.
        const ended = [...expiredIds, ...started.datedIds];
        const { transactionIds } = started;
        return { transactionIds, expiredIds: ended, railIds, arrived: false };
      }
      if (driven > 0) continue;
      const next = nextOf(tenantId);
      if (next > target) {
        clocks.arrive(clocks.stand(row, target, 0));
        return { transactionIds: [], expiredIds, railIds, arrived: true };
      }
      row = clocks.stand(row, Math.max(at, next), 0);
    }
  }

  return {
    step(tenantId) {
      const row = clocks.find(tenantId);
      if (!row || row.target === null) {
        return { ...NOTHING, arrived: true };
      }
      const left = [
        ...starter.listUnsettled(tenantId, GROUP),
        ...fees.listUnsettled(tenantId, GROUP),
      ].sort();
      if (left.length > 0) return { ...NOTHING, transactionIds: left, arrived: false };
      return goOn(row, row.target);
    },
  };
}
