// The transfers of a world in the order of time, as a bank that holds no payment back would book
// them. Callers that need features alone use simulate.ts; callers that drive a real bank use these.

import { planFrauds } from './fraud.ts';
import { planBusiness, planCustomer } from './habits.ts';
import { chooseMules, planLaundering } from './laundering.ts';
import type { PlannedTransfer, Typology } from './plan.ts';
import { drawAround, type World } from './world.ts';

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
export function drawOpeningBalances({ customers, businesses, random }: World): Map<string, number> {
  const balances = new Map<string, number>();
  for (const { account, salaryMinor } of customers) {
    balances.set(account, drawAround(random, salaryMinor * 1.2, 0.7));
  }
  for (const { account, invoiceMinor } of businesses) balances.set(account, invoiceMinor * 30);
  return balances;
}

/**
 * Yields the transfers, oldest first. Leaves `opening` unchanged. Draws from the world's random
 * before the first one.
 */
export function* listMovements(
  world: World,
  opening: ReadonlyMap<string, number>,
): Generator<Movement> {
  const balances = new Map(opening);
  for (const planned of listPlans(world)) {
    const { atMs, payer, payee, typology } = planned;
    const available = balances.get(payer);
    const amountMinor = computeAmount(planned, available);
    // Declined for insufficient funds, or sent to itself: nothing is posted or learnt.
    if (amountMinor < 1 || amountMinor > (available ?? Infinity) || payer === payee) continue;
    yield { atMs, payer, payee, amountMinor, available, typology };
    if (available !== undefined) balances.set(payer, available - amountMinor);
    const payeeBalance = balances.get(payee);
    if (payeeBalance !== undefined) balances.set(payee, payeeBalance + amountMinor);
  }
}

function listPlans(world: World): PlannedTransfer[] {
  const mules = chooseMules(world);
  const plans = [
    ...world.customers.flatMap((customer) => [...planCustomer(world, customer)]),
    ...world.businesses.flatMap((business) => [...planBusiness(world, business)]),
    ...planFrauds(world, mules),
    ...planLaundering(world, mules),
  ];
  const openedAtByAccount = new Map(
    [...world.customers, ...world.businesses].map(({ account, openedAtMs }) => {
      return [account, openedAtMs];
    }),
  );
  const isOpen = ({ atMs, payer, payee }: PlannedTransfer) =>
    Math.max(openedAtByAccount.get(payer) ?? 0, openedAtByAccount.get(payee) ?? 0) < atMs &&
    atMs < world.endMs;
  // Sorting is stable, so plans for the same moment keep their order.
  return plans.filter(isOpen).sort((a, b) => a.atMs - b.atMs);
}

function computeAmount({ amount }: PlannedTransfer, available: number | undefined): number {
  return 'minor' in amount ? amount.minor : Math.floor(amount.share * (available ?? 0));
}
