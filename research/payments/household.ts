// One household: its home, shops, friends and trips, and the device and place of its payments.
import { readFileSync } from 'node:fs';
import { type Merchant, readMerchants } from '../names/sets.ts';
import { createRandomFor, type Random } from '../random.ts';
import { type Country, HOMES, makeAddress, makeBankAccount, RESORTS } from './places.ts';
import {
  type Context,
  type CustomerProfile,
  DAY,
  type Diary,
  type Draft,
  type ExternalParty,
  isoDate,
  MINUTE,
  openDiary,
  toMinorUnits,
  WORLD_START,
} from './rows.ts';

/** A stay abroad, with the same device, in another place and network. */
export interface Trip {
  readonly from: number;
  readonly to: number;
  readonly country: string;
  readonly lat: number;
  readonly lon: number;
  readonly address: string;
}

export interface Household {
  readonly profile: CustomerProfile;
  readonly country: Country;
  readonly random: Random;
  readonly diary: Diary;
  readonly checking: string;
  readonly savings: string;
  /** First and last day of the household at the bank, in days since the start of the world. */
  readonly first: number;
  readonly last: number;
  readonly income: number;
  /** Spending power, from 0.35 to 1: a household with a low income buys less often. */
  readonly ease: number;
  readonly trips: readonly Trip[];
  /** True when the requests state place and device, as most developers send them. */
  readonly tellsContext: boolean;
  readonly friends: readonly ExternalParty[];
  readonly place: { readonly country: string; readonly lat: number; readonly lon: number };
  readonly devices: readonly { readonly from: number; readonly id: string }[];
  readonly address: string;
}

interface Names {
  readonly culture: string;
  readonly order: string;
  readonly given: readonly string[];
  readonly family: readonly string[];
}

const NAMES = (
  JSON.parse(readFileSync(new URL('../names/frequent-names.json', import.meta.url), 'utf8')) as {
    latin: Names[];
  }
).latin;

const MERCHANTS = readMerchants().filter(({ name }) => /^[\p{Script=Latin}\P{L}]+$/u.test(name));

/**
 * Pairs of names that are on a sanctions list of 2026: a bank would rightly stop payments to them.
 */
const LISTED_NAMES = new Set([
  'William Wilson',
  'Antonio Rodríguez',
  'Mehmet Kaya',
  'Hüseyin Şahin',
  'Rajesh Gupta',
  'Muhammad Iqbal',
  'Ali Khan',
]);

/** Makes the name of a person. */
export function makeName(country: Country, random: Random): string {
  const tenths = country.cultures.flatMap(([culture, count]) =>
    Array.from({ length: count }, () => culture),
  );
  const culture = random.pick(tenths);
  const names = NAMES.find((name) => name.culture === culture);
  if (!names) throw new Error(`no names of ${culture}`);
  const [givenName, family] = [random.pick(names.given), random.pick(names.family)];
  const name = names.order === 'fg' ? `${family} ${givenName}` : `${givenName} ${family}`;
  return LISTED_NAMES.has(name) ? makeName(country, random) : name;
}

/** Returns a shop of this kind in the country, or of any country when the country has none. */
export function pickShop(random: Random, country: string, ...mccs: readonly string[]): Merchant {
  const kind = MERCHANTS.filter(({ mcc }) => mccs.includes(mcc));
  const local = kind.filter((merchant) => merchant.country === country);
  return random.pick(local.length > 0 ? local : kind);
}

export const toParty = ({ name, mcc, country }: Merchant): ExternalParty => ({
  name,
  method: 'card',
  mcc,
  country,
});

/** Makes a payee or payer with an account at another bank. */
export function makePayee(name: string, country: Country, random: Random): ExternalParty {
  return { name, method: country.transfer, ...makeBankAccount(country.code, random) };
}

export function makePerson(country: Country, random: Random): ExternalParty {
  return makePayee(makeName(country, random), country, random);
}

const LIVES = ['employee', 'employee', 'employee', 'freelancer', 'student', 'retired'] as const;

const AGES = { employee: [24, 60], freelancer: [26, 62], student: [18, 27], retired: [63, 82] };
const INCOMES = {
  employee: [1900, 5200],
  freelancer: [1800, 6000],
  student: [800, 1300],
  retired: [1100, 2600],
};

export interface HouseholdOrder {
  readonly seed: number;
  readonly name: string;
  readonly days: number;
  readonly first?: number;
  readonly tellsContext?: boolean;
  /** For victims: savings that the fraud can take. */
  readonly savings?: number;
  /** Additional savings for a car or a wedding, at German prices. */
  readonly reserve?: number;
}

/** Makes a household; the same wish gives the same household. */
export function makeHousehold(order: HouseholdOrder): Household {
  const random = createRandomFor(order.seed, 'household', order.name);
  const country = random.pick(HOMES);
  const life = order.savings === undefined ? random.pick(LIVES) : 'employee';
  const [youngest = 30, oldest = 60] = AGES[life];
  const [min = 1000, max = 2000] = INCOMES[life];
  const income = random.integer(min, max) * country.prices;
  const first = order.first ?? 0;
  const [, lat, lon] = random.pick(country.cities);
  const [checking, savings] = [`${order.name}_checking`, `${order.name}_savings`];
  const born = WORLD_START - random.integer(youngest * 365, oldest * 365) * DAY;
  const reserve = (order.reserve ?? 0) * country.prices;
  const saved = (order.savings ?? random.integer(2, 14) * income * 0.5) + reserve;
  const account = { currency: country.currency };
  return {
    profile: {
      id: order.name,
      type: 'individual',
      name: makeName(country, random),
      dateOfBirth: isoDate(born),
      country: country.code,
      joined: isoDate(WORLD_START + first * DAY),
      life,
      accounts: [
        {
          id: checking,
          type: 'checking',
          name: 'Main account',
          opening: toMinorUnits(income * (1 + random.next() * 1.5)),
          ...account,
        },
        { id: savings, type: 'savings', name: 'Savings', opening: toMinorUnits(saved), ...account },
      ],
    },
    country,
    random,
    diary: openDiary(),
    checking,
    savings,
    first,
    last: order.days - 1,
    income,
    ease: Math.min(1, Math.max(0.35, income / country.prices / 2800)),
    trips: planTrips(random, life, first, order.days),
    tellsContext: order.tellsContext ?? random.chance(0.85),
    friends: Array.from({ length: random.integer(3, 8) }, () => makePerson(country, random)),
    place: { country: country.code, lat, lon },
    devices: planDevices(random, first, order.days),
    address: makeAddress(random.pick(country.networks), random),
  };
}

/** One household in six buys a new device. */
function planDevices(random: Random, first: number, days: number) {
  const makeId = () => `device_${random.integer(1e8, 1e9 - 1).toString(36)}`;
  const devices = [{ from: 0, id: makeId() }];
  if (random.chance(0.17)) devices.push({ from: random.integer(first + 20, days), id: makeId() });
  return devices;
}

function planTrips(random: Random, life: string, first: number, days: number): Trip[] {
  const count = random.integer(life === 'student' ? 0 : 1, 2);
  const trips: Trip[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = first + random.integer(25, Math.max(26, days - first - 16));
    const { code, lat, lon, network } = random.pick(RESORTS);
    const address = makeAddress(network, random);
    const to = from + random.integer(3, 14);
    if (trips.every((trip) => from > trip.to + 5 || to < trip.from - 5)) {
      trips.push({ from, to, country: code, lat, lon, address });
    }
  }
  return trips;
}

export const chooseTime = (home: Household, day: number, low: number, high: number) =>
  WORLD_START + day * DAY + home.random.integer(low * 60, high * 60 - 1) * MINUTE;

export function findTrip(home: Household, day: number): Trip | undefined {
  return home.trips.find(({ from, to }) => day >= from && day <= to);
}

function placeOn(home: Household, day: number) {
  const { country, lat, lon } = findTrip(home, day) ?? home.place;
  const shiftCoordinate = (degrees: number) =>
    Math.round((degrees + (home.random.next() - 0.5) * 0.1) * 10_000) / 10_000;
  return { country, lat: shiftCoordinate(lat), lon: shiftCoordinate(lon) };
}

/** Context of a payment at a terminal, which knows the place but not the device. */
function counterContext(home: Household, day: number): Context {
  return { channel: 'pos', location: placeOn(home, day) };
}

/** Context of a payment in the app or the browser: device, address and place. */
export function appContext(home: Household, day: number): Context {
  const device = home.devices.findLast(({ from }) => from <= day) ?? home.devices[0];
  const ipAddress = findTrip(home, day)?.address ?? home.address;
  const channel = home.random.chance(0.7) ? 'mobile' : 'web';
  return { ipAddress, deviceId: device?.id ?? '', channel, location: placeOn(home, day) };
}

const STANDING_ORDER: Context = { channel: 'scheduled' };

export type Way = 'counter' | 'screen' | 'standing';

interface Spending {
  readonly day: number;
  readonly hours: readonly [low: number, high: number];
  /** Minor units. */
  readonly amount: number;
  readonly to: ExternalParty;
  readonly act: string;
  readonly way: Way;
  readonly category?: string;
  readonly description?: string;
  readonly scenario?: string;
}

function describeContext(home: Household, day: number, way: Way): { context?: Context } {
  if (!home.tellsContext) return {};
  if (way === 'standing') return { context: STANDING_ORDER };
  return { context: way === 'counter' ? counterContext(home, day) : appContext(home, day) };
}

const isActive = (home: Household, day: number) => day >= home.first && day <= home.last;

/** Writes a payment to somebody outside. */
export function spend(home: Household, spending: Spending): void {
  const { day, hours, amount, to, way, category, ...rest } = spending;
  if (!isActive(home, day)) return;
  const draft: Draft = {
    ...rest,
    // The bank derives the category from the merchant category code when there is one.
    ...(category === undefined || to.mcc !== undefined ? {} : { category }),
    time: chooseTime(home, day, ...hours),
    customer: home.profile.id,
    type: 'withdrawal',
    amount,
    currency: home.country.currency,
    sourceAccount: home.checking,
    externalParty: to,
    ...describeContext(home, day, way),
  };
  home.diary.write(draft);
}

/** Writes a payment from somebody outside. */
export function receive(
  home: Household,
  { day, hours, amount, to, ...rest }: Omit<Spending, 'way'>,
): void {
  if (!isActive(home, day)) return;
  home.diary.write({
    ...rest,
    time: chooseTime(home, day, ...hours),
    customer: home.profile.id,
    type: 'deposit',
    amount,
    currency: home.country.currency,
    destinationAccount: home.checking,
    externalParty: to,
  });
}

/** Writes a transfer between the two accounts of the household. */
export function moveOwn(
  home: Household,
  day: number,
  amount: number,
  to: 'savings' | 'checking',
  way: Way = 'screen',
): void {
  if (!isActive(home, day)) return;
  const [source, destination] =
    to === 'savings' ? [home.checking, home.savings] : [home.savings, home.checking];
  home.diary.write({
    time: chooseTime(home, day, 6, 8),
    customer: home.profile.id,
    type: 'transfer',
    amount,
    currency: home.country.currency,
    sourceAccount: source,
    destinationAccount: destination,
    isOwn: true,
    description: to === 'savings' ? 'Savings' : 'From savings',
    act: 'own_account',
    ...describeContext(home, day, way),
  });
}
