// What the sweeper does about customers who are being erased: a few slices a pass, each a commit of
// some milliseconds, until the last one. A bank that ends between two goes on at its next start.

import { setImmediate as turn } from 'node:timers/promises';
import { eraseSlice } from '../../db/customers/erasures.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { FileStore } from '../../models/artifact-store.ts';

/** Rows of one commit, and commits of one pass. */
const ROWS = 64;
const SLICES = 50;

/**
 * Returns one pass, which answers how many customers it finished with.
 * @param documents sealed pictures; left out: they lie elsewhere, and no row names them any more
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
