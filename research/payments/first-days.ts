// First days of new developers, of twelve payments each: the written ones, and more of their kinds.
import { readFileSync } from 'node:fs';
import { type Random, randomFor } from '../random.ts';
import { asParty, makeName, makePayee, makePerson, pickShop } from './household.ts';
import { type Country, HOMES } from './places.ts';
import { type ExternalParty, money, price } from './rows.ts';

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

/** The five days that people wrote down. */
export const readFirstDays = (): FirstDay[] => readDays('./first-days.json');

/** Fourteen more, in as many countries, with names in the scripts of those countries. */
export const readFirstDaysAbroad = (): FirstDay[] => readDays('./first-days-abroad.json');

interface Life {
  readonly random: Random;
  readonly country: Country;
  readonly name: string;
  /** Major units, in prices of Germany. */
  readonly funds: number;
}

type Plan = (life: Life) => FirstPayment[];

const shop = ({ random, country }: Life, low: number, high: number, ...mccs: string[]) => ({
  type: 'withdrawal' as const,
  amount: price(random, low * country.prices, high * country.prices),
  from: 'main' as const,
  externalParty: asParty(pickShop(random, country.code, ...mccs)),
});

/** A payment of a share of the account's funding, to somebody with an account elsewhere. */
const bill = (life: Life, low: number, high: number, name: string, description: string) => ({
  type: 'withdrawal' as const,
  amount: money(
    Math.round(life.funds * life.country.prices * (low + life.random.next() * (high - low))),
  ),
  from: 'main' as const,
  externalParty: makePayee(name, life.country, life.random),
  description,
});

const move = ({ random, country }: Life, low: number, high: number, from: Side, to: Side) => ({
  type: 'transfer' as const,
  amount: price(random, low * country.prices, high * country.prices),
  from,
  to,
});

const fund = ({ funds, country }: Life, externalParty?: ExternalParty): FirstPayment => ({
  type: 'deposit',
  amount: money(Math.round(funds * country.prices)),
  to: 'main',
  ...(externalParty ? { externalParty } : {}),
});

const errands = (life: Life): FirstPayment[] => [
  shop(life, 8, 60, '5411'),
  shop(life, 2, 9, '5462', '5814'),
  shop(life, 4, 18, '5968', '5734'),
  shop(life, 25, 75, '5541', '4112'),
  shop(life, 10, 120, '5651', '5732'),
  shop(life, 2, 20, '4111', '4121'),
  shop(life, 3, 30, '5912'),
  shop(life, 5, 45, '5812', '5814'),
];

const person = ({ random, country }: Life) => makeName(country, random);
const gift = (life: Life): FirstPayment => ({
  ...{ type: 'deposit', amount: price(life.random, 10, 80), to: 'main' },
  externalParty: makePerson(life.country, life.random),
});

/** Name, bounds of the first deposit (least and most), and the payments after it. */
const PLANS: readonly (readonly [string, number, number, Plan])[] = [
  [
    'moves in: rent of most of what was paid in',
    1_200,
    3_000,
    (life) => [
      fund(life, { ...makePayee(life.name, life.country, life.random) }),
      bill(life, 0.5, 0.8, person(life), 'Rent'),
      ...errands(life),
      move(life, 5, 40, 'main', 'friend'),
      move(life, 10, 60, 'main', 'savings'),
    ],
  ],
  [
    'salary, rent, bills, savings',
    1_800,
    5_000,
    (life) => [
      fund(life, makePayee('Nordwerk Services', life.country, life.random)),
      bill(life, 0.25, 0.5, `${person(life)} Properties`, 'Rent'),
      bill(life, 0.02, 0.06, pickShop(life.random, life.country.code, '4900').name, 'Power'),
      bill(life, 0.01, 0.03, pickShop(life.random, life.country.code, '4814').name, 'Telephone'),
      move(life, 100, 400, 'main', 'savings'),
      ...errands(life).slice(0, 6),
      move(life, 5, 40, 'main', 'friend'),
    ],
  ],
  [
    'a house in repair: a tradesman, a school, a flight',
    3_000,
    7_000,
    (life) => [
      fund(life),
      bill(life, 0.15, 0.4, `${person(life)} Roofing`, 'Invoice 4411'),
      bill(life, 0.05, 0.15, 'Lindenhof School', 'Term'),
      shop(life, 80, 400, '4511', '4722'),
      ...errands(life).slice(0, 6),
      move(life, 5, 60, 'main', 'friend'),
      gift(life),
    ],
  ],
  [
    'a student: little money, small payments',
    300,
    900,
    (life) => [
      fund(life, makePerson(life.country, life.random)),
      ...errands(life).map((one) => ({ ...one, amount: price(life.random, 1.2, 25) })),
      shop(life, 1, 12, '5814'),
      move(life, 3, 15, 'main', 'friend'),
      gift(life),
    ],
  ],
  [
    'tries every type, small amounts, some twice',
    500,
    2_000,
    (life) => {
      const first = { ...shop(life, 1, 2, '5999', '5311'), amount: 100 };
      return [
        fund(life),
        first,
        first,
        { ...move(life, 1, 2, 'main', 'friend'), amount: 1 },
        { ...move(life, 1, 2, 'main', 'friend'), amount: 100 },
        { ...move(life, 1, 2, 'main', 'savings'), amount: 12_345 },
        { ...move(life, 1, 2, 'savings', 'main'), amount: 2_345 },
        ...errands(life).slice(0, 4),
        bill(life, 0.2, 0.6, person(life), 'Test'),
      ];
    },
  ],
  [
    'a new flat: deposit, movers, furniture',
    4_000,
    9_000,
    (life) => [
      fund(life, makePayee(life.name, life.country, life.random)),
      bill(life, 0.2, 0.35, `${person(life)} Properties`, 'Deposit'),
      bill(life, 0.06, 0.15, `${person(life)} Removals`, 'Invoice'),
      shop(life, 80, 700, '5712'),
      shop(life, 30, 400, '5732'),
      shop(life, 20, 200, '5200'),
      move(life, 300, 900, 'main', 'savings'),
      ...errands(life).slice(0, 4),
      move(life, 20, 90, 'main', 'friend'),
    ],
  ],
  [
    'a freelancer: two invoices in, tax and rent out',
    1_500,
    4_000,
    (life) => [
      fund(life, makePayee('Studio Amsel', life.country, life.random)),
      {
        ...{ type: 'deposit', amount: price(life.random, 300, 900), to: 'main' },
        externalParty: makePayee('Pixelwerk', life.country, life.random),
      },
      bill(life, 0.15, 0.3, 'Tax Office', 'Income tax'),
      bill(life, 0.25, 0.45, person(life), 'Rent'),
      ...errands(life).slice(0, 5),
      move(life, 5, 60, 'main', 'friend'),
      move(life, 50, 200, 'main', 'savings'),
      shop(life, 9, 60, '5734', '4816'),
    ],
  ],
];

/** One more first day; the same seed and index give the same one. */
export function makeFirstDay(seed: number, index: number): FirstDay {
  const random = randomFor(seed, 'first-day', index);
  const country = random.pick(HOMES);
  const [title, least, most, plan] = PLANS[index % PLANS.length] as (typeof PLANS)[number];
  const name = makeName(country, random);
  const life = { random, country, name, funds: random.integer(least / 100, most / 100) * 100 };
  const [first, ...others] = plan(life);
  const shuffled = random.sample(others, others.length);
  return {
    title,
    customer: { name, country: country.code },
    friend: makeName(country, random),
    currency: country.currency,
    payments: orderByMoney(first as FirstPayment, shuffled).slice(0, 12),
  };
}

/** Payments out of the savings come after the savings were funded. */
function orderByMoney(first: FirstPayment, others: readonly FirstPayment[]): FirstPayment[] {
  const back = others.filter(({ from }) => from === 'savings');
  return [first, ...others.filter(({ from }) => from !== 'savings'), ...back];
}
