// When a test clock moves, due work of different kinds is done in the order of its times.

import { beforeEach, expect, test } from 'vitest';
import { listEvents } from '../../../db/events/reads.ts';
import { createQuote } from '../../../db/exchange/quotes.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { driveClock, settleTransactions } from '../../../db/money/calls.ts';
import { moveClock } from '../../../db/schedules/clock.ts';
import { acceptIn } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { createTestMarket } from '../../kit/money/market.ts';
import { openPlanner } from '../../kit/money/scheduling.ts';
import { stoppedClock, violationsOf } from '../sqlite-rig.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WORKFLOW = { id: 'test', runId: 'test' };
const NOON = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
let ledger: Ledger;
beforeEach(async () => {
  const { now } = stoppedClock(NOON);
  const terms = createTestMarket();
  ledger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    now,
    market: terms,
    dormancyDays: 10,
  });
});

test('quotes, holds, payments and dormancy take effect in the order of their times', async () => {
  const planner = await openPlanner(ledger);
  const { tenantId, from, to } = planner;
  const cause = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };
  await ledger.run(createQuote, {
    tenantId,
    amounts: { sourceCurrency: 'EUR', destinationCurrency: 'USD', amount: 100n, fixed: 'source' },
    lockMs: 10 * MINUTE,
    metadata: {},
    requestHash: Buffer.alloc(32),
    cause,
  });
  const { id } = await acceptIn(ledger, {
    tenantId,
    sourceAccountId: from,
    destinationAccountId: to,
    amount: 5,
    capture: 'manual',
    holdExpiresAt: NOON + 6 * 60 * MINUTE,
  });
  await ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
  await planner.schedule({ every: { count: 1 } });
  const before = (await listEvents(ledger, { tenantId, afterSequence: 0, limit: 100 })).cursor;

  await ledger.run(moveClock, { tenantId, target: { by: 30 * DAY } });
  for (let hasArrived = false; !hasArrived; ) {
    const step = await ledger.run(driveClock, { tenantId });
    await ledger.run(settleTransactions, { ids: step.transactionIds, workflow: WORKFLOW });
    hasArrived = step.arrived;
  }
  const after = await listEvents(ledger, { tenantId, afterSequence: before, limit: 100 });
  const emitted = after.data.map(({ type }) => type);
  const expected = [
    'quote.expired',
    'hold.expired',
    'transaction.expired',
    'schedule.occurrence.posted',
    'account.dormant',
    'account.dormant',
  ];
  expect(emitted.filter((type) => expected.includes(type))).toEqual(expected);
  expect(ledger.clock(tenantId)).toBe(NOON + 30 * DAY);
  expect(violationsOf(ledger, NOON + 30 * DAY)).toEqual([]);
});
