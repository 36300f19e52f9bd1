// A bank whose customers pay each other: circles of friends, shops, a landlord, a wedding, a
// savings club, and among them planted chains, round trips, structured cash and funnels, with other
// seeds.
import { createRandomFor, type Random } from '../random.ts';
import { makeName, makePerson } from './household.ts';
import { type Country, HOMES, makeBankAccount } from './places.ts';
import {
  type CustomerProfile,
  DAY,
  type Draft,
  drawPrice,
  type ExternalParty,
  isoDate,
  type Label,
  MINUTE,
  type ScenarioProfile,
  settle,
  toMinorUnits,
  WORLD_START,
  type World,
} from './rows.ts';

export interface AmlWorldOrder {
  readonly seed: number;
  readonly days: number;
  readonly customers: number;
}

interface Bank {
  readonly seed: number;
  readonly days: number;
  readonly home: Country;
  readonly customers: CustomerProfile[];
  readonly drafts: Draft[];
  readonly scenarios: ScenarioProfile[];
}

type Act = Pick<Draft, 'act'> & Partial<Pick<Draft, 'scenario' | 'description' | 'label' | 'step'>>;

const customerIdOf = (account: string) => account.replace(/_checking$/, '');

function addCustomer(bank: Bank, id: string, random: Random, life: string): string {
  const isBusiness = life === 'shop';
  const kind = random.pick(['Foods', 'Bikes', 'Books']);
  const account = `${id}_checking`;
  bank.customers.push({
    id,
    type: isBusiness ? 'business' : 'individual',
    name: isBusiness
      ? `${makeName(bank.home, random).split(' ').at(-1)} ${kind}`
      : makeName(bank.home, random),
    dateOfBirth: isoDate(WORLD_START - random.integer(22 * 365, 70 * 365) * DAY),
    country: bank.home.code,
    joined: isoDate(WORLD_START),
    life,
    accounts: [
      {
        id: account,
        type: 'checking',
        currency: bank.home.currency,
        name: 'Main account',
        opening: toMinorUnits(random.integer(1500, 6000)),
      },
    ],
  });
  return account;
}

const chooseMoment = (random: Random, day: number, low = 8, high = 21) =>
  WORLD_START + day * DAY + random.integer(low * 60, high * 60 - 1) * MINUTE;

function writeTransfer(
  bank: Bank,
  time: number,
  from: string,
  to: string,
  amount: number,
  act: Act,
) {
  bank.drafts.push({
    time,
    customer: customerIdOf(from),
    type: 'transfer',
    amount,
    currency: bank.home.currency,
    sourceAccount: from,
    destinationAccount: to,
    isOwn: false,
    ...act,
  });
}

function writeOutsidePayment(
  bank: Bank,
  type: 'deposit' | 'withdrawal',
  time: number,
  account: string,
  amount: number,
  externalParty: ExternalParty,
  act: Act,
) {
  bank.drafts.push({
    time,
    customer: customerIdOf(account),
    type,
    amount,
    currency: bank.home.currency,
    [type === 'deposit' ? 'destinationAccount' : 'sourceAccount']: account,
    externalParty,
    ...act,
  });
}

/**
 * Writes a simple life: salary, rent to a landlord at another bank, shopping in the bank's shops
 * and elsewhere.
 */
function liveSmall(bank: Bank, account: string, shops: readonly string[], random: Random) {
  const salary = random.integer(1700, 4600);
  const employer = makePerson(bank.home, random);
  const landlord = makePerson(bank.home, random);
  for (let day = random.integer(0, 27); day < bank.days; day += 30) {
    const to = { ...employer, name: 'Payroll Services' };
    writeOutsidePayment(
      bank,
      'deposit',
      chooseMoment(random, day, 5, 8),
      account,
      toMinorUnits(salary),
      to,
      {
        act: 'salary',
      },
    );
  }
  for (let day = 2; day < bank.days; day += 30) {
    const amount = toMinorUnits(Math.round(salary * 0.3));
    writeOutsidePayment(
      bank,
      'withdrawal',
      chooseMoment(random, day, 5, 7),
      account,
      amount,
      landlord,
      {
        act: 'rent',
      },
    );
  }
  for (let day = 0; day < bank.days; day += random.integer(1, 5)) {
    const amount = drawPrice(random, 5, 90);
    const act = { act: 'shopping' };
    const time = chooseMoment(random, day);
    if (random.chance(0.4)) writeTransfer(bank, time, account, random.pick(shops), amount, act);
    else {
      const shop: ExternalParty = { name: 'Frischmarkt', method: 'card', mcc: '5411' };
      writeOutsidePayment(bank, 'withdrawal', time, account, amount, shop, act);
    }
  }
}

/** Six friends who share the costs of dinners: small honest round trips. */
function shareDinners(bank: Bank, circle: readonly string[], random: Random) {
  for (let day = random.integer(1, 6); day < bank.days; day += random.integer(2, 9)) {
    const [payer = '', ...guests] = random.sample(circle, random.integer(2, 5));
    for (const guest of guests) {
      const time = chooseMoment(random, day, 18, 24) + random.integer(0, 2000) * MINUTE;
      writeTransfer(bank, time, guest, payer, drawPrice(random, 6, 45), { act: 'friends' });
    }
  }
}

/**
 * A savings club: eight people pay 150 a month to one of them, who pays the whole sum to the next
 * in turn.
 */
function runSavingsClub(bank: Bank, club: readonly string[], random: Random) {
  const [organiser = '', ...members] = club;
  const scenario = `savings_club_${bank.seed}`;
  members.forEach((winner, month) => {
    const day = month * 30 + 4;
    if (day + 3 >= bank.days) return;
    for (const member of members) {
      const time = chooseMoment(random, day + random.integer(0, 2));
      writeTransfer(bank, time, member, organiser, toMinorUnits(150), {
        act: 'savings_club',
        scenario,
      });
    }
    const amount = toMinorUnits(150 * members.length);
    const time = chooseMoment(random, day + 3);
    writeTransfer(bank, time, organiser, winner, amount, { act: 'savings_club_turn', scenario });
  });
  recordHonestTrap(bank, scenario, 'savings_club', [organiser]);
}

function recordHonestTrap(bank: Bank, id: string, kind: string, accounts: readonly string[]) {
  const customer = customerIdOf(accounts[0] ?? '');
  bank.scenarios.push({ id, kind, label: 'honest', customer, accounts });
}

/**
 * A landlord: ten tenants at the bank and four at other banks pay rent; a mortgage and craftsmen
 * are paid.
 */
function collectRents(bank: Bank, landlord: string, tenants: readonly string[], random: Random) {
  const scenario = `landlord_${landlord}`;
  const strangers = Array.from({ length: 4 }, () => makePerson(bank.home, random));
  const lender = { ...makePerson(bank.home, random), name: 'Building Society Mortgages' };
  for (let month = 0; month < bank.days; month += 30) {
    const act = { act: 'rent_received', scenario, description: 'Rent' };
    for (const tenant of tenants) {
      const time = chooseMoment(random, month + random.integer(0, 4));
      writeTransfer(bank, time, tenant, landlord, toMinorUnits(640), act);
    }
    for (const to of strangers) {
      const time = chooseMoment(random, month + random.integer(0, 4));
      writeOutsidePayment(bank, 'deposit', time, landlord, toMinorUnits(710), to, act);
    }
    const time = chooseMoment(random, month + 7);
    writeOutsidePayment(bank, 'withdrawal', time, landlord, toMinorUnits(6200), lender, {
      act: 'mortgage',
      scenario,
    });
  }
  recordHonestTrap(bank, scenario, 'landlord', [landlord]);
}

/** A wedding: gifts from the bank's customers and from others, and the bills a week later. */
function celebrateWedding(bank: Bank, couple: string, guests: readonly string[], random: Random) {
  const scenario = `wedding_${couple}`;
  const day = random.integer(30, bank.days - 20);
  const act = { act: 'wedding_gift', scenario, description: 'For your wedding' };
  for (const guest of guests) {
    const time = chooseMoment(random, day + random.integer(-5, 8));
    writeTransfer(
      bank,
      time,
      guest,
      couple,
      toMinorUnits(random.pick([50, 100, 100, 150, 200])),
      act,
    );
  }
  for (let index = 0; index < 16; index += 1) {
    const time = chooseMoment(random, day + random.integer(-5, 8));
    const amount = toMinorUnits(random.pick([50, 100, 150, 200, 300, 500]));
    writeOutsidePayment(bank, 'deposit', time, couple, amount, makePerson(bank.home, random), act);
  }
  const caterer = { ...makePerson(bank.home, random), name: 'Gasthof zum Hirschen' };
  const time = chooseMoment(random, day + 10);
  writeOutsidePayment(bank, 'withdrawal', time, couple, toMinorUnits(3800), caterer, {
    act: 'wedding_bill',
    scenario,
  });
  recordHonestTrap(bank, scenario, 'wedding', [couple]);
}

const FOREIGN_COUNTRIES = ['LT', 'GB', 'PL', 'IE', 'ES'];

function makeStranger(random: Random): ExternalParty {
  const firm = random.pick(['Orion', 'Vantage', 'Meridian', 'Solway']);
  const name = `${firm} ${random.pick(['Trade', 'Consulting', 'Export'])}`;
  return { name, method: 'wire', ...makeBankAccount(random.pick(FOREIGN_COUNTRIES), random) };
}

const makeAct = (kind: string, scenario: string, step: number): Act => ({
  act: kind,
  scenario,
  step,
  label: 'laundering' as Label,
});

/**
 * Layering: money arrives from another bank, passes through every account in parts, less a fee
 * each, and leaves.
 */
function layer(bank: Bank, chain: readonly string[], random: Random, scenario: string) {
  const runs = random.integer(1, 3);
  let step = 0;
  for (let run = 0; run < runs; run += 1) {
    const day = random.integer(15, bank.days - 15);
    let time = chooseMoment(random, day);
    let amount = toMinorUnits(random.integer(60, 320) * 100);
    const [first = ''] = chain;
    step += 1;
    const act = () => makeAct('layering', scenario, step);
    writeOutsidePayment(bank, 'deposit', time, first, amount, makeStranger(random), act());
    for (const [index, account] of chain.slice(0, -1).entries()) {
      const parts = random.integer(1, 3);
      const next = chain[index + 1] ?? '';
      amount = Math.floor(amount * (0.93 + random.next() * 0.05));
      for (let part = 0; part < parts; part += 1) {
        time += random.integer(10, 1100) * MINUTE;
        step += 1;
        writeTransfer(bank, time, account, next, Math.floor(amount / parts), act());
      }
    }
    time += random.integer(30, 1400) * MINUTE;
    step += 1;
    const out = Math.floor(amount * 0.95);
    writeOutsidePayment(
      bank,
      'withdrawal',
      time,
      chain.at(-1) ?? '',
      out,
      makeStranger(random),
      act(),
    );
  }
}

/** A round trip: the money returns to its first account some days later, less a fee. */
function addRoundTrip(bank: Bank, loop: readonly string[], random: Random, scenario: string) {
  const rounds = random.integer(1, 4);
  const [first = ''] = loop;
  let time = chooseMoment(random, random.integer(12, 30));
  let step = 1;
  const sum = toMinorUnits(random.integer(25, 140) * 100);
  const act = () => makeAct('round_trip', scenario, step);
  writeOutsidePayment(bank, 'deposit', time, first, sum, makeStranger(random), act());
  let amount = Math.floor(sum * 0.97);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, account] of loop.entries()) {
      const next = loop[index + 1] ?? first;
      time += random.integer(60, 4000) * MINUTE;
      step += 1;
      writeTransfer(bank, time, account, next, amount, act());
      amount = Math.floor(amount * (0.95 + random.next() * 0.045));
    }
    time += random.integer(2, 12) * DAY;
  }
}

/** Structuring: several cash deposits below ten thousand, then one payment of the sum. */
function structure(
  bank: Bank,
  [account = '']: readonly string[],
  random: Random,
  scenario: string,
) {
  const count = random.integer(4, 8);
  let day = random.integer(15, bank.days - 40);
  let step = 0;
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const amount = toMinorUnits(random.integer(820, 995) * 10);
    step += 1;
    sum += amount;
    const teller: ExternalParty = { name: 'Cash deposit', method: 'cash' };
    const act = makeAct('structuring', scenario, step);
    writeOutsidePayment(
      bank,
      'deposit',
      chooseMoment(random, day, 9, 17),
      account,
      amount,
      teller,
      act,
    );
    day += random.integer(1, 4);
  }
  const act = makeAct('structuring', scenario, step + 1);
  const out = Math.floor(sum * 0.95);
  writeOutsidePayment(
    bank,
    'withdrawal',
    chooseMoment(random, day + 1),
    account,
    out,
    makeStranger(random),
    act,
  );
}

/**
 * A funnel: many unknown payers over days; every few days the sum is paid to one account abroad.
 */
function launderByFunnel(
  bank: Bank,
  [account = '']: readonly string[],
  random: Random,
  scenario: string,
) {
  let day = random.integer(15, bank.days - 30);
  const drop = makeStranger(random);
  let step = 0;
  for (let wave = 0; wave < 3; wave += 1) {
    let sum = 0;
    for (let index = random.integer(5, 9); index > 0; index -= 1) {
      const amount = toMinorUnits(random.integer(18, 95) * 10);
      step += 1;
      sum += amount;
      const act = makeAct('funnel', scenario, step);
      const from = makePerson(random.pick(HOMES), random);
      writeOutsidePayment(
        bank,
        'deposit',
        chooseMoment(random, day + random.integer(0, 2)),
        account,
        amount,
        from,
        act,
      );
    }
    step += 1;
    const act = makeAct('funnel', scenario, step);
    writeOutsidePayment(
      bank,
      'withdrawal',
      chooseMoment(random, day + 3, 18, 23),
      account,
      Math.floor(sum * 0.94),
      drop,
      act,
    );
    day += random.integer(5, 8);
  }
}

type WriteScheme = (
  bank: Bank,
  accounts: readonly string[],
  random: Random,
  scenario: string,
) => void;

/** Name, scheme, number of schemes, and the smallest and largest number of accounts of one. */
const SCHEMES: readonly (readonly [string, WriteScheme, number, number, number])[] = [
  ['layering', layer, 4, 4, 6],
  ['round_trip', addRoundTrip, 4, 3, 5],
  ['structuring', structure, 4, 1, 1],
  ['funnel', launderByFunnel, 3, 1, 1],
];

function plantSchemes(bank: Bank, shops: readonly string[]) {
  for (const [kind, scheme, count, min, max] of SCHEMES) {
    for (let index = 1; index <= count; index += 1) {
      const random = createRandomFor('planted', bank.seed * 7919 + 29, kind, index);
      const id = `${kind}_${bank.seed}_${index}`;
      const accounts = Array.from({ length: random.integer(min, max) }, (_, index) => {
        const account = addCustomer(bank, `${id}_${index + 1}`, random, 'employee');
        liveSmall(bank, account, shops, random);
        return account;
      });
      scheme(bank, accounts, random, id);
      const customer = customerIdOf(accounts[0] ?? '');
      bank.scenarios.push({ id, kind, label: 'laundering', customer, accounts });
    }
  }
}

/** Makes a bank; the same wish gives the same bank. */
export function makeAmlWorld(order: AmlWorldOrder): World {
  const random = createRandomFor(order.seed, 'aml');
  const home = random.pick(HOMES.filter(({ currency }) => currency === 'EUR'));
  const bank: Bank = { ...order, home, customers: [], drafts: [], scenarios: [] };
  const add = (life: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      addCustomer(bank, `a${order.seed}_${life}_${index + 1}`, random, life),
    );
  const shops = add('shop', 4);
  const people = add('employee', order.customers);
  const [landlord = '', couple = ''] = add('landlord', 1).concat(add('couple', 1));
  for (const account of [...people, landlord, couple]) liveSmall(bank, account, shops, random);
  for (let index = 0; index + 6 <= people.length; index += 12) {
    shareDinners(bank, people.slice(index, index + 6), random);
  }
  runSavingsClub(bank, people.slice(6, 14), random);
  collectRents(bank, landlord, random.sample(people, 10), random);
  celebrateWedding(bank, couple, random.sample(people, 14), random);
  plantSchemes(bank, shops);
  const { rows, left } = settle(bank.drafts, bank.customers, order.seed);
  return {
    header: {
      kind: 'header',
      world: 'aml',
      seed: order.seed,
      start: isoDate(WORLD_START),
      days: order.days,
      customers: bank.customers,
      scenarios: bank.scenarios,
    },
    rows,
    left,
  };
}
