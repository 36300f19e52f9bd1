// Reads of the whole ledger, each on one snapshot.

import {
  type PieceOrder,
  readFirstBookedDay,
  readLedgerPiece,
} from '../../../db/journal/general-ledger.ts';
import { readTrialBalance, readTrialBalanceAsOf } from '../../../db/journal/trial-balance.ts';
import type { Reader, ReadThread } from '../../../db/kernel/read-thread.ts';
import { readSettlements } from '../../../db/settlement/reads.ts';

export const LEDGER_READS = {
  trialBalance: (reader: Reader, { asOf }: { readonly asOf: number | null }) =>
    reader.database.read(() => ({
      rows: asOf === null ? readTrialBalance(reader) : readTrialBalanceAsOf(reader, asOf),
      settlement: readSettlements(reader),
    })),
  firstBookedDay: (reader: Reader, _: object) => readFirstBookedDay(reader),
  ledgerPiece: (reader: Reader, order: PieceOrder) =>
    reader.database.read(() => readLedgerPiece(reader, order)),
};

export type BooksThread = ReadThread<typeof LEDGER_READS>;
