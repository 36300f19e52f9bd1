// Chooses how many items go into one commit, by the work that the last ones took: a slow machine
// gets shorter slices, so that other requests wait as briefly as on a fast one.

import { ledgerPart } from './tx.ts';

export interface SliceSizes {
  /**
   * Items of the next slice.
   * @param times as long as a slice is otherwise, and as many items at most
   */
  next(times?: number): number;
  /** Keeps how long a slice held the thread, in milliseconds. */
  took(items: number, ms: number): void;
}

interface Sizes extends Readonly<Record<'most' | 'least', number>> {
  readonly first?: number;
  readonly ms?: number;
}

/** Left out, a slice takes so long. */
const SLICE_MS = 12;
/** Weight of the newest slice in the average time of an item. */
const NEWEST_COUNTS = 0.3;

/**
 * @param most items of a slice, however quick they are
 * @param first items of the first slice; left out: as many
 * @param least fewer cost more in commits than they spare others in waiting
 * @param ms a slice holds the thread for about so long
 */
export function sliceSizes({
  most,
  first = most,
  least,
  ms: sliceMs = SLICE_MS,
}: Sizes): SliceSizes {
  let msPerItem: number | null = null;

  function next(times = 1): number {
    if (msPerItem === null) return first;
    return Math.max(least, Math.min(most * times, Math.floor((sliceMs * times) / msPerItem)));
  }

  return {
    next,
    took(items, ms) {
      if (items === 0) return;
      const newest = ms / items;
      const known = msPerItem ?? newest;
      // A short slice shares the price of its commit among few.
      const counts = NEWEST_COUNTS * Math.min(1, items / next());
      msPerItem = known + (newest - known) * counts;
    },
  };
}

/** Milliseconds that never go back: the clock by which a ledger measures its own work. */
export const monotonic = ledgerPart<() => number>('a clock for its own work');

/**
 * Returns the milliseconds of processor time that this thread has used. Where other processes have
 * the processor, time goes by without work: slices that shrank by it would cost more commits, and
 * the machine would be busier still.
 */
export function workOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Cuts items into slices of that size; the last one may be shorter. */
export function slicesOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
