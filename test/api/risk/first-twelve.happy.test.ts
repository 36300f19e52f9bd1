// The first twelve payments of three developers, each for the customers of its app: all types of
// payments, to realistic names, screened against the shipped lists. No payment is held.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank({ screening: readConfig({}).screening });
}, 60_000);
afterAll(() => bank.close());

/** Index of an account of the day, or an external party. */
type Payee = number | { readonly name: string; readonly [detail: string]: string };
/** A payment from the first account, in minor units. */
type Payment = readonly [amount: number, to: Payee, description?: string];
type Act =
  | { readonly pay: Payment }
  | { readonly capture: Payment; readonly of: number }
  | { readonly batch: readonly Payment[] }
  | { readonly schedule: Payment };

interface Day {
  readonly title: string;
  readonly currency: string;
  /** Type, name and country of each customer, and the amount deposited into its account. */
  readonly customers: readonly (readonly [string, string, string, number])[];
  readonly acts: readonly Act[];
}

const pay = (...payment: Payment): Act => ({ pay: payment });
const card = (name: string, country: string, mcc: string) => ({
  ...{ name, country, mcc },
  method: 'card',
});

const DAYS: readonly Day[] = [
  {
    title: 'a payroll start-up pays wages, taxes and tools of a small firm',
    currency: 'EUR',
    customers: [
      ['business', 'Bäckerei Schröder & Söhne GmbH', 'DE', 4_500_000],
      ['individual', 'Mehmet Yılmaz', 'DE', 0],
      ['individual', 'Anna-Lena Krüger', 'DE', 0],
    ],
    acts: [
      pay(50, 1, 'test'),
      pay(231_847, 1, 'Lohn November'),
      {
        batch: [
          [198_412, { name: 'Nguyễn Thị Mai', country: 'DE' }, 'Lohn'],
          [246_090, { name: "Siobhán O'Connor", country: 'DE' }, 'Lohn'],
          [52_000, { name: 'jonas weber', country: 'DE' }, 'Minijob'],
          [187_333, 2, 'Lohn'],
        ],
      },
      pay(318_455, { name: 'Finanzamt München', method: 'sepa' }, 'Lohnsteuer 11/2026'),
      pay(142_260, { name: 'AOK Bayern', method: 'sepa' }, 'Sozialversicherung'),
      pay(4_900, card('DATEV eG', 'DE', '7372'), 'Software'),
      pay(1_299, card('Google Workspace', 'IE', '5734')),
      { capture: [30_000, card('Sixt', 'DE', '7512'), 'Transporter'], of: 24_385 },
      { schedule: [165_000, { name: 'Hausverwaltung Özdemir & Partner' }, 'Miete Laden'] },
      pay(76_218, { name: 'Mühle Hofbräu Mehl KG', country: 'DE' }, 'Rechnung 2026-118'),
      pay(8_550, { name: 'Dr. med. Aleksandra Kowalczyk' }, 'Betriebsarzt'),
      pay(15_000, 2, 'Vorschuss'),
    ],
  },
  {
    title: 'a shop app buys goods, ships them and pays its sellers',
    currency: 'GBP',
    customers: [
      ['business', 'Little Fox Vintage Ltd', 'GB', 850_000],
      ['individual', 'Priya Raghunathan', 'GB', 20_000],
      ['individual', 'Tom Hughes', 'GB', 0],
    ],
    acts: [
      pay(1, 2, 'penny test'),
      pay(2_750, 1, 'Sale: wool coat'),
      pay(1_899, 2, 'Sale: 2 x mugs'),
      pay(1_145, card('Royal Mail', 'GB', '9402'), 'Postage'),
      pay(6_480, card('Etsy', 'IE', '5999'), 'Listing fees'),
      {
        batch: [
          [12_050, { name: 'Fatima Al-Hassan' }, 'Payout'],
          [3_525, { name: 'Bjørn Ødegård', country: 'NO' }, 'Payout'],
          [940, { name: 'm. rossi' }, 'Payout'],
        ],
      },
      { capture: [5_000, card('Shell', 'GB', '5541')], of: 4_127 },
      pay(214_000, { name: 'Harrison Textiles Ltd', country: 'GB' }, 'Invoice HT-4402'),
      pay(39_900, card('IKEA', 'GB', '5712'), 'Shelves'),
      { schedule: [2_900, { name: 'Shopify' }, 'Plan'] },
      pay(5_500, { name: 'Dave the Van Man' }, 'Delivery Saturday'),
      pay(2_750, 1, 'Sale: the same coat in blue'),
    ],
  },
  {
    title: 'a personal-finance app moves the salary of one woman through her month',
    currency: 'USD',
    customers: [
      ['individual', 'María José García López', 'US', 412_350],
      ['individual', 'María José García López', 'US', 0],
      ['individual', 'Kim Nguyen', 'US', 10_000],
    ],
    acts: [
      pay(50_000, 1, 'Savings'),
      pay(145_000, { name: 'Robert J. Sullivan', country: 'US' }, 'Rent Dec'),
      pay(8_743, card('Trader Joe’s', 'US', '5411')),
      pay(575, card('Starbucks', 'US', '5814')),
      pay(99, card('Apple', 'US', '5818'), 'iCloud'),
      { schedule: [1_549, { name: 'Netflix' }] },
      { capture: [7_500, card('Chevron', 'US', '5542')], of: 5_212 },
      pay(3_200, 2, 'pizza 🍕 last night'),
      {
        batch: [
          [11_240, { name: 'Con Edison' }, 'Power'],
          [6_500, { name: 'T-Mobile' }, 'Phone'],
          [20_000, 1, 'Holiday fund'],
        ],
      },
      pay(4_000, { name: 'Abuela Rosa Hernández', country: 'MX' }, 'cumpleaños'),
      pay(2_875, card('CVS Pharmacy', 'US', '5912')),
      pay(1_850, card('Uber', 'US', '4121')),
    ],
  },
];

test.each(DAYS.map((day) => [day.title, day] as const))(
  '%s',
  async (_, day) => {
    const { currency } = day;
    const { key } = await register(bank);
    const send = async (path: string, body?: object, expected = [200, 201, 202]) => {
      const answer = await bank.call(path, { key, ...(body && { body }) });
      expect(expected, JSON.stringify([body, answer.body])).toContain(answer.status);
      return answer.body;
    };
    const accounts: string[] = [];
    for (const [type, name, country, funds] of day.customers) {
      const customer = await send('/v1/customers', { type, name, country });
      expect(customer.kycStatus, name).toBe('verified');
      const ownAccount = { customerId: customer.id, type: 'checking', currency, name: 'Main' };
      const { id } = await send('/v1/accounts', ownAccount);
      accounts.push(id);
      const deposit = { type: 'deposit', amount: funds, currency, destinationAccountId: id };
      if (funds > 0)
        expect((await send('/v1/transactions?wait=10', deposit)).status).toBe('posted');
    }

    const payeeFields = (to: Payee) =>
      typeof to === 'number' ? { destinationAccountId: accounts[to] } : { externalParty: to };
    const order = ([amount, to, description]: Payment) => ({
      ...{ amount, currency, sourceAccountId: accounts[0] },
      ...payeeFields(to),
      ...(description && { description }),
    });
    const movement = (payment: Payment) => {
      const type = typeof payment[1] === 'number' ? 'transfer' : 'withdrawal';
      return { type, ...order(payment) };
    };
    /** Expects that the payment is posted or at its network, and not held. */
    const expectThrough = (sent: ReturnType<typeof JSON.parse>, [, to]: Payment) => {
      const isByNetwork = typeof to === 'object' && 'method' in to;
      const text = JSON.stringify([to, sent.detail, sent.risk, sent.declineReason]);
      const through = isByNetwork ? ['posted', 'pending', 'processing'] : ['posted'];
      expect(through, text).toContain(sent.status);
      expect(sent.risk?.decision ?? 'approve', text).toBe('approve');
    };

    const schedules: string[] = [];
    expect(day.acts).toHaveLength(12);
    for (const [index, act] of day.acts.entries()) {
      if ('pay' in act) {
        expectThrough(await send('/v1/transactions?wait=10', movement(act.pay)), act.pay);
      } else if ('capture' in act) {
        const body = { ...movement(act.capture), capture: 'manual' };
        const heldPayment = await send('/v1/transactions?wait=10', body);
        expect(heldPayment.hold?.status, JSON.stringify(heldPayment)).toBe('active');
        const path = `/v1/transactions/${heldPayment.id}/capture?wait=10`;
        expectThrough(await send(path, { amount: act.of }), act.capture);
      } else if ('batch' in act) {
        const items = act.batch.map((amount, n) => ({
          ...movement(amount),
          reference: `${index}-${n}`,
        }));
        const created = await send('/v1/transactions/batch?wait=10', { mode: 'atomic', items });
        const answer = await send(`/v1/batches/${created.id}/items`);
        const { counts, status } = await send(`/v1/batches/${created.id}`);
        expect({ status, posted: counts.posted }, JSON.stringify(answer)).toEqual({
          ...{ status: 'completed', posted: items.length },
        });
      } else {
        const startDate = (await send('/v1/sandbox/clock')).now.slice(0, 10);
        const terms = { ...order(act.schedule), startDate, timezone: 'UTC' };
        schedules.push((await send('/v1/transactions/scheduled', terms)).id);
      }
    }
    await send('/v1/sandbox/clock?wait=30', { advanceBy: 'P1D' });
    for (const id of schedules) {
      const { data } = await send(`/v1/scheduled/${id}/occurrences`);
      expect(data.map(({ status }: { status: string }) => status)).toEqual(['posted']);
    }
  },
  60_000,
);
