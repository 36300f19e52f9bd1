// Reads the bodies of batches: small ones here, large ones on a thread of their own, one after the
// other. The thread starts with the first large batch and ends with the bank.

import { Worker } from 'node:worker_threads';
import { type Fault, type ParsedBatch, type ParsedItem, parseBatch } from './parse-batch.ts';
import type { ParsePart, ParseTask } from './parse-worker.ts';

export interface BatchReader {
  read(bytes: ArrayBuffer, isLive: boolean): Promise<ParsedBatch>;
}

/** Some 200 items: they take less than a task of the other thread. */
const READ_HERE_BYTES = 48 * 1024;

interface Waiting {
  readonly items: ParsedItem[];
  readonly resolve: (parsed: ParsedBatch) => void;
  readonly reject: (error: unknown) => void;
}

/** @param closing ends the thread */
export function batchReader(closing: AbortSignal): BatchReader {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let next = 1;

  function started(): Worker {
    if (thread) return thread;
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', take);
    worker.on('error', (error) => ended(worker, error));
    worker.on('exit', (code) => ended(worker, new Error(`the reader of batches ended: ${code}`)));
    thread = worker;
    return worker;
  }

  function ended(worker: Worker, error: unknown): void {
    if (thread !== worker) return;
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function take(part: ParsePart): void {
    const one = waiting.get(part.id);
    if (!one) return;
    if (part.kind === 'items') {
      one.items.push(...part.items);
      return;
    }
    waiting.delete(part.id);
    one.resolve(part.kind === 'fault' ? part.fault : { head: part.head, items: one.items });
  }

  closing.addEventListener('abort', () => void thread?.terminate(), { once: true });

  return {
    async read(bytes, isLive) {
      if (bytes.byteLength <= READ_HERE_BYTES) return parseBatch(bytes, isLive);
      return new Promise<ParsedBatch>((resolve, reject) => {
        const id = next++;
        waiting.set(id, { items: [], resolve, reject });
        const task: ParseTask = { id, bytes, isLive };
        started().postMessage(task, [bytes]);
      });
    },
  };
}

/** True for a body that is no batch. */
export function isFault(parsed: ParsedBatch): parsed is Fault {
  return 'code' in parsed;
}
