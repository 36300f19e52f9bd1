// The population of the simulated bank: customers with incomes and habits, businesses with
// accounts, and external parties. Everything follows from one seed.

import { createRandom, type Random } from '../train/random.ts';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;
/** A Monday, 00:00 UTC. */
export const FIRST_DAY = Date.UTC(2026, 0, 5);

export interface WorldOptions {
  readonly seed: number;
  readonly customers: number;
  readonly businesses: number;
  readonly days: number;
  /** Number of planted cases of each, cycling through the kinds; by default chance decides. */
  readonly planted?: { readonly fraud: number; readonly laundering: number };
}

export interface Customer {
  readonly account: string;
  /** Most customers joined long before the first day, some join later. */
  readonly openedAtMs: number;
  readonly salaryMinor: number;
  readonly salaryDay: number;
  readonly employer: string;
  readonly landlord: string;
  readonly rentMinor: number;
  /** Transfers a day, besides salary and rent. */
  readonly rate: number;
  /** Hour around which the customer is active. */
  readonly peakHour: number;
  /** Median of an ordinary payment. */
  readonly usualMinor: number;
  readonly merchants: readonly string[];
  readonly friends: readonly string[];
}

export interface Business {
  readonly account: string;
  readonly openedAtMs: number;
  readonly suppliers: readonly string[];
  readonly staff: readonly string[];
  readonly invoiceMinor: number;
}

export interface World {
  readonly options: WorldOptions;
  readonly random: Random;
  readonly customers: readonly Customer[];
  readonly businesses: readonly Business[];
  readonly endMs: number;
}

export function createWorld(options: WorldOptions): World {
  const random = createRandom(options.seed);
  const endMs = FIRST_DAY + options.days * DAY;
  const names = Array.from({ length: options.customers }, (_, index) => `customer-${index}`);
  const shops = Array.from({ length: options.businesses }, (_, index) => `business-${index}`);
  const businesses = shops.map((account) => createBusiness(random, account, names));
  const customers = names.map((account) => createCustomer(random, account, names, shops, endMs));
  return { options, random, customers, businesses, endMs };
}

/** A value around a median, long to the right, as incomes and amounts are. */
export function drawAround(random: Random, median: number, spread: number): number {
  return Math.max(1, Math.round(median * Math.exp(spread * random.normal())));
}

export function drawOne<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.below(items.length)] as Item;
}

export function drawSome<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, () => drawOne(random, items));
}

/** An external party: it has no account here, so nothing is known of it. */
export function drawExternalParty(random: Random, kind: string): string {
  return `outside-${kind}-${random.below(1_000_000_000)}`;
}

const OUTSIDE_SHOPS = Array.from({ length: 300 }, (_, index) => `outside-shop-${index}`);

function createCustomer(
  random: Random,
  account: string,
  customers: readonly string[],
  shops: readonly string[],
  endMs: number,
): Customer {
  const salaryMinor = drawAround(random, 260_000, 0.45);
  const joinsLater = random.next() < 0.15;
  const openedAtMs = joinsLater
    ? FIRST_DAY + Math.floor(random.next() * (endMs - FIRST_DAY))
    : FIRST_DAY - Math.floor(random.next() * 2_000 * DAY);
  const merchants = [...drawSome(random, shops, 5), ...drawSome(random, OUTSIDE_SHOPS, 8)];
  const friends = [...drawSome(random, customers, 4), drawExternalParty(random, 'friend')];
  return {
    account,
    openedAtMs,
    salaryMinor,
    salaryDay: 1 + random.below(28),
    employer: drawExternalParty(random, 'employer'),
    landlord: random.next() < 0.2 ? drawOne(random, shops) : drawExternalParty(random, 'landlord'),
    rentMinor: Math.round(salaryMinor * (0.2 + 0.2 * random.next())),
    rate: 0.15 + 0.9 * random.next() ** 2,
    peakHour: random.next() < 0.08 ? 1 + 4 * random.next() : 9 + 11 * random.next(),
    usualMinor: drawAround(random, 3_000, 0.4),
    merchants,
    friends: friends.filter((friend) => friend !== account),
  };
}

function createBusiness(random: Random, account: string, customers: readonly string[]): Business {
  return {
    account,
    openedAtMs: FIRST_DAY - Math.floor(random.next() * 3_000 * DAY),
    suppliers: Array.from({ length: 6 }, () => drawExternalParty(random, 'supplier')),
    staff: [...drawSome(random, customers, 4), drawExternalParty(random, 'staff')],
    invoiceMinor: drawAround(random, 90_000, 0.6),
  };
}
