// A workflow that arrives after the lane asks about final transactions: the answer is that of the
// settlement itself. test/db/risk/final.test.ts has that no model is asked.

import { expect, test } from 'vitest';
import { settleTransactions } from '../../../db/money/calls.ts';
import { acquireLane, bookGroup } from '../../../db/money/lane.ts';
import { plansIn, statementsIn } from '../plans-in.ts';
import { openScoredLedger } from '../scored-ledger.ts';
import { draftOf, WORKFLOW } from '../teller.ts';

test('a workflow settles lane-booked transactions with a constant number of statements', async () => {
  const { ledger, teller, from, to } = await openScoredLedger();
  await ledger.run(acquireLane, 'here');
  const orders = Array.from({ length: 12 }, () => ({
    act: 'accept' as const,
    order: draftOf(teller.tenantId, { from, to, amount: 1 }),
  }));
  const workflows = { ownCount: 0, shared: WORKFLOW.id };
  const booked = await ledger.run(bookGroup, {
    holder: 'here',
    requests: orders,
    workflows,
  });
  const ids = (booked?.outcomes ?? []).map((item) =>
    'accepted' in Object(item) ? Object(item).accepted.id : '',
  );
  const settle = (ids: readonly string[]) => async () =>
    void (await ledger.run(settleTransactions, { ids, workflow: WORKFLOW }));
  const fewStatements = await statementsIn(ledger, settle(ids.slice(0, 2)));
  expect(await statementsIn(ledger, settle(ids))).toBe(fewStatements);
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
