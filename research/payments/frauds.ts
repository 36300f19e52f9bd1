// Planted frauds. Their seeds differ from those of the honest payments around them.
import { createRandomFor, type Random } from '../random.ts';
import {
  appContext,
  type Household,
  makeName,
  makePayee,
  makePerson,
  moveOwn,
} from './household.ts';
import { HOMES, makeAddress, makeBankAccount } from './places.ts';
import {
  type Context,
  DAY,
  type Draft,
  drawPrice,
  type ExternalParty,
  MINUTE,
  toMinorUnits,
  WORLD_START,
} from './rows.ts';

/** Writes the payments of a fraud into the diary of the victim. */
export type WritePlot = (home: Household, random: Random, scenario: string) => void;

const HOSTERS = ['45.134', '185.220', '193.32', '102.89', '197.210', '41.66'];
const ABROAD = [
  ['NG', 6.52, 3.37],
  ['RO', 44.43, 26.1],
  ['UA', 50.45, 30.52],
  ['VN', 10.82, 106.63],
] as const;
const FOREIGN_BANKS = ['LT', 'DE', 'ES', 'GB', 'PL', 'IE'];

/**
 * Returns a device and a network that the customer never used; half of them are in the customer's
 * country.
 */
function intruderContext(home: Household, random: Random): Context {
  const deviceId = `device_${random.integer(1e8, 1e9 - 1).toString(36)}x`;
  const channel = random.pick(['web', 'mobile']);
  if (random.chance(0.5)) {
    const ipAddress = makeAddress(random.pick(home.country.networks), random);
    return { ipAddress, deviceId, channel, location: home.place };
  }
  const [country, lat, lon] = random.pick(ABROAD);
  const ipAddress = makeAddress(random.pick(HOSTERS), random);
  return { ipAddress, deviceId, channel, location: { country, lat, lon } };
}

const chooseMoment = (random: Random, day: number, low = 0, high = 24) =>
  WORLD_START + day * DAY + random.integer(low * 60, high * 60 - 1) * MINUTE;

/** Chooses the day of the fraud: after two months, and some days before the end of the world. */
const choosePlotDay = ({ first, last }: Household, random: Random, room = 5) =>
  random.integer(first + 60, Math.max(first + 61, last - room));

function pay(home: Household, draft: Partial<Draft> & Pick<Draft, 'time' | 'amount' | 'act'>) {
  home.diary.write({
    customer: home.profile.id,
    type: 'withdrawal',
    currency: home.country.currency,
    sourceAccount: home.checking,
    label: 'fraud',
    ...draft,
  });
}

/**
 * Removes the customer's later honest payments, because the account is taken over and then blocked.
 */
function removeLaterPayments(home: Household, time: number): void {
  const { drafts } = home.diary;
  drafts.splice(0, drafts.length, ...drafts.filter((draft) => draft.time < time));
}

/**
 * Makes the payee of the fraud: an account at another bank, sometimes a shop for vouchers or crypto
 * coins.
 */
function makeFraudPayee(home: Household, random: Random): ExternalParty {
  if (random.chance(0.25)) {
    const name = random.pick(['CRYPTO VOUCHERS', 'COINRAMP', 'GIFT CARD DEPOT', 'PAYSAFE TOPUP']);
    return { name, method: 'card', mcc: '6051', country: 'LT' };
  }
  const country = random.pick(HOMES);
  const bank = makeBankAccount(random.pick(FOREIGN_BANKS), random);
  const method = random.chance(0.3) ? 'wire' : home.country.transfer;
  return { name: makeName(country, random), method, ...bank };
}

/**
 * Account takeover: the savings are moved to the main account, then paid out in two to five
 * payments.
 */
const takeOver: WritePlot = (home, random, scenario) => {
  let time = chooseMoment(random, choosePlotDay(home, random));
  removeLaterPayments(home, time);
  const context = intruderContext(home, random);
  const saved = home.profile.accounts[1]?.opening ?? 0;
  const loot = Math.round(saved * (0.5 + random.next() * 0.3));
  pay(home, {
    time,
    type: 'transfer',
    amount: loot,
    sourceAccount: home.savings,
    destinationAccount: home.checking,
    isOwn: true,
    act: 'takeover_gather',
    context,
    scenario,
    step: 1,
  });
  const count = random.integer(2, 5);
  let step = 1;
  if (random.chance(0.3)) {
    time += random.integer(1, 9) * MINUTE;
    step += 1;
    const externalParty = makeFraudPayee(home, random);
    pay(home, {
      time,
      amount: toMinorUnits(1),
      act: 'takeover_probe',
      externalParty,
      context,
      scenario,
      step,
    });
  }
  const drop = makeFraudPayee(home, random);
  for (let index = 0; index < count; index += 1) {
    time += random.integer(1, 40) * MINUTE;
    step += 1;
    const externalParty = random.chance(0.5) ? drop : makeFraudPayee(home, random);
    const amount = Math.floor((loot / count) * (0.9 + random.next() * 0.1));
    pay(home, { time, amount, act: 'takeover', externalParty, context, scenario, step });
  }
};

const TEST_AMOUNTS: readonly ((random: Random) => number)[] = [
  (random) => toMinorUnits(0.5 + random.next() * 1.7),
  (random) => toMinorUnits(0.5 + random.next() * 1.7),
  (random) => toMinorUnits(random.pick([9.99, 24.99, 14.49, 19.95, 4.87])),
  (random) => drawPrice(random, 0.8, 30),
];

const SHOP_WORDS = [
  'Velvet',
  'Pixel',
  'Harbor',
  'Juniper',
  'Quartz',
  'Meadow',
  'Cobalt',
  'Saffron',
];
const SHOP_KINDS = ['Prints', 'Apps', 'Donations', 'Outlet', 'Hosting', 'Gifts', 'Media', 'Beauty'];

function makeShop(random: Random): ExternalParty {
  return {
    name: `${random.pick(SHOP_WORDS)} ${random.pick(SHOP_KINDS)} ${random.integer(2, 999)}`,
    method: 'card',
    mcc: random.pick(['5734', '8398', '5947', '5999', '5968', '4816', '5977']),
    country: random.pick(['US', 'GB', 'NL', 'CY', 'HK', 'BR']),
  };
}

/** Card testing: small payments at new shops, minutes apart, then a large purchase. */
const testCard: WritePlot = (home, random, scenario) => {
  let time = chooseMoment(random, choosePlotDay(home, random));
  removeLaterPayments(home, time);
  const makeAmount = random.pick(TEST_AMOUNTS);
  const stranger = intruderContext(home, random);
  const context = random.chance(0.66) ? stranger : { channel: 'web' };
  const count = random.integer(8, 14);
  const scale = home.country.prices;
  for (let step = 1; step <= count; step += 1) {
    const amount = Math.max(1, Math.round(makeAmount(random) * scale));
    const externalParty = makeShop(random);
    pay(home, { time, amount, act: 'card_testing', externalParty, context, scenario, step });
    time += random.integer(20, 240) * 1000;
  }
  time += random.integer(2, 30) * MINUTE;
  const amount = drawPrice(random, 400 * scale, 1900 * scale);
  const externalParty = { ...makeShop(random), mcc: random.pick(['5732', '5944', '4722']) };
  pay(home, {
    time,
    amount,
    act: 'card_testing_purchase',
    externalParty,
    context,
    scenario,
    step: count + 1,
  });
};

/**
 * Romance fraud: the customer makes six rising payments to one payee abroad, with the customer's
 * own device.
 */
const planRomance: WritePlot = (home, random, scenario) => {
  let day = choosePlotDay(home, random, 45);
  const country = random.pick(['GH', 'NG', 'CI', 'MY', 'TR', 'PH']);
  const externalParty: ExternalParty = {
    name: makeName(random.pick(HOMES), random),
    method: 'wire',
    country,
    accountNumber: String(random.integer(1e9, 9e9)),
  };
  let sum = (250 + random.next() * 350) * home.country.prices;
  for (let step = 1; step <= 6; step += 1) {
    const amount = toMinorUnits(Math.round(sum / 10) * 10);
    moveOwn(home, day, amount, 'checking');
    const time = chooseMoment(random, day, 9, 23);
    const description = random.pick(['Help', 'Hospital', 'Ticket', 'Customs fee', 'For us']);
    pay(home, {
      time,
      amount,
      act: 'romance',
      externalParty,
      context: appContext(home, day),
      description,
      scenario,
      step,
    });
    sum *= 1.35 + random.next() * 0.4;
    day += random.integer(3, 9);
  }
};

const SUPPLIERS = ['Steuerbüro Amberg', 'Kestrel Roofing', 'Maison Delorme', 'Orchard Childcare'];

/**
 * Invoice redirection: a supplier is paid four times, then another account with the same name is
 * paid.
 */
const redirectInvoice: WritePlot = (home, random, scenario) => {
  const firstDay = home.first + random.integer(12, 30);
  const name = `${random.pick(SUPPLIERS)} ${makeName(home.country, random).split(' ').at(-1)}`;
  const supplier = makePayee(name, home.country, random);
  const usualInvoice = drawPrice(random, 450 * home.country.prices, 2600 * home.country.prices);
  const invoices = random.integer(4, 5);
  for (let index = 0; index < invoices; index += 1) {
    const day = firstDay + index * 28;
    moveOwn(home, day, usualInvoice, 'checking');
    const time = chooseMoment(random, day, 9, 20);
    const amount = Math.round(usualInvoice * (0.95 + random.next() * 0.1));
    const description = `Invoice ${2026_000 + index * 7 + 11}`;
    pay(home, {
      time,
      amount,
      act: 'supplier',
      externalParty: supplier,
      context: appContext(home, day),
      description,
      label: 'honest',
    });
  }
  const day = firstDay + invoices * 28 + random.integer(-3, 3);
  const bank = makeBankAccount(random.chance(0.5) ? home.country.code : 'LT', random);
  const externalParty = { name, method: supplier.method, ...bank };
  const amount = Math.round(usualInvoice * (0.9 + random.next() * 0.6));
  moveOwn(home, day, amount, 'checking');
  const time = chooseMoment(random, day, 9, 20);
  const description = `Invoice ${2026_000 + invoices * 7 + 11}`;
  pay(home, {
    time,
    amount,
    act: 'redirected_invoice',
    externalParty,
    context: appContext(home, day),
    description,
    scenario,
    step: 1,
  });
};

/**
 * A mule: money of unknown payers arrives at a new account, and nearly all of it leaves within a
 * day.
 */
const runMule: WritePlot = (home, random, scenario) => {
  const cycles = random.integer(2, 4);
  let day = home.first + random.integer(12, 30);
  let step = 0;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const amount = toMinorUnits(random.integer(15, 60) * 100 * home.country.prices);
    const time = chooseMoment(random, day, 8, 18);
    step += 1;
    home.diary.write({
      time,
      customer: home.profile.id,
      type: 'deposit',
      amount,
      currency: home.country.currency,
      destinationAccount: home.checking,
      externalParty: makePerson(random.pick(HOMES), random),
      label: 'fraud',
      act: 'mule_in',
      scenario,
      step,
    });
    const parts = random.integer(1, 3);
    const share = 0.03 + random.next() * 0.12;
    for (let part = 0; part < parts; part += 1) {
      step += 1;
      const out = Math.floor((amount * (1 - share)) / parts);
      const later = time + random.integer(15, 1200) * MINUTE;
      const externalParty = makeFraudPayee(home, random);
      pay(home, {
        time: later,
        amount: out,
        act: 'mule_out',
        externalParty,
        context: appContext(home, day),
        scenario,
        step,
      });
    }
    day += random.integer(2, 8);
  }
};

export const PLOTS: Readonly<Record<string, WritePlot>> = {
  takeover: takeOver,
  card_testing: testCard,
  romance: planRomance,
  redirected_invoice: redirectInvoice,
  mule: runMule,
};

/** Returns the random source of a fraud, which differs from those of honest households. */
export const randomForPlot = (seed: number, kind: string, index: number) =>
  createRandomFor('planted', seed * 7919 + 13, kind, index);
