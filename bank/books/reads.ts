// The thread for reads of whole ledgers.

import { DESK_READS } from '../../ai/serving/performance/desk-reads.ts';
import { LEDGER_READS } from '../../api/ops/books/reads.ts';
import { type ReadThread, readThread } from '../../db/kernel/read-thread.ts';

export const BOOK_READS = { ...LEDGER_READS, ...DESK_READS };

/** Opens the thread. @param closing ends it */
export function booksThread(closing: AbortSignal): ReadThread<typeof BOOK_READS> {
  const worker = new URL('./worker.ts', import.meta.url);
  return readThread({ name: 'the books', worker, reads: BOOK_READS, closing });
}
