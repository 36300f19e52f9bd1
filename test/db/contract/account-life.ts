// The life cycle of an account: only the transitions of ledger/account.ts, and a close only when
// the account is empty.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountMove } from '../../../db/accounts/acts.ts';
import { changeAccount, openAccount } from '../../../db/accounts/acts.ts';
import { changeCustomer } from '../../../db/customers/acts.ts';
import { ACCOUNT_STATUSES, type AccountStatus, canAccountBecome } from '../../../ledger/account.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import type { OpenRig, StoreRig } from '../store-rig.ts';
import { causeOf, hashOf, type Teller, tellerOf } from '../teller.ts';

const TARGET_STATUSES: readonly AccountMove['to'][] = ['active', 'frozen', 'closed'];

export function accountLifeContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  afterAll(() => rig.close());

  const viewOf = (id: string) => rig.account(bank.tenantId, id);

  async function lastEvent() {
    return (await rig.events(bank.tenantId)).at(-1);
  }

  /** An account that reached a status by permitted transitions. */
  async function accountIn(status: AccountStatus): Promise<string> {
    if (status === 'pending' || status === 'rejected') {
      const customerId = await bank.customer('unverified');
      const id = await bank.account({ customerId });
      if (status === 'rejected') await decide(customerId, 'denied');
      return id;
    }
    const id = await bank.account();
    if (status === 'frozen' || status === 'closed') await bank.changeStatus(id, status);
    if (status === 'dormant') {
      await rig.execute(`UPDATE accounts SET status = 'dormant' WHERE id = '${id}'`);
    }
    return id;
  }

  function decide(customerId: string, kycStatus: 'verified' | 'denied', tenantId = bank.tenantId) {
    const cause = causeOf();
    return rig.people.run(changeCustomer, {
      tenantId,
      customerId,
      fields: {},
      kycStatus,
      ifVersion: null,
      cause,
    });
  }

  describe('an account', () => {
    const pairs = ACCOUNT_STATUSES.flatMap((from) => TARGET_STATUSES.map((to) => ({ from, to })));

    test.each(pairs.filter(({ from, to }) => canAccountBecome(from, to)))(
      'may go from $from to $to, with its event',
      async ({ from, to }) => {
        const id = await accountIn(from);
        const version = (await viewOf(id))?.version ?? 0;
        expect(await bank.changeStatus(id, to)).toEqual({ id, replayed: false });
        expect(await viewOf(id)).toMatchObject({ status: to, version: version + 1 });
        const event = await lastEvent();
        expect(event?.type).toMatch(/^account\.(activated|reactivated|frozen|unfrozen|closed)$/);
        expect(event).toMatchObject({
          objectVersion: version + 1,
          data: { object: { id, status: to }, previous: { status: from } },
        });
      },
    );

    test.each(pairs.filter(({ from, to }) => from !== to && !canAccountBecome(from, to)))(
      'never goes from $from to $to',
      async ({ from, to }) => {
        const id = await accountIn(from);
        const before = await rig.dump();
        await expect(bank.changeStatus(id, to)).rejects.toThrow(
          `The account is ${from}, and this operation`,
        );
        expect(await rig.dump()).toEqual(before);
      },
    );

    test.each(TARGET_STATUSES)(
      'that is already %s stays so, and nothing is written',
      async (to) => {
        const id = await accountIn(to);
        const before = await rig.dump();
        expect(await bank.changeStatus(id, to)).toEqual({ id, replayed: true });
        expect(await rig.dump()).toEqual(before);
      },
    );

    test('names the event of each status change after that change', async () => {
      const id = await accountIn('dormant');
      const types: (string | undefined)[] = [];
      for (const to of ['active', 'frozen', 'active', 'closed'] as const) {
        await bank.changeStatus(id, to);
        types.push((await lastEvent())?.type);
      }
      expect(types).toEqual([
        'account.reactivated',
        'account.frozen',
        'account.unfrozen',
        'account.closed',
      ]);
    });

    test('shows the reason of a freeze, and blocks debits, and credits on request, until the freeze ends', async () => {
      const id = await bank.account({ funds: 100 });
      const freezeTerms = { freezeReason: 'aml', message: 'Case 7', creditsBlocked: true } as const;
      await bank.changeStatus(id, 'frozen', freezeTerms);
      expect(await viewOf(id)).toMatchObject({
        freezeReason: 'aml',
        statusReason: { code: 'frozen_aml', message: 'Case 7' },
        restrictions: { debitsBlocked: true, creditsBlocked: true },
      });
      const [out, into] = [await bank.send({ from: id }), await bank.send({ to: id })];
      const reasons = [out, into].map(async (value) => {
        return (await rig.transaction(bank.tenantId, value))?.statusReason?.code;
      });
      expect(await Promise.all(reasons)).toEqual(['account_frozen', 'credits_blocked']);
      await bank.changeStatus(id, 'active', { creditsBlocked: true });
      expect(await viewOf(id)).toMatchObject({
        freezeReason: null,
        statusReason: null,
        restrictions: { debitsBlocked: false, creditsBlocked: false },
      });
      await bank.post({ from: id });
    });

    test('takes credits while it is frozen unless credits are blocked too', async () => {
      const id = await bank.account();
      await bank.changeStatus(id, 'frozen');
      await bank.post({ to: id, amount: 5 });
      expect((await bank.figures(id)).posted).toBe(5);
    });
  });

  describe('closing an account', () => {
    test('is refused while the account has, owes or holds money', async () => {
      const funded = await bank.account({ funds: 1 });
      const debtor = await bank.account({ overdraft: 10 });
      await bank.post({ from: debtor, amount: 1 });
      const holder = await bank.account({ overdraft: 10 });
      await bank.hold({ from: holder, amount: 1 });
      const before = await rig.dump();
      for (const [id, obstacle] of [
        [funded, 'a balance of 1 minor units'],
        [debtor, 'a balance of -1 minor units'],
        [holder, 'holds of 1 minor units'],
      ] as const) {
        const code = 'account_not_empty';
        const message = `The account still has ${obstacle}.`;
        await expect(bank.changeStatus(id, 'closed')).rejects.toMatchObject({ code, message });
      }
      expect(await rig.dump()).toEqual(before);
    });

    test('succeeds once the account is empty, and is final: no money moves in or out', async () => {
      const id = await bank.account({ funds: 10 });
      const laterTransferId = await bank.accept({ to: id });
      await bank.post({ from: id, amount: 10 });
      await bank.changeStatus(id, 'closed');
      expect(await viewOf(id)).toMatchObject({ status: 'closed' });
      expect((await viewOf(id))?.closedAt).not.toBeNull();
      await bank.settle(laterTransferId);
      const tried = [laterTransferId, await bank.send({ to: id }), await bank.send({ from: id })];
      for (const item of tried) {
        const view = await rig.transaction(bank.tenantId, item);
        expect(view?.statusReason?.code).toBe('account_closed');
      }
    });
  });

  describe('versions of an account', () => {
    test('refuse an act on an older version, with the current version', async () => {
      const id = await bank.account();
      const change = { tenantId: bank.tenantId, accountId: id, cause: causeOf() };
      await rig.people.run(changeAccount, { ...change, name: 'New name', ifVersion: 1 });
      const before = await rig.dump();
      const code = 'version_conflict';
      const conflict = { code, message: expect.stringContaining('has version 2') };
      await expect(bank.changeStatus(id, 'frozen', { ifVersion: 1 })).rejects.toMatchObject(
        conflict,
      );
      const staleChange = rig.people.run(changeAccount, { ...change, name: 'No', ifVersion: 1 });
      await expect(staleChange).rejects.toMatchObject(conflict);
      expect(await rig.dump()).toEqual(before);
      expect(await bank.changeStatus(id, 'frozen', { ifVersion: 2 })).toMatchObject({
        replayed: false,
      });
      expect(await viewOf(id)).toMatchObject({ name: 'New name', version: 3 });
    });

    test('accept one of two acts on the same version and refuse the other', async () => {
      const id = await bank.account();
      const outcomes = await Promise.allSettled([
        bank.changeStatus(id, 'frozen', { ifVersion: 1 }),
        bank.changeStatus(id, 'closed', { ifVersion: 1 }),
      ]);
      expect(outcomes).toMatchObject([
        { status: 'fulfilled' },
        { status: 'rejected', reason: { code: 'version_conflict' } },
      ]);
    });

    test('grow with every booking and every hold', async () => {
      const id = await bank.account();
      await bank.post({ to: id });
      const heldId = await bank.hold({ from: id });
      await bank.capture(heldId);
      // The deposit, the hold, its end and the booking of the capture.
      expect((await viewOf(id))?.version).toBe(5);
    });
  });

  describe('opening an account', () => {
    test('is done once per idempotency key; the key with another body is refused', async () => {
      const customerId = await bank.customer();
      const order = {
        tenantId: bank.tenantId,
        customerId,
        type: 'savings',
        currency: 'EUR',
        name: 'Savings',
        metadata: { purpose: 'holiday' },
        requestHash: hashOf('one'),
        cause: causeOf('open-once'),
      } as const;
      const first = await rig.people.run(openAccount, order);
      const before = await rig.dump();
      expect(await rig.people.run(openAccount, order)).toEqual({ ...first, replayed: true });
      const other = rig.people.run(openAccount, { ...order, requestHash: hashOf('two') });
      await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
      expect(await rig.dump()).toEqual(before);
    });

    test('keeps its idempotency key for 30 days, after which the key is free', async () => {
      const customerId = await bank.customer();
      const order = {
        tenantId: bank.tenantId,
        customerId,
        type: 'savings',
        currency: 'EUR',
        name: 'Savings',
        metadata: {},
        requestHash: hashOf('remembered'),
        cause: causeOf('remembered'),
      } as const;
      const first = await rig.people.run(openAccount, order);
      rig.clock.move(30 * DAY_MS - 1);
      expect(await rig.people.run(openAccount, order)).toEqual({ ...first, replayed: true });
      rig.clock.move(1);
      expect(await rig.people.run(openAccount, order)).toMatchObject({ replayed: false });
      rig.clock.move(-30 * DAY_MS);
    });

    test('for a customer of another tenant finds no customer and writes nothing', async () => {
      const foreignCustomer = await tellerOf(rig).customer();
      const before = await rig.dump();
      await expect(bank.account({ customerId: foreignCustomer })).rejects.toThrow(
        'customer_not_found',
      );
      expect(await rig.dump()).toEqual(before);
    });

    test('gives each account its own number with valid check digits', async () => {
      const ids = [await bank.account(), await bank.account(), await bank.account()];
      const numbers = await Promise.all(ids.map(async (id) => (await viewOf(id))?.accountNumber));
      expect(new Set(numbers).size).toBe(3);
      for (const number of numbers) {
        expect(number).toMatch(/^\d{12}$/);
        expect(BigInt(number ?? 0) % 97n).toBe(1n);
      }
    });

    test("acts on another tenant's account find nothing and write nothing", async () => {
      const foreignAccountId = await tellerOf(rig).account();
      const before = await rig.dump();
      await expect(bank.changeStatus(foreignAccountId, 'frozen')).rejects.toThrow(
        'account_not_found',
      );
      const change = { tenantId: bank.tenantId, accountId: foreignAccountId, ifVersion: null };
      const renaming = rig.people.run(changeAccount, { ...change, name: 'X', cause: causeOf() });
      await expect(renaming).rejects.toThrow('account_not_found');
      expect(await rig.dump()).toEqual(before);
    });
  });

  test('the books balance after all account tests', async () => {
    expect(await rig.violations()).toEqual([]);
  });
}
