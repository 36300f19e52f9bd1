// First days of new developers, of twelve payments each: days written by people, and generated ones
// of the same kinds.
import { readFileSync } from 'node:fs';
import { createRandomFor, type Random } from '../random.ts';
import { makeName, makePayee, makePerson, pickShop, toParty } from './household.ts';
import { type Country, HOMES } from './places.ts';
import { drawPrice, type ExternalParty, toMinorUnits } from './rows.ts';

type Side = 'main' | 'savings' | 'friend';

export interface FirstPayment {
  readonly type: 'deposit' | 'withdrawal' | 'transfer';
  /** Minor units. */
  readonly amount: number;
  readonly from?: Side;
  readonly to?: Side;
  readonly externalParty?: ExternalParty;
  readonly description?: string;
}

export interface FirstDay {
  readonly title: string;
  readonly customer: { readonly name: string; readonly country: string };
  readonly friend: string;
  readonly currency: string;
  readonly payments: readonly FirstPayment[];
}

const readDays = (name: string) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as FirstDay[];

/** Reads the five days that people wrote. */
export const readFirstDays = (): FirstDay[] => readDays('./first-days.json');

/** Reads fourteen more days in as many countries, with names in the scripts of those countries. */
export const readFirstDaysAbroad = (): FirstDay[] => readDays('./first-days-abroad.json');

interface Life {
  readonly random: Random;
  readonly country: Country;
  readonly name: string;
  /** In major units, at German prices. */
  readonly funds: number;
}

type MakePlan = (life: Life) => FirstPayment[];

const payShop = ({ random, country }: Life, low: number, high: number, ...mccs: string[]) => ({
  type: 'withdrawal' as const,
  amount: drawPrice(random, low * country.prices, high * country.prices),
  from: 'main' as const,
  externalParty: toParty(pickShop(random, country.code, ...mccs)),
});

/** Makes a payment of a share of the account's balance to a payee at another bank. */
const payBill = (life: Life, low: number, high: number, name: string, description: string) => ({
  type: 'withdrawal' as const,
  amount: toMinorUnits(
    Math.round(life.funds * life.country.prices * (low + life.random.next() * (high - low))),
  ),
  from: 'main' as const,
  externalParty: makePayee(name, life.country, life.random),
  description,
});

const moveOwnMoney = (
  { random, country }: Life,
  low: number,
  high: number,
  from: Side,
  to: Side,
) => ({
  type: 'transfer' as const,
  amount: drawPrice(random, low * country.prices, high * country.prices),
  from,
  to,
});

const fundAccount = ({ funds, country }: Life, externalParty?: ExternalParty): FirstPayment => ({
  type: 'deposit',
  amount: toMinorUnits(Math.round(funds * country.prices)),
  to: 'main',
  ...(externalParty ? { externalParty } : {}),
});

const makeShopPayments = (life: Life): FirstPayment[] => [
  payShop(life, 8, 60, '5411'),
  payShop(life, 2, 9, '5462', '5814'),
  payShop(life, 4, 18, '5968', '5734'),
  payShop(life, 25, 75, '5541', '4112'),
  payShop(life, 10, 120, '5651', '5732'),
  payShop(life, 2, 20, '4111', '4121'),
  payShop(life, 3, 30, '5912'),
  payShop(life, 5, 45, '5812', '5814'),
];

const makePersonName = ({ random, country }: Life) => makeName(country, random);
const giveMoney = (life: Life): FirstPayment => ({
  ...{ type: 'deposit', amount: drawPrice(life.random, 10, 80), to: 'main' },
  externalParty: makePerson(life.country, life.random),
});

/** Name of the day, bounds of the first deposit (least and most), and the payments after it. */
const PLANS: readonly (readonly [string, number, number, MakePlan])[] = [
  [
    'moves in: rent of most of what was paid in',
    1_200,
    3_000,
    (life) => [
      fundAccount(life, { ...makePayee(life.name, life.country, life.random) }),
      payBill(life, 0.5, 0.8, makePersonName(life), 'Rent'),
      ...makeShopPayments(life),
      moveOwnMoney(life, 5, 40, 'main', 'friend'),
      moveOwnMoney(life, 10, 60, 'main', 'savings'),
    ],
  ],
  [
    'salary, rent, bills, savings',
    1_800,
    5_000,
    (life) => [
      fundAccount(life, makePayee('Nordwerk Services', life.country, life.random)),
      payBill(life, 0.25, 0.5, `${makePersonName(life)} Properties`, 'Rent'),
      payBill(life, 0.02, 0.06, pickShop(life.random, life.country.code, '4900').name, 'Power'),
      payBill(life, 0.01, 0.03, pickShop(life.random, life.country.code, '4814').name, 'Telephone'),
      moveOwnMoney(life, 100, 400, 'main', 'savings'),
      ...makeShopPayments(life).slice(0, 6),
      moveOwnMoney(life, 5, 40, 'main', 'friend'),
    ],
  ],
  [
    'a house in repair: a tradesman, a school, a flight',
    3_000,
    7_000,
    (life) => [
      fundAccount(life),
      payBill(life, 0.15, 0.4, `${makePersonName(life)} Roofing`, 'Invoice 4411'),
      payBill(life, 0.05, 0.15, 'Lindenhof School', 'Term'),
      payShop(life, 80, 400, '4511', '4722'),
      ...makeShopPayments(life).slice(0, 6),
      moveOwnMoney(life, 5, 60, 'main', 'friend'),
      giveMoney(life),
    ],
  ],
  [
    'a student: little money, small payments',
    300,
    900,
    (life) => [
      fundAccount(life, makePerson(life.country, life.random)),
      ...makeShopPayments(life).map((errand) => ({
        ...errand,
        amount: drawPrice(life.random, 1.2, 25),
      })),
      payShop(life, 1, 12, '5814'),
      moveOwnMoney(life, 3, 15, 'main', 'friend'),
      giveMoney(life),
    ],
  ],
  [
    'tries every type, small amounts, some twice',
    500,
    2_000,
    (life) => {
      const first = { ...payShop(life, 1, 2, '5999', '5311'), amount: 100 };
      return [
        fundAccount(life),
        first,
        first,
        { ...moveOwnMoney(life, 1, 2, 'main', 'friend'), amount: 1 },
        { ...moveOwnMoney(life, 1, 2, 'main', 'friend'), amount: 100 },
        { ...moveOwnMoney(life, 1, 2, 'main', 'savings'), amount: 12_345 },
        { ...moveOwnMoney(life, 1, 2, 'savings', 'main'), amount: 2_345 },
        ...makeShopPayments(life).slice(0, 4),
        payBill(life, 0.2, 0.6, makePersonName(life), 'Test'),
      ];
    },
  ],
  [
    'a new flat: deposit, movers, furniture',
    4_000,
    9_000,
    (life) => [
      fundAccount(life, makePayee(life.name, life.country, life.random)),
      payBill(life, 0.2, 0.35, `${makePersonName(life)} Properties`, 'Deposit'),
      payBill(life, 0.06, 0.15, `${makePersonName(life)} Removals`, 'Invoice'),
      payShop(life, 80, 700, '5712'),
      payShop(life, 30, 400, '5732'),
      payShop(life, 20, 200, '5200'),
      moveOwnMoney(life, 300, 900, 'main', 'savings'),
      ...makeShopPayments(life).slice(0, 4),
      moveOwnMoney(life, 20, 90, 'main', 'friend'),
    ],
  ],
  [
    'a freelancer: two invoices in, tax and rent out',
    1_500,
    4_000,
    (life) => [
      fundAccount(life, makePayee('Studio Amsel', life.country, life.random)),
      {
        ...{ type: 'deposit', amount: drawPrice(life.random, 300, 900), to: 'main' },
        externalParty: makePayee('Pixelwerk', life.country, life.random),
      },
      payBill(life, 0.15, 0.3, 'Tax Office', 'Income tax'),
      payBill(life, 0.25, 0.45, makePersonName(life), 'Rent'),
      ...makeShopPayments(life).slice(0, 5),
      moveOwnMoney(life, 5, 60, 'main', 'friend'),
      moveOwnMoney(life, 50, 200, 'main', 'savings'),
      payShop(life, 9, 60, '5734', '4816'),
    ],
  ],
];

/** Generates a first day; the same seed and index give the same day. */
export function makeFirstDay(seed: number, index: number): FirstDay {
  const random = createRandomFor(seed, 'first-day', index);
  const country = random.pick(HOMES);
  const [title, min, max, plan] = PLANS[index % PLANS.length] as (typeof PLANS)[number];
  const name = makeName(country, random);
  const life = { random, country, name, funds: random.integer(min / 100, max / 100) * 100 };
  const [first, ...otherPayments] = plan(life);
  const shuffled = random.sample(otherPayments, otherPayments.length);
  return {
    title,
    customer: { name, country: country.code },
    friend: makeName(country, random),
    currency: country.currency,
    payments: orderByMoney(first as FirstPayment, shuffled).slice(0, 12),
  };
}

/** Orders the payments so that payments out of the savings follow the payment into the savings. */
function orderByMoney(first: FirstPayment, otherPayments: readonly FirstPayment[]): FirstPayment[] {
  const withdrawals = otherPayments.filter(({ from }) => from === 'savings');
  return [first, ...otherPayments.filter(({ from }) => from !== 'savings'), ...withdrawals];
}
