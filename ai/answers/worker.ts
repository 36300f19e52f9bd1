// The thread that answers questions: it opens ledgers to read them only, and answers one question
// after the other, each from one snapshot.

import type { RatesInForce } from '../../db/exchange/market.ts';
import { readOnlyDatabase } from '../../db/kernel/read-only.ts';
import { answerCalls } from '../../db/threads/answers.ts';
import { askQuestion, type Beside } from './ask.ts';
import type { Answered } from './ask-help.ts';
import type { BooksOrder } from './open-books.ts';

export interface AnswerTask {
  readonly file: string;
  readonly livemode: boolean;
  /** Time by the business clock, milliseconds since 1970 UTC. */
  readonly now: number;
  readonly spreadBps: number;
  /** Null when there are none. */
  readonly rates: RatesInForce | null;
  readonly order: BooksOrder;
  readonly question: string;
  readonly beside: Beside;
}

let last: Promise<unknown> = Promise.resolve();

answerCalls((task: AnswerTask): Promise<Answered> => {
  const answerTask = () => {
    const { file, livemode, now, spreadBps, rates, order, question, beside } = task;
    const database = readOnlyDatabase(file);
    const market = { spreadBps, rates: () => rates };
    const ledger = { database, livemode, clock: () => now, market };
    return database.readAsync(() => askQuestion(ledger, order, question, beside));
  };
  const answer = last.then(answerTask);
  last = answer.catch(() => undefined);
  return answer;
});
