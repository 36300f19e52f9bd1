// The sweep that erases customers: some slices in each pass, each a commit of some milliseconds.
// After a restart it continues with the next slice.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { ErasureFailed, eraseSlice } from '../../db/customers/erasures.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { FileStore } from '../../models/artifact-store.ts';

/** Rows of one commit, and number of commits of one pass. */
const ROWS_PER_SLICE = 64;
const SLICES_PER_PASS = 50;

/**
 * Returns the function for one pass, which returns the number of finished customers. It throws the
 * first failure after it has continued the other erasures.
 * @param documents sealed images; absent when they are stored elsewhere
 */
export function erasureSweep(
  ledger: Pick<Ledger, 'run'>,
  documents?: Pick<FileStore, 'remove'>,
): () => Promise<number> {
  return async () => {
    let finished = 0;
    const failures: ErasureFailed[] = [];
    for (let count = 0; count < SLICES_PER_PASS; count += 1) {
      const except = failures.map(({ customerId }) => customerId);
      const slice = await ledger
        .run(eraseSlice, { maxRows: ROWS_PER_SLICE, except })
        .catch(asFailure);
      if (slice instanceof ErasureFailed) {
        // The erasures of other customers do not wait for it.
        failures.push(slice);
        continue;
      }
      if (!slice) break;
      for (const picture of slice.pictures) documents?.remove(picture);
      finished += Number(slice.isDone);
      await nextTurn();
    }
    if (failures[0]) throw failures[0];
    return finished;
  };
}

function asFailure(error: unknown): ErasureFailed {
  if (error instanceof ErasureFailed) return error;
  throw error;
}
