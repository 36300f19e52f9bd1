// The simulated world as books of movements, with its planted cases: recurring payments, and fraud.
// Subscriptions are added, because the world only has salaries and rents. Everything follows from
// one seed.

import type { BookedMovement } from '../../db/movements/reads.ts';
import { drawOpeningBalances, listMovements } from '../../models/learn/simulator/movements.ts';
import { isFraud, isLaundering } from '../../models/learn/simulator/plan.ts';
import {
  type Customer,
  createWorld,
  DAY,
  FIRST_DAY,
  HOUR,
} from '../../models/learn/simulator/world.ts';
import { createRandom, type Random } from '../../models/learn/train/random.ts';

export interface WorldBook {
  readonly customer: Customer;
  readonly opening: number;
  /** Oldest first. */
  readonly rows: readonly BookedMovement[];
  /** Interval of recurring payments by party and direction. */
  readonly again: ReadonlyMap<string, 'weekly' | 'biweekly' | 'monthly' | 'quarterly'>;
  /** Kind of fraud by transaction. */
  readonly fraud: ReadonlyMap<string, string>;
  /** True when the account took part in laundering. */
  readonly isMule: boolean;
}

export interface WorldBooks {
  readonly books: readonly WorldBook[];
  readonly end: number;
}

interface Subscription {
  readonly party: string;
  readonly frequency: 'weekly' | 'biweekly' | 'monthly' | 'quarterly';
  readonly amount: number;
  readonly first: number;
}

const STEPS = { weekly: 7, biweekly: 14, monthly: 30.44, quarterly: 91.31 } as const;
const KINDS = ['monthly', 'monthly', 'monthly', 'weekly', 'biweekly', 'quarterly'] as const;

function drawSubscriptions(random: Random, time: number): Subscription[] {
  return Array.from({ length: 1 + random.below(4) }, (_, index) => {
    const frequency = KINDS[random.below(KINDS.length)] ?? 'monthly';
    const first = random.below(Math.ceil(STEPS[frequency]));
    const amount = 500 + random.below(6_000);
    return { party: `club ${'abcd'[index]} of ${letters(time)}`, frequency, amount, first };
  });
}

/** Names are compared without digits, so digits are written as letters. */
const letters = (number: number | string) =>
  [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** Makes payments of which some are a day late, some are higher, and one in thirty is missing. */
function* makePayments(random: Random, subscription: Subscription, days: number) {
  let { amount } = subscription;
  const varies = random.next() < 0.3;
  for (let step = 0; ; step++) {
    const on = Math.round(subscription.first + step * STEPS[subscription.frequency]);
    if (on >= days) return;
    if (random.next() < 0.03) amount = Math.round(amount * 1.08);
    if (random.next() < 1 / 30) continue;
    const paid = varies ? Math.round(amount * (0.85 + 0.3 * random.next())) : amount;
    const daysLate = random.next() < 0.2 ? 1 : 0;
    yield { atMs: FIRST_DAY + (on + daysLate) * DAY + 10 * HOUR, amount: paid };
  }
}

/** Returns a name for a party, because the simulator numbers them. */
const nameOf = (party: string) => party.replace(/\d+/g, (digits) => letters(digits));

/** Makes the books of the customers whose accounts exist from the first day. */
export function makeWorldBooks(order: {
  readonly seed: number;
  readonly customers: number;
  readonly days: number;
}): WorldBooks {
  const { seed, customers, days } = order;
  const world = createWorld({ seed, customers, businesses: Math.ceil(customers / 12), days });
  const opening = drawOpeningBalances(world);
  const rows = new Map<string, BookedMovement[]>();
  const fraud = new Map<string, string>();
  const mules = new Set<string>();
  let number = 0;
  const addMovement = (
    account: string,
    party: string,
    isIn: boolean,
    atMs: number,
    amount: number,
  ) => {
    const ownRows = rows.get(account) ?? [];
    rows.set(account, ownRows);
    ownRows.push(makeMovement(`txn_${number}`, account, nameOf(party), isIn, atMs, amount));
  };
  for (const movement of listMovements(world, opening)) {
    number += 1;
    if (isFraud(movement.typology)) fraud.set(`txn_${number}`, String(movement.typology));
    if (isLaundering(movement.typology)) mules.add(movement.payer).add(movement.payee);
    if (opening.has(movement.payer))
      addMovement(movement.payer, movement.payee, false, movement.atMs, movement.amountMinor);
    if (opening.has(movement.payee))
      addMovement(movement.payee, movement.payer, true, movement.atMs, movement.amountMinor);
  }
  const random = createRandom(seed + 1);
  const books = world.customers.flatMap((customer, index): WorldBook[] => {
    const subscriptions = drawSubscriptions(random, index);
    for (const subscription of subscriptions) {
      for (const { atMs, amount } of makePayments(random, subscription, days)) {
        number += 1;
        addMovement(customer.account, subscription.party, false, atMs, amount);
      }
    }
    if (customer.openedAtMs > FIRST_DAY) return [];
    const ordered = (rows.get(customer.account) ?? []).sort((a, b) => a.postedAt - b.postedAt);
    const start = opening.get(customer.account) ?? 0;
    const again = new Map([
      [`in ${nameOf(customer.employer)}`, 'monthly' as const],
      [`out ${nameOf(customer.landlord)}`, 'monthly' as const],
      ...subscriptions.map(
        (subscription) => [`out ${subscription.party}`, subscription.frequency] as const,
      ),
    ]);
    const isMule = mules.has(customer.account);
    return [{ customer, opening: start, rows: addBalances(ordered, start), again, fraud, isMule }];
  });
  return { books, end: world.endMs };
}

function addBalances(rows: readonly BookedMovement[], opening: number): BookedMovement[] {
  let balance = opening;
  return rows.map((row) => {
    balance += row.direction === 'credit' ? row.amount : -row.amount;
    return { ...row, balanceAfter: balance };
  });
}

function makeMovement(
  transactionId: string,
  accountId: string,
  party: string,
  isIn: boolean,
  postedAt: number,
  amount: number,
): BookedMovement {
  return {
    ...{ transactionId, accountId, direction: isIn ? 'credit' : 'debit', amount, postedAt, party },
    ...{
      currency: 'EUR',
      type: isIn ? 'deposit' : 'withdrawal',
      reversedType: null,
      reversalOf: null,
    },
    ...{ category: null, categoryFrom: null, country: null, deviceId: null, balanceAfter: 0 },
    ...{ description: null, isOwn: false },
  };
}
