// A payment with a later value date that a linked account covers: the cover is its own transaction.

import { expect, test } from 'vitest';
import { setOverdraft } from '../../../db/overdrafts/acts.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { dayAt } from '../../../ledger/value-date.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { violationsOf } from '../sqlite-rig.ts';
import { causeOf, hashOf, tellerOf } from '../teller.ts';

test('the cover transfer of a value-dated payment has its own history', async () => {
  let now = Date.parse('2026-03-02T09:00:00Z');
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: () => now });
  const { raw } = ledger.database;
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void raw.exec(sql),
  });
  const { tenantId } = teller;
  const customerId = await teller.customer();
  const from = await teller.account({ funds: 100, customerId });
  const savings = await teller.account({ funds: 500, customerId });
  const to = await teller.account();
  await ledger.run(setOverdraft, {
    tenantId,
    accountId: from,
    terms: {
      limit: 500,
      mode: 'transfer_from_savings',
      linkedAccountId: savings,
      feePolicy: { perItem: 10, gracePeriodHours: 0, graceAmount: 0, maxPerDay: 1 },
      consentAt: 1,
    },
    ifVersion: null,
    requestHash: hashOf('overdraft'),
    cause: causeOf(),
  });
  const valueDate = dayAt(now) + 1;
  const id = await teller.accept({ from, to, amount: 150, valueDate });
  expect(await teller.settle(id)).toMatchObject([{ state: 'waiting', status: 'pending' }]);
  now += DAY_MS;
  expect(await teller.settle(id)).toMatchObject([{ state: 'final', status: 'posted' }]);
  const cover = raw
    .prepare('SELECT version, stage, value_date, amount FROM transactions WHERE linked_to = ?')
    .get(id);
  expect(cover).toEqual({ version: 2, stage: 'done', value_date: valueDate, amount: 50 });
  expect(violationsOf(ledger, now)).toEqual([]);
  ledger.close();
});
