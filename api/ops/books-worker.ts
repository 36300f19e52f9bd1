// The thread that reads whole ledgers: it opens them to read them only, one piece after the other.

import { keptDeskFigures } from '../../ai/serving/performance/desk-figures.ts';
import { openedReadOnly } from '../../db/kernel/read-only.ts';
import { answerCalls } from '../../threads/answers.ts';
import { type BooksJob, type BooksOrder, readBooks } from './books-jobs.ts';

export interface BooksTask {
  readonly file: string;
  readonly name: BooksJob;
  readonly order: BooksOrder<BooksJob>;
}

answerCalls(({ file, name, order }: BooksTask) => {
  const database = openedReadOnly(file);
  return database.read(() =>
    name === 'riskDesk'
      ? keptDeskFigures(database, order as BooksOrder<'riskDesk'>)
      : readBooks(name, { database }, order),
  );
});
