// Reads of holds find the rows of a tenant or account by an index, like the reads in
// query-plans.test.ts.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHold, listHolds } from '../../../db/holds/reads.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { plansIn } from '../plans-in.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const PAGE = { limit: 10, startingAfter: null };

const READS: readonly [string, string, () => Promise<unknown>][] = [
  [
    'holds of a tenant',
    'holds_waiting_by_tenant',
    () => listHolds(filled.ledger, { tenantId: filled.tenantId, ...PAGE }),
  ],
  [
    'holds of an account',
    'holds_active_by_account',
    () => {
      const [accountId] = filled.accounts;
      return listHolds(filled.ledger, { tenantId: filled.tenantId, accountId, ...PAGE });
    },
  ],
  [
    'ended holds of a tenant',
    'holds_ended_by_tenant',
    () => listHolds(filled.ledger, { tenantId: filled.tenantId, status: 'captured', ...PAGE }),
  ],
  ['a hold', 'holds', () => findHold(filled.ledger, filled.tenantId, 'hold_x')],
];

test.each(READS)('%s: read through %s, without a table scan', async (_label, index, read) => {
  const plans = await plansIn(filled.ledger, read);
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
  expect(plans.some((plan) => plan.includes(index))).toBe(true);
});
