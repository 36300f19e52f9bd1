// One-off events: holidays, tradespeople, a wedding, a move, school fees, a car, tenants. A bank
// that does not know the household could take each of them for fraud.
import {
  type Household,
  makeName,
  makePayee,
  makePerson,
  moveOwn,
  pickShop,
  receive,
  spend,
  toParty,
} from './household.ts';
import { writeRent } from './ordinary.ts';
import { drawPrice, type ExternalParty, toMinorUnits } from './rows.ts';

/** A trip, booked weeks before. Abroad the country, the network and the shops are new. */
export function writeTrips(home: Household): void {
  const { random, country, trips } = home;
  const scale = country.prices;
  for (const trip of trips) {
    const booked = trip.from - random.integer(8, 60);
    for (const [mccs, low, high] of [
      [['4511', '3058', '4112'], 70, 620],
      [['4722', '3501'], 150, 1500],
    ] as const) {
      const to = toParty(pickShop(random, country.code, ...mccs));
      const amount = drawPrice(random, low * scale, high * scale);
      spend(home, { day: booked, hours: [17, 23], amount, to, act: 'booking', way: 'screen' });
    }
    for (let day = trip.from; day <= trip.to; day += 1) {
      const count = random.integer(1, 4);
      for (let index = 0; index < count; index += 1) {
        const mcc = random.pick(['5411', '5812', '5812', '5814', '5541', '4111', '5651', '5912']);
        const shop = { ...pickShop(random, trip.country, mcc), country: trip.country };
        const amount = drawPrice(random, 3 * scale, 85 * scale);
        spend(home, {
          day,
          hours: [8, 23],
          amount,
          to: toParty(shop),
          act: 'abroad',
          way: 'counter',
        });
      }
    }
    const hotel = { ...pickShop(random, trip.country, '3501'), country: trip.country };
    if (random.chance(0.5)) {
      const amount = drawPrice(random, 180 * scale, 900 * scale);
      const to = toParty(hotel);
      spend(home, { day: trip.to, hours: [9, 12], amount, to, act: 'hotel', way: 'counter' });
    }
    if (random.chance(0.3)) {
      const to: ExternalParty = { name: 'ATM', method: 'cash', mcc: '6011', country: trip.country };
      const amount = toMinorUnits(random.pick([50, 100, 150, 200]) * Math.ceil(scale));
      spend(home, {
        day: trip.from,
        hours: [12, 20],
        amount,
        to,
        act: 'cash_abroad',
        way: 'counter',
      });
    }
  }
}

/** Withdraws the needed amount from the savings on the day before. */
function withdrawSavings(home: Household, day: number, amount: number): void {
  moveOwn(home, day - 1, amount + toMinorUnits(home.random.integer(0, 4) * 50), 'checking');
}

const HAND_WORK = ['Painting', 'Roofing', 'Garden', 'Flooring'];
const TRADES = ['1711', '1731', '1750', '7538'];

/** Pays one invoice of 500 to 5,500 to a new payee: a plumber, a joiner or a garage. */
export function hireTradesmen(home: Household): void {
  const { random, country, first, last } = home;
  const count = random.pick([0, 1, 1, 2]);
  for (let index = 0; index < count; index += 1) {
    const day = random.integer(first + 12, last);
    const amount = drawPrice(random, 500 * country.prices, 5500 * country.prices);
    const isKnown = random.chance(0.6);
    const name = isKnown
      ? pickShop(random, country.code, ...TRADES).name
      : `${makeName(country, random)} ${random.pick(HAND_WORK)}`;
    withdrawSavings(home, day, amount);
    spend(home, {
      day,
      hours: [9, 21],
      amount,
      to: makePayee(name, country, random),
      act: 'tradesman',
      description: `Invoice ${random.integer(1000, 9999)}`,
      way: 'screen',
      scenario: `${home.profile.id}_tradesman_${index + 1}`,
    });
  }
}

/** A wedding: two dozen gifts within two weeks, and the bills of the day. */
export function writeWedding(home: Household): void {
  const { random, country, first, last, profile } = home;
  const day = random.integer(first + 40, last - 12);
  const scenario = `${profile.id}_wedding`;
  const guests = random.integer(14, 34);
  for (let index = 0; index < guests; index += 1) {
    receive(home, {
      day: day + random.integer(-6, 9),
      hours: [8, 23],
      amount: toMinorUnits(random.pick([30, 50, 50, 100, 100, 150, 200, 300]) * country.prices),
      to: makePerson(country, random),
      act: 'wedding_gift',
      description: random.pick(['Congratulations', 'For your wedding', 'All the best']),
      scenario,
    });
  }
  const bills: [string, number, number, number][] = [
    [pickShop(random, country.code, '5812').name, 1500, 6000, -20],
    [`${makeName(country, random)} Photography`, 600, 1800, 5],
    [pickShop(random, country.code, '5651').name, 400, 1600, -35],
  ];
  for (const [name, low, high, shift] of bills) {
    const amount = drawPrice(random, low * country.prices, high * country.prices);
    const to = makePayee(name, country, random);
    withdrawSavings(home, day + shift, amount);
    spend(home, {
      day: day + shift,
      hours: [10, 21],
      amount,
      to,
      act: 'wedding_bill',
      way: 'screen',
      scenario,
    });
  }
}

/**
 * Pays rent for the whole time; one in eight households moves: deposit, movers, furniture, another
 * landlord.
 */
export function writeLife(home: Household): void {
  const { random, country, first, last, profile, income } = home;
  const landlord = makePerson(country, random);
  if (!random.chance(0.13)) {
    writeRent(home, first, last + 1, landlord);
    return;
  }
  const day = random.integer(first + 35, last - 20);
  const next = makePayee(`${makeName(country, random)} Properties`, country, random);
  const scenario = `${profile.id}_move`;
  writeRent(home, first, day, landlord);
  writeRent(home, day, last + 1, next);
  const deposit = toMinorUnits(Math.round(income * 0.6));
  withdrawSavings(home, day - 10, deposit);
  const pay = (shift: number, amount: number, to: ExternalParty, act: string) =>
    spend(home, { day: day + shift, hours: [9, 20], amount, to, act, way: 'screen', scenario });
  pay(-10, deposit, next, 'deposit_for_flat');
  const movers = makePayee(`${makeName(country, random)} Removals`, country, random);
  pay(1, drawPrice(random, 350 * country.prices, 1500 * country.prices), movers, 'movers');
  for (const shift of [2, 3, 5, 9]) {
    const shop = toParty(pickShop(random, country.code, '5712', '5200', '5732'));
    pay(shift, drawPrice(random, 40 * country.prices, 800 * country.prices), shop, 'furniture');
  }
  receive(home, {
    day: day + 14,
    hours: [9, 15],
    amount: Math.round(deposit * 0.9),
    to: landlord,
    act: 'deposit_back',
    scenario,
  });
}

/** Pays school fees twice, and a club every month. */
export function raiseChildren(home: Household): void {
  const { random, country, first, last } = home;
  const school = makePayee(
    random.pick(['Lindenhof School', 'St Brigid Primary', 'Collège Montaigne', 'Colegio Alameda']),
    country,
    random,
  );
  const fee = drawPrice(random, 600 * country.prices, 2800 * country.prices);
  for (const day of [first + random.integer(20, 50), first + random.integer(120, 160)]) {
    withdrawSavings(home, day, fee);
    spend(home, { day, hours: [7, 22], amount: fee, to: school, act: 'school_fee', way: 'screen' });
  }
  const club = makePayee('Youth Football Club', country, random);
  const due = drawPrice(random, 12 * country.prices, 45 * country.prices);
  for (let day = first + 6; day <= last; day += 30) {
    spend(home, { day, hours: [6, 9], amount: due, to: club, act: 'club', way: 'standing' });
  }
}

/** Buys a used car: one large payment to a person or a dealer, from the savings. */
export function buyCar(home: Household): void {
  const { random, country, first, last, profile } = home;
  const day = random.integer(first + 30, last - 2);
  const amount = toMinorUnits(random.integer(25, 140) * 100 * country.prices);
  const seller = makePerson(country, random);
  const dealer = `Autohaus ${random.pick(['Kessler', 'Moreau', 'Whitfield', 'Serrano'])}`;
  const to = random.chance(0.5) ? seller : { ...seller, name: dealer };
  const scenario = `${profile.id}_car`;
  withdrawSavings(home, day, amount);
  spend(home, { day, hours: [9, 19], amount, to, act: 'used_car', way: 'screen', scenario });
  const insurer = toParty(pickShop(random, country.code, '6300'));
  const premium = drawPrice(random, 180 * country.prices, 700 * country.prices);
  spend(home, {
    day: day + 1,
    hours: [9, 19],
    amount: premium,
    to: insurer,
    act: 'car_insurance',
    way: 'screen',
    scenario,
  });
}

/** Receives the rents of several tenants every month, and pays the craftsmen of the house. */
export function addLandlord(home: Household): void {
  const { random, country, first, last, profile } = home;
  const scenario = `${profile.id}_landlord`;
  const lender = makePayee('Building Society Mortgages', country, random);
  const tenants = Array.from({ length: random.integer(3, 9) }, () => ({
    to: makePerson(country, random),
    amount: toMinorUnits(random.integer(38, 115) * 10 * country.prices),
  }));
  for (let month = first; month <= last; month += 30) {
    for (const { to, amount } of tenants) {
      const day = month + random.integer(0, 5);
      receive(home, {
        day,
        hours: [5, 20],
        amount,
        to,
        act: 'rent_received',
        description: 'Rent',
        scenario,
      });
    }
    const mortgage = tenants.reduce((sum, { amount }) => sum + amount, 0) * 0.6;
    const amount = Math.round(mortgage);
    spend(home, {
      day: month + 8,
      hours: [5, 7],
      amount,
      to: lender,
      act: 'mortgage',
      way: 'standing',
      scenario,
    });
  }
}

/** Visits a market: many small payments at new payees within two hours. */
export function visitMarket(home: Household): void {
  const { random, country, first, last, profile } = home;
  const day = random.integer(first + 15, last);
  const hour = random.integer(11, 18);
  const stalls = [
    'Waffles',
    'Candles',
    'Honey',
    'Hot Punch',
    'Carousel',
    'Grill',
    'Toys',
    'Cheese',
  ];
  for (const stall of random.sample(stalls, random.integer(5, 8))) {
    const to: ExternalParty = {
      name: `SumUp *${stall} ${makeName(country, random).split(' ').at(-1)}`,
      method: 'card',
      mcc: random.pick(['5499', '5814', '5999']),
      country: home.place.country,
    };
    const amount = drawPrice(random, 2.5 * country.prices, 14 * country.prices);
    const hours = [hour, hour + 2] as const;
    const scenario = `${profile.id}_market`;
    spend(home, { day, hours, amount, to, act: 'market', way: 'counter', scenario });
  }
}

/** The first evening with a new account: the subscriptions are paid with the new card. */
export function settleIn(home: Household): void {
  const { random, country, first, profile } = home;
  const scenario = `${profile.id}_first_evening`;
  const shops = ['5968', '5734', '4814', '5816', '7997'].map((mcc) =>
    toParty(pickShop(random, random.pick([country.code, 'US']), mcc)),
  );
  for (const to of random.sample(shops, random.integer(3, 5))) {
    const amount = drawPrice(random, 4.5 * country.prices, 20 * country.prices);
    spend(home, {
      day: first,
      hours: [19, 21],
      amount,
      to,
      act: 'card_changed',
      way: 'screen',
      scenario,
    });
  }
}
