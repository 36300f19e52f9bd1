// Reads of the whole ledger, each on one snapshot.

import { type DeskOrder, deskFigures } from '../../../ai/serving/performance/desk-figures.ts';
import { type LiveOrder, liveOf } from '../../../ai/serving/performance/watch.ts';
import {
  firstBookedDay,
  ledgerPiece,
  type PieceOrder,
} from '../../../db/journal/general-ledger.ts';
import { readTrialBalance, readTrialBalanceAsOf } from '../../../db/journal/trial-balance.ts';
import { type Reader, type ReadThread, readThread } from '../../../db/kernel/read-thread.ts';
import { readSettlements } from '../../../db/settlement/reads.ts';

export const BOOK_READS = {
  trialBalance: (reader: Reader, { at }: { readonly at: number | null }) =>
    reader.database.read(() => ({
      rows: at === null ? readTrialBalance(reader) : readTrialBalanceAsOf(reader, at),
      settlement: readSettlements(reader),
    })),
  firstBookedDay: (reader: Reader, _: object) => firstBookedDay(reader),
  ledgerPiece: (reader: Reader, order: PieceOrder) =>
    reader.database.read(() => ledgerPiece(reader, order)),
  riskDesk: (reader: Reader, order: DeskOrder) =>
    reader.database.read(() => deskFigures(reader, order)),
  modelLive: (reader: Reader, order: LiveOrder) => liveOf(reader, order),
};

export type BooksThread = ReadThread<typeof BOOK_READS>;

/** @param closing ends the thread */
export function booksThread(closing: AbortSignal): BooksThread {
  const worker = new URL('./worker.ts', import.meta.url);
  return readThread({ name: 'the books', worker, reads: BOOK_READS, closing });
}
