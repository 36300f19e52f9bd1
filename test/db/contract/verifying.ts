// Verifying a customer activates the accounts that wait for it in the same commit.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CustomerChange, changeCustomer } from '../../../db/customers/acts.ts';
import type { OpenRig, StoreRig } from '../store-rig.ts';
import { causeOf, type Teller, tellerOf } from '../teller.ts';

export function verifyingContract(open: OpenRig): void {
  let rig: StoreRig;
  let bank: Teller;
  beforeAll(async () => {
    rig = await open();
    bank = tellerOf(rig);
  });
  afterAll(() => rig.close());

  function change(customerId: string, overrides: Partial<CustomerChange>) {
    return rig.people.run(changeCustomer, {
      tenantId: bank.tenantId,
      customerId,
      fields: {},
      ifVersion: null,
      cause: causeOf(),
      ...overrides,
    });
  }

  async function holdWaiting() {
    const customerId = await bank.customer('unverified');
    const ids = [await bank.account({ customerId }), await bank.account({ customerId })];
    const statuses = async () => {
      const views = await Promise.all(ids.map((id) => rig.account(bank.tenantId, id)));
      return views.map((view) => view?.status);
    };
    return { customerId, ids, statuses };
  }

  describe('verifying a customer', () => {
    test('declines transfers of the unverified customer in both directions until then', async () => {
      const { ids } = await holdWaiting();
      const [id = ''] = ids;
      for (const order of [{ to: id }, { from: id }]) {
        const sent = await bank.send(order);
        const view = await rig.transaction(bank.tenantId, sent);
        expect(view?.statusReason?.code).toBe('account_pending');
      }
    });

    test.each([
      ['verified', 'active', 'account.activated'],
      ['denied', 'rejected', 'account.rejected'],
    ] as const)('as %s makes every waiting account %s', async (kycStatus, status, type) => {
      const { customerId, ids, statuses } = await holdWaiting();
      expect(await statuses()).toEqual(['pending', 'pending']);
      const before = (await rig.events(bank.tenantId)).length;
      const outcome = await change(customerId, { kycStatus });
      expect(outcome).toEqual({ id: customerId, replayed: false });
      expect(await statuses()).toEqual([status, status]);
      expect(await rig.customer(customerId)).toMatchObject({ kycStatus, version: 2 });
      const events = (await rig.events(bank.tenantId)).slice(before);
      expect(events.map((event) => [event.type, event.data.object.id])).toEqual([
        [`customer.kyc.${kycStatus}`, customerId],
        ...[...ids].sort().map((id) => [type, id]),
      ]);
    });

    test('twice has the effect of once', async () => {
      const { customerId } = await holdWaiting();
      await change(customerId, { kycStatus: 'verified' });
      const before = await rig.dump();
      const repeatedResult = await change(customerId, { kycStatus: 'verified' });
      expect(repeatedResult).toEqual({ id: customerId, replayed: true });
      expect(await rig.dump()).toEqual(before);
    });

    test('lets the account move money, and the next account opens active', async () => {
      const { customerId, ids } = await holdWaiting();
      await change(customerId, { kycStatus: 'verified' });
      await bank.post({ to: ids[0] ?? '' });
      const next = await bank.account({ customerId });
      expect(await rig.account(bank.tenantId, next)).toMatchObject({ status: 'active' });
    });

    test('after a denial keeps the customer denied', async () => {
      const { customerId, statuses } = await holdWaiting();
      await change(customerId, { kycStatus: 'denied' });
      const before = await rig.dump();
      const outcome = change(customerId, { kycStatus: 'verified' });
      await expect(outcome).rejects.toThrow('The KYC status of the customer is denied');
      expect(await rig.dump()).toEqual(before);
      expect(await statuses()).toEqual(['rejected', 'rejected']);
    });

    test('changes no account that is not waiting', async () => {
      const { customerId, ids, statuses } = await holdWaiting();
      await bank.changeStatus(ids[0] ?? '', 'closed');
      await change(customerId, { kycStatus: 'verified' });
      expect(await statuses()).toEqual(['closed', 'active']);
    });
  });

  describe('changing a customer', () => {
    test('changes only the named fields', async () => {
      const id = await bank.customer();
      const fields = { email: 'ada@example.com', metadata: { tier: 'gold' } };
      await change(id, { fields });
      await change(id, { fields: { phone: '+44 20 7946 0000', email: undefined } });
      expect(await rig.customer(id)).toMatchObject({
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone: '+44 20 7946 0000',
        metadata: { tier: 'gold' },
        version: 3,
      });
      await change(id, { fields: { email: null } });
      expect(await rig.customer(id)).toMatchObject({ email: null, phone: '+44 20 7946 0000' });
    });

    test('at an older version is refused with the current version and writes nothing', async () => {
      const id = await bank.customer();
      await change(id, { fields: { name: 'Augusta' }, ifVersion: 1 });
      const before = await rig.dump();
      const outcome = change(id, { fields: { name: 'Ada' }, ifVersion: 1 });
      await expect(outcome).rejects.toThrow('The object now has version 2');
      expect(await rig.dump()).toEqual(before);
    });

    test('of another tenant finds no customer; an operator finds every customer', async () => {
      const id = await tellerOf(rig).customer();
      const before = await rig.dump();
      await expect(change(id, { fields: { name: 'X' } })).rejects.toThrow('customer_not_found');
      expect(await rig.dump()).toEqual(before);
      const byOperator = await change(id, { tenantId: null, fields: { name: 'Y' } });
      expect(byOperator).toMatchObject({ replayed: false });
    });
  });
}
