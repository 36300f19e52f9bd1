// The transaction of an item that is posted at once is written once, like a single payment.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptBatch } from '../../../db/batches/accept.ts';
import { settleBatch } from '../../../db/batches/acts.ts';
import type { BatchMode } from '../../../ledger/batch.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { statementsIn } from '../plans-in.ts';
import { stoppedClock, violationsOf } from '../sqlite-rig.ts';
import { causeOf, hashOf, type Teller, tellerOf, WORKFLOW } from '../teller.ts';
import { itemOf } from './item.ts';

const clock = stoppedClock();
let ledger: Awaited<ReturnType<typeof openTestLedger>>;
let teller: Teller;
let [from, to] = ['', ''];

beforeEach(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const { raw } = ledger.database;
  teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void raw.exec(sql),
  });
  [from, to] = [await teller.account({ funds: 100 }), await teller.account()];
});

afterEach(() => {
  expect(violationsOf(ledger, clock.now())).toEqual([]);
  ledger.close();
});

/**
 * Settles a batch of these amounts. Returns its final state and the number of updates of its
 * transactions.
 */
async function settleAmounts(mode: BatchMode, amounts: readonly number[]) {
  const { id: batchId } = await ledger.run(acceptBatch, {
    tenantId: teller.tenantId,
    mode,
    items: amounts.map((amount, n) => itemOf({ from, to, amount }, n)),
    metadata: {},
    requestHash: hashOf(mode),
    cause: causeOf(),
  });
  let step = { status: 'pending', posted: 0 } as { status: string | null; posted: number };
  const changes = await statementsIn(
    ledger,
    async () => {
      while (step.status === 'pending' || step.status === 'processing') {
        step = await ledger.run(settleBatch, { batchId, workflow: WORKFLOW });
      }
    },
    'UPDATE transactions',
  );
  const { status, posted } = step;
  return { status, posted, changes };
}

test.each([
  ['best_effort', 3],
  ['atomic', 3],
  ['atomic', 40],
] as const)('each item of a batch (%s, %i items) is written once', async (mode, count) => {
  const result = await settleAmounts(
    mode,
    Array.from({ length: count }, () => 1),
  );
  expect(result).toEqual({ status: 'completed', posted: count, changes: 0 });
});

test('an item that is declined is written as accepted, then changed', async () => {
  const result = await settleAmounts('best_effort', [1, 101, 1]);
  expect(result).toEqual({ status: 'completed', posted: 2, changes: 1 });
});
