// Releasing: an amount that was not booked is freed once, for the given reason.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { releaseHeldMoney } from '../../../db/money/calls.ts';
import type { OpenRig, StoreRig } from '../store-rig.ts';
import { causeOf, type Teller, tellerOf } from '../teller.ts';

export function releasingContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  afterAll(() => rig.close());

  const view = (id: string) => rig.transaction(bank.tenantId, id);

  async function heldTransfer() {
    const [from, to] = [await bank.account({ funds: 100 }), await bank.account()];
    const holdExpiresAt = rig.clock.now() + 1000;
    return { from, to, id: await bank.hold({ from, to, amount: 80, holdExpiresAt }) };
  }

  describe('releasing a hold', () => {
    test.each([
      ['canceled', 'released', 'canceled_by_request'],
      ['failed', 'released', 'technical_fault'],
      ['expired', 'expired', 'hold_expired'],
    ] as const)('to %s frees the money and records the reason', async (to, holdStatus, code) => {
      const { from, to: payee, id } = await heldTransfer();
      rig.clock.move(1000);
      expect(await bank.release(id, to, 'because')).toMatchObject({ status: to, replayed: false });
      expect(await bank.figures(from)).toMatchObject({ posted: 100, held: 0, available: 100 });
      expect(await bank.figures(payee)).toMatchObject({ posted: 0, pendingIn: 0 });
      expect(await view(id)).toMatchObject({
        status: to,
        stage: 'done',
        statusReason: { code, message: 'because' },
        hold: { status: holdStatus, capturedAmount: 0 },
        expiresAt: null,
        cancelable: false,
      });
      const events = await rig.events(bank.tenantId);
      expect(events.at(-1)).toMatchObject({
        type: `transaction.${to}`,
        data: { object: { id }, previous: { status: 'pending' } },
      });
    });

    test('a second time returns the first result and frees nothing more', async () => {
      const { id } = await heldTransfer();
      await bank.release(id, 'canceled');
      const before = await rig.dump();
      expect(await bank.release(id, 'canceled')).toMatchObject({
        status: 'canceled',
        replayed: true,
        conflict: false,
      });
      expect(await rig.dump()).toEqual(before);
    });

    test('to expired is a conflict before the hold has expired', async () => {
      const { id } = await heldTransfer();
      rig.clock.move(999);
      const before = await rig.dump();
      expect(await bank.release(id, 'expired')).toMatchObject({
        status: 'pending',
        conflict: true,
      });
      expect(await rig.dump()).toEqual(before);
      rig.clock.move(1);
      expect(await bank.release(id, 'expired')).toMatchObject({ status: 'expired' });
    });

    test('of an accepted transaction stops it: settling it later books nothing', async () => {
      const to = await bank.account();
      const id = await bank.accept({ to });
      expect(await bank.release(id, 'expired')).toMatchObject({ conflict: true });
      expect(await bank.release(id, 'canceled')).toMatchObject({ status: 'canceled' });
      expect(await bank.settle(id)).toMatchObject([{ state: 'final', status: 'canceled' }]);
      expect((await bank.figures(to)).posted).toBe(0);
    });

    test('of a final transaction is a conflict and changes nothing', async () => {
      const posted = await bank.post({ to: await bank.account() });
      const declined = await bank.send({ from: await bank.account() });
      const before = await rig.dump();
      for (const id of [posted, declined]) {
        for (const to of ['canceled', 'failed', 'expired'] as const) {
          expect(await bank.release(id, to)).toMatchObject({ conflict: true, replayed: false });
        }
      }
      expect(await rig.dump()).toEqual(before);
    });

    test('is refused to another tenant and allowed to the engine', async () => {
      const { id } = await heldTransfer();
      const before = await rig.dump();
      expect(await tellerOf(rig).release(id, 'canceled')).toBeNull();
      expect(await bank.release('txn_00000000000000000000000000', 'canceled')).toBeNull();
      expect(await rig.dump()).toEqual(before);
      const byEngine = { tenantId: null, transactionId: id, reason: null, cause: causeOf() };
      const outcome = await rig.store.run(releaseHeldMoney, { ...byEngine, to: 'canceled' });
      expect(outcome).toMatchObject({ status: 'canceled' });
    });

    test('after its capture never takes the money back', async () => {
      const { to, id } = await heldTransfer();
      await bank.capture(id, 50);
      expect(await bank.release(id, 'canceled')).toMatchObject({ conflict: true });
      expect((await bank.figures(to)).posted).toBe(50);
    });

    test('leaves the books in order', async () => {
      expect(await rig.violations()).toEqual([]);
    });
  });
}
