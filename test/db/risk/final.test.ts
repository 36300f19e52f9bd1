// A workflow that arrives after the lane asks about final transactions: no model is asked, nothing
// is written, and the answer equals that of the settlement itself.

import { expect, test } from 'vitest';
import { settleTransactions } from '../../../db/money/calls.ts';
import { openScoredLedger } from '../scored-ledger.ts';
import { WORKFLOW } from '../teller.ts';

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
  const acceptedId = await teller.accept({ from, to, amount: 7 });
  const repeatedSettlements = await ledger.run(settleTransactions, {
    ids: [...ids, acceptedId, 'txn_none'],
    workflow: WORKFLOW,
  });
  expect(repeatedSettlements.slice(0, 3)).toEqual(first);
  expect(repeatedSettlements.slice(3)).toMatchObject([
    { id: acceptedId, state: 'final', status: 'posted', risk: { decision: 'approve' } },
    { id: 'txn_none', state: 'unknown' },
  ]);
  expect(scoredIds.slice(before)).toEqual([acceptedId]);
  ledger.close();
});
