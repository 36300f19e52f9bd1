// The transfers of a world in the order of time, as a bank that holds no payment back would book
// them. Callers that need features alone use simulate.ts; callers that drive a real bank use these.

import { plansOfFraud } from './fraud.ts';
import { plansOfBusiness, plansOfCustomer } from './habits.ts';
import { mulesOf, plansOfLaundering } from './laundering.ts';
import type { Planned, Typology } from './plan.ts';
import { around, type World } from './world.ts';

export interface Movement {
  readonly atMs: number;
  readonly payer: string;
  readonly payee: string;
  readonly amountMinor: number;
  /** The payer's balance before the transfer, or undefined when the payer has no account here. */
  readonly available: number | undefined;
  readonly typology: Typology | null;
}

/** Opening balances of the accounts, in minor units. Draws from the world's random. */
export function openingBalances({ customers, businesses, random }: World): Map<string, number> {
  const balances = new Map<string, number>();
  for (const { account, salaryMinor } of customers) {
    balances.set(account, around(random, salaryMinor * 1.2, 0.7));
  }
  for (const { account, invoiceMinor } of businesses) balances.set(account, invoiceMinor * 30);
  return balances;
}

/** Oldest first. `opening` stays as it is. Draws from the world's random, before the first. */
export function* movementsOf(
  world: World,
  opening: ReadonlyMap<string, number>,
): Generator<Movement> {
  const balances = new Map(opening);
  for (const planned of plansOf(world)) {
    const { atMs, payer, payee, typology } = planned;
    const available = balances.get(payer);
    const amountMinor = amountOf(planned, available);
    // Declined for its funds, or to itself: nothing is posted, nothing is learnt.
    if (amountMinor < 1 || amountMinor > (available ?? Infinity) || payer === payee) continue;
    yield { atMs, payer, payee, amountMinor, available, typology };
    if (available !== undefined) balances.set(payer, available - amountMinor);
    const theirs = balances.get(payee);
    if (theirs !== undefined) balances.set(payee, theirs + amountMinor);
  }
}

function plansOf(world: World): Planned[] {
  const mules = mulesOf(world);
  const plans = [
    ...world.customers.flatMap((customer) => [...plansOfCustomer(world, customer)]),
    ...world.businesses.flatMap((business) => [...plansOfBusiness(world, business)]),
    ...plansOfFraud(world, mules),
    ...plansOfLaundering(world, mules),
  ];
  const opened = new Map(
    [...world.customers, ...world.businesses].map(({ account, openedAtMs }) => {
      return [account, openedAtMs];
    }),
  );
  const isOpen = ({ atMs, payer, payee }: Planned) =>
    Math.max(opened.get(payer) ?? 0, opened.get(payee) ?? 0) < atMs && atMs < world.endMs;
  // Sorting is stable: plans of one moment keep the order in which they were made.
  return plans.filter(isOpen).sort((a, b) => a.atMs - b.atMs);
}

function amountOf({ amount }: Planned, available: number | undefined): number {
  return 'minor' in amount ? amount.minor : Math.floor(amount.share * (available ?? 0));
}
