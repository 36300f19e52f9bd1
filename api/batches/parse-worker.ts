// The thread that reads large batches: it answers in parts, each of which the thread that asked
// takes over in a moment.

import { parentPort } from 'node:worker_threads';
import { type BatchHead, type Fault, type ParsedItem, parseBatch } from './parse-batch.ts';

export interface ParseTask {
  readonly id: number;
  readonly bytes: ArrayBuffer;
  readonly isLive: boolean;
}

export type ParsePart = { readonly id: number } & (
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'items'; readonly items: readonly ParsedItem[] }
  | { readonly kind: 'end'; readonly head: BatchHead }
);

/** Items of one message: some two milliseconds to take over. */
const PART = 256;

parentPort?.on('message', ({ id, bytes, isLive }: ParseTask) => {
  const tell = (part: ParsePart) => parentPort?.postMessage(part);
  const parsed = parseBatch(bytes, isLive);
  if ('code' in parsed) return tell({ id, kind: 'fault', fault: parsed });
  for (let from = 0; from < parsed.items.length; from += PART) {
    tell({ id, kind: 'items', items: parsed.items.slice(from, from + PART) });
  }
  tell({ id, kind: 'end', head: parsed.head });
});
