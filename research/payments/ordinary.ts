// Regular events of every household: income, rent, bills, groceries, lunch, friends.
import {
  findTrip,
  type Household,
  makePayee,
  makePerson,
  moveOwn,
  pickShop,
  receive,
  spend,
  toParty,
} from './household.ts';
import { drawPrice, type ExternalParty, toMinorUnits } from './rows.ts';

const EMPLOYERS = [
  'Nordlicht Logistik',
  'Atelier Verbruggen',
  'Halden Medical',
  'City Council Payroll',
  'Brennan & Foyle',
  'Talleres Mirasol',
  'Kestrel Software',
  'Grand Canal Hotels',
];
const CLIENTS = ['Studio Amsel', 'Pixelwerk', 'Maison Clément', 'Northgate Media', 'Ferro Design'];

const listMonthly = ({ first, last }: Household, day: number) =>
  Array.from(
    { length: Math.ceil((last - first) / 30) + 1 },
    (_, month) => day + month * 30 + first,
  );

/** Writes the income: salary, pension or invoices. */
export function writeIncome(home: Household): void {
  const { random, country, income, profile } = home;
  if (profile.life === 'freelancer') {
    const clients = CLIENTS.map((name) => makePayee(name, country, random));
    for (let day = home.first + 4; day <= home.last; day += random.integer(5, 14)) {
      const amount = toMinorUnits(income * (0.15 + random.next() * 0.4));
      receive(home, { day, hours: [8, 16], amount, to: random.pick(clients), act: 'invoice_paid' });
    }
    return;
  }
  const name = profile.life === 'retired' ? 'Pension Office' : random.pick(EMPLOYERS);
  const employer = makePayee(name, country, random);
  const payday = random.integer(0, 28);
  for (const day of listMonthly(home, payday)) {
    const amount = toMinorUnits(income * (random.chance(0.9) ? 1 : 1.1));
    receive(home, { day, hours: [5, 9], amount, to: employer, act: 'salary', category: 'salary' });
  }
}

/** Writes the rent by standing order; after a move it goes to another landlord. */
export function writeRent(
  home: Household,
  from: number,
  to: number,
  landlord: ExternalParty,
): void {
  const amount = toMinorUnits(Math.round(home.income * (0.22 + home.random.next() * 0.1)));
  for (const day of listMonthly(home, 3).filter((day) => day >= from && day < to)) {
    spend(home, {
      day,
      hours: [6, 8],
      amount,
      to: landlord,
      act: 'rent',
      category: 'rent',
      description: 'Rent',
      way: 'standing',
    });
  }
}

/**
 * Pays utilities, telephone, insurance, subscriptions and sports, with about the same amounts each
 * month.
 */
export function payBills(home: Household): void {
  const { random, country } = home;
  const local = (...mccs: string[]) => pickShop(random, country.code, ...mccs);
  const debit = (mcc: string): ExternalParty => makePayee(local(mcc).name, country, random);
  const bills: [ExternalParty, string, number, number][] = [
    [debit('4900'), 'utilities', 45, 160],
    [debit('4900'), 'utilities', 15, 50],
    [debit('4814'), 'telecom', 9, 60],
    [debit('6300'), 'insurance', 12, 110],
  ];
  if (random.chance(0.4)) bills.push([toParty(local('7997')), 'sports', 18, 45]);
  for (const shop of random.sample(['5968', '5734', '5816', '4899'], random.integer(1, 4))) {
    bills.push([toParty(pickShop(random, 'US', shop)), 'subscription', 4, 18]);
  }
  for (const [to, act, low, high] of bills) {
    const usualBill = drawPrice(random, low * country.prices, high * country.prices);
    const varies = act === 'utilities' && random.chance(0.3);
    for (const day of listMonthly(home, random.integer(0, 27))) {
      const amount = varies ? Math.round(usualBill * (0.85 + random.next() * 0.3)) : usualBill;
      spend(home, { day, hours: [4, 7], amount, to, act, category: act, way: 'standing' });
    }
  }
}

/**
 * Buys at the same grocer nearly every day, sometimes at another one, and at a bakery, a canteen
 * and a café.
 */
export function buyDaily(home: Household): void {
  const { random, country, ease } = home;
  const local = (...mccs: string[]) => toParty(pickShop(random, country.code, ...mccs));
  const shops = [local('5411'), local('5411')];
  const [grocer = local('5411'), second = grocer] = shops;
  const [bakery, canteen, cafe] = [local('5462', '5814'), local('5812', '5814'), local('5814')];
  const often = 0.35 + random.next() * 0.5;
  const basket = 7 + random.next() * 18 * ease;
  const scale = country.prices;
  for (let day = home.first; day <= home.last; day += 1) {
    const trip = findTrip(home, day);
    if (trip) continue;
    const isWeekend = day % 7 >= 5;
    const buy = (to: ExternalParty, act: string, low: number, high: number, hours: Hours) =>
      spend(home, {
        day,
        hours,
        amount: drawPrice(random, low * scale, high * scale),
        to,
        act,
        category: act === 'groceries' ? 'groceries' : 'dining',
        way: 'counter',
      });
    if (random.chance(often)) buy(grocer, 'groceries', basket * 0.4, basket * 2, [8, 20]);
    if (random.chance(0.14 * ease)) buy(second, 'groceries', 15, 95, [9, 20]);
    if (random.chance(0.25 * ease)) buy(bakery, 'bakery', 2, 12, [6, 12]);
    if (!isWeekend && random.chance(0.3 * ease)) buy(canteen, 'lunch', 6, 16, [11, 14]);
    if (random.chance(0.2 * ease)) buy(cafe, 'coffee', 2.5, 9, [7, 18]);
    if (random.chance((isWeekend ? 0.24 : 0.06) * ease)) {
      buy(local('5812'), 'restaurant', 14, 110, [18, 23]);
    }
  }
}

type Hours = readonly [number, number];

/**
 * Pays for fuel or trains, chemists, clothes, electronics, hairdressers and online shops, and
 * withdraws cash.
 */
export function runErrands(home: Household): void {
  const { random, country, ease } = home;
  const fuel = toParty(pickShop(random, country.code, '5541', '4112'));
  const errands: [string, string[], number, number, number, 'counter' | 'screen'][] = [
    ['pharmacy', ['5912'], 4, 45, 0.06, 'counter'],
    ['clothes', ['5651'], 12, 160, 0.05, 'counter'],
    ['web_shop', ['5311', '5942', '5732'], 9, 140, 0.09, 'screen'],
    ['electronics', ['5732'], 60, 900, 0.008, 'screen'],
    ['hairdresser', ['7230'], 15, 70, 0.02, 'counter'],
    ['furniture', ['5712', '5200'], 20, 450, 0.015, 'counter'],
    ['transport', ['4111', '4112', '4121'], 2.4, 45, 0.12, 'screen'],
    ['food_delivery', ['5814'], 12, 48, 0.06, 'screen'],
  ];
  for (let day = home.first; day <= home.last; day += 1) {
    if (findTrip(home, day)) continue;
    if (random.chance(0.11 * ease)) {
      const amount = drawPrice(random, 25 * country.prices, 80 * country.prices);
      spend(home, { day, hours: [7, 21], amount, to: fuel, act: 'fuel', way: 'counter' });
    }
    for (const [act, mccs, low, high, chance, way] of errands) {
      if (!random.chance(chance * ease)) continue;
      spend(home, {
        day,
        hours: [8, 22],
        amount: drawPrice(random, low * country.prices, high * country.prices),
        to: toParty(pickShop(random, country.code, ...mccs)),
        act,
        way,
      });
    }
    if (random.chance(0.04 * ease)) {
      const amount = toMinorUnits(
        random.pick([20, 30, 50, 50, 100, 100, 200]) * Math.ceil(country.prices),
      );
      const to: ExternalParty = { name: 'Cash machine', method: 'cash', mcc: '6011' };
      spend(home, { day, hours: [8, 22], amount, to, act: 'cash', way: 'counter' });
    }
  }
}

/** Shares bills with friends in both directions, sometimes with a new payee. */
export function shareWithFriends(home: Household): void {
  const { random, country, friends } = home;
  for (let day = home.first; day <= home.last; day += 1) {
    if (random.chance(0.07)) {
      const to = random.chance(0.85) ? random.pick(friends) : makePerson(country, random);
      const amount = drawPrice(random, 6 * country.prices, 75 * country.prices);
      spend(home, { day, hours: [9, 23], amount, to, act: 'friend', way: 'screen' });
    }
    if (random.chance(0.05)) {
      const amount = drawPrice(random, 6 * country.prices, 75 * country.prices);
      const to = random.pick(friends);
      receive(home, { day, hours: [9, 23], amount, to, act: 'friend_pays_back' });
    }
  }
}

/** Saves by standing order, and takes money back after an expensive month. */
export function saveMonthly(home: Household): void {
  const { random, income } = home;
  const amount = toMinorUnits(Math.round(income * (0.04 + random.next() * 0.12)));
  for (const day of listMonthly(home, random.integer(1, 8))) {
    moveOwn(home, day, amount, 'savings', 'standing');
    if (random.chance(0.2)) {
      const withdrawn = toMinorUnits(random.integer(1, 8) * 50 * home.country.prices);
      moveOwn(home, day + random.integer(10, 22), withdrawn, 'checking');
    }
  }
}
