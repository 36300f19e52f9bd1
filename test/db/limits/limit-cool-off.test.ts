// A raised limit and its cool-off, with a stopped clock.

import { expect, test } from 'vitest';
import { replaceLimits } from '../../../db/limits/acts.ts';
import { findLimits } from '../../../db/limits/reads.ts';
import { NO_LIMITS } from '../../../db/limits/view.ts';
import { settleTransactions } from '../../../db/money/calls.ts';
import { findTransaction } from '../../../db/transactions/reads.ts';
import { acceptIn, cause, openAccountIn, openCustomer, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { stoppedClock } from '../sqlite-rig.ts';

const COOL_OFF_MS = 60 * 60 * 1000;

async function prepareAccount() {
  // Far from the end of a day, at which the use of limits starts again.
  const clock = stoppedClock(Date.UTC(2027, 4, 5, 9));
  const ledger = await openTestLedger({
    environment: 'production',
    file: ':memory:',
    now: clock.now,
  });
  const customerId = await openCustomer(ledger);
  const accountId = await openAccountIn(ledger, TENANT, customerId, 100_000);
  const to = await openAccountIn(ledger, TENANT, customerId, 0);
  return {
    clock,
    ledger,
    limit: (daily: number, effectiveFrom: number | null = null) =>
      ledger.run(replaceLimits, {
        tenantId: TENANT,
        accountId,
        currency: 'EUR',
        terms: { ...NO_LIMITS, daily },
        effectiveFrom,
        effectiveUntil: null,
        coolOffMs: COOL_OFF_MS,
        ifVersion: null,
        cause,
      }),
    read: async () => {
      const view = await findLimits(ledger, TENANT, accountId);
      return [view?.limits[0]?.maxAmount, view?.pendingChange?.daily ?? null];
    },
    pay: async (amount: number) => {
      const sides = { sourceAccountId: accountId, destinationAccountId: to };
      const { id } = await acceptIn(ledger, { ...sides, amount });
      await ledger.run(settleTransactions, { ids: [id], workflow: { id: 'test', runId: 'test' } });
      return (await findTransaction(ledger, TENANT, id))?.status;
    },
  };
}

test('a raised limit takes effect at the end of its cool-off, to the millisecond', async () => {
  const { clock, ledger, limit, read, pay } = await prepareAccount();
  await limit(500);
  await limit(5_000);
  clock.move(COOL_OFF_MS - 1);
  expect(await read()).toEqual([500, 5_000]);
  expect(await pay(501)).toBe('declined');
  clock.move(1);
  expect(await read()).toEqual([5_000, null]);
  expect(await pay(501)).toBe('posted');
  ledger.close();
});

test('a raised limit is dropped when a lower limit is set before its cool-off ends', async () => {
  const { clock, ledger, limit, read } = await prepareAccount();
  await limit(500);
  await limit(5_000);
  await limit(400);
  expect(await read()).toEqual([400, null]);
  clock.move(2 * COOL_OFF_MS);
  expect(await read()).toEqual([400, null]);
  ledger.close();
});

test('a raised limit with a later start than its cool-off takes effect at that start', async () => {
  const { clock, ledger, limit, read } = await prepareAccount();
  await limit(500);
  await limit(5_000, clock.now() + 3 * COOL_OFF_MS);
  clock.move(2 * COOL_OFF_MS);
  expect(await read()).toEqual([500, 5_000]);
  clock.move(COOL_OFF_MS);
  expect(await read()).toEqual([5_000, null]);
  ledger.close();
});
