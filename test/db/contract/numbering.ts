// Numbers: events per tenant, bookings and leaves count without a gap, also after acts that were
// rolled back.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptTransaction } from '../../../db/money/calls.ts';
import type { OpenRig, StoreRig } from '../store-rig.ts';
import { draftOf, type Teller, tellerOf } from '../teller.ts';

export function numberingContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  let other: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
    other = tellerOf(rig);
  });
  afterAll(() => rig.close());

  async function expectNoGap(teller: Teller): Promise<void> {
    const sequences = (await rig.events(teller.tenantId)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  }

  describe('events', () => {
    test('of each tenant count from one without a gap, with other tenants in between', async () => {
      const tellers = [bank, other];
      const accounts = await Promise.all(tellers.map((teller) => teller.account({ funds: 50 })));
      for (let i = 0; i < 5; i++) {
        await Promise.all(tellers.map((teller, t) => teller.send({ to: accounts[t] ?? '' })));
      }
      for (const teller of tellers) {
        await expectNoGap(teller);
        expect((await rig.events(teller.tenantId)).length).toBeGreaterThan(10);
      }
    });

    test('take no number for a refused act', async () => {
      const id = await bank.account();
      const count = (await rig.events(bank.tenantId)).length;
      const nobodys = draftOf(bank.tenantId, { from: 'acc_00000000000000000000000000' });
      await expect(rig.store.run(acceptTransaction, nobodys)).rejects.toThrow('account_not_found');
      await bank.changeStatus(id, 'active');
      await bank.capture('txn_00000000000000000000000000');
      expect(await rig.events(bank.tenantId)).toHaveLength(count);
    });

    test('reuse the numbers of an act that faults, even in the middle of a group', async () => {
      const to = await bank.account();
      const ids = [await bank.accept({ to }), await bank.accept({ to }), await bank.accept({ to })];
      for (const badId of ids.slice(0, 2)) {
        const mend = await rig.failNextStep(badId);
        await bank.settle(...ids);
        await mend();
        await expectNoGap(bank);
      }
      await bank.settle(...ids);
      await expectNoGap(bank);
    });

    test('show the object as it was, in the order of its versions', async () => {
      const [from, to] = [await bank.account({ funds: 100 }), await bank.account()];
      const id = await bank.hold({ from, to, amount: 90 });
      await bank.capture(id, 40);
      const events = (await rig.events(bank.tenantId)).filter(({ data }) => data.object.id === id);
      expect(events.map(({ type, objectVersion }) => [type, objectVersion])).toEqual([
        ['transaction.created', 1],
        ['transaction.pending', 2],
        ['transaction.captured', 3],
        ['transaction.posted', 3],
      ]);
      for (const { data, objectVersion } of events) {
        expect(data.object.version).toBe(objectVersion);
      }
      // The state of its leaf is shown as of the moment, then and now.
      const now = await rig.transaction(bank.tenantId, id);
      expect({ ...events.at(-1)?.data.object, anchor: null }).toEqual({ ...now, anchor: null });
      expect(events.at(-1)?.request).toEqual({ id: 'req_test', idempotencyKey: null });
    });

    test('show the account as its reader sees it, with held and pending amounts', async () => {
      const [from, to] = [await bank.account({ funds: 100 }), await bank.account()];
      await bank.hold({ from, to, amount: 30 });
      for (const id of [from, to]) {
        await bank.changeStatus(id, 'frozen');
        const event = (await rig.events(bank.tenantId)).at(-1);
        expect(event?.data.object).toEqual(await rig.account(bank.tenantId, id));
      }
    });
  });

  describe('the transparency log', () => {
    const numbersOf = async (ids: readonly string[]) => {
      const views = await Promise.all(ids.map((id) => rig.transaction(bank.tenantId, id)));
      return views.map((view) => ({
        sequence: view?.ledgerSequence ?? 0,
        leaf: view?.anchor?.leafIndex ?? -1,
        hash: view?.anchor?.leafHash,
      }));
    };

    test('numbers bookings in the order of their decisions, each with its leaf', async () => {
      const to = await bank.account();
      const ids = [await bank.accept({ to }), await bank.accept({ to }), await bank.accept({ to })];
      await bank.settle(...ids.toReversed());
      const numbers = (await numbersOf(ids)).toReversed();
      const [first] = numbers;
      numbers.forEach(({ sequence, leaf }, index) => {
        expect(sequence).toBe((first?.sequence ?? 0) + index);
        expect(leaf).toBe(sequence - 1);
      });
    });

    test('has a leaf for each booking and for nothing else', async () => {
      const [from, to] = [await bank.account({ funds: 10 }), await bank.account()];
      const count = async () => (await rig.dump(['leaves'])).leaves?.length;
      const before = (await count()) ?? 0;
      await bank.send({ from, to, amount: 11 });
      const heldId = await bank.hold({ from, to, amount: 10 });
      expect(await count()).toBe(before);
      await bank.capture(heldId);
      expect(await count()).toBe(before + 1);
    });

    test('gives equal bookings different hashes, so that no booking can be guessed', async () => {
      const to = await bank.account();
      const [a, b] = await numbersOf([await bank.post({ to }), await bank.post({ to })]);
      expect(a?.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(a?.hash).not.toBe(b?.hash);
      expect(a?.hash).not.toBe(createHash('sha256').update('').digest('hex'));
    });

    test('never goes back in time, even when the clock does', async () => {
      const to = await bank.account();
      const readPostingTime = async (id: string) =>
        (await rig.transaction(bank.tenantId, id))?.postedAt ?? '';
      const before = await readPostingTime(await bank.post({ to }));
      rig.clock.move(-7 * 24 * 60 * 60 * 1000);
      const after = await readPostingTime(await bank.post({ to }));
      rig.clock.move(7 * 24 * 60 * 60 * 1000);
      expect(after >= before).toBe(true);
      expect(await rig.violations()).toEqual([]);
    });
  });
}
