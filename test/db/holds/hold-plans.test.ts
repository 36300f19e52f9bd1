// Reads of holds find the rows of a tenant or account by an index, like the reads in
// query-plans.test.ts.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHold, listHolds } from '../../../db/holds/reads.ts';
import { type LivedIn, livedInLedger } from '../ledger-file.ts';
import { plansIn } from '../plans-in.ts';

let lived: LivedIn;
beforeAll(async () => {
  lived = await livedInLedger();
});
afterAll(() => lived.ledger.close());

const PAGE = { limit: 10, startingAfter: null };

const READS: readonly [string, string, () => Promise<unknown>][] = [
  [
    'holds of a tenant',
    'holds_waiting_by_tenant',
    () => listHolds(lived.ledger, { tenantId: lived.tenantId, ...PAGE }),
  ],
  [
    'holds of an account',
    'holds_active_by_account',
    () => {
      const [accountId] = lived.accounts;
      return listHolds(lived.ledger, { tenantId: lived.tenantId, accountId, ...PAGE });
    },
  ],
  [
    'ended holds of a tenant',
    'holds_ended_by_tenant',
    () => listHolds(lived.ledger, { tenantId: lived.tenantId, status: 'captured', ...PAGE }),
  ],
  ['a hold', 'holds', () => findHold(lived.ledger, lived.tenantId, 'hold_x')],
];

test.each(READS)('%s: read through %s, without a table scan', async (_label, index, read) => {
  const plans = await plansIn(lived.ledger, read);
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
  expect(plans.some((plan) => plan.includes(index))).toBe(true);
});
