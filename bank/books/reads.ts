// The thread for reads of whole ledgers.

import { REVIEW_READS } from '../../ai/serving/performance/review-reads.ts';
import { LEDGER_READS } from '../../api/ops/books/reads.ts';
import { type ReadThread, readThread } from '../../db/kernel/read-thread.ts';

export const BOOK_READS = { ...LEDGER_READS, ...REVIEW_READS };

/**
 * Opens the thread.
 * @param closing ends it
 */
export function booksThread(closing: AbortSignal): ReadThread<typeof BOOK_READS> {
  const worker = new URL('./worker.ts', import.meta.url);
  return readThread({ name: 'the books', worker, reads: BOOK_READS, closing });
}
