// Limits work that occupies a thread for seconds: owners take turns, and each owner has a limited
// number of running and waiting pieces of work.

import { createFairQueue } from '../../ledger/fair-queue.ts';
import { Problem } from './errors.ts';

export interface OwnerQueue {
  /**
   * Resolves when the owner may begin, with a function to call at the end of the work.
   * @throws Problem concurrency_limited when the owner already has too much work
   */
  enter(owner: string): Promise<() => void>;
}

interface OwnerQueueOptions {
  /** The name of the work in a refusal, for example `analyses`. */
  readonly work: string;
  /** Maximum number of running pieces of work, of all owners. */
  readonly maxRunning: number;
  /** Maximum number of running and waiting pieces of work of each owner. */
  readonly maxPerOwner: number;
}

const RETRY_SECONDS = 2;

/** Creates a queue without work. */
export function createOwnerQueue({ work, maxRunning, maxPerOwner }: OwnerQueueOptions): OwnerQueue {
  const queue = createFairQueue<() => void>();
  const countByOwner = new Map<string, number>();
  let running = 0;

  function beginNext(): void {
    while (running < maxRunning && queue.size() > 0) {
      running += 1;
      for (const begin of queue.take(1)) begin();
    }
  }

  function releaseSlot(owner: string): void {
    const remaining = (countByOwner.get(owner) ?? 1) - 1;
    if (remaining === 0) countByOwner.delete(owner);
    else countByOwner.set(owner, remaining);
    running -= 1;
    beginNext();
  }

  return {
    async enter(owner) {
      const ownCount = countByOwner.get(owner) ?? 0;
      if (ownCount >= maxPerOwner) {
        const detail = `At most ${maxPerOwner} ${work} of a developer are under way at a time.`;
        throw new Problem('concurrency_limited', detail, { retryAfterSeconds: RETRY_SECONDS });
      }
      countByOwner.set(owner, ownCount + 1);
      await new Promise<void>((begin) => {
        queue.push(owner, begin);
        beginNext();
      });
      let isHeld = true;
      return () => {
        if (isHeld) releaseSlot(owner);
        isHeld = false;
      };
    },
  };
}
