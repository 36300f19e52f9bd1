// Sizes of the slices in which the items of batches are judged and booked.

import { sliceSizes } from '../kernel/slice-sizes.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';

/** Sizes of a slice of items. */
const SLICE_SIZES = { first: 32, most: 128, least: 8, ms: 10 };

/** Nobody waits: a slice may be so many times as long, which shares the price of a commit. */
export const TIMES_ALONE = 4;

/** The sizes that a ledger has learned. */
export const itemSizes = prepareOnce((_: Tx) => ({
  judging: sliceSizes(SLICE_SIZES),
  booking: sliceSizes(SLICE_SIZES),
}));
