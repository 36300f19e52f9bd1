// Settling: each member of a group is decided once, in order; one that fails with a fault affects
// no other.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleTransactions } from '../../../db/money/calls.ts';
import { MONEY, type OpenRig, type StoreRig } from '../store-rig.ts';
import { type Teller, tellerOf, WORKFLOW } from '../teller.ts';

export function settlingContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  afterAll(() => rig.close());

  const statusesOf = async (ids: readonly string[]) =>
    (await bank.settle(...ids)).map(({ status }) => status);

  describe('settling one transaction', () => {
    test('books a debit and a credit of the amount, and changes both balances', async () => {
      const [from, to] = [await bank.account({ funds: 500 }), await bank.account({ funds: 30 })];
      const id = await bank.post({ from, to, amount: 120 });
      expect((await bank.figures(from)).posted).toBe(380);
      expect((await bank.figures(to)).posted).toBe(150);
      const view = await rig.transaction(bank.tenantId, id);
      expect(view).toMatchObject({ status: 'posted', stage: 'done', workflow: WORKFLOW });
      expect(view?.entries).toMatchObject([
        { accountId: from, direction: 'debit', amount: 120, balanceAfter: 380 },
        { accountId: to, direction: 'credit', amount: 120, balanceAfter: 150 },
      ]);
    });

    test("mirrors deposits and withdrawals in the bank's accounts, so that all balances sum to zero", async () => {
      const teller = tellerOf(rig);
      const account = await teller.account({ currency: 'JPY' });
      const deposit = await teller.post({ to: account, amount: 900, currency: 'JPY' });
      const withdrawal = await teller.post({ from: account, amount: 250, currency: 'JPY' });
      expect((await teller.figures(account)).posted).toBe(650);
      const bankSides = [deposit, withdrawal].map(async (id) => {
        const view = await rig.transaction(teller.tenantId, id);
        return view?.entries.find(({ accountId }) => accountId === null);
      });
      expect(await Promise.all(bankSides)).toMatchObject([
        { ledgerAccount: 'settlement/JPY', direction: 'debit', amount: 900 },
        { ledgerAccount: 'settlement/JPY', direction: 'credit', amount: 250 },
      ]);
      expect(await rig.violations()).toEqual([]);
    });

    test('records a refusal with its reason and moves no money', async () => {
      const [from, to] = [await bank.account({ funds: 50 }), await bank.account()];
      const id = await bank.accept({ from, to, amount: 51 });
      const before = await rig.dump(MONEY);
      expect(await bank.settle(id)).toMatchObject([
        { id, state: 'final', status: 'declined', expiresInMs: null },
      ]);
      expect(await rig.dump(MONEY)).toEqual(before);
      const view = await rig.transaction(bank.tenantId, id);
      expect(view).toMatchObject({ status: 'declined', stage: 'done', ledgerSequence: null });
      expect(view).toMatchObject({ statusReason: { code: 'insufficient_funds' }, anchor: null });
    });

    test('with an id that was never accepted returns unknown and writes nothing', async () => {
      const before = await rig.dump();
      const id = 'txn_00000000000000000000000000';
      expect(await bank.settle(id)).toEqual([
        { id, state: 'unknown', status: null, expiresInMs: null },
      ]);
      expect(await rig.dump()).toEqual(before);
    });

    test('uses an overdraft to its last unit and no further', async () => {
      const [from, to] = [await bank.account({ funds: 20, overdraft: 100 }), await bank.account()];
      const ids = [await bank.accept({ from, to, amount: 121 })];
      ids.push(await bank.accept({ from, to, amount: 120 }));
      ids.push(await bank.accept({ from, to, amount: 1 }));
      expect(await statusesOf(ids)).toEqual(['declined', 'posted', 'declined']);
      const view = await rig.transaction(bank.tenantId, ids[0] ?? '');
      expect(view?.statusReason?.code).toBe('overdraft_limit_exceeded');
      expect(await bank.figures(from)).toMatchObject({ posted: -100, available: -100 });
    });

    test('through a network without a connection is declined in production only', async () => {
      const production = await open('production');
      const live = tellerOf(production);
      for (const [storeRig, teller, statuses] of [
        [rig, bank, ['pending', 'pending', 'posted']],
        [production, live, ['declined', 'declined', 'posted']],
      ] as const) {
        const { tenantId } = teller;
        await storeRig.execute(
          `INSERT INTO settlement_terms VALUES ('${tenantId}', 'EUR', 0, 1000, 1, 1)`,
        );
        const account = await teller.account();
        const settleExternal = (method: 'wire' | 'card' | 'book') => ({
          externalParty: { name: 'Grace Hopper', method },
        });
        await teller.post({ to: account, amount: 500, ...settleExternal('book') });
        const ids: string[] = [];
        for (const method of ['wire', 'card', 'book'] as const) {
          ids.push(await teller.send({ from: account, ...settleExternal(method) }));
        }
        const views = await Promise.all(ids.map((id) => storeRig.transaction(teller.tenantId, id)));
        expect(views.map((view) => view?.status)).toEqual(statuses);
      }
      await production.close();
    });
  });

  describe('settling a group', () => {
    test('of 256 with refusals books exactly the covered transactions', async () => {
      const [richId, poor] = [await bank.account({ funds: 100_000 }), await bank.account()];
      const sink = await bank.account();
      const ids: string[] = [];
      for (let i = 0; i < 256; i++) {
        // Every third asks of an account that never has anything.
        const from = i % 3 === 2 ? poor : richId;
        ids.push(await bank.accept({ from, to: sink, amount: i + 1 }));
      }
      const settled = await bank.settle(...ids);
      expect(settled.map(({ id }) => id)).toEqual(ids);
      const covered = settled.map(({ status }) => status === 'posted');
      expect(covered).toEqual(ids.map((_, i) => i % 3 !== 2));
      const booked = covered.reduce((sum, posted, i) => (posted ? sum + i + 1 : sum), 0);
      expect((await bank.figures(sink)).posted).toBe(booked);
      expect((await bank.figures(richId)).posted).toBe(100_000 - booked);
      expect(await rig.violations()).toEqual([]);
    });

    test('goes in its order, so that each member sees the bookings of earlier members', async () => {
      const a = await bank.account({ funds: 100 });
      const [b, c, d] = [await bank.account(), await bank.account(), await bank.account()];
      const passedOn = [
        await bank.accept({ from: a, to: b, amount: 100 }),
        await bank.accept({ from: b, to: c, amount: 100 }),
        await bank.accept({ from: c, to: d, amount: 100 }),
        await bank.accept({ from: a, to: b, amount: 1 }),
      ];
      expect(await statusesOf(passedOn)).toEqual(['posted', 'posted', 'posted', 'declined']);
      const heldId = await bank.accept({ from: d, to: a, amount: 60, capture: 'manual' });
      const tooMuch = await bank.accept({ from: d, to: a, amount: 41 });
      const theRest = await bank.accept({ from: d, to: a, amount: 40 });
      expect(await statusesOf([heldId, tooMuch, theRest])).toEqual([
        'pending',
        'declined',
        'posted',
      ]);
    });

    test('books an id once that is named twice', async () => {
      const to = await bank.account();
      const id = await bank.accept({ to, amount: 10 });
      expect(await statusesOf([id, id])).toEqual(['posted', 'posted']);
      expect((await bank.figures(to)).posted).toBe(10);
    });

    test('again returns the recorded results and writes nothing', async () => {
      const [from, to] = [await bank.account({ funds: 100 }), await bank.account()];
      const ids = [
        await bank.accept({ from, to, amount: 60 }),
        await bank.accept({ from, to, amount: 60 }),
        await bank.accept({ from, to, amount: 30, capture: 'manual' }),
      ];
      const first = await bank.settle(...ids);
      expect(first.map(({ status }) => status)).toEqual(['posted', 'declined', 'pending']);
      const before = await rig.dump();
      expect(await bank.settle(...ids)).toEqual(first);
      const byAnother = await rig.store.run(settleTransactions, {
        ids,
        workflow: { id: 'transfers/late', runId: 'run-2' },
      });
      expect(byAnother).toEqual(first);
      expect(await rig.dump()).toEqual(before);
    });
  });
}
