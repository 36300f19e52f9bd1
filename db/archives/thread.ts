// Calls the thread of archives, which writes and reads files so that the bank's thread does not
// wait for them.

import { openThread } from '../threads/calls.ts';
import type { ArchivedRow } from './archive-kinds.ts';
import type { ArchivedSlice, ReadOrder, SliceOrder } from './file-reads.ts';
import type { WriteOrder, WrittenArchive } from './write.ts';

export type ThreadOrder =
  | ({ readonly act: 'write' } & WriteOrder)
  | ({ readonly act: 'slice' } & SliceOrder)
  | ({ readonly act: 'read' } & ReadOrder);

export interface ArchiveThread {
  /** Writes the file of an archive and verifies it by reading it. */
  write(order: WriteOrder): Promise<WrittenArchive>;
  /** Returns the next rows of a file that are to be deleted from the ledger. */
  slice(order: SliceOrder): Promise<ArchivedSlice>;
  /** Returns the rows of one id; null when the file is not on this host. */
  read(order: ReadOrder): Promise<readonly ArchivedRow[] | null>;
}

/** @param closing ends the thread */
export function archiveThread(closing: AbortSignal): ArchiveThread {
  const file = new URL('./worker.ts', import.meta.url);
  const { call } = openThread<ThreadOrder, unknown>({ name: 'the archive', file, closing });
  return {
    write: (order) => call({ act: 'write', ...order }) as Promise<WrittenArchive>,
    slice: (order) => call({ act: 'slice', ...order }) as Promise<ArchivedSlice>,
    read: (order) => call({ act: 'read', ...order }) as Promise<readonly ArchivedRow[] | null>,
  };
}
