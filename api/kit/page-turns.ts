// Each page of a list takes some milliseconds of the thread. Only one page begins per turn of the
// event loop, and developers take turns. So a caller who reads pages with many clients delays
// neither the transactions nor the pages of others.

import type { RouteConfig } from '@hono/zod-openapi';
import { createFairQueue } from '../../ledger/fair-queue.ts';

export interface PageTurns {
  /**
   * Resolves when it is the owner's turn.
   * @param owner the developer or operator who reads the page
   */
  waitForTurn(owner: string): Promise<void>;
}

/** Creates the queue of a process. */
export function createPageTurns(): PageTurns {
  const queue = createFairQueue<() => void>();
  let isScheduled = false;

  function scheduleNext(): void {
    if (isScheduled || queue.size() === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      for (const begin of queue.take(1)) begin();
      scheduleNext();
    });
  }

  return {
    waitForTurn: (owner) =>
      new Promise((begin) => {
        queue.push(owner, begin);
        scheduleNext();
      }),
  };
}

/** True for a route whose answer is a page of a list. */
export function isPaged({ method, request }: RouteConfig): boolean {
  const query = request?.query;
  return method === 'get' && query !== undefined && 'shape' in query && 'limit' in query.shape;
}
