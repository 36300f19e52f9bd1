// Makes statements on a thread: the figures of the range, a page of movements, or a file in pieces.
// `books` was read before and contains the size of the log, so that each piece reads the same
// journal.

import { type Reader, type ReadThread, readThread } from '../../db/kernel/read-thread.ts';
import type { MovementKey, OpenedStatement } from '../../db/statements/reads.ts';
import { BYTE_ORDER_MARK } from '../kit/csv.ts';
import type { Format } from './format.ts';
import { statementBody } from './json.ts';
import { buildStatement } from './statement.ts';

/** The input of a statement that is sent to the thread. */
export interface StatementOrder {
  readonly books: OpenedStatement;
  readonly livemode: boolean;
  readonly timezone: string;
}

interface PageOrder extends StatementOrder {
  readonly after: MovementKey;
  readonly limit: number;
}

interface FileOrder extends StatementOrder {
  readonly format: Exclude<Format, 'json'>;
  /** True to begin a CSV file with the byte-order mark. */
  readonly bom: boolean;
}

/** Loaded only by the thread of statements, not by the thread that answers HTTP. */
const WRITERS = {
  csv: async () => (await import('./csv.ts')).csvOf,
  camt053: async () => (await import('./camt053.ts')).camt053Of,
  pdf: async () => (await import('./pdf.ts')).pdfOf,
};

/** Minimum size of a message between threads; smaller ones cost too much. */
const MIN_BYTES = 32 * 1024;

export const STATEMENT_READS = {
  page: async (reader: Reader, { after, limit, ...context }: PageOrder) =>
    statementBody(reader, await buildStatement(reader, context), { after, limit }),
  file: async function* (reader: Reader, { format, bom, ...context }: FileOrder) {
    const write = await WRITERS[format]();
    if (bom) yield Buffer.from(BYTE_ORDER_MARK);
    yield* joinMessages(write(await buildStatement(reader, context)));
  },
};

/** Joins pieces to messages of at least `MIN_BYTES`; the last one may be shorter. */
async function* joinMessages(
  pieces: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const part = typeof piece === 'string' ? Buffer.from(piece) : piece;
    parts.push(part);
    bytes += part.length;
    if (bytes < MIN_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

export type StatementThread = ReadThread<typeof STATEMENT_READS>;

/** @param closing ends the thread */
export function statementThread(closing: AbortSignal): StatementThread {
  const worker = new URL('./statement-worker.ts', import.meta.url);
  return readThread({ name: 'the statements', worker, reads: STATEMENT_READS, closing });
}
