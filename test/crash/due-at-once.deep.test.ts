// Hundreds of scheduled payments are due at the same moment while the bank is killed, at chosen lines
// and at any time, and while Temporal loses its database. Each date is paid once, none is left out,
// and each scheduled payment has its workflow in the end. `TEST_SCHEDULES` sets their number; the
// workflows of 10,000 take seven minutes.

import { closeSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wallClockOf } from '../../db/kernel/zone.ts';
import { openLedger } from '../../db/ledger.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import { openPlanner } from '../kit/money/scheduling.ts';
import { createInstance, type Instance } from './instance.ts';
import type { FaultKind } from './plan.ts';
import { createRandom } from './random.ts';
import { createSupervisedTestbed } from './supervised-testbed.ts';

const SCHEDULES = Number(process.env.TEST_SCHEDULES ?? 600);
const AMOUNT = 3;
/** Time until the schedules are planned and the first bank is ready. */
const AHEAD_MS = 20_000 + SCHEDULES * 3;
const LIFE_MS = 12_000;
/** The workflows of scheduled payments are signalled at a rate of 25 per second. */
const SETTLES_WITHIN_MS = 180_000 + SCHEDULES * 80;

/** For each run of the bank the fail point at which it dies, and the fault that follows. */
const BANK_RUNS: readonly (readonly [line: string, strike: FaultKind])[] = [
  ['after-start-due', 'bank'],
  ['in-commit:40', 'both'],
  ['before-settle', 'temporal-deleted'],
  ['after-show-schedule:20', 'bank'],
  ['', 'everything'],
];

let instance: Instance;
let file: string;
let payeeId: string;
beforeAll(async () => {
  instance = await createInstance({ database: 'sqlite' });
  file = join(instance.dataDir, 'sandbox.db');
  const ledger = openLedger({ environment: 'sandbox', file });
  const planner = await openPlanner(ledger, SCHEDULES * AMOUNT);
  payeeId = planner.to;
  const { date, localTimeMs } = wallClockOf(Date.now() + AHEAD_MS, 'UTC');
  for (let n = 0; n < SCHEDULES; n += 1) {
    await planner.schedule({ amount: AMOUNT, startDate: formatDate(date), localTimeMs });
  }
  ledger.close();
}, 240_000);
afterAll(() => {
  closeSync(instance.output);
  rmSync(instance.workDir, { recursive: true, force: true });
});

function queryFile<Row>(sql: string): Row[] {
  const db = new BetterSqlite3(file, { readonly: true });
  try {
    return db.prepare<[], Row>(sql).all();
  } finally {
    db.close();
  }
}

const countDue = () =>
  queryFile<{ n: number }>(
    `SELECT count(*) AS n FROM occurrences WHERE status IN ('processing', 'retrying')
     OR (status = 'scheduled' AND due_at <= unixepoch() * 1000)`,
  )[0]?.n ?? 0;

const countUnshown = () =>
  queryFile<{ n: number }>('SELECT count(*) AS n FROM schedules WHERE changes > shown_changes')[0]
    ?.n;

async function waitUntil(isTrue: () => boolean | Promise<boolean>, label: string): Promise<void> {
  const limit = Date.now() + SETTLES_WITHIN_MS;
  while (!(await isTrue())) {
    if (Date.now() > limit)
      throw new Error(`in ${SETTLES_WITHIN_MS / 1_000} seconds: not ${label}`);
    await sleep(200);
  }
}

it(
  'each due date is paid exactly once, whatever process is killed meanwhile',
  async () => {
    const faults: string[] = [];
    const random = createRandom(1, 'due');
    for (const [line, strike] of BANK_RUNS) {
      const env = { ...instance.env, ...(line === '' ? {} : { KONTOR_FAIL_POINT: line }) };
      // A bank that is stopped right after its start may end with a fault, which is no fault here.
      const testbed = createSupervisedTestbed({ ...instance, env }, () => {});
      await testbed.start();
      await sleep(LIFE_MS + random.next() * 2_000);
      await testbed.strike({ kind: strike } as Parameters<typeof testbed.strike>[0], null);
      await sleep(500);
      await testbed.strike({ kind: 'everything' } as Parameters<typeof testbed.strike>[0], null);
      await testbed.stop();
    }
    const testbed = createSupervisedTestbed(instance, (text) => faults.push(text));
    await testbed.start();
    await waitUntil(() => countDue() === 0, 'all paid');
    const paid = queryFile<{ status: string; transactions: number }>(
      `SELECT o.status, count(t.id) AS transactions FROM occurrences o
       LEFT JOIN transactions t ON t.occurrence_id = o.id AND t.status = 'posted'
       WHERE o.status <> 'scheduled' GROUP BY o.id`,
    );
    expect(paid).toHaveLength(SCHEDULES);
    expect(new Set(paid.map((value) => JSON.stringify(value)))).toEqual(
      new Set([JSON.stringify({ status: 'posted', transactions: 1 })]),
    );
    expect(queryFile(`SELECT posted FROM accounts WHERE id = '${payeeId}'`)).toEqual([
      { posted: SCHEDULES * AMOUNT },
    ]);
    await waitUntil(() => countUnshown() === 0, 'all shown');
    const connection = await Connection.connect({
      address: `127.0.0.1:${instance.temporalPort}`,
    });
    const client = new Client({ connection, namespace: 'sandbox' });
    const query = 'WorkflowType = "schedule" AND ExecutionStatus = "Running"';
    await waitUntil(
      async () => (await client.workflow.count(query)).count === SCHEDULES,
      'a workflow for each',
    );
    await connection.close();
    await testbed.stop();
    expect(faults).toEqual([]);
  },
  5 * 60_000 + 2 * SETTLES_WITHIN_MS,
);
