// Holds: held money is reserved, captured once or freed once, and never counted twice.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../ledger/durations.ts';
import { MONEY, type OpenRig, type StoreRig } from '../store-rig.ts';
import { type Teller, tellerOf } from '../teller.ts';

export function holdsContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  afterAll(() => rig.close());

  const view = (id: string) => rig.transaction(bank.tenantId, id);

  async function heldTransfer(amount = 80, overrides: { holdExpiresAt?: number } = {}) {
    const [from, to] = [await bank.account({ funds: 100 }), await bank.account()];
    return { from, to, id: await bank.hold({ from, to, amount, ...overrides }) };
  }

  describe('a hold', () => {
    test("reserves the payer's money and shows it as pending to the payee", async () => {
      const { from, to, id } = await heldTransfer();
      expect(await bank.figures(from)).toEqual({
        posted: 100,
        held: 80,
        pendingOut: 80,
        pendingIn: 0,
        current: 20,
        available: 20,
      });
      expect(await bank.figures(to)).toEqual({
        posted: 0,
        held: 0,
        pendingOut: 0,
        pendingIn: 80,
        current: 80,
        available: 0,
      });
      expect(await view(id)).toMatchObject({
        status: 'pending',
        stage: 'place_hold',
        hold: { amount: 80, capturedAmount: 0, status: 'active' },
        workflow: { id: `transfer/${id}` },
        cancelable: true,
        entries: [],
      });
    });

    test('has the same figures in the account and in its balance', async () => {
      const { from, to } = await heldTransfer();
      for (const id of [from, to]) {
        const { posted, held, current, available } = await bank.figures(id);
        const account = await rig.account(bank.tenantId, id);
        expect(account?.balance).toEqual({ posted, held, current, available });
      }
    });

    test('lasts seven days by default', async () => {
      const { id } = await heldTransfer();
      const [settlement] = await bank.settle(id);
      expect(settlement?.expiresInMs).toBe(7 * DAY_MS);
    });

    test('keeps its money from every other debit', async () => {
      const { from, to } = await heldTransfer();
      const tooMuch = await bank.send({ from, to, amount: 21 });
      expect(await view(tooMuch)).toMatchObject({ status: 'declined' });
      await bank.post({ from, to, amount: 20 });
    });

    test('beyond the available funds is declined and places nothing', async () => {
      const from = await bank.account({ funds: 10 });
      const id = await bank.accept({ from, amount: 11, capture: 'manual' });
      const before = await rig.dump(MONEY);
      expect(await bank.settle(id)).toMatchObject([{ status: 'declined' }]);
      expect(await rig.dump(MONEY)).toEqual(before);
    });

    test("of a deposit is pending for the payee and holds no customer's money", async () => {
      const to = await bank.account();
      const id = await bank.hold({ to, amount: 70 });
      expect(await bank.figures(to)).toMatchObject({ held: 0, pendingIn: 70, available: 0 });
      await bank.capture(id);
      expect(await bank.figures(to)).toMatchObject({ posted: 70, pendingIn: 0, available: 70 });
    });

    test('of a withdrawal is captured out of the bank', async () => {
      const from = await bank.account({ funds: 100 });
      const id = await bank.hold({ from, amount: 70 });
      await bank.capture(id);
      expect(await bank.figures(from)).toMatchObject({ posted: 30, held: 0 });
    });
  });

  describe('an expired hold', () => {
    test('is ended by the debit that uses its money, and no clock set back revives it', async () => {
      const [from, to] = [await bank.account({ funds: 100 }), await bank.account()];
      const id = await bank.hold({ from, amount: 80, holdExpiresAt: rig.clock.now() + 1000 });
      rig.clock.move(1000);
      await bank.post({ from, to, amount: 100 });
      expect(await view(id)).toMatchObject({ status: 'expired', hold: { status: 'expired' } });
      rig.clock.move(-500);
      expect(await bank.figures(from)).toMatchObject({ posted: 0, held: 0, available: 0 });
      expect(await bank.capture(id)).toMatchObject({ rejection: { code: 'hold_expired' } });
      expect(await bank.release(id, 'expired')).toMatchObject({ replayed: true });
      expect(await rig.violations()).toEqual([]);
      rig.clock.move(500);
    });

    test('is ended by the next hold on its money too', async () => {
      const from = await bank.account({ funds: 100 });
      const id = await bank.hold({ from, amount: 80, holdExpiresAt: rig.clock.now() + 1000 });
      rig.clock.move(1000);
      const next = await bank.hold({ from, amount: 100 });
      rig.clock.move(-500);
      expect(await bank.figures(from)).toMatchObject({ held: 100, available: 0 });
      expect(await view(id)).toMatchObject({ status: 'expired' });
      expect(await bank.capture(next)).toMatchObject({ status: 'posted' });
      rig.clock.move(500);
    });

    test('is not changed by a debit that is declined', async () => {
      const from = await bank.account({ funds: 100 });
      const id = await bank.hold({ from, amount: 80, holdExpiresAt: rig.clock.now() + 1000 });
      rig.clock.move(1000);
      const tooMuch = await bank.accept({ from, amount: 101 });
      const before = await rig.dump(MONEY);
      await bank.settle(tooMuch);
      expect(await rig.dump(MONEY)).toEqual(before);
      expect(await view(id)).toMatchObject({ status: 'pending' });
    });
  });

  describe('a capture', () => {
    test('of the full amount moves the held amount and ends the hold', async () => {
      const { from, to, id } = await heldTransfer();
      expect(await bank.capture(id)).toEqual({
        transactionId: id,
        status: 'posted',
        ledgerSequence: expect.any(Number),
        replayed: false,
        rejection: null,
        conflict: false,
      });
      expect(await bank.figures(from)).toMatchObject({ posted: 20, held: 0, current: 20 });
      expect(await bank.figures(to)).toMatchObject({ posted: 80, pendingIn: 0, current: 80 });
      expect(await view(id)).toMatchObject({
        hold: { status: 'captured', capturedAmount: 80 },
        expiresAt: null,
      });
    });

    test('of a part moves that part and frees the rest', async () => {
      const { from, to, id } = await heldTransfer();
      await bank.capture(id, 30);
      expect(await bank.figures(from)).toMatchObject({ posted: 70, held: 0, available: 70 });
      expect(await bank.figures(to)).toMatchObject({ posted: 30, pendingIn: 0 });
      expect(await view(id)).toMatchObject({
        amount: 80,
        hold: { status: 'partially_captured', amount: 80, capturedAmount: 30 },
        entries: [{ amount: 30 }, { amount: 30 }],
      });
    });

    test('of more than the held amount is refused and changes nothing', async () => {
      const { id } = await heldTransfer();
      const before = await rig.dump();
      expect(await bank.capture(id, 81)).toMatchObject({
        status: 'pending',
        rejection: { code: 'capture_exceeds_hold', pointer: '/amount' },
      });
      expect(await rig.dump()).toEqual(before);
    });

    test.each([0, -1, -80])(
      'of %s throws, and moves nothing in either direction',
      async (amount) => {
        const { id } = await heldTransfer();
        const before = await rig.dump();
        await expect(bank.capture(id, amount)).rejects.toThrow();
        expect(await rig.dump()).toEqual(before);
      },
    );

    test('requested a second time returns the first result and moves nothing', async () => {
      const { id } = await heldTransfer();
      await bank.capture(id, 30);
      const before = await rig.dump();
      const repeatedResult = await bank.capture(id, 30);
      expect(repeatedResult).toMatchObject({ status: 'posted', replayed: true, rejection: null });
      for (const amount of [29, 50, 999, null]) {
        const other = await bank.capture(id, amount);
        const refused = { conflict: true, replayed: false, capturedAmount: 30 };
        expect(other).toMatchObject({ status: 'posted', rejection: null, ...refused });
      }
      expect(await rig.dump()).toEqual(before);
    });

    test('is refused from the moment at which the hold expires', async () => {
      const { from, id } = await heldTransfer(80, { holdExpiresAt: rig.clock.now() + 1000 });
      rig.clock.move(999);
      expect((await bank.figures(from)).held).toBe(80);
      rig.clock.move(1);
      const before = await rig.dump();
      expect(await bank.capture(id)).toMatchObject({ rejection: { code: 'hold_expired' } });
      expect(await rig.dump()).toEqual(before);
      await bank.release(id, 'expired');
      expect(await bank.capture(id)).toMatchObject({ rejection: { code: 'hold_expired' } });
    });

    test('works in the last millisecond of the hold', async () => {
      const { id } = await heldTransfer(80, { holdExpiresAt: rig.clock.now() + 1000 });
      rig.clock.move(999);
      expect(await bank.capture(id)).toMatchObject({ status: 'posted' });
    });

    test('is refused while the account is frozen, and works after the freeze', async () => {
      const { from, id } = await heldTransfer();
      await bank.changeStatus(from, 'frozen');
      const before = await rig.dump();
      expect(await bank.capture(id)).toMatchObject({ rejection: { code: 'account_frozen' } });
      expect(await rig.dump()).toEqual(before);
      await bank.changeStatus(from, 'active');
      expect(await bank.capture(id)).toMatchObject({ status: 'posted' });
    });

    test('is refused once the payee takes no credits', async () => {
      const { to, id } = await heldTransfer();
      await bank.changeStatus(to, 'frozen', { creditsBlocked: true });
      expect(await bank.capture(id)).toMatchObject({ rejection: { code: 'credits_blocked' } });
    });

    test('of a transaction without a hold, or with a freed hold, is a conflict', async () => {
      const posted = await bank.post({ to: await bank.account() });
      const accepted = await bank.accept({ to: await bank.account() });
      const { id } = await heldTransfer();
      await bank.release(id, 'canceled');
      const before = await rig.dump();
      for (const other of [posted, accepted, id]) {
        expect(await bank.capture(other)).toMatchObject({ conflict: true, rejection: null });
      }
      expect(await rig.dump()).toEqual(before);
    });

    test("of another tenant's transaction, or of an unknown one, finds nothing", async () => {
      const { id } = await heldTransfer();
      const before = await rig.dump();
      expect(await tellerOf(rig).capture(id)).toBeNull();
      expect(await bank.capture('txn_00000000000000000000000000')).toBeNull();
      expect(await rig.dump()).toEqual(before);
    });
  });
}
