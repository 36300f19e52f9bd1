// Reads over a whole ledger about models' answers and people's decisions, each on one snapshot.

import type { Reader, ReadThread } from '../../../db/kernel/read-thread.ts';
import { type ReviewFiguresOrder, readReviewFigures } from './review-figures.ts';
import { type LiveOrder, readLive } from './watch.ts';

export const REVIEW_READS = {
  riskFigures: (reader: Reader, order: ReviewFiguresOrder) =>
    reader.database.read(() => readReviewFigures(reader, order)),
  modelLive: (reader: Reader, order: LiveOrder) => readLive(reader, order),
};

export type ReviewFiguresThread = ReadThread<typeof REVIEW_READS>;
