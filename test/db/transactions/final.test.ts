// A workflow that arrives after the lane asks about final transactions: no model is asked, nothing
// is written, and the answer equals that of the settlement itself.

import { expect, test } from 'vitest';
import type { RiskScorer, Scored } from '../../../db/kernel/judge.ts';
import { settleTransactions } from '../../../db/money/calls.ts';
import { acquireLane, bookGroup } from '../../../db/money/lane.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { plansIn, statementsIn } from '../plans-in.ts';
import { draftOf, tellerOf, WORKFLOW } from '../teller.ts';

const SCORED: Scored = {
  serving: 'production',
  model: { name: 'made-up', version: '1.0.0', sha256: 'ab'.repeat(32) },
  features: [1, 2],
  probability: 0.25,
  thresholds: { review: 0.5, block: null, decline: null },
  reasons: null,
  asOf: 0,
};

async function openScoredLedger() {
  const requests: string[] = [];
  const scorer: RiskScorer = {
    async ask(rows) {
      requests.push(...rows.map(({ id }) => id));
      return new Map(rows.map(({ id }) => [id, SCORED]));
    },
    rules: () => [],
  };
  const ledger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    risk: () => scorer,
  });
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void ledger.database.raw.exec(sql),
  });
  const [from, to] = [await teller.account({ funds: 100 }), await teller.account()];
  return { ledger, teller, from, to, scoredIds: requests };
}

test('a final transaction is returned as it was settled, and no model is asked again', async () => {
  const { ledger, teller, from, to, scoredIds } = await openScoredLedger();
  const posted = await teller.accept({ from, to, amount: 10 });
  const declined = await teller.accept({ from: to, to: from, amount: 1_000 });
  const deposit = await teller.accept({ to, amount: 5 });
  const ids = [posted, declined, deposit];
  const first = await ledger.run(settleTransactions, { ids, workflow: WORKFLOW });
  expect(first).toMatchObject([
    { state: 'final', status: 'posted', risk: { score: 15, level: 'low', decision: 'approve' } },
    { state: 'final', status: 'declined' },
    { state: 'final', status: 'posted', risk: null },
  ]);
  const before = scoredIds.length;
  const late = await teller.accept({ from, to, amount: 7 });
  const again = await ledger.run(settleTransactions, {
    ids: [...ids, late, 'txn_none'],
    workflow: WORKFLOW,
  });
  expect(again.slice(0, 3)).toEqual(first);
  expect(again.slice(3)).toMatchObject([
    { id: late, state: 'final', status: 'posted', risk: { decision: 'approve' } },
    { id: 'txn_none', state: 'unknown' },
  ]);
  expect(scoredIds.slice(before)).toEqual([late]);
  ledger.close();
});

test('a workflow settles lane-booked transactions with a constant number of statements', async () => {
  const { ledger, teller, from, to } = await openScoredLedger();
  await ledger.run(acquireLane, 'here');
  const orders = Array.from({ length: 12 }, () => ({
    act: 'accept' as const,
    order: draftOf(teller.tenantId, { from, to, amount: 1 }),
  }));
  const carriers = { ownCount: 0, shared: WORKFLOW.id };
  const booked = await ledger.run(bookGroup, { holder: 'here', requests: orders, carriers });
  const ids = (booked?.outcomes ?? []).map((item) =>
    'accepted' in Object(item) ? Object(item).accepted.id : '',
  );
  const settle = (of: readonly string[]) => async () =>
    void (await ledger.run(settleTransactions, { ids: of, workflow: WORKFLOW }));
  const few = await statementsIn(ledger, settle(ids.slice(0, 2)));
  expect(await statementsIn(ledger, settle(ids))).toBe(few);
  const plans = await plansIn(ledger, settle(ids));
  expect(plans.filter((plan) => /^SCAN (t|d|transactions|risk)/.test(plan))).toEqual([]);
  ledger.close();
});

test('a payment that a later transaction of its settlement group reverses is returned as reversed', async () => {
  const { ledger, teller, from, to } = await openScoredLedger();
  const posted = await teller.accept({ from, to, amount: 10 });
  await ledger.run(settleTransactions, { ids: [posted], workflow: WORKFLOW });
  const { id: reversal } = await teller.reverse(posted);
  const answers = await ledger.run(settleTransactions, {
    ids: [posted, reversal, posted],
    workflow: WORKFLOW,
  });
  expect(answers.map(({ status }) => status)).toEqual(['posted', 'posted', 'reversed']);
});
