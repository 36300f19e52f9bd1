import { expect, test } from 'vitest';
import { Refusal } from '../../../ledger/refusal.ts';
import { transferWorkflowId } from '../../../ledger/workflow-id.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { stoppedClock, violationsOf } from '../sqlite-rig.ts';
import { draftOf, tellerOf } from '../teller.ts';

test('a refused member of a lane group gets its refusal, and other members are booked', async () => {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const { raw } = ledger.database;
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void raw.exec(sql),
  });
  const { tenantId } = teller;
  const [from, to] = [await teller.account({ funds: 100 }), await teller.account()];
  const requestOf = (wish: Parameters<typeof draftOf>[1]) => {
    return { act: 'accept', order: draftOf(tenantId, { from, to, ...wish }) } as const;
  };
  await ledger.lane.take('here');
  const terms = { holder: 'here', nameOf: transferWorkflowId };
  const first = requestOf({ amount: 10, key: 'once' });
  const outcomes = await ledger.lane.book(
    [
      first,
      requestOf({ amount: 10, to: 'acc_00000000000000000000000000' }),
      requestOf({ amount: 11, key: 'once' }),
      requestOf({ amount: 20 }),
      first,
    ],
    terms,
  );
  const [booked, unknown, reused, beside, replayed] = outcomes;
  expect([booked, beside]).toMatchObject([
    { accepted: { replayed: false }, settled: { status: 'posted' } },
    { accepted: { replayed: false }, settled: { status: 'posted' } },
  ]);
  expect([unknown, reused].every((one) => one instanceof Refusal)).toBe(true);
  expect([unknown, reused]).toMatchObject([
    { code: 'account_not_found', fields: { pointer: '/destinationAccountId' } },
    { code: 'idempotency_key_reused' },
  ]);
  expect(replayed).toMatchObject({ accepted: { replayed: true }, settled: null, unstarted: [] });
  const sum = raw.prepare('SELECT posted FROM accounts WHERE id = ?').pluck();
  expect([sum.get(from), sum.get(to)]).toEqual([70, 30]);
  expect(violationsOf(ledger, clock.now())).toEqual([]);
  ledger.close();
});
