// Plays all plans in the order of time through a small ledger, and shows each transfer from an
// account of the bank to the features that the real ledger computes too, before it is posted.

import { transferFeatures } from '../features/transfer-features.ts';
import { type HistoryBook, historyBook } from '../features/transfer-history.ts';
import { plansOfFraud } from './fraud.ts';
import { plansOfBusiness, plansOfCustomer } from './habits.ts';
import { mulesOf, plansOfLaundering } from './laundering.ts';
import type { Planned, Typology } from './plan.ts';
import { around, createWorld, DAY, FIRST_DAY, type World, type WorldOptions } from './world.ts';

export interface SimulatedTransfer {
  readonly atMs: number;
  readonly payer: string;
  readonly payee: string;
  readonly amountMinor: number;
  readonly typology: Typology | null;
  /** In the order of `TRANSFER_FEATURES`. */
  readonly features: readonly number[];
}

/** Histories of 90 days need some time to mean anything. */
export const WARM_UP_DAYS = 45;

/** Transfers after the warm-up, oldest first. The same options give the same transfers. */
export function* simulate(options: WorldOptions): Generator<SimulatedTransfer> {
  const world = createWorld(options);
  const book = historyBook();
  const balances = openAccounts(world, book);
  const recorded = FIRST_DAY + WARM_UP_DAYS * DAY;
  for (const planned of plansOf(world)) {
    const { atMs, payer, payee, typology } = planned;
    const available = balances.get(payer);
    const amountMinor = amountOf(planned, available);
    // Declined for its funds, or to itself: nothing is posted, nothing is learnt.
    if (amountMinor < 1 || amountMinor > (available ?? Infinity) || payer === payee) continue;
    if (available !== undefined && atMs >= recorded) {
      const features = featuresOf(book, planned, amountMinor, available);
      yield { atMs, payer, payee, amountMinor, typology, features };
    }
    if (available !== undefined) balances.set(payer, available - amountMinor);
    const theirs = balances.get(payee);
    if (theirs !== undefined) balances.set(payee, theirs + amountMinor);
    book.add({ atMs, payer, payee, amountMinor });
  }
}

function openAccounts({ customers, businesses, random }: World, book: HistoryBook) {
  const balances = new Map<string, number>();
  for (const { account, openedAtMs, salaryMinor } of customers) {
    book.open(account, openedAtMs);
    balances.set(account, around(random, salaryMinor * 1.2, 0.7));
  }
  for (const { account, openedAtMs, invoiceMinor } of businesses) {
    book.open(account, openedAtMs);
    balances.set(account, invoiceMinor * 30);
  }
  return balances;
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

function featuresOf(book: HistoryBook, planned: Planned, amountMinor: number, available: number) {
  const { atMs, payer, payee } = planned;
  // All accounts of the simulated bank are in euros.
  const transfer = { atMs, amountMinor, amountReference: amountMinor / 100 };
  return transferFeatures({
    transfer,
    own: book.ofPayer(payer, payee, atMs, available),
    payee: book.ofPayee(payee, atMs),
  });
}
