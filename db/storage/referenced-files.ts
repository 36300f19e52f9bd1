// Files that rows name by their hash. A file is deleted in the commit that removes the last
// reference to it: a writer of the same bytes waits for that commit, and finds the file missing.

import { ledgerPart } from '../kernel/tx.ts';

/** Deletes a file at once, if it is there. */
type RemoveFile = (sha256: string) => void;

export interface ReferencedFiles {
  /** Rows that models learn from. */
  readonly removeDataset: RemoveFile;
  /** Results of batches of scores. */
  readonly removeResult: RemoveFile;
}

export const referencedFiles = ledgerPart<ReferencedFiles>('folders of data sets and results');
