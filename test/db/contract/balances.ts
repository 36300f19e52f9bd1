// Balances, current and as of any earlier moment: the answer for a past moment never changes.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balanceView } from '../../../db/accounts/view.ts';
import type { OpenRig, StoreRig } from '../store-rig.ts';
import { type Teller, tellerOf } from '../teller.ts';

export function balanceContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  beforeEach(() => rig.clock.move(10_000));
  afterAll(() => rig.close());

  async function figuresAsOf(id: string, time: number) {
    const reading = await rig.balanceAsOf(bank.tenantId, id, time);
    if (!reading) throw new Error(`no account ${id}`);
    const { posted, held, pendingIn, pendingOut, current, available } = balanceView(reading);
    return { posted, held, pendingIn, pendingOut, current, available };
  }

  /** Notes balances at moments, to compare with the later answers about them. */
  function createBalanceRecorder(...ids: string[]) {
    const records: { id: string; at: number; figures: object }[] = [];
    return {
      async record(): Promise<void> {
        const now = rig.clock.now();
        for (const id of ids) records.push({ id, at: now, figures: await bank.figures(id) });
        rig.clock.move(100);
      },
      async expectUnchanged(): Promise<void> {
        for (const { id, at, figures } of records) {
          expect(await figuresAsOf(id, at), `${at - rig.clock.now()} ms`).toEqual(figures);
        }
        expect(records.length).toBeGreaterThan(ids.length);
      },
    };
  }

  describe('a balance as of a moment', () => {
    test('is the same when it is read later, after deposits, holds and captures', async () => {
      const [from, to] = [await bank.account({ funds: 500 }), await bank.account()];
      const recorder = createBalanceRecorder(from, to);
      await recorder.record();
      const [a, b] = [await bank.hold({ from, to, amount: 100 }), await bank.hold({ from, to })];
      await recorder.record();
      await bank.post({ from, to, amount: 30 });
      await recorder.record();
      await bank.capture(a, 60);
      await recorder.record();
      await bank.release(b, 'canceled');
      await recorder.record();
      await bank.post({ from: to, amount: 90 });
      await recorder.record();
      await recorder.expectUnchanged();
    });

    test.each(['expired', 'canceled', 'failed'] as const)(
      'counts a hold until its expiry, even when the hold is %s later',
      async (outcome) => {
        const [from, to] = [await bank.account({ funds: 500 }), await bank.account()];
        const holdExpiresAt = rig.clock.now() + 150;
        const id = await bank.hold({ from, to, amount: 200, holdExpiresAt });
        const days = createBalanceRecorder(from, to);
        await days.record();
        expect((await bank.figures(from)).held).toBe(200);
        await days.record();
        expect((await bank.figures(from)).held).toBe(0);
        await days.record();
        await days.expectUnchanged();
        rig.clock.move(5000);
        await bank.release(id, outcome);
        await days.expectUnchanged();
        expect(await figuresAsOf(from, holdExpiresAt - 1)).toMatchObject({ held: 200 });
        expect(await figuresAsOf(from, holdExpiresAt)).toMatchObject({ held: 0 });
        expect(await figuresAsOf(to, holdExpiresAt - 1)).toMatchObject({ pendingIn: 200 });
        expect(await figuresAsOf(to, holdExpiresAt)).toMatchObject({ pendingIn: 0 });
      },
    );

    test('never counts a hold that had expired before it could be placed', async () => {
      const [from, to] = [await bank.account({ funds: 500 }), await bank.account()];
      const holdExpiresAt = rig.clock.now() + 100;
      const id = await bank.accept({ from, to, capture: 'manual', holdExpiresAt });
      rig.clock.move(1000);
      expect(await bank.settle(id)).toMatchObject([{ state: 'waiting', expiresInMs: 0 }]);
      const moments = [-1000, -950, -900, -500, -1, 0, 1].map((ms) => rig.clock.now() + ms);
      const expectNothing = async () => {
        for (const moment of moments) {
          expect(await figuresAsOf(from, moment)).toMatchObject({ held: 0, available: 500 });
          expect(await figuresAsOf(to, moment)).toMatchObject({ pendingIn: 0 });
        }
      };
      await expectNothing();
      rig.clock.move(10);
      await bank.release(id, 'expired');
      await expectNothing();
    });

    test('never shows held money before the hold was placed, even when the clock is set back afterwards', async () => {
      const from = await bank.account({ funds: 500 });
      const placedAt = rig.clock.now();
      const id = await bank.hold({ from, amount: 200 });
      rig.clock.move(-3600_000);
      await bank.release(id, 'canceled');
      rig.clock.move(3600_000);
      for (const moment of [placedAt - 3600_000, placedAt - 1, placedAt, placedAt + 1]) {
        expect((await figuresAsOf(from, moment)).held).toBe(0);
      }
    });

    test('is zero before the first booking and names no sequence', async () => {
      const before = rig.clock.now() - 1;
      const id = await bank.account({ funds: 500 });
      const reading = await rig.balanceAsOf(bank.tenantId, id, before);
      expect(reading).toMatchObject({ posted: 0, held: 0, ledgerSequence: null, asOf: before });
    });

    test('after several bookings in one millisecond includes the last', async () => {
      const id = await bank.account({ funds: 500 });
      const sent = [await bank.accept({ from: id }), await bank.accept({ from: id, amount: 1 })];
      await bank.settle(...sent);
      const reading = await rig.balanceAsOf(bank.tenantId, id, rig.clock.now());
      const last = await rig.transaction(bank.tenantId, sent[1] ?? '');
      expect(reading).toMatchObject({ posted: 399, ledgerSequence: last?.ledgerSequence });
    });
  });

  describe('a current balance', () => {
    test('lists pending holds on both sides until they expire', async () => {
      const [from, to] = [await bank.account({ funds: 500 }), await bank.account()];
      const shortHoldId = await bank.hold({ from, to, holdExpiresAt: rig.clock.now() + 50 });
      const longHoldId = await bank.hold({ from, to, amount: 7 });
      const listPending = async (id: string) =>
        (await rig.balance(bank.tenantId, id))?.pendingTransactions.map((money) => [
          money.id,
          money.direction,
          money.amount,
        ]);
      expect(await listPending(from)).toEqual([
        [shortHoldId, 'debit', 100],
        [longHoldId, 'debit', 7],
      ]);
      expect(await listPending(to)).toEqual([
        [shortHoldId, 'credit', 100],
        [longHoldId, 'credit', 7],
      ]);
      rig.clock.move(50);
      expect(await listPending(from)).toEqual([[longHoldId, 'debit', 7]]);
      expect(await bank.figures(from)).toMatchObject({ held: 7, available: 493, current: 493 });
      await bank.release(shortHoldId, 'expired');
    });

    test('is exact to the unit up to the largest amount', async () => {
      const max = Number.MAX_SAFE_INTEGER;
      const [id, other] = [await bank.account({ funds: max - 66 }), await bank.account()];
      await bank.hold({ to: id, amount: 66 });
      expect(await bank.figures(id)).toMatchObject({ pendingIn: 66, current: max });
      await bank.hold({ from: id, to: other, amount: 3 });
      expect(await bank.figures(id)).toMatchObject({ pendingIn: 66, current: max - 3 });
      expect((await rig.account(bank.tenantId, id))?.balance.current).toBe(max - 3);
    });

    test('is bounded together with its pending credits: several holds never exceed the bound', async () => {
      const max = Number.MAX_SAFE_INTEGER;
      const id = await bank.account({ funds: 10 });
      const first = await bank.hold({ to: id, amount: max - 20 });
      await bank.hold({ to: id, amount: 10 });
      const codeOf = async (txn: string) =>
        (await rig.transaction(bank.tenantId, txn))?.statusReason?.code;
      const manual = await bank.send({ to: id, amount: 1, capture: 'manual' });
      expect(await codeOf(manual)).toBe('balance_out_of_range');
      expect(await codeOf(await bank.send({ to: id, amount: 1 }))).toBe('balance_out_of_range');
      expect(await bank.figures(id)).toMatchObject({ posted: 10, pendingIn: max - 10 });
      // An amount released or left over after a capture is free for others again.
      expect(await bank.capture(first, max - 25)).toMatchObject({ status: 'posted' });
      await bank.hold({ to: id, amount: 5 });
      expect(await codeOf(await bank.send({ to: id, amount: 1 }))).toBe('balance_out_of_range');
      expect(await bank.figures(id)).toMatchObject({ posted: max - 15, pendingIn: 15 });
    });

    test('lets a debit use held money as soon as the hold has expired', async () => {
      const from = await bank.account({ funds: 100 });
      const id = await bank.hold({ from, amount: 100, holdExpiresAt: rig.clock.now() + 50 });
      await bank.send({ from, amount: 1 });
      rig.clock.move(50);
      await bank.post({ from, amount: 100 });
      await bank.release(id, 'expired');
      expect(await bank.figures(from)).toMatchObject({ posted: 0, held: 0, available: 0 });
    });

    test('names its last booking even when the clock was set back', async () => {
      const id = await bank.account();
      const posted = await rig.transaction(bank.tenantId, await bank.post({ to: id }));
      rig.clock.move(-3600_000);
      const reading = await rig.balance(bank.tenantId, id);
      rig.clock.move(3600_000);
      expect(reading).toMatchObject({ posted: 100, ledgerSequence: posted?.ledgerSequence });
    });

    test("is not shown to another tenant, and the bank's own balance is not shown either", async () => {
      const id = await bank.account({ funds: 1 });
      const { tenantId } = tellerOf(rig);
      expect(await rig.balance(tenantId, id)).toBeNull();
      expect(await rig.balanceAsOf(tenantId, id, rig.clock.now())).toBeNull();
      expect(await rig.account(tenantId, id)).toBeNull();
      expect(await rig.balance(bank.tenantId, `settlement/EUR/${bank.tenantId}`)).toBeNull();
    });
  });

  test('reading balances changes nothing, and the books balance', async () => {
    expect(await rig.violations()).toEqual([]);
  });
}
