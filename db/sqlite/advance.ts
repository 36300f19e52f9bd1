// How a test clock gets from one time to another: it stops at each moment at which something falls
// due, drives that, and goes on. So a month passes in the order in which its days would have.

import type { Database } from '../connect.ts';
import type { ClockStep, DueStep, Settled } from '../store.ts';
import type { ClockRow, ClockWriter } from './clock.ts';
import { type HoldDeps, releaseHold } from './holds.ts';
import { engine } from './occurrence-end.ts';
import type { OccurrenceStarter } from './occurrences.ts';

export interface ClockDriver {
  /** One step towards the target; call it inside `database.write` only. */
  step(tenantId: string, settled: Settled[]): ClockStep;
}

interface Deps {
  readonly database: Database;
  readonly starter: OccurrenceStarter;
  readonly clocks: ClockWriter;
  readonly acts: HoldDeps;
}

/** What one step takes: a group of transfers, as large as the dispatcher's. */
const GROUP = 256;

/** One look at the schedules of everybody whose clock is not being moved. */
export function startStep(starter: OccurrenceStarter): DueStep {
  // What an earlier look started and nobody has settled: its answer was lost on the way.
  const left = starter.unsettled(null, GROUP);
  const { transactionIds, rows } = starter.startDue(GROUP);
  const all = [...new Set([...left, ...transactionIds])].sort();
  return { transactionIds: all, more: rows === GROUP, nextInMs: starter.nextDueInMs() };
}

export function clockDriver({ database, starter, clocks, acts }: Deps): ClockDriver {
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
  function expire(tenantId: string, at: number, settled: Settled[]): string[] {
    const ids = ranOut.all(tenantId, at, GROUP);
    for (const transactionId of ids) {
      const cause = engine(`clock/${tenantId}`);
      const reason = 'The hold ran out.';
      releaseHold(acts, { tenantId, transactionId, to: 'expired', reason, cause }, settled);
    }
    return ids;
  }

  // What waits for a time joins here: when it is due next, and what happens when it is.
  const nextOf = (tenantId: string): number => {
    const times = [starter.nextDueOf(tenantId), nextExpiry.get(tenantId) ?? null];
    return Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY));
  };

  function goOn(from: ClockRow, target: number, settled: Settled[]): ClockStep {
    const { tenantId } = from;
    const expiredIds: string[] = [];
    for (let row = from; ; ) {
      const at = row.standsAt ?? target;
      const expired = expire(tenantId, at, settled);
      expiredIds.push(...expired);
      const started = starter.startDueOf(tenantId, at, GROUP);
      if (expired.length + started.rows > 0) {
        row = clocks.stand(row, at, expired.length + started.rows);
      }
      if (started.transactionIds.length > 0 || expiredIds.length >= GROUP) {
        return { transactionIds: started.transactionIds, expiredIds, arrived: false };
      }
      if (expired.length + started.rows > 0) continue;
      const next = nextOf(tenantId);
      if (next > target) {
        clocks.arrive(clocks.stand(row, target, 0));
        return { transactionIds: [], expiredIds, arrived: true };
      }
      row = clocks.stand(row, Math.max(at, next), 0);
    }
  }

  return {
    step(tenantId, settled) {
      const row = clocks.find(tenantId);
      if (!row || row.target === null) {
        return { transactionIds: [], expiredIds: [], arrived: true };
      }
      const left = starter.unsettled(tenantId, GROUP);
      if (left.length > 0) return { transactionIds: left, expiredIds: [], arrived: false };
      return goOn(row, row.target, settled);
    },
  };
}
