// The business clock: real time in production; in the sandbox each developer's own, which only
// goes forward. It decides what is due and what has run out, and dates what a customer can see:
// bookings, objects and events. Ids, keys, tokens, retries of webhooks and workflows use real time.

import { invalidField, invalidState } from '../../ledger/refusal.ts';
import { columnsOf } from './columns.ts';
import type { Database } from './connect.ts';
import type { EnvironmentName } from './environment.ts';
import { GIVEN } from './sets.ts';
import { prepareOnce } from './statements.ts';
import { clocks } from './tables.ts';

export type ClockRow = typeof clocks.$inferSelect;

/**
 * What time it is for a developer, in milliseconds since 1970 UTC.
 * @param real the real time for which it is asked; left out: now
 */
export type BusinessClock = (tenantId: string, real?: number) => number;

/** Real time, unless the developer has moved the clock of the sandbox. */
export function businessClock(
  { raw }: Database,
  environment: EnvironmentName,
  now: () => number,
): BusinessClock {
  if (environment === 'production') return (_tenantId, real = now()) => real;
  const find = raw.prepare<[string], Pick<ClockRow, 'offsetMs' | 'standsAt'>>(
    'SELECT offset_ms AS offsetMs, stands_at AS standsAt FROM clocks WHERE tenant_id = ?',
  );
  return (tenantId, real) => {
    const row = find.get(tenantId);
    return row?.standsAt ?? (real ?? now()) + (row?.offsetMs ?? 0);
  };
}

const clocksOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], Pick<ClockRow, 'tenantId' | 'offsetMs' | 'standsAt'>>(
    `SELECT tenant_id AS tenantId, offset_ms AS offsetMs, stands_at AS standsAt FROM clocks
     WHERE tenant_id IN ${GIVEN}`,
  ),
);

/** The same for the developers of many rows, at one real time. Production has no rows of clocks. */
export function clockOfEach(
  database: Pick<Database, 'raw'>,
  rows: readonly { readonly tenantId: string }[],
  real: number,
): (row: { readonly tenantId: string }) => number {
  const tenantIds = [...new Set(rows.map(({ tenantId }) => tenantId))];
  const known = clocksOf(database).all(JSON.stringify(tenantIds));
  const times = new Map(
    known.map(({ tenantId, standsAt, offsetMs }) => [tenantId, standsAt ?? real + offsetMs]),
  );
  return ({ tenantId }) => times.get(tenantId) ?? real;
}

/**
 * The same as SQL, for sweeps over all developers. Production has no rows of clocks.
 * @param tenantId the column that names the developer
 * @param real the parameter that is the real time
 */
export function businessTimeSql(tenantId: string, real: string): string {
  return `coalesce((SELECT coalesce(c.stands_at, ${real} + c.offset_ms) FROM clocks c
    WHERE c.tenant_id = ${tenantId}), ${real})`;
}

export interface ClockMove {
  readonly tenantId: string;
  /** From the time that the clock shows to the one that it is to show; milliseconds. */
  readonly target: (now: number) => number;
  /** Where the request names the target, as a JSON pointer. */
  readonly pointer?: string;
}

export interface ClockWriter {
  find(tenantId: string): ClockRow | undefined;
  /** Begins to move a clock; what becomes due on the way is driven by the steps that follow. */
  begin(move: ClockMove): void;
  /** Moves a clock on its way, up to its target. */
  stand(row: ClockRow, at: number, driven: number): ClockRow;
  /** It has arrived: it runs on from there. */
  arrive(row: ClockRow): void;
}

/** Call its functions inside `database.write` only. */
export function clockWriter(
  { raw }: Database,
  now: () => number,
  clock: BusinessClock,
): ClockWriter {
  const find = raw.prepare<[string], ClockRow>(
    `SELECT ${columnsOf(clocks)} FROM clocks WHERE tenant_id = ?`,
  );
  const open = raw.prepare(
    `INSERT INTO clocks (tenant_id, offset_ms, driven, version, updated_at) VALUES (?, 0, 0, 1, ?)
     ON CONFLICT (tenant_id) DO NOTHING`,
  );
  const lastBooked = raw.prepare<[], number>('SELECT posted_at FROM log_head').pluck();
  const save = raw.prepare(
    `UPDATE clocks SET offset_ms = @offsetMs, stands_at = @standsAt, target = @target,
     driven = @driven, version = @version, updated_at = @updatedAt WHERE tenant_id = @tenantId`,
  );

  function change(row: ClockRow, fields: Partial<ClockRow>): ClockRow {
    const next = { ...row, ...fields, version: row.version + 1, updatedAt: now() };
    save.run(next);
    return next;
  }

  return {
    find: (tenantId) => find.get(tenantId),
    begin({ tenantId, target: targetOf, pointer = '' }) {
      // Not before a booking, should the clock of the machine have been set back since.
      const standsAt = clock(tenantId, Math.max(now(), lastBooked.get() ?? 0));
      const target = targetOf(standsAt);
      const known = find.get(tenantId);
      if (known && known.target !== null) {
        if (known.target === target) return;
        const to = new Date(known.target).toISOString();
        throw invalidState(`The clock is still moving to ${to}: wait until it has arrived.`);
      }
      if (target < standsAt) {
        const message =
          'Expected a time after the present time of the clock: a clock only moves forward.';
        throw invalidField(pointer, message);
      }
      open.run(tenantId, now());
      const row = find.get(tenantId) as ClockRow;
      change(row, { standsAt, target, driven: 0 });
    },
    stand: (row, at, driven) => change(row, { standsAt: at, driven: row.driven + driven }),
    arrive(row) {
      // Real time went on meanwhile: a clock that was moved by less than that is not set back.
      const offsetMs = Math.max(row.offsetMs, (row.target ?? 0) - now());
      change(row, { standsAt: null, target: null, offsetMs });
    },
  };
}
