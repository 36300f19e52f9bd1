// A member of a group that fails with a fault is undone alone, reported, and settled later without
// a trace of the fault.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenRig, StoreRig } from '../store-rig.ts';
import { announcementsOf, type Teller, tellerOf } from '../teller.ts';

export function faultingContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  afterAll(() => rig.close());

  describe('a group member that faults', () => {
    test('is undone alone and reported, while the other members are booked', async () => {
      const [from, to] = [await bank.account({ funds: 300 }), await bank.account()];
      const [a, badId, c] = [
        await bank.accept({ from, to, amount: 10 }),
        await bank.accept({ from, to, amount: 100, capture: 'manual' }),
        await bank.accept({ from, to, amount: 20 }),
      ];
      const stopFailing = await rig.failNextStep(badId);
      expect(await bank.settle(a, badId, c)).toMatchObject([
        { id: a, state: 'final', status: 'posted' },
        { id: badId, state: 'fault', status: null },
        { id: c, state: 'final', status: 'posted' },
      ]);
      expect(await bank.figures(from)).toMatchObject({ posted: 270, held: 0 });
      expect(await rig.timeline(badId)).toHaveLength(1);
      const view = await rig.transaction(bank.tenantId, badId);
      expect(view).toMatchObject({ status: 'pending', stage: 'accepted', hold: null, version: 1 });
      expect(await rig.violations()).toEqual([]);

      await stopFailing();
      expect(await bank.settle(a, badId, c)).toMatchObject([
        { state: 'final', status: 'posted' },
        { state: 'waiting', status: 'pending' },
        { state: 'final', status: 'posted' },
      ]);
      expect(await bank.figures(from)).toMatchObject({ posted: 270, held: 100 });
    });

    test('hides its writes from later members', async () => {
      const [from, to] = [await bank.account({ funds: 100 }), await bank.account()];
      const badId = await bank.accept({ from, to, amount: 100 });
      const next = await bank.accept({ from, to, amount: 100 });
      const stopFailing = await rig.failNextStep(badId);
      expect(await bank.settle(badId, next)).toMatchObject([
        { state: 'fault' },
        { state: 'final', status: 'posted' },
      ]);
      await stopFailing();
      expect(await bank.settle(badId)).toMatchObject([{ status: 'declined' }]);
    });

    test('of a single settlement throws, and none of its writes remain', async () => {
      const to = await bank.account();
      const badId = await bank.accept({ to });
      const stopFailing = await rig.failNextStep(badId);
      const before = await rig.dump();
      await expect(bank.settle(badId)).rejects.toThrow();
      expect(await rig.dump()).toEqual(before);
      await stopFailing();
      expect(await bank.settle(badId)).toMatchObject([{ status: 'posted' }]);
    });

    test('takes no numbers: log and event sequences stay without a gap', async () => {
      const teller = tellerOf(rig);
      const to = await teller.account();
      const ids = [await teller.accept({ to }), await teller.accept({ to })];
      const [badId = '', goodId = ''] = ids;
      const stopFailing = await rig.failNextStep(badId);
      await teller.settle(badId, goodId);
      await stopFailing();
      await teller.settle(badId);
      const views = await Promise.all(ids.map((id) => rig.transaction(teller.tenantId, id)));
      const [lateCount = 0, earlyCount = 0] = views.map((view) => view?.ledgerSequence ?? 0);
      expect(lateCount).toBe(earlyCount + 1);
      const sequences = (await rig.events(teller.tenantId)).map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.map((_, index) => index + 1));
      expect(await rig.violations()).toEqual([]);
    });

    test('is not announced; the settled members are, once each, after the commit is on disk', async () => {
      const [from, to] = [await bank.account({ funds: 10 }), await bank.account()];
      const [posted, badId, declined, heldId] = [
        await bank.accept({ from, to, amount: 1 }),
        await bank.accept({ from, to, amount: 1 }),
        await bank.accept({ from, to, amount: 100 }),
        await bank.accept({ from, to, amount: 1, capture: 'manual' }),
      ];
      const announcements = announcementsOf(rig.store);
      const stopFailing = await rig.failNextStep(badId);
      await bank.settle(posted, badId, declined, heldId);
      const first = [
        { id: posted, status: 'posted' },
        { id: declined, status: 'declined' },
        { id: heldId, status: 'pending' },
      ];
      expect(announcements).toEqual(first);
      await stopFailing();
      await bank.settle(posted, badId, declined, heldId);
      expect(announcements).toEqual([...first, { id: badId, status: 'posted' }]);
    });

    test('undoes the expiry of a hold whose money it was about to use', async () => {
      const from = await bank.account({ funds: 100 });
      const heldId = await bank.hold({ from, amount: 90, holdExpiresAt: rig.clock.now() + 10 });
      rig.clock.move(10);
      const [badId, goodId] = [
        await bank.accept({ from, amount: 95 }),
        await bank.accept({ to: from }),
      ];
      const announcements = announcementsOf(rig.store);
      const stopFailing = await rig.failNextStep(badId);
      expect(await bank.settle(badId, goodId)).toMatchObject([
        { state: 'fault' },
        { state: 'final' },
      ]);
      expect(announcements).toEqual([{ id: goodId, status: 'posted' }]);
      expect(await rig.transaction(bank.tenantId, heldId)).toMatchObject({ status: 'pending' });
      await stopFailing();
      await bank.settle(badId);
      expect(announcements.slice(1)).toEqual([
        { id: heldId, status: 'expired' },
        { id: badId, status: 'posted' },
      ]);
    });

    test('in a capture leaves the hold active for the next attempt', async () => {
      const [from, to] = [await bank.account({ funds: 100 }), await bank.account()];
      const id = await bank.hold({ from, to, amount: 80 });
      const stopFailing = await rig.failNextStep(id);
      const before = await rig.dump();
      await expect(bank.capture(id)).rejects.toThrow();
      await expect(bank.release(id, 'canceled')).rejects.toThrow();
      expect(await rig.dump()).toEqual(before);
      await stopFailing();
      expect(await bank.capture(id)).toMatchObject({ status: 'posted', replayed: false });
    });
  });
}
