// Runs long reads on a thread of their own (read-worker.ts), which starts with the first read and
// ends with the bank. A ledger in memory is read on the calling thread, because no other thread can
// open it.

import { openThread } from '../threads/calls.ts';
import type { Database } from './connect.ts';
import { fileOf } from './read-only.ts';

/** The part of a ledger that a read may use. */
export interface Reader {
  readonly database: Pick<Database, 'raw' | 'orm' | 'read'> & {
    /** On a read-only connection: a number that changes when a process writes into the file. */
    version?(): number;
  };
}

/** A function of a read-only ledger and a cloneable input. */
type AnyRead = (reader: Reader, order: never) => unknown;
/** Reads by name. A generator returns its pieces one at a time. */
export type Reads = Readonly<Record<string, AnyRead>>;

export type OrderOf<R extends AnyRead> = Parameters<R>[1];
export type AnswerOf<R extends AnyRead> = Awaited<ReturnType<R>>;
type PieceOf<R extends AnyRead> = ReturnType<R> extends AsyncIterable<infer Piece> ? Piece : never;

/** A message to the thread. */
export type ReadCall =
  | { readonly kind: 'read'; readonly file: string; readonly name: string; readonly order: unknown }
  | {
      readonly kind: 'begin';
      readonly id: number;
      readonly file: string;
      readonly name: string;
      readonly order: unknown;
    }
  | { readonly kind: 'next' | 'leave'; readonly id: number };

export interface ReadThread<R extends Reads> {
  /** Calls that wait for their answer. */
  waiting(): number;
  read<Name extends keyof R & string>(
    name: Name,
    ledger: Reader,
    order: OrderOf<R[Name]>,
  ): Promise<AnswerOf<R[Name]>>;
  /** Each piece is computed when it is requested; the first call starts the read. */
  pieces<Name extends keyof R & string>(
    name: Name,
    ledger: Reader,
    order: OrderOf<R[Name]>,
  ): AsyncGenerator<PieceOf<R[Name]>, void>;
}

export interface ReadThreadOptions<R extends Reads> {
  /** Name of the thread in error messages. */
  readonly name: string;
  /** A file that answers with `answerReads` and the same reads (read-worker.ts). */
  readonly worker: URL;
  readonly reads: R;
  /** Ends the thread. */
  readonly closing: AbortSignal;
}

export function readThread<R extends Reads>(options: ReadThreadOptions<R>): ReadThread<R> {
  const { name: title, worker: file, reads, closing } = options;
  const thread = openThread<ReadCall, unknown>({ name: title, file, closing });
  let lastId = 0;

  async function* piecesOf(call: { file: string; name: string; order: unknown }) {
    const id = ++lastId;
    let isOver = false;
    const callThread = async (order: ReadCall) => {
      try {
        const result = (await thread.call(order)) as IteratorResult<unknown, void>;
        isOver = result.done === true;
        return result;
      } catch (error) {
        isOver = true;
        throw error;
      }
    };
    try {
      let piece = await callThread({ kind: 'begin', id, ...call });
      while (!piece.done) {
        yield piece.value;
        piece = await callThread({ kind: 'next', id });
      }
    } finally {
      // The client has disconnected: ends the generator on the thread.
      if (!isOver) thread.call({ kind: 'leave', id }).catch(() => undefined);
    }
  }

  return {
    waiting: thread.waiting,
    async read(name, ledger, order) {
      const path = fileOf(ledger.database);
      const answer =
        path === null
          ? reads[name]?.(ledger, order as never)
          : thread.call({ kind: 'read', file: path, name, order });
      return (await answer) as never;
    },
    pieces(name, ledger, order) {
      const path = fileOf(ledger.database);
      const pieces = path === null ? reads[name]?.(ledger, order as never) : null;
      const stream = pieces ?? piecesOf({ file: path ?? '', name, order });
      return stream as never;
    },
  };
}
