// Where whole ledgers are read: on a thread of their own, which starts with the first read and ends
// with the bank. A ledger in memory is read where it is, because no other thread finds it.

import type { Ledger } from '../../db/ledger.ts';
import { openThread } from '../../threads/calls.ts';
import { type BooksAnswer, type BooksJob, type BooksOrder, readBooks } from './books-jobs.ts';
import type { BooksTask } from './books-worker.ts';

export interface BooksThread {
  read<Name extends BooksJob>(
    name: Name,
    ledger: Ledger,
    order: BooksOrder<Name>,
  ): Promise<BooksAnswer<Name>>;
}

/** @param closing ends the thread */
export function booksThread(closing: AbortSignal): BooksThread {
  const file = new URL('./books-worker.ts', import.meta.url);
  const thread = openThread<BooksTask, unknown>({ name: 'the books', file, closing });
  return {
    async read<Name extends BooksJob>(name: Name, ledger: Ledger, order: BooksOrder<Name>) {
      if (ledger.file === null) return readBooks(name, ledger, order);
      return (await thread.call({ file: ledger.file, name, order })) as BooksAnswer<Name>;
    },
  };
}
