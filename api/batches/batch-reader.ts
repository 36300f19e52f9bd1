// Reads the bodies of batches: small bodies on this thread, large ones one after the other on
// another thread, which starts with the first large batch and ends with the bank.

import { openThread } from '../../db/threads/calls.ts';
import { type Fault, isFault } from '../kit/read-on-thread.ts';
import { type BatchHead, type ParsedBatch, parseBatch } from './parse-batch.ts';
import type { ParseTask } from './parse-worker.ts';

export interface BatchReader {
  read(bytes: ArrayBuffer, isLive: boolean): Promise<ParsedBatch>;
}

/** Some 200 items, which take less time here than a call of the other thread. */
const READ_HERE_BYTES = 48 * 1024;

/** @param closing signal that ends the thread */
export function createBatchReader(closing: AbortSignal): BatchReader {
  const file = new URL('./parse-worker.ts', import.meta.url);
  const name = 'the reader of batches';
  const thread = openThread<ParseTask, BatchHead | Fault, string[]>({ name, file, closing });
  return {
    async read(bytes, isLive) {
      if (bytes.byteLength <= READ_HERE_BYTES) return parseBatch(bytes, isLive);
      const items: string[] = [];
      const addPart = (part: string[]) => void items.push(...part);
      const read = await thread.call({ bytes, isLive }, { onPart: addPart, transfer: [bytes] });
      return isFault(read) ? read : { head: read, items };
    },
  };
}
