// The code and the database permit the same state changes of schedules and occurrences.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ledger } from '../../../db/ledger.ts';
import { moveClock } from '../../../db/schedules/clock.ts';
import {
  canOccurrenceBecome,
  canScheduleBecome,
  OCCURRENCE_STATUSES,
  type OccurrenceStatus,
  SCHEDULE_STATUSES,
  type ScheduleStatus,
} from '../../../ledger/schedule.ts';
import { openTestLedger, writerOf } from '../../kit/bank/opened-ledger.ts';
import { openPlanner, type Planner } from '../../kit/money/scheduling.ts';

let ledger: Ledger;
let planner: Planner;
beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  planner = await openPlanner(ledger);
});
afterAll(() => ledger.close());

class RolledBack extends Error {}

interface Trigger {
  readonly schema: 'main' | 'temp';
  readonly name: string;
  readonly sql: string;
}

/** Returns true when the database permits a state change; rolls it back. */
async function allowsChange(
  table: string,
  id: string,
  path: readonly [string, string],
): Promise<boolean> {
  const { raw, write } = writerOf(ledger);
  let isAllowed = false;
  const tried = write(() => {
    // On PostgreSQL the triggers are temporary and belong to the connection that runs acts.
    const triggers = (['main', 'temp'] as const).flatMap((schema) =>
      raw
        .prepare<[string], Trigger>(
          `SELECT '${schema}' AS schema, name, sql FROM ${schema}.sqlite_schema
           WHERE type = 'trigger' AND name = ?`,
        )
        .all(`${table}_status_edges`),
    );
    for (const { name } of triggers) raw.exec(`DROP TRIGGER ${name}`);
    // Only the rule about state changes is tested here; the tests of the acts cover the others.
    raw.exec('PRAGMA ignore_check_constraints = ON');
    try {
      raw.exec('DROP TRIGGER IF EXISTS schedules_complete_at_the_end');
      const update = raw.prepare(`UPDATE ${table} SET status = ? WHERE id = ?`);
      update.run(path[0], id);
      for (const { schema, sql } of triggers) {
        raw.exec(schema === 'temp' ? sql.replace('CREATE', 'CREATE TEMP') : sql);
      }
      isAllowed = isAccepted(() => update.run(path[1], id));
    } finally {
      raw.exec('PRAGMA ignore_check_constraints = OFF');
    }
    throw new RolledBack();
  });
  await expect(tried).rejects.toThrow(RolledBack);
  return isAllowed;
}

function isAccepted(update: () => unknown): boolean {
  try {
    update();
    return true;
  } catch (error) {
    expect(String(error)).toMatch(/status change is not allowed/);
    return false;
  }
}

describe('the code and the database agree whether a schedule may change', () => {
  const pairs = SCHEDULE_STATUSES.flatMap((from) => SCHEDULE_STATUSES.map((to) => [from, to]));
  test.each(pairs.filter(([from, to]) => from !== to) as [ScheduleStatus, ScheduleStatus][])(
    'from %s to %s',
    async (from, to) => {
      const id = await planner.schedule();
      expect(await allowsChange('schedules', id, [from, to])).toBe(canScheduleBecome(from, to));
    },
  );
});

describe('the code and the database agree whether an occurrence may change', () => {
  const pairs = OCCURRENCE_STATUSES.flatMap((from) => OCCURRENCE_STATUSES.map((to) => [from, to]));
  test.each(pairs.filter(([from, to]) => from !== to) as [OccurrenceStatus, OccurrenceStatus][])(
    'from %s to %s',
    async (from, to) => {
      const [first] = planner.occurrences(await planner.schedule());
      const answer = await allowsChange('occurrences', first?.id ?? '', [from, to]);
      expect(answer).toBe(canOccurrenceBecome(from, to));
    },
  );
});

describe('the database refuses, whatever the program does,', () => {
  const tryStatement = (sql: string) => () => ledger.database.raw.exec(sql);

  test('a second occurrence of a schedule on one day', async () => {
    const [first] = planner.occurrences(await planner.schedule());
    const copy = `INSERT INTO occurrences SELECT 'occ_copy', tenant_id, schedule_id, local_date,
      nominal_date, due_at, 'skipped', null, null, null, 0, null, null, 0, 1, 0, 0
      FROM occurrences WHERE id = '${first?.id}'`;
    expect(tryStatement(copy)).toThrow(/UNIQUE.*schedule_id, occurrences.local_date/);
  });

  test('an occurrence that does not start as scheduled, and any deletion', async () => {
    const [first] = planner.occurrences(await planner.schedule());
    const posted = `INSERT INTO occurrences SELECT 'occ_new', tenant_id, schedule_id, '2000-01-01',
      nominal_date, due_at, 'posted', null, null, null, 1, 'txn_x', null, 0, 1, 0, 0
      FROM occurrences WHERE id = '${first?.id}'`;
    expect(tryStatement(posted)).toThrow(/starts as scheduled/);
    expect(tryStatement('DELETE FROM occurrences')).toThrow(/never deleted/);
    expect(tryStatement('DELETE FROM schedules')).toThrow(/never deleted/);
  });

  test('a schedule completed before its last occurrence is final', async () => {
    const id = await planner.schedule();
    expect(tryStatement(`UPDATE schedules SET status = 'completed' WHERE id = '${id}'`)).toThrow(
      /after its last occurrence is final/,
    );
  });

  test('closing an account while a schedule uses it', async () => {
    await planner.schedule();
    const close = `UPDATE accounts SET status = 'closed', posted = 0 WHERE id = '${planner.to}'`;
    expect(tryStatement(close)).toThrow(/with a schedule is not closed/);
  });
});

describe('the table of test clocks', () => {
  const insert = "INSERT INTO clocks VALUES ('dev_x', 0, null, null, 0, 1, 0)";

  test('refuses a test clock in a production ledger', async () => {
    const production = await openTestLedger({ environment: 'production', file: ':memory:' });
    expect(() => production.database.raw.exec(insert)).toThrow(/only the sandbox has test clocks/);
    const moved = production.run(moveClock, { tenantId: 'dev_x', target: { by: 1 } });
    await expect(moved).rejects.toThrow(/only the sandbox has test clocks/);
    const now = Date.now();
    expect(production.clock('dev_x') - now).toBeLessThan(60_000);
    production.close();
  });

  test('refuses a clock that goes back, or a new target while the clock moves', () => {
    const { raw } = ledger.database;
    raw.exec("INSERT INTO clocks VALUES ('dev_y', 500, 10, 20, 0, 1, 0)");
    const set = (assignment: string) => () =>
      raw.exec(`UPDATE clocks SET ${assignment} WHERE tenant_id = 'dev_y'`);
    expect(set('offset_ms = 499')).toThrow(/only goes forward/);
    expect(set('stands_at = 9')).toThrow(/only goes forward/);
    expect(set('target = 21')).toThrow(/only goes forward/);
    expect(() => raw.exec("DELETE FROM clocks WHERE tenant_id = 'dev_y'")).toThrow(/forward/);
  });

  test('keeps a ledger in one environment for good', () => {
    const { raw } = ledger.database;
    expect(() => raw.exec("UPDATE environment SET name = 'production'")).toThrow(/never changes/);
    expect(() => raw.exec('DELETE FROM environment')).toThrow(/never changes/);
  });
});
