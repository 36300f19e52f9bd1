// Sizes of the slices in which the items of batches are decided and booked.

import { createSliceSizes } from '../kernel/slice-sizes.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';

/** The sizes of a slice of items. */
const SLICE_SIZES = { firstItems: 32, maxItems: 128, minItems: 8, targetMs: 10 };

/**
 * The factor by which a slice is longer while the bank has no requests other than the batch:
 * larger commits cost less per item.
 */
export const FACTOR_WITHOUT_OTHER_REQUESTS = 4;

/** The slice sizes that a ledger has measured. */
export const itemSizes = prepareOnce((_: Tx) => ({
  judging: createSliceSizes(SLICE_SIZES),
  booking: createSliceSizes(SLICE_SIZES),
}));
