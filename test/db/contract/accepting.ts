// Accepting: the key and the reference are bound once, a refusal writes nothing, no money moves.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeyedResult } from '../../../db/kernel/keys.ts';
import { acceptTransaction } from '../../../db/money/calls.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import type { Refusal } from '../../../ledger/refusal.ts';
import type { OpenRig, StoreRig } from '../store-rig.ts';
import { type DraftFields, draftOf, type Teller, tellerOf } from '../teller.ts';

type Answer = Pick<Refusal['fields'], 'pointer' | 'existingId'> & { code: Refusal['code'] };

function fieldsOfRefusal({ code, fields: { pointer, existingId } }: Refusal): Answer {
  return { code, ...(pointer ? { pointer } : {}), ...(existingId ? { existingId } : {}) };
}

export function acceptingContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  afterAll(() => rig.close());

  /** Accepts and states that no row of any table changed. */
  async function acceptWithoutWrite(
    order: DraftFields,
    tenantId = bank.tenantId,
  ): Promise<KeyedResult | Answer> {
    const before = await rig.dump();
    const outcome = await rig.store
      .run(acceptTransaction, draftOf(tenantId, order))
      .catch(fieldsOfRefusal);
    expect(await rig.dump()).toEqual(before);
    return outcome;
  }

  describe('accepting a transaction', () => {
    test('writes a pending transaction that is in no figure of any balance', async () => {
      const [from, to] = [await bank.account({ funds: 500 }), await bank.account()];
      const before = [await bank.figures(from), await bank.figures(to)];
      const id = await bank.accept({ from, to, capture: 'manual', reference: 'in no figure' });
      expect([await bank.figures(from), await bank.figures(to)]).toEqual(before);
      const view = await rig.transaction(bank.tenantId, id);
      expect(view).toMatchObject({ status: 'pending', stage: 'accepted', hold: null, entries: [] });
      expect(view).toMatchObject({ type: 'transfer', amount: 100, reference: 'in no figure' });
      expect(await rig.timeline(id)).toMatchObject([{ status: 'pending', stage: 'accepted' }]);
      const events = (await rig.events(bank.tenantId)).filter(({ data }) => data.object.id === id);
      expect(events).toMatchObject([{ type: 'transaction.created', objectVersion: 1 }]);
    });

    test('again with a key whose answer was lost gives the same id and writes nothing', async () => {
      const [from, to] = [await bank.account({ funds: 500 }), await bank.account()];
      const order = { from, to, key: 'lost-answer' };
      const id = await bank.accept(order);
      expect(await acceptWithoutWrite(order)).toEqual({ id, replayed: true });
      await bank.settle(id);
      expect(await acceptWithoutWrite(order)).toEqual({ id, replayed: true });
    });

    test('with a used key returns its transaction even if the request would fail by then', async () => {
      const [from, to] = [await bank.account({ funds: 500 }), await bank.account()];
      const order = { from, to, key: 'replay-first', reference: 'replay-first' };
      const id = await bank.accept(order);
      expect(await acceptWithoutWrite(order)).toEqual({ id, replayed: true });
    });

    test('with a key used for another body is refused and writes nothing', async () => {
      const [from, to] = [await bank.account({ funds: 500 }), await bank.account()];
      const existingId = await bank.accept({ from, to, amount: 1, key: 'reused' });
      const outcome = await acceptWithoutWrite({ from, to, amount: 2, key: 'reused' });
      expect(outcome).toEqual({ code: 'idempotency_key_reused', existingId });
    });

    test('with the same key from two tenants makes two transactions', async () => {
      const other = tellerOf(rig);
      const acceptances = [bank, other].map(async (teller) => {
        return teller.accept({ to: await teller.account(), key: 'everybody' });
      });
      const ids = await Promise.all(acceptances);
      expect(new Set(ids).size).toBe(2);
    });

    test('twice without a key makes two transactions', async () => {
      const to = await bank.account();
      expect(await bank.accept({ to })).not.toBe(await bank.accept({ to }));
    });

    test('with a reference in use is refused with its owner, and binds neither key nor id', async () => {
      const to = await bank.account();
      const existingId = await bank.accept({ to, reference: 'invoice 1' });
      const repeatedOrder = { to, amount: 7, reference: 'invoice 1', key: 'reference-taken' };
      expect(await acceptWithoutWrite(repeatedOrder)).toEqual({
        code: 'duplicate_reference',
        existingId,
      });
      await bank.settle(existingId);
      expect(await acceptWithoutWrite(repeatedOrder)).toEqual({
        code: 'duplicate_reference',
        existingId,
      });
      // The key was not bound by the refusal: it is free for the corrected request.
      await bank.accept({ ...repeatedOrder, reference: 'invoice 2' });
    });

    test('with the same reference from two tenants makes two references', async () => {
      const other = tellerOf(rig);
      await bank.accept({ to: await bank.account(), reference: 'rent' });
      await other.accept({ to: await other.account(), reference: 'rent' });
    });

    test.each(['declined', 'canceled', 'failed'] as const)(
      'with the reference of a %s transaction succeeds: it is free again',
      async (status) => {
        const [from, to] = [await bank.account(), await bank.account()];
        const order = { from, to, reference: `free after ${status}` };
        const id = await bank.accept(order);
        if (status === 'declined') await bank.settle(id);
        else await bank.release(id, status);
        expect(await rig.transaction(bank.tenantId, id)).toMatchObject({ status });
        expect(await bank.accept(order)).not.toBe(id);
      },
    );

    test('with the reference of an expired transaction is refused: it stays taken', async () => {
      const from = await bank.account({ funds: 100 });
      const holdExpiresAt = rig.clock.now() + 1000;
      const existingId = await bank.hold({ from, reference: 'ran out', holdExpiresAt });
      rig.clock.move(1000);
      await bank.release(existingId, 'expired');
      const outcome = await acceptWithoutWrite({ from, reference: 'ran out' });
      expect(outcome).toEqual({ code: 'duplicate_reference', existingId });
    });
  });

  describe('accepting a transaction between accounts', () => {
    test('of another tenant is refused exactly as for a missing account', async () => {
      const ownAccountId = await bank.account({ funds: 100 });
      const foreignAccountId = await tellerOf(rig).account({ funds: 100 });
      const missing = 'acc_00000000000000000000000000';
      for (const id of [foreignAccountId, missing]) {
        const code = 'account_not_found';
        const asSource = { code, pointer: '/sourceAccountId' };
        const asDestination = { code, pointer: '/destinationAccountId' };
        expect(await acceptWithoutWrite({ from: id, to: ownAccountId })).toEqual(asSource);
        expect(await acceptWithoutWrite({ from: id, to: null })).toEqual(asSource);
        expect(await acceptWithoutWrite({ from: ownAccountId, to: id })).toEqual(asDestination);
        expect(await acceptWithoutWrite({ from: null, to: id })).toEqual(asDestination);
      }
    });

    test('of the bank itself is refused', async () => {
      const ownAccountId = await bank.account({ funds: 100 });
      const settlement = `settlement/EUR/${bank.tenantId}`;
      expect(await acceptWithoutWrite({ from: settlement, to: ownAccountId })).toMatchObject({
        code: 'account_not_found',
      });
      expect(await acceptWithoutWrite({ from: ownAccountId, to: settlement })).toMatchObject({
        code: 'account_not_found',
      });
    });

    test('that do not exist does not bind the key', async () => {
      const from = await bank.account({ funds: 100 });
      await acceptWithoutWrite({ from, to: 'acc_00000000000000000000000000', key: 'mistyped' });
      await bank.accept({ from, to: await bank.account(), key: 'mistyped' });
    });
  });

  describe('accepting a transaction with an end of its hold', () => {
    test.each([
      ['in the past', -1],
      ['now', 0],
      ['more than 30 days ahead', 30 * DAY_MS + 1],
    ])('%s is refused and writes nothing', async (_when, inMs) => {
      const from = await bank.account({ funds: 100 });
      const holdExpiresAt = rig.clock.now() + inMs;
      const outcome = await acceptWithoutWrite({ from, capture: 'manual', holdExpiresAt });
      expect(outcome).toEqual({ code: 'validation_failed', pointer: '/holdExpiresAt' });
    });

    test.each([
      ['a millisecond ahead', 1],
      ['30 days ahead', 30 * DAY_MS],
    ])('%s succeeds', async (_when, inMs) => {
      const from = await bank.account({ funds: 100 });
      const id = await bank.hold({ from, holdExpiresAt: rig.clock.now() + inMs });
      const view = await rig.transaction(bank.tenantId, id);
      expect(Date.parse(view?.hold?.expiresAt ?? '')).toBe(rig.clock.now() + inMs);
    });
  });

  test('accepted transactions leave the books in order', async () => {
    rig.clock.move(1);
    expect(await rig.violations()).toEqual([]);
  });
}
