// The first day of a customer: within a minute money arrives and is paid to a landlord, shops, a
// friend and the customer's own savings. The names are written in the script of the country and
// screened against the shipped lists. No payment is held.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import {
  type FirstDay,
  makeFirstDay,
  readFirstDays,
  readFirstDaysAbroad,
} from '../../../research/payments/first-days.ts';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ screening: readConfig({}).screening });
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

async function openCustomer(name: string, country: string, currency: string): Promise<string[]> {
  const body = { type: 'individual', name, country, address: { country } };
  const customer = await bank.call('/v1/customers', { key, body });
  expect(customer.status, JSON.stringify(customer.body)).toBe(201);
  expect.soft(customer.body.kycStatus, name).toBe('verified');
  const ids: string[] = [];
  for (const type of ['checking', 'savings']) {
    const account = { customerId: customer.body.id, type, currency, name: type };
    ids.push((await bank.call('/v1/accounts', { key, body: account })).body.id);
  }
  return ids;
}

const PASSED_STATUSES = new Set(['posted', 'pending', 'processing']);

const firstDays: FirstDay[] = [
  ...readFirstDays(),
  ...readFirstDaysAbroad(),
  ...Array.from({ length: 7 }, (_, index) => makeFirstDay(77, index)),
];

test.each(firstDays.map((day) => [day.title, day] as const))('%s', async (_, day) => {
  const { name, country } = day.customer;
  const [mainAccountId = '', savingsAccountId = ''] = await openCustomer(
    name,
    country,
    day.currency,
  );
  const [friendAccountId = ''] = await openCustomer(day.friend, country, day.currency);
  const accounts = { main: mainAccountId, savings: savingsAccountId, friend: friendAccountId };
  const heldPayments: string[] = [];
  for (const { from, to, ...payment } of day.payments) {
    const { type, externalParty } = payment;
    // A deposit through a network arrives only when the network has settled it. The test does not
    // wait for that: it uses a deposit that is booked at once.
    const isExternalDeposit = type === 'deposit' && externalParty !== undefined;
    const body = {
      ...payment,
      ...(isExternalDeposit ? { externalParty: { ...externalParty, method: 'book' } } : {}),
      currency: day.currency,
      ...(from ? { sourceAccountId: accounts[from] } : {}),
      ...(to ? { destinationAccountId: accounts[to] } : {}),
    };
    const { status, body: sentPayment } = await bank.call('/v1/transactions?wait=10', {
      key,
      body,
    });
    // A payment by a network is pending until the network settles it.
    const isPassed = [201, 202].includes(status) && PASSED_STATUSES.has(sentPayment.status);
    if (isPassed && (sentPayment.risk?.decision ?? 'approve') === 'approve') continue;
    heldPayments.push(
      JSON.stringify([payment, sentPayment.status, sentPayment.detail, sentPayment.risk?.reasons]),
    );
  }
  expect(heldPayments).toEqual([]);
});
