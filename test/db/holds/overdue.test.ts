// Counts due schedules that were not started, so that operators notice stopped schedules before
// clients do.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ledger } from '../../../db/ledger.ts';
import { startDueSchedules } from '../../../db/money/calls.ts';
import { moveClock } from '../../../db/schedules/clock.ts';
import { countOverdue } from '../../../db/schedules/reads.ts';
import { MINUTE_MS } from '../../../ledger/durations.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { openPlanner } from '../../kit/money/scheduling.ts';
import { stoppedClock } from '../sqlite-rig.ts';

const clock = stoppedClock();
let ledger: Ledger;
beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
});
afterAll(() => ledger.close());

const overdue = () => countOverdue(ledger, clock.now());

test('the overdue count includes a due schedule after two minutes, until it is started', async () => {
  const planner = await openPlanner(ledger);
  const startDate = new Date(clock.now()).toISOString().slice(0, 10);
  await planner.schedule({ startDate });
  await planner.schedule({ startDate: '2098-01-01' });
  const paused = await planner.schedule({ startDate });
  await planner.act(paused, 'pause');
  expect(overdue()).toBe(0);
  clock.move(3 * MINUTE_MS);
  expect(overdue()).toBe(1);
  const { transactionIds } = await ledger.run(startDueSchedules, null);
  expect(transactionIds).toHaveLength(1);
  expect(overdue()).toBe(0);
});

test('the overdue count leaves out schedules that wait for a test clock still moving', async () => {
  const planner = await openPlanner(ledger);
  const startDate = new Date(clock.now()).toISOString().slice(0, 10);
  await planner.schedule({ startDate });
  const { tenantId } = planner;
  await ledger.run(moveClock, { tenantId, target: { by: MINUTE_MS } });
  clock.move(10 * MINUTE_MS);
  expect(overdue()).toBe(0);
});
