// Answers questions on a thread of their own, which starts with the first question and ends with
// the bank. A ledger in memory is read in the calling thread, because no other thread can open it.

import { ledgerMarket } from '../../db/exchange/market.ts';
import { fileOf } from '../../db/kernel/read-only.ts';
import type { Ledger } from '../../db/ledger.ts';
import { openThread } from '../../db/threads/calls.ts';
import type { Beside } from './ask.ts';
import type { Answered } from './ask-help.ts';
import type { BooksOrder } from './open-books.ts';
import type { AnswerTask } from './worker.ts';

export interface AnswerThread {
  /** Null when too many of the developer's questions wait already. */
  ask(
    ledger: Ledger,
    order: BooksOrder,
    question: string,
    beside?: Beside,
  ): Promise<Answered | null>;
}

/** Maximum queue, which takes less than a second for the bookings of a person. */
const MOST_WAITING = 256;

/** @param closing ends the thread */
export function answerThread(closing: AbortSignal): AnswerThread {
  const file = new URL('./worker.ts', import.meta.url);
  const thread = openThread<AnswerTask, Answered>({ name: 'answers', file, closing });
  return {
    async ask(ledger, order, question, beside = {}) {
      const { database, livemode } = ledger;
      const path = fileOf(database);
      const market = ledgerMarket(database);
      if (path === null) {
        const { askQuestion } = await import('./ask.ts');
        return askQuestion({ ...ledger, market }, order, question, beside);
      }
      const owner = order.tenantId;
      if (thread.isFull(owner, MOST_WAITING)) return null;
      const now = ledger.clock(order.tenantId);
      const { spreadBps } = market;
      const rates = market.rates();
      const books = { file: path, livemode, now, spreadBps, rates };
      return thread.call({ ...books, order, question, beside }, { owner });
    },
  };
}
