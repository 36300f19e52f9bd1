import { expect, test } from 'vitest';
import { acquireLane, bookGroup, hasLaneLease } from '../../../db/money/lane.ts';
import type { ReservedWorkflows } from '../../../db/transactions/port.ts';
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
  const requestOf = (order: Parameters<typeof draftOf>[1]) => {
    return { act: 'accept', order: draftOf(tenantId, { from, to, ...order }) } as const;
  };
  await ledger.run(acquireLane, 'here');
  const first = requestOf({ amount: 10, key: 'once' });
  const group = await ledger.run(bookGroup, {
    holder: 'here',
    requests: [
      first,
      requestOf({ amount: 10, to: 'acc_00000000000000000000000000' }),
      requestOf({ amount: 11, key: 'once' }),
      requestOf({ amount: 20 }),
      first,
    ],
    workflows: { ownCount: 5, shared: null },
  });
  const [booked, unknown, reused, neighbour, replayed] = group?.outcomes ?? [];
  expect([booked, neighbour]).toMatchObject([
    { accepted: { replayed: false }, settled: { status: 'posted' } },
    { accepted: { replayed: false }, settled: { status: 'posted' } },
  ]);
  expect([unknown, reused]).toMatchObject([
    { refusal: { code: 'account_not_found', fields: { pointer: '/destinationAccountId' } } },
    { refusal: { code: 'idempotency_key_reused' } },
  ]);
  expect(replayed).toMatchObject({ accepted: { replayed: true }, settled: null, unstarted: [] });
  const sum = raw.prepare('SELECT posted FROM accounts WHERE id = ?').pluck();
  expect([sum.get(from), sum.get(to)]).toEqual([70, 30]);
  expect(violationsOf(ledger, clock.now())).toEqual([]);
  ledger.close();
});

test('a lane that has lost its lease books nothing', async () => {
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  const workflows = { ownCount: 0, shared: null };
  await ledger.run(acquireLane, 'first');
  await ledger.run(acquireLane, 'second');
  const book = (holder: string) => ledger.run(bookGroup, { holder, requests: [], workflows });
  expect(await book('first')).toBeNull();
  expect(hasLaneLease(ledger, 'first')).toBe(false);
  expect(await book('second')).toMatchObject({ outcomes: [] });
  expect(hasLaneLease(ledger, 'second')).toBe(true);
  ledger.close();
});

test('the first transactions of a group get separate workflows, and the rest share one', async () => {
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  const { tenantId, ...teller } = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void ledger.database.raw.exec(sql),
  });
  const [from, to] = [await teller.account({ funds: 100 }), await teller.account()];
  await ledger.run(acquireLane, 'here');
  const book = async (workflows: ReservedWorkflows) => {
    const order = () => draftOf(tenantId, { from, to, amount: 1 });
    const requests = Array.from({ length: 3 }, () => ({ act: 'accept', order: order() }) as const);
    const group = await ledger.run(bookGroup, { holder: 'here', requests, workflows });
    return group?.outcomes.flatMap((item) => {
      return typeof item === 'object' && 'unstarted' in item ? item.unstarted : [];
    });
  };
  const [ownMember, second, third] = (await book({ ownCount: 1, shared: null })) ?? [];
  expect(ownMember?.workflowId).toBe(`transfer/${ownMember?.id}`);
  expect(second?.workflowId).toBe(`transfers/${second?.id}`);
  expect(third?.workflowId).toBe(second?.workflowId);
  const joined = await book({ ownCount: 0, shared: 'transfers/known' });
  expect(joined?.map(({ workflowId }) => workflowId)).toEqual(Array(3).fill('transfers/known'));
  ledger.close();
});
