// The callee's side of a call (threads/calls.ts), which runs on the thread.

import module from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Call, Reply } from './calls.ts';

/**
 * Answers calls in the order of arrival; an exception fails only the call that raised it.
 * @param answer is given `sendPart` to send parts of its result ahead
 */
export function answerCalls<Order, Result, Part = never>(
  answer: (order: Order, sendPart: (part: Part) => void) => Result | Promise<Result>,
): void {
  const send = (reply: Reply) => parentPort?.postMessage(reply);
  // Node keeps compiled code when a thread ends by itself, and this one is ended.
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
