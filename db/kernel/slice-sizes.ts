// Chooses how many items go into one commit, by the time that the last items took: a slow machine
// gets shorter slices, so that other requests wait as briefly as on a fast machine.

import { ledgerPart } from './tx.ts';

export interface SliceSizes {
  /**
   * Items of the next slice.
   * @param factor how many times longer the slice may be, in time and items
   */
  next(factor?: number): number;
  /** Records how long a slice occupied the thread, in milliseconds. */
  record(items: number, ms: number): void;
}

interface Sizes extends Readonly<Record<'maxItems' | 'minItems', number>> {
  readonly firstItems?: number;
  readonly targetMs?: number;
}

/** The default time of a slice. */
const SLICE_MS = 12;
/** Weight of the newest slice in the average time of an item. */
const NEWEST_WEIGHT = 0.3;

/**
 * @param maxItems the most items of a slice
 * @param firstItems items of the first slice; defaults to `maxItems`
 * @param minItems the fewest items of a slice: smaller slices cost more in commits than they save
 * in waiting
 * @param targetMs the target time of a slice, in milliseconds
 */
export function createSliceSizes({
  maxItems,
  firstItems = maxItems,
  minItems,
  targetMs = SLICE_MS,
}: Sizes): SliceSizes {
  let msPerItem: number | null = null;

  function nextSize(factor = 1): number {
    if (msPerItem === null) return firstItems;
    return Math.max(
      minItems,
      Math.min(maxItems * factor, Math.floor((targetMs * factor) / msPerItem)),
    );
  }

  return {
    next: nextSize,
    record(items, ms) {
      if (items === 0) return;
      const newest = ms / items;
      const average = msPerItem ?? newest;
      // In a short slice the cost of the commit is shared by few items.
      const weight = NEWEST_WEIGHT * Math.min(1, items / nextSize());
      msPerItem = average + (newest - average) * weight;
    },
  };
}

/** Monotonic milliseconds, by which a ledger measures its own work. */
export const workClock = ledgerPart<() => number>('a clock for its own work');

/**
 * Returns the processor time of this thread in milliseconds. On a busy machine elapsed time would
 * make slices shorter, which would cost more commits and load the machine further.
 */
export function threadProcessorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Cuts items into slices of that size; the last slice may be shorter. */
export function slicesOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
