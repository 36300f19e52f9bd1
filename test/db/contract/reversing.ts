// Reversals are separate transactions that return money, never more than was booked.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captureHeldMoney, releaseHeldMoney } from '../../../db/money/calls.ts';
import { MONEY, type OpenRig, type StoreRig } from '../store-rig.ts';
import { causeOf, hashOf, type Teller, tellerOf } from '../teller.ts';

export function reversingContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  afterAll(() => rig.close());

  const view = (id: string) => rig.transaction(bank.tenantId, id);
  const codeOf = async (id: string) => (await view(id))?.statusReason?.code;

  async function pair(funds = 1000) {
    return { from: await bank.account({ funds }), to: await bank.account() };
  }

  /** Accepts and settles a reversal. Returns its id, whatever its outcome. */
  async function reverse(id: string, amount: number | null = null, allowNegative = false) {
    const accepted = await bank.reverse(id, { amount, allowNegative });
    await bank.settle(accepted.id);
    return accepted.id;
  }

  describe('a reversal', () => {
    test('of a transfer returns the full amount, and both records refer to each other', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 400 });
      const reversalId = await reverse(id);
      expect(await view(reversalId)).toMatchObject({
        type: 'reversal',
        status: 'posted',
        amount: 400,
        sourceAccountId: to,
        destinationAccountId: from,
        reversalOf: id,
        reversible: false,
      });
      expect(await view(id)).toMatchObject({
        status: 'reversed',
        amountReversed: 400,
        reversedBy: [reversalId],
        reversible: false,
        statusReason: { code: 'reversed_by_request', message: 'Returned.' },
      });
      expect((await bank.figures(from)).posted).toBe(1000);
      expect((await bank.figures(to)).posted).toBe(0);
    });

    test('of a deposit debits the account, and of a withdrawal credits it', async () => {
      const id = await bank.account();
      const deposit = await bank.post({ to: id, amount: 300 });
      const withdrawal = await bank.post({ from: id, amount: 120 });
      const undone = await reverse(withdrawal);
      expect(await view(undone)).toMatchObject({ sourceAccountId: null, destinationAccountId: id });
      expect((await bank.figures(id)).posted).toBe(300);
      const outcome = await reverse(deposit);
      expect(await view(outcome)).toMatchObject({
        sourceAccountId: id,
        destinationAccountId: null,
      });
      expect((await bank.figures(id)).posted).toBe(0);
    });

    test('can be partial and repeated, up to the amount and no further', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 100 });
      const first = await reverse(id, 30);
      expect(await view(id)).toMatchObject({ status: 'posted', amountReversed: 30 });
      const tooMuch = bank.reverse(id, { amount: 71 });
      await expect(tooMuch).rejects.toThrow('At most 70 minor units');
      const second = await reverse(id, 20);
      const last = await reverse(id);
      expect(await view(id)).toMatchObject({
        status: 'reversed',
        amountReversed: 100,
        reversedBy: [first, second, last],
      });
      await expect(bank.reverse(id, { amount: 1 })).rejects.toThrow('already_reversed');
      await expect(bank.reverse(id)).rejects.toThrow('already_reversed');
      const events = (await rig.events(bank.tenantId)).filter(
        ({ data }) => data.object.id === id && data.object.version !== 1,
      );
      expect(events.map(({ type }) => type)).toEqual([
        'transaction.posted',
        'transaction.partially_reversed',
        'transaction.partially_reversed',
        'transaction.reversed',
      ]);
      expect(events.at(-1)?.data.object).toEqual(await view(id));
    });

    test('of a partial capture is limited to the captured amount', async () => {
      const { from, to } = await pair();
      const id = await bank.hold({ from, to, amount: 100 });
      await bank.capture(id, 60);
      const tooMuch = bank.reverse(id, { amount: 61 });
      await expect(tooMuch).rejects.toThrow('At most 60 minor units');
      await reverse(id);
      expect(await view(id)).toMatchObject({ status: 'reversed', amountReversed: 60 });
      expect((await bank.figures(from)).posted).toBe(1000);
    });

    test('accepted together with others is decided when it is settled', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 100 });
      const ids: string[] = [];
      for (const amount of [60, 60, null]) {
        const accepted = await bank.reverse(id, { amount });
        ids.push(accepted.id);
      }
      await bank.settle(...ids);
      expect(await Promise.all(ids.map(codeOf))).toEqual([
        undefined,
        'reversal_exceeds_amount',
        'reversal_exceeds_amount',
      ]);
      expect((await bank.figures(from)).posted).toBe(960);
      const last = await reverse(id, 40);
      const lastReversal = await view(last);
      expect(lastReversal?.status).toBe('posted');
      expect((await view(id))?.status).toBe('reversed');
    });

    test('is declined when the payee cannot pay, holds included, and moves nothing', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 100 });
      await bank.hold({ from: to, amount: 1 });
      const before = await rig.dump(MONEY);
      const reversalId = await reverse(id);
      expect(await view(reversalId)).toMatchObject({ status: 'declined', entries: [] });
      expect(await codeOf(reversalId)).toBe('insufficient_funds');
      expect(await view(id)).toMatchObject({ status: 'posted', amountReversed: 0, reversedBy: [] });
      expect(await rig.dump(MONEY)).toEqual(before);
    });

    test('takes a payee below zero when an operator allows it, up to the allowed amount', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 100 });
      await bank.post({ from: to, amount: 80 });
      const reversalId = await reverse(id, 70, true);
      expect(await view(reversalId)).toMatchObject({ status: 'posted' });
      expect(await bank.figures(to)).toMatchObject({ posted: -50, available: -50 });
      expect(await codeOf(await bank.send({ from: to, amount: 1 }))).toBe('insufficient_funds');
      expect(await codeOf(await reverse(id))).toBe('insufficient_funds');
      expect(await rig.violations()).toEqual([]);
      await bank.post({ to, amount: 20 });
      await expect(
        rig.execute(`UPDATE accounts SET posted = -31 WHERE id = '${to}'`),
      ).rejects.toThrow('bounds');
      await bank.post({ to, amount: 40 });
      expect(await rig.violations()).toEqual([]);
      expect(await bank.figures(to)).toMatchObject({ posted: 10 });
    });

    test.each([
      ['frozen', 'payee', 'account_frozen'],
      ['closed', 'payee', 'account_closed'],
      ['closed', 'payer', 'account_closed'],
    ] as const)('with a %s %s is declined: %s', async (to, party, code) => {
      const sides = await pair();
      const id = await bank.post({ ...sides, amount: 1000 });
      if (party === 'payee' && to === 'closed') await bank.post({ from: sides.to, amount: 1000 });
      await bank.changeStatus(party === 'payee' ? sides.to : sides.from, to);
      expect(await codeOf(await reverse(id, null, true))).toBe(code);
      expect((await view(id))?.status).toBe('posted');
    });

    test('reaches a frozen account that sent the money, unless credits are blocked', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 100 });
      await bank.changeStatus(from, 'frozen', { creditsBlocked: true });
      expect(await codeOf(await reverse(id, 40))).toBe('credits_blocked');
      await bank.changeStatus(from, 'active');
      await bank.changeStatus(from, 'frozen');
      expect((await view(await reverse(id)))?.status).toBe('posted');
    });
  });

  describe('a reversal is refused', () => {
    test('of a reversal, of an unposted transaction, or of an unknown one', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 100 });
      const reversalId = await reverse(id, 10);
      const heldId = await bank.hold({ from, to, amount: 5 });
      const declined = await bank.send({ from, to, amount: 100_000 });
      const accepted = await bank.accept({ from, to });
      const before = await rig.dump();
      await expect(bank.reverse(reversalId)).rejects.toThrow('not_reversible');
      await expect(bank.reverse(heldId)).rejects.toThrow('The transaction is pending');
      await expect(bank.reverse(declined)).rejects.toThrow('The transaction is declined');
      await expect(bank.reverse(accepted)).rejects.toThrow('The transaction is pending');
      await expect(bank.reverse('txn_0')).rejects.toThrow('transaction_not_found');
      const stranger = tellerOf(rig);
      await expect(stranger.reverse(id)).rejects.toThrow('transaction_not_found');
      expect(await rig.dump()).toEqual(before);
      await bank.settle(accepted);
    });

    test('twice under one key, or under a key with another body', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 100, key: 'shared' });
      const first = await bank.reverse(id, { amount: 40, key: 'shared' });
      await bank.settle(first.id);
      const repeatedResult = await bank.reverse(id, { amount: 40, key: 'shared' });
      expect(repeatedResult).toEqual({ id: first.id, replayed: true });
      const other = bank.reverse(id, { amount: 41, key: 'shared' });
      const fields = { existingId: first.id };
      await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused', fields });
      expect(await view(id)).toMatchObject({ amountReversed: 40 });
    });

    test('under a reference that another transaction has', async () => {
      const { from, to } = await pair();
      const id = await bank.post({ from, to, amount: 100, reference: 'order 7' });
      const outcome = bank.reverse(id, { reference: 'order 7' });
      const fields = { existingId: id };
      await expect(outcome).rejects.toMatchObject({ code: 'duplicate_reference', fields });
    });
  });

  describe('the idempotency key of a capture or a cancellation', () => {
    test('is bound to its body, and to one act on one transaction', async () => {
      const { from, to } = await pair();
      const [a, b] = [await bank.hold({ from, to }), await bank.hold({ from, to })];
      const captureWith = (transactionId: string, amount: number | null) =>
        rig.store.run(captureHeldMoney, {
          tenantId: bank.tenantId,
          transactionId,
          amount,
          requestHash: hashOf(String(amount)).toString('hex'),
          cause: causeOf('shared'),
        });
      expect(await captureWith(a, 101)).toMatchObject({
        rejection: { code: 'capture_exceeds_hold' },
      });
      expect(await captureWith(a, 60)).toMatchObject({ status: 'posted', replayed: false });
      expect(await captureWith(a, 60)).toMatchObject({ status: 'posted', replayed: true });
      expect(await captureWith(a, 61)).toMatchObject({ status: 'posted', keyReused: true });
      expect(await captureWith(b, 61)).toMatchObject({ status: 'posted', replayed: false });
      const c = await bank.hold({ from, to });
      const cancelWith = (text: string) =>
        rig.store.run(releaseHeldMoney, {
          tenantId: bank.tenantId,
          transactionId: c,
          to: 'canceled',
          reason: text,
          requestHash: hashOf(text).toString('hex'),
          cause: causeOf('shared'),
        });
      expect(await cancelWith('a')).toMatchObject({ status: 'canceled', replayed: false });
      expect(await cancelWith('a')).toMatchObject({ status: 'canceled', replayed: true });
      expect(await cancelWith('b')).toMatchObject({ keyReused: true });
    });
  });

  test('the books balance after all reversals', async () => {
    expect(await rig.violations()).toEqual([]);
  });
}
