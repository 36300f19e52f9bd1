// Reads the records of a customer on a thread and renders them there: an account with 40,000
// payments takes seconds of a processor, in which the thread that answers HTTP has other work.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type HeldRow, heldPages } from '../../db/customers/held-records.ts';
import { type Reader, type ReadThread, readThread } from '../../db/kernel/read-thread.ts';

interface ExportOrder {
  readonly customerId: string;
  readonly livemode: boolean;
  /** Tables whose rows a subject completes, each of which is sent as a row instead of text. */
  readonly completed: readonly string[];
}

interface CompletedRow {
  readonly table: string;
  readonly row: HeldRow;
}

/** Minimum length of a message between threads, in characters; smaller ones cost too much. */
const MIN_LENGTH = 32 * 1024;

/** Renders a record as a line of the answer. */
export const recordText = (table: string, record: HeldRow): string =>
  JSON.stringify({ table, record });

export const EXPORT_READS = {
  /** Yields rendered records, separated by a comma and a line break, and rows to be completed. */
  records: async function* (
    { database }: Reader,
    { customerId, livemode, completed }: ExportOrder,
  ): AsyncGenerator<string | CompletedRow> {
    let lines: string[] = [];
    let length = 0;
    for (const { table, rows } of heldPages({ database, livemode }, customerId)) {
      for (const row of rows) {
        if (completed.includes(table)) {
          yield { table, row };
          continue;
        }
        const line = recordText(table, row);
        lines.push(line);
        length += line.length;
        if (length < MIN_LENGTH) continue;
        yield lines.join(',\n');
        lines = [];
        length = 0;
      }
      // Other exports have their turn, and a ledger in memory is read on the calling thread.
      await nextTurn();
    }
    if (lines.length > 0) yield lines.join(',\n');
  },
};

export type ExportThread = ReadThread<typeof EXPORT_READS>;

/** @param closing ends the thread */
export function exportThread(closing: AbortSignal): ExportThread {
  const worker = new URL('./export-worker.ts', import.meta.url);
  return readThread({ name: 'the exports', worker, reads: EXPORT_READS, closing });
}
