// The thread that reads large batches. It answers in parts, so that the calling thread is never
// busy for long.

import { answerCalls } from '../../db/threads/answers.ts';
import type { Fault } from '../kit/read-on-thread.ts';
import { type BatchHead, parseBatch } from './parse-batch.ts';

export interface ParseTask {
  readonly bytes: ArrayBuffer;
  readonly isLive: boolean;
}

/** Number of items of one message, which take some two milliseconds to receive. */
const PART = 256;

answerCalls<ParseTask, BatchHead | Fault, readonly string[]>(({ bytes, isLive }, sendPart) => {
  const parsed = parseBatch(bytes, isLive);
  if ('code' in parsed) return parsed;
  for (let from = 0; from < parsed.items.length; from += PART) {
    sendPart(parsed.items.slice(from, from + PART));
  }
  return parsed.head;
});
