// Posts the transfers of a world to a small history, and computes the features of each transfer from
// an account of the bank before it is posted, as the real ledger does.

import { createHabitStore } from '../../features/habit-histories.ts';
import { computeTransferFeatures } from '../../features/transfer-features.ts';
import type { HistoryStore } from '../../features/transfer-history.ts';
import { drawOpeningBalances, listMovements, type Movement } from './movements.ts';
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
type CreateHistory = () => HistoryStore;

/** Transfers after the warm-up, oldest first. The same options give the same transfers. */
export function simulate(
  options: WorldOptions,
  createHistory?: CreateHistory,
): Generator<SimulatedTransfer> {
  const shownFrom = FIRST_DAY + WARM_UP_DAYS * DAY;
  return play(options, { openingTimeOf: (openedAtMs) => openedAtMs, shownFrom, createHistory });
}

/**
 * Transfers of a bank that opens at the start of the simulation: every account is new, without a
 * history.
 */
export function simulateBeginning(
  options: WorldOptions,
  createHistory?: CreateHistory,
): Generator<SimulatedTransfer> {
  return play(options, { openingTimeOf: () => FIRST_DAY - 1, shownFrom: FIRST_DAY, createHistory });
}

interface Play {
  readonly openingTimeOf: (openedAtMs: number) => number;
  /** The time from which transfers are shown. */
  readonly shownFrom: number;
  readonly createHistory: CreateHistory | undefined;
}

function* play(
  options: WorldOptions,
  { openingTimeOf, shownFrom, createHistory = createHabitStore }: Play,
): Generator<SimulatedTransfer> {
  const world = createWorld(options);
  const history = createHistory();
  const parties = [...world.customers, ...world.businesses];
  for (const { account, openedAtMs } of parties) history.open(account, openingTimeOf(openedAtMs));
  for (const movement of listMovements(world, drawOpeningBalances(world))) {
    const { available, ...transfer } = movement;
    const { atMs, payer, payee, amountMinor } = transfer;
    if (available !== undefined && atMs >= shownFrom) {
      yield { ...transfer, features: computeFeatures(history, movement, available) };
    }
    history.add({ atMs, payer, payee, amountMinor });
  }
}

function computeFeatures(history: HistoryStore, movement: Movement, available: number) {
  const { atMs, payer, payee, amountMinor } = movement;
  // All accounts of the simulated bank are in euros.
  const transfer = { atMs, amountMinor, amountReference: amountMinor / 100 };
  return computeTransferFeatures({
    transfer,
    payerHistory: history.ofPayer(payer, payee, atMs, available),
    payee: history.ofPayee(payee, atMs),
  });
}
