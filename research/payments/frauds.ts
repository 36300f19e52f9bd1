// Planted frauds. Each has seeds of its own, apart from those of the honest life around it.
import { type Random, randomFor } from '../random.ts';
import { type Household, makeName, makePayee, makePerson, moveOwn, screen } from './household.ts';
import { HOMES, makeAddress, makeBankAccount } from './places.ts';
import {
  type Context,
  DAY,
  type Draft,
  type ExternalParty,
  MINUTE,
  money,
  price,
  START,
} from './rows.ts';

/** A plot writes into the diary of its victim and returns the accounts that it used. */
export type Plot = (home: Household, random: Random, scenario: string) => void;

const HOSTERS = ['45.134', '185.220', '193.32', '102.89', '197.210', '41.66'];
const ABROAD = [
  ['NG', 6.52, 3.37],
  ['RO', 44.43, 26.1],
  ['UA', 50.45, 30.52],
  ['VN', 10.82, 106.63],
] as const;
const FOREIGN_BANKS = ['LT', 'DE', 'ES', 'GB', 'PL', 'IE'];

/** A telephone and a network that the customer never used; half of them look like home. */
function intrude(home: Household, random: Random): Context {
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

const momentOn = (random: Random, day: number, low = 0, high = 24) =>
  START + day * DAY + random.integer(low * 60, high * 60 - 1) * MINUTE;

/** The day of the plot: behind two months of life, some days before the end of the world. */
const plotDay = ({ first, last }: Household, random: Random, room = 5) =>
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

/** Removes the honest customer's later payments: the account is in other hands, then blocked. */
function endLife(home: Household, time: number): void {
  const { drafts } = home.diary;
  drafts.splice(0, drafts.length, ...drafts.filter((draft) => draft.time < time));
}

/** The drop: an account at another bank, sometimes a shop for vouchers or coins. */
function makeDrop(home: Household, random: Random): ExternalParty {
  if (random.chance(0.25)) {
    const name = random.pick(['CRYPTO VOUCHERS', 'COINRAMP', 'GIFT CARD DEPOT', 'PAYSAFE TOPUP']);
    return { name, method: 'card', mcc: '6051', country: 'LT' };
  }
  const country = random.pick(HOMES);
  const bank = makeBankAccount(random.pick(FOREIGN_BANKS), random);
  const method = random.chance(0.3) ? 'wire' : home.country.transfer;
  return { name: makeName(country, random), method, ...bank };
}

/** A stranger with the password: savings first, then out in two to five payments. */
const takeOver: Plot = (home, random, scenario) => {
  let time = momentOn(random, plotDay(home, random));
  endLife(home, time);
  const context = intrude(home, random);
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
    const externalParty = makeDrop(home, random);
    pay(home, {
      time,
      amount: money(1),
      act: 'takeover_probe',
      externalParty,
      context,
      scenario,
      step,
    });
  }
  const drop = makeDrop(home, random);
  for (let index = 0; index < count; index += 1) {
    time += random.integer(1, 40) * MINUTE;
    step += 1;
    const externalParty = random.chance(0.5) ? drop : makeDrop(home, random);
    const amount = Math.floor((loot / count) * (0.9 + random.next() * 0.1));
    pay(home, { time, amount, act: 'takeover', externalParty, context, scenario, step });
  }
};

const TEST_AMOUNTS: readonly ((random: Random) => number)[] = [
  (random) => money(0.5 + random.next() * 1.7),
  (random) => money(0.5 + random.next() * 1.7),
  (random) => money(random.pick([9.99, 24.99, 14.49, 19.95, 4.87])),
  (random) => price(random, 0.8, 30),
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

/** Stolen cards are tried at shops that no customer knows, minutes apart; then a large purchase. */
const testCard: Plot = (home, random, scenario) => {
  let time = momentOn(random, plotDay(home, random));
  endLife(home, time);
  const makeAmount = random.pick(TEST_AMOUNTS);
  const stranger = intrude(home, random);
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
  const amount = price(random, 400 * scale, 1900 * scale);
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

/** Six rising wires to one payee abroad, by the customer, from the telephone of the customer. */
const courtVictim: Plot = (home, random, scenario) => {
  let day = plotDay(home, random, 45);
  const country = random.pick(['GH', 'NG', 'CI', 'MY', 'TR', 'PH']);
  const externalParty: ExternalParty = {
    name: makeName(random.pick(HOMES), random),
    method: 'wire',
    country,
    accountNumber: String(random.integer(1e9, 9e9)),
  };
  let sum = (250 + random.next() * 350) * home.country.prices;
  for (let step = 1; step <= 6; step += 1) {
    const amount = money(Math.round(sum / 10) * 10);
    moveOwn(home, day, amount, 'checking');
    const time = momentOn(random, day, 9, 23);
    const description = random.pick(['Help', 'Hospital', 'Ticket', 'Customs fee', 'For us']);
    pay(home, {
      time,
      amount,
      act: 'romance',
      externalParty,
      context: screen(home, day),
      description,
      scenario,
      step,
    });
    sum *= 1.35 + random.next() * 0.4;
    day += random.integer(3, 9);
  }
};

const SUPPLIERS = ['Steuerbüro Amberg', 'Kestrel Roofing', 'Maison Delorme', 'Orchard Childcare'];

/** A supplier is paid four times; then "our bank account has changed". */
const redirectInvoice: Plot = (home, random, scenario) => {
  const firstDay = home.first + random.integer(12, 30);
  const name = `${random.pick(SUPPLIERS)} ${makeName(home.country, random).split(' ').at(-1)}`;
  const supplier = makePayee(name, home.country, random);
  const usual = price(random, 450 * home.country.prices, 2600 * home.country.prices);
  const invoices = random.integer(4, 5);
  for (let index = 0; index < invoices; index += 1) {
    const day = firstDay + index * 28;
    moveOwn(home, day, usual, 'checking');
    const time = momentOn(random, day, 9, 20);
    const amount = Math.round(usual * (0.95 + random.next() * 0.1));
    const description = `Invoice ${2026_000 + index * 7 + 11}`;
    pay(home, {
      time,
      amount,
      act: 'supplier',
      externalParty: supplier,
      context: screen(home, day),
      description,
      label: 'honest',
    });
  }
  const day = firstDay + invoices * 28 + random.integer(-3, 3);
  const bank = makeBankAccount(random.chance(0.5) ? home.country.code : 'LT', random);
  const externalParty = { name, method: supplier.method, ...bank };
  const amount = Math.round(usual * (0.9 + random.next() * 0.6));
  moveOwn(home, day, amount, 'checking');
  const time = momentOn(random, day, 9, 20);
  const description = `Invoice ${2026_000 + invoices * 7 + 11}`;
  pay(home, {
    time,
    amount,
    act: 'redirected_invoice',
    externalParty,
    context: screen(home, day),
    description,
    scenario,
    step: 1,
  });
};

/** A young account: money of strangers comes in, and nearly all of it leaves within a day. */
const runMule: Plot = (home, random, scenario) => {
  const cycles = random.integer(2, 4);
  let day = home.first + random.integer(12, 30);
  let step = 0;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const amount = money(random.integer(15, 60) * 100 * home.country.prices);
    const time = momentOn(random, day, 8, 18);
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
    const kept = 0.03 + random.next() * 0.12;
    for (let part = 0; part < parts; part += 1) {
      step += 1;
      const out = Math.floor((amount * (1 - kept)) / parts);
      const later = time + random.integer(15, 1200) * MINUTE;
      const externalParty = makeDrop(home, random);
      pay(home, {
        time: later,
        amount: out,
        act: 'mule_out',
        externalParty,
        context: screen(home, day),
        scenario,
        step,
      });
    }
    day += random.integer(2, 8);
  }
};

export const PLOTS: Readonly<Record<string, Plot>> = {
  takeover: takeOver,
  card_testing: testCard,
  romance: courtVictim,
  redirected_invoice: redirectInvoice,
  mule: runMule,
};

/** The source of a plot: other words, so other numbers than those of honest households. */
export const randomForPlot = (seed: number, kind: string, index: number) =>
  randomFor('planted', seed * 7919 + 13, kind, index);
