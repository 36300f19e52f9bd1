// The thread that reads large batches: it answers in parts, each of which the thread that asked
// takes over in a moment.

import { answerCalls } from '../../threads/answers.ts';
import type { Fault } from '../kit/read-apart.ts';
import { type BatchHead, parseBatch } from './parse-batch.ts';

export interface ParseTask {
  readonly bytes: ArrayBuffer;
  readonly isLive: boolean;
}

/** Items of one message: some two milliseconds to take over. */
const PART = 256;

answerCalls<ParseTask, BatchHead | Fault, readonly string[]>(({ bytes, isLive }, sendPart) => {
  const parsed = parseBatch(bytes, isLive);
  if ('code' in parsed) return parsed;
  for (let from = 0; from < parsed.items.length; from += PART) {
    sendPart(parsed.items.slice(from, from + PART));
  }
  return parsed.head;
});
