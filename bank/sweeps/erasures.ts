// The sweep that erases customers: some slices in each pass, each a commit of some milliseconds.
// After a restart it continues with the next slice.

import { setImmediate as turn } from 'node:timers/promises';
import { eraseSlice } from '../../db/customers/erasures.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { FileStore } from '../../models/artifact-store.ts';

/** Rows of one commit, and number of commits of one pass. */
const ROWS = 64;
const SLICES = 50;

/**
 * Returns the function for one pass, which returns the number of finished customers.
 * @param documents sealed images; absent when they are stored elsewhere
 */
export function erasureSweep(
  ledger: Pick<Ledger, 'run'>,
  documents?: Pick<FileStore, 'remove'>,
): () => Promise<number> {
  return async () => {
    let finished = 0;
    for (let count = 0; count < SLICES; count += 1) {
      const slice = await ledger.run(eraseSlice, ROWS);
      if (!slice) break;
      for (const picture of slice.pictures) documents?.remove(picture);
      finished += Number(slice.isDone);
      await turn();
    }
    return finished;
  };
}
