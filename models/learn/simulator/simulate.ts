// Plays a world through a small ledger, and shows each transfer from an account of the bank to the
// features that the real ledger computes too, before it is posted.

import { createHabitStore } from '../../features/habit-histories.ts';
import { transferFeatures } from '../../features/transfer-features.ts';
import type { HistoryStore } from '../../features/transfer-history.ts';
import { type Movement, movementsOf, openingBalances } from './movements.ts';
import type { Typology } from './plan.ts';
import { createWorld, DAY, FIRST_DAY, type WorldOptions } from './world.ts';

export interface SimulatedTransfer {
  readonly atMs: number;
  readonly payer: string;
  readonly payee: string;
  readonly amountMinor: number;
  readonly typology: Typology | null;
  /** In the order of `TRANSFER_FEATURES`. */
  readonly features: readonly number[];
}

/** Days before the first shown transfer, because histories cover 90 days. */
export const WARM_UP_DAYS = 45;

/** Makes the histories of a simulated bank; by default the records of the ledger. */
type NewBook = () => HistoryStore;

/** Transfers after the warm-up, oldest first. The same options give the same transfers. */
export function simulate(options: WorldOptions, newBook?: NewBook): Generator<SimulatedTransfer> {
  const recorded = FIRST_DAY + WARM_UP_DAYS * DAY;
  return play(options, { openingOf: (openedAtMs) => openedAtMs, recorded, newBook });
}

/**
 * Transfers of a bank that opens at the start of the simulation: every account is new, without a
 * history.
 */
export function simulateBeginning(
  options: WorldOptions,
  newBook?: NewBook,
): Generator<SimulatedTransfer> {
  return play(options, { openingOf: () => FIRST_DAY - 1, recorded: FIRST_DAY, newBook });
}

interface Play {
  readonly openingOf: (openedAtMs: number) => number;
  /** The time from which transfers are shown. */
  readonly recorded: number;
  readonly newBook: NewBook | undefined;
}

function* play(
  options: WorldOptions,
  { openingOf, recorded, newBook = createHabitStore }: Play,
): Generator<SimulatedTransfer> {
  const world = createWorld(options);
  const book = newBook();
  const parties = [...world.customers, ...world.businesses];
  for (const { account, openedAtMs } of parties) book.open(account, openingOf(openedAtMs));
  for (const movement of movementsOf(world, openingBalances(world))) {
    const { available, ...transfer } = movement;
    const { atMs, payer, payee, amountMinor } = transfer;
    if (available !== undefined && atMs >= recorded) {
      yield { ...transfer, features: featuresOf(book, movement, available) };
    }
    book.add({ atMs, payer, payee, amountMinor });
  }
}

function featuresOf(book: HistoryStore, movement: Movement, available: number) {
  const { atMs, payer, payee, amountMinor } = movement;
  // All accounts of the simulated bank are in euros.
  const transfer = { atMs, amountMinor, amountReference: amountMinor / 100 };
  return transferFeatures({
    transfer,
    payerHistory: book.ofPayer(payer, payee, atMs, available),
    payee: book.ofPayee(payee, atMs),
  });
}
