// The current rates of this process: the last valid answer of the provider. After an invalid answer
// the earlier rates stay current; they state their age.

import type { Logger } from 'pino';
import { midRate, type RateTable } from '../../ledger/rates.ts';
import { BadRates, type RateProvider } from './provider.ts';

export interface RateBoard {
  /** The current rates; null until the first valid answer. */
  latest(): RateTable | null;
  /** Asks the provider once; true when the answer is valid. */
  refresh(): Promise<boolean>;
  /** Resolves after the first answer, valid or not. */
  readonly started: Promise<void>;
  stop(): void;
}

const EVERY_MS = 60 * 60 * 1000;
const AFTER_FAILURE_MS = 60_000;
/** A rate that changes by more than this factor at once counts as a fault of the provider. */
const LARGEST_JUMP = 2n;

/** Starts to ask the provider: at once, every hour, and a minute after a failure. */
export function openRateBoard(provider: RateProvider, log: Logger): RateBoard {
  let table: RateTable | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function refresh(): Promise<boolean> {
    try {
      const next = await provider.load();
      if (table) refuseJumps(table, next);
      table = next;
      return true;
    } catch (error) {
      log.warn(
        { cause: String(error) },
        'fetching exchange rates failed; the bank keeps the earlier ones',
      );
      return false;
    }
  }

  async function refreshRepeatedly(): Promise<void> {
    const isValid = await refresh();
    if (stopped) return;
    timer = setTimeout(() => void refreshRepeatedly(), isValid ? EVERY_MS : AFTER_FAILURE_MS);
    timer.unref();
  }

  const refreshing = refreshRepeatedly();
  return {
    started: refreshing,
    latest: () => table,
    refresh,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** @throws BadRates when rates are older than before, or one more than doubled or halved */
export function refuseJumps(before: RateTable, after: RateTable): void {
  if (after.asOf < before.asOf) throw new BadRates('older than what is known');
  for (const code of before.rates.keys()) {
    const previousRatio = midRate(before, before.base, code);
    const now = midRate(after, before.base, code);
    if (!previousRatio || !now) continue;
    const previousProduct = previousRatio.top * now.bottom;
    const currentProduct = now.top * previousRatio.bottom;
    if (
      currentProduct > previousProduct * LARGEST_JUMP ||
      previousProduct > currentProduct * LARGEST_JUMP
    ) {
      throw new BadRates(`${code} jumped by more than a factor of ${LARGEST_JUMP}`);
    }
  }
}
