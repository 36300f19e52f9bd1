// The first twelve payments of three developers, each for the customers of its app: payments of all
// types to realistic names, which are screened against the shipped lists. No payment is held.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank({ screening: readConfig({}).screening });
}, 60_000);
afterAll(() => bank.close());

/** Index of one of the day's accounts, or an external party. */
type Payee = number | { readonly name: string; readonly [detail: string]: string };
/** A payment from the first account, in minor units. */
type Payment = readonly [amount: number, to: Payee, description?: string];
type Act =
  | { readonly pay: Payment }
  | { readonly capture: Payment; readonly capturedAmount: number }
  | { readonly batch: readonly Payment[] }
  | { readonly schedule: Payment };

interface Day {
  readonly title: string;
  readonly currency: string;
  /** Type, name and country of each customer, and the amount deposited into its account. */
  readonly customers: readonly (readonly [string, string, string, number])[];
  readonly acts: readonly Act[];
}

const makePayAct = (...payment: Payment): Act => ({ pay: payment });
const makeCardParty = (name: string, country: string, mcc: string) => ({
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
      makePayAct(50, 1, 'test'),
      makePayAct(231_847, 1, 'Lohn November'),
      {
        batch: [
          [198_412, { name: 'Nguyễn Thị Mai', country: 'DE' }, 'Lohn'],
          [246_090, { name: "Siobhán O'Connor", country: 'DE' }, 'Lohn'],
          [52_000, { name: 'jonas weber', country: 'DE' }, 'Minijob'],
          [187_333, 2, 'Lohn'],
        ],
      },
      makePayAct(318_455, { name: 'Finanzamt München', method: 'sepa' }, 'Lohnsteuer 11/2026'),
      makePayAct(142_260, { name: 'AOK Bayern', method: 'sepa' }, 'Sozialversicherung'),
      makePayAct(4_900, makeCardParty('DATEV eG', 'DE', '7372'), 'Software'),
      makePayAct(1_299, makeCardParty('Google Workspace', 'IE', '5734')),
      {
        capture: [30_000, makeCardParty('Sixt', 'DE', '7512'), 'Transporter'],
        capturedAmount: 24_385,
      },
      { schedule: [165_000, { name: 'Hausverwaltung Özdemir & Partner' }, 'Miete Laden'] },
      makePayAct(76_218, { name: 'Mühle Hofbräu Mehl KG', country: 'DE' }, 'Rechnung 2026-118'),
      makePayAct(8_550, { name: 'Dr. med. Aleksandra Kowalczyk' }, 'Betriebsarzt'),
      makePayAct(15_000, 2, 'Vorschuss'),
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
      makePayAct(1, 2, 'penny test'),
      makePayAct(2_750, 1, 'Sale: wool coat'),
      makePayAct(1_899, 2, 'Sale: 2 x mugs'),
      makePayAct(1_145, makeCardParty('Royal Mail', 'GB', '9402'), 'Postage'),
      makePayAct(6_480, makeCardParty('Etsy', 'IE', '5999'), 'Listing fees'),
      {
        batch: [
          [12_050, { name: 'Fatima Al-Hassan' }, 'Payout'],
          [3_525, { name: 'Bjørn Ødegård', country: 'NO' }, 'Payout'],
          [940, { name: 'm. rossi' }, 'Payout'],
        ],
      },
      { capture: [5_000, makeCardParty('Shell', 'GB', '5541')], capturedAmount: 4_127 },
      makePayAct(214_000, { name: 'Harrison Textiles Ltd', country: 'GB' }, 'Invoice HT-4402'),
      makePayAct(39_900, makeCardParty('IKEA', 'GB', '5712'), 'Shelves'),
      { schedule: [2_900, { name: 'Shopify' }, 'Plan'] },
      makePayAct(5_500, { name: 'Dave the Van Man' }, 'Delivery Saturday'),
      makePayAct(2_750, 1, 'Sale: the same coat in blue'),
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
      makePayAct(50_000, 1, 'Savings'),
      makePayAct(145_000, { name: 'Robert J. Sullivan', country: 'US' }, 'Rent Dec'),
      makePayAct(8_743, makeCardParty('Trader Joe’s', 'US', '5411')),
      makePayAct(575, makeCardParty('Starbucks', 'US', '5814')),
      makePayAct(99, makeCardParty('Apple', 'US', '5818'), 'iCloud'),
      { schedule: [1_549, { name: 'Netflix' }] },
      { capture: [7_500, makeCardParty('Chevron', 'US', '5542')], capturedAmount: 5_212 },
      makePayAct(3_200, 2, 'pizza 🍕 last night'),
      {
        batch: [
          [11_240, { name: 'Con Edison' }, 'Power'],
          [6_500, { name: 'T-Mobile' }, 'Phone'],
          [20_000, 1, 'Holiday fund'],
        ],
      },
      makePayAct(4_000, { name: 'Abuela Rosa Hernández', country: 'MX' }, 'cumpleaños'),
      makePayAct(2_875, makeCardParty('CVS Pharmacy', 'US', '5912')),
      makePayAct(1_850, makeCardParty('Uber', 'US', '4121')),
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
    const makePaymentFields = ([amount, to, description]: Payment) => ({
      ...{ amount, currency, sourceAccountId: accounts[0] },
      ...payeeFields(to),
      ...(description && { description }),
    });
    const makeTransaction = (payment: Payment) => {
      const type = typeof payment[1] === 'number' ? 'transfer' : 'withdrawal';
      return { type, ...makePaymentFields(payment) };
    };
    /** Expects that a transaction is not held: it is posted, or its network has it. */
    const expectNotHeld = (transaction: ReturnType<typeof JSON.parse>, [, to]: Payment) => {
      const isThroughNetwork = typeof to === 'object' && 'method' in to;
      const text = JSON.stringify([
        to,
        transaction.detail,
        transaction.risk,
        transaction.declineReason,
      ]);
      const allowedStatuses = isThroughNetwork ? ['posted', 'pending', 'processing'] : ['posted'];
      expect(allowedStatuses, text).toContain(transaction.status);
      expect(transaction.risk?.decision ?? 'approve', text).toBe('approve');
    };

    const schedules: string[] = [];
    expect(day.acts).toHaveLength(12);
    for (const [index, act] of day.acts.entries()) {
      if ('pay' in act) {
        expectNotHeld(await send('/v1/transactions?wait=10', makeTransaction(act.pay)), act.pay);
      } else if ('capture' in act) {
        const body = { ...makeTransaction(act.capture), capture: 'manual' };
        const heldPayment = await send('/v1/transactions?wait=10', body);
        expect(heldPayment.hold?.status, JSON.stringify(heldPayment)).toBe('active');
        const path = `/v1/transactions/${heldPayment.id}/capture?wait=10`;
        expectNotHeld(await send(path, { amount: act.capturedAmount }), act.capture);
      } else if ('batch' in act) {
        const items = act.batch.map((payment, itemIndex) => ({
          ...makeTransaction(payment),
          reference: `${index}-${itemIndex}`,
        }));
        const batch = await send('/v1/transactions/batch?wait=10', { mode: 'atomic', items });
        const answer = await send(`/v1/batches/${batch.id}/items`);
        const { counts, status } = await send(`/v1/batches/${batch.id}`);
        expect({ status, posted: counts.posted }, JSON.stringify(answer)).toEqual({
          ...{ status: 'completed', posted: items.length },
        });
      } else {
        const startDate = (await send('/v1/sandbox/clock')).now.slice(0, 10);
        const terms = { ...makePaymentFields(act.schedule), startDate, timezone: 'UTC' };
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
