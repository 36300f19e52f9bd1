// Moves a developer's test clock: a request starts the move, and later steps carry it out.

import { invalidField, invalidState } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import { type ClockRow, discardClocks } from '../kernel/clock.ts';
import { columnsOf } from '../kernel/columns.ts';
import { clocks } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';

export interface ClockMove {
  readonly tenantId: string;
  /** The target: milliseconds after the current time of the clock, or a time. */
  readonly target: { readonly by: number } | { readonly to: number };
  /** JSON pointer to the target in the request. */
  readonly pointer?: string;
}

const FIND_CLOCK = `SELECT ${columnsOf(clocks)} FROM clocks WHERE tenant_id = ?`;
const INSERT_CLOCK = `INSERT INTO clocks (tenant_id, offset_ms, driven, version, updated_at)
  VALUES (?, 0, 0, 1, ?) ON CONFLICT (tenant_id) DO NOTHING`;
const LAST_BOOKED = 'SELECT posted_at FROM log_head';
const SAVE_CLOCK = `UPDATE clocks SET offset_ms = @offsetMs, stands_at = @standsAt, target = @target,
  driven = @driven, version = @version, updated_at = @updatedAt WHERE tenant_id = @tenantId`;

function changeClock(tx: Tx, row: ClockRow, fields: Partial<ClockRow>): ClockRow {
  const next = { ...row, ...fields, version: row.version + 1, updatedAt: tx.now() };
  tx.run(SAVE_CLOCK, next);
  discardClocks(tx.database);
  return next;
}

/** Returns the clock of a developer, or undefined when it was never moved. */
export function findClock(tx: Tx, tenantId: string): ClockRow | undefined {
  return tx.get<ClockRow>(FIND_CLOCK, tenantId);
}

/**
 * Starts the move of a developer's test clock; the workflow of the clock carries it out. A request
 * with the current or the last target is a repetition and changes nothing. Throws in production,
 * which has no test clocks.
 */
export const moveClock = act(
  'clock.move',
  (tx, { tenantId, target: requested, pointer = '' }: ClockMove): void => {
    // The start is not earlier than the latest booking, in case the clock of the machine was set
    // back.
    const standsAt = tx.clock(tenantId, Math.max(tx.now(), tx.value<number>(LAST_BOOKED) ?? 0));
    const target = 'by' in requested ? standsAt + requested.by : requested.to;
    const clock = findClock(tx, tenantId);
    if (clock && clock.target !== null) {
      if (clock.target === target) return;
      const to = new Date(clock.target).toISOString();
      throw invalidState(`The clock is still moving to ${to}: wait until it has arrived.`);
    }
    if (clock && target === clock.offsetMs + clock.updatedAt) return;
    if (target < standsAt) {
      const message =
        'Expected a time after the present time of the clock: a clock only moves forward.';
      throw invalidField(pointer, message);
    }
    tx.run(INSERT_CLOCK, tenantId, tx.now());
    changeClock(tx, findClock(tx, tenantId) as ClockRow, { standsAt, target, driven: 0 });
  },
);

/** Advances a moving clock, at most to its target. */
export function advanceClockTo(tx: Tx, row: ClockRow, time: number, driven: number): ClockRow {
  return changeClock(tx, row, { standsAt: time, driven: row.driven + driven });
}

/** Ends the move: the clock runs on from its target. */
export function endClockMove(tx: Tx, row: ClockRow): void {
  // Real time has passed during the move. A clock that was moved by less than that is not set back.
  const offsetMs = Math.max(row.offsetMs, (row.target ?? 0) - tx.now());
  changeClock(tx, row, { standsAt: null, target: null, offsetMs });
}
