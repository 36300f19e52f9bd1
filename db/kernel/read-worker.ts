// The worker side of a read thread (read-thread.ts). It opens ledgers read-only. Reads that yield
// take turns: each piece is a separate call.

import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { answerCalls } from '../threads/answers.ts';
import { readOnlyDatabase } from './read-only.ts';
import type { ReadCall, Reader, Reads } from './read-thread.ts';

/** The lower priority of read threads, so that payments run first. */
const NICENESS = 10;

/** Lowers the priority of this thread on Linux; elsewhere it is unchanged. */
function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // The priority is optional.
  }
}

/** Answers requests with these reads. A worker file contains only this call. */
export function answerReads(reads: Reads): void {
  lowerPriority();
  const streams = new Map<number, AsyncGenerator<unknown, void>>();

  function run({ file, name, order }: Extract<ReadCall, { file: string }>): unknown {
    const reader: Reader = { database: readOnlyDatabase(file) };
    return reads[name]?.(reader, order as never);
  }

  async function sendNext(id: number): Promise<IteratorResult<unknown, void>> {
    const pieces = streams.get(id);
    // The thread that started the read has failed, and this one replaced it.
    if (!pieces) throw new Error('the thread that began this work failed');
    try {
      const piece = await pieces.next();
      if (piece.done) streams.delete(id);
      return piece;
    } catch (error) {
      streams.delete(id);
      throw error;
    }
  }

  answerCalls(async (call: ReadCall): Promise<unknown> => {
    switch (call.kind) {
      case 'read':
        return run(call);
      case 'begin':
        streams.set(call.id, run(call) as AsyncGenerator<unknown, void>);
        return sendNext(call.id);
      case 'next':
        return sendNext(call.id);
      case 'leave':
        await streams.get(call.id)?.return();
        streams.delete(call.id);
        return null;
    }
  });
}
