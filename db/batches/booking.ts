// The functions by which the items of a batch are judged and booked: those of every transaction.

import type { JudgedBooking } from '../booking/judgement.ts';
import type { SettleRow } from '../booking/settle.ts';
import type { Scoring } from '../kernel/judge.ts';
import type { SliceSizes } from '../kernel/slice-sizes.ts';
import { ledgerPart } from '../kernel/tx.ts';
import type { RequestBook } from '../transactions/request-book.ts';
import type { TransactionWriter } from '../transactions/rows.ts';

interface ItemBooking {
  readonly writer: TransactionWriter;
  readonly settleRow: SettleRow;
  readonly judged: JudgedBooking;
  readonly scoring: Scoring;
  readonly requests: RequestBook;
  readonly sizes: Readonly<Record<'judging' | 'booking', SliceSizes>>;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
}

export const itemBooking = ledgerPart<ItemBooking>('functions that book items of batches');
