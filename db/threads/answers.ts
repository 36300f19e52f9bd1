// Answers calls (db/threads/calls.ts) on the worker thread.

import module from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Call, Reply } from './calls.ts';

/**
 * Answers calls in order of arrival. An exception fails only the call that raised it.
 * @param answer computes the result; it may send parts of it earlier with `sendPart`
 */
export function answerCalls<Order, Result, Part = never>(
  answer: (order: Order, sendPart: (part: Part) => void) => Result | Promise<Result>,
): void {
  const send = (reply: Reply) => parentPort?.postMessage(reply);
  // Node writes its compile cache when a thread ends by itself; this thread is terminated.
  setImmediate(() => module.flushCompileCache());
  parentPort?.on('message', async ({ id, order }: Call) => {
    try {
      const result = await answer(order as Order, (part) => send({ id, kind: 'part', part }));
      send({ id, kind: 'done', result });
    } catch (error) {
      send({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  });
}
