// Unused accounts become dormant, a few at a time, by the clock of their developer.

import { beforeEach, describe, expect, test } from 'vitest';
import { moveAccount } from '../../../db/accounts/acts.ts';
import { findAccount } from '../../../db/accounts/reads.ts';
import { listEvents } from '../../../db/events/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { driveClock, settleTransactions, startDueSchedules } from '../../../db/money/calls.ts';
import { moveClock } from '../../../db/schedules/clock.ts';
import {
  acceptIn,
  fundIn,
  openAccountIn,
  openCustomer,
  openCustomerIn,
  TENANT,
} from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { openPlanner } from '../../kit/money/scheduling.ts';
import { stoppedClock, violationsOf } from '../sqlite-rig.ts';
import type { Clock } from '../store-rig.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 30;
const WORKFLOW = { id: 'test', runId: 'test' };
let clock: Clock;
let ledger: Ledger;
let customerId: string;
/** Noon, so that adding a day changes the date by one. */
const NOON = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
beforeEach(async () => {
  clock = stoppedClock(NOON);
  ledger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    now: clock.now,
    dormancyDays: DAYS,
  });
  customerId = await openCustomer(ledger);
});

const open = (funds = 0) => openAccountIn(ledger, TENANT, customerId, funds);
const statusOf = async (id: string) => (await findAccount(ledger, null, id))?.status;
async function pay(from: string, to: string, fields: { capture?: 'manual' } = {}) {
  const sides = { sourceAccountId: from, destinationAccountId: to };
  const { id } = await acceptIn(ledger, { ...sides, amount: 1, ...fields });
  const [settled] = await ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
  return settled?.status;
}

describe('an unused account', () => {
  test('becomes dormant after the configured days, not before, and emits one event', async () => {
    const id = await open();
    clock.move(DAYS * DAY);
    await ledger.run(startDueSchedules, null);
    expect(await statusOf(id)).toBe('active');
    clock.move(DAY);
    await ledger.run(startDueSchedules, null);
    await ledger.run(startDueSchedules, null);
    expect(await statusOf(id)).toBe('dormant');
    const filter = { tenantId: TENANT, objectId: id, afterSequence: 0, limit: 10 };
    const emitted = (await listEvents(ledger, { ...filter, type: 'account.dormant' })).data;
    expect(emitted).toHaveLength(1);
    expect(emitted[0]?.data.object).toMatchObject({ status: 'dormant' });
  });

  test('takes credits when dormant, and declines debits until it is reactivated', async () => {
    const [id, other] = [await open(10), await open(10)];
    clock.move((DAYS + 1) * DAY);
    await ledger.run(startDueSchedules, null);
    const reactivation = {
      tenantId: TENANT,
      accountId: id,
      to: 'active',
      freezeReason: null,
      creditsBlocked: false,
      message: null,
      ifVersion: null,
      cause: { actor: 'key_test', requestId: 'req', idempotencyKey: null },
    } as const;
    expect(await pay(id, other)).toBe('declined');
    await fundIn(ledger, TENANT, id, 5);
    await ledger.run(moveAccount, reactivation);
    expect([await pay(id, other), await statusOf(id)]).toEqual(['posted', 'active']);
    await ledger.run(startDueSchedules, null);
    expect(await statusOf(id)).toBe('active');
    expect(violationsOf(ledger, clock.now())).toEqual([]);
  });

  test('never becomes dormant where dormancy is switched off', async () => {
    const ledgerWithoutDormancy = await openTestLedger({
      environment: 'sandbox',
      file: ':memory:',
      now: clock.now,
      dormancyDays: 0,
    });
    const id = await openAccountIn(
      ledgerWithoutDormancy,
      TENANT,
      await openCustomer(ledgerWithoutDormancy),
      0,
    );
    clock.move(10_000 * DAY);
    await ledgerWithoutDormancy.run(startDueSchedules, null);
    expect((await findAccount(ledgerWithoutDormancy, TENANT, id))?.status).toBe('active');
  });

  test('becomes dormant in slices of accounts', async () => {
    const ids = await Promise.all(Array.from({ length: 300 }, () => open()));
    clock.move((DAYS + 1) * DAY);
    expect((await ledger.run(startDueSchedules, null)).more).toBe(true);
    const first = await Promise.all(ids.map(statusOf));
    expect(first.filter((status) => status === 'dormant')).toHaveLength(256);
    expect((await ledger.run(startDueSchedules, null)).more).toBe(false);
    expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(['dormant']));
  });
});

describe('an account', () => {
  /**
   * Returns for each account whether it is still active after an act halfway through the period.
   */
  async function activeAfter(ids: readonly string[], act: () => Promise<unknown>) {
    clock.move(20 * DAY);
    await act();
    clock.move((DAYS - 19) * DAY);
    await ledger.run(startDueSchedules, null);
    return Promise.all(ids.map(async (id) => (await statusOf(id)) === 'active'));
  }

  test('counts as used when it pays, or its owner pays into it', async () => {
    const ids = [await open(10), await open(), await open()];
    const [from = '', to = ''] = ids;
    expect(await activeAfter(ids, () => pay(from, to))).toEqual([true, true, false]);
  });

  test('does not count as used through credits from others', async () => {
    const [foreignAccountId, ownAccountId] = [
      await openAccountIn(ledger, TENANT, await openCustomerIn(ledger, TENANT), 10),
      await open(),
    ];
    expect(
      await activeAfter([foreignAccountId, ownAccountId], () =>
        pay(foreignAccountId, ownAccountId),
      ),
    ).toEqual([true, false]);
  });

  test('does not count as used through declined payments', async () => {
    const ids = [await open(0), await open()];
    const [from = '', to = ''] = ids;
    expect(await activeAfter(ids, () => pay(from, to))).toEqual([false, false]);
  });

  test('counts as used while it holds money for a transaction that is not final', async () => {
    const ids = [await open(10), await open()];
    const [from = '', to = ''] = ids;
    await pay(from, to, { capture: 'manual' });
    clock.move((DAYS + 1) * DAY);
    await ledger.run(startDueSchedules, null);
    expect(await statusOf(from)).toBe('active');
  });

  test('counts as used while a schedule of its owner pays from it', async () => {
    const planner = await openPlanner(ledger);
    const { tenantId } = planner;
    const id = await planner.schedule({ every: { frequency: 'weekly', count: 8 } });
    await ledger.run(moveClock, { tenantId, target: { by: 100 * DAY } });
    for (let step = await ledger.run(driveClock, { tenantId }); !step.arrived; ) {
      await ledger.run(settleTransactions, { ids: step.transactionIds, workflow: WORKFLOW });
      step = await ledger.run(driveClock, { tenantId });
    }
    expect(planner.transfers(id).every(({ status }) => status === 'posted')).toBe(true);
    expect(planner.transfers(id)).toHaveLength(8);
    expect(await statusOf(planner.from)).toBe('dormant');
  });
});

test("a developer's test clock decides dormancy for that developer alone", async () => {
  const [movedPlanner, otherPlanner] = [await openPlanner(ledger), await openPlanner(ledger)];
  const { tenantId } = movedPlanner;
  await ledger.run(moveClock, { tenantId, target: { by: 40 * DAY } });
  while (!(await ledger.run(driveClock, { tenantId })).arrived);
  expect([await statusOf(movedPlanner.from), await statusOf(otherPlanner.from)]).toEqual([
    'dormant',
    'active',
  ]);
  // Opened after the clock was moved, so it was just used by that clock.
  const lateAccountId = await openAccountIn(ledger, tenantId, movedPlanner.customerId, 0);
  clock.move(DAYS * DAY);
  await ledger.run(startDueSchedules, null);
  expect(await statusOf(lateAccountId)).toBe('active');
  clock.move(DAY);
  await ledger.run(startDueSchedules, null);
  expect(await statusOf(lateAccountId)).toBe('dormant');
});
