// Reads of the whole ledger. Each is a function of a ledger that is only read, and of an order, so
// that it can run on any thread.

import { type DeskOrder, deskFigures } from '../../ai/serving/performance/desk-figures.ts';
import { firstBookedDay, ledgerPiece, type PieceOrder } from '../../db/journal/general-ledger.ts';
import { readTrialBalance, readTrialBalanceAsOf } from '../../db/journal/trial-balance.ts';
import type { BookReader } from '../../db/movements/reads.ts';
import { readSettlements } from '../../db/settlement/reads.ts';

const JOBS = {
  trialBalance: (reader: BookReader, { at }: { readonly at: number | null }) => ({
    rows: at === null ? readTrialBalance(reader) : readTrialBalanceAsOf(reader, at),
    settlement: readSettlements(reader),
  }),
  firstBookedDay: (reader: BookReader, _: object) => firstBookedDay(reader),
  ledgerPiece: (reader: BookReader, order: PieceOrder) => ledgerPiece(reader, order),
  riskDesk: ({ database }: BookReader, order: DeskOrder) => deskFigures(database, order),
};

export type BooksJob = keyof typeof JOBS;
export type BooksOrder<Name extends BooksJob> = Parameters<(typeof JOBS)[Name]>[1];
export type BooksAnswer<Name extends BooksJob> = ReturnType<(typeof JOBS)[Name]>;

/** Runs a read where it is called. */
export function readBooks<Name extends BooksJob>(
  name: Name,
  reader: BookReader,
  order: BooksOrder<Name>,
): BooksAnswer<Name> {
  const job = JOBS[name] as (reader: BookReader, order: BooksOrder<Name>) => BooksAnswer<Name>;
  return job(reader, order);
}
