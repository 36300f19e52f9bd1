// Wakes those who wait for news of an event log. It looks at the database, because another process
// may have written it; one look serves all who wait, and without them it does not look.

import { lastEventRow } from '../../db/events/reads.ts';
import type { Ledger } from '../../db/ledger.ts';

export interface EventBell {
  /**
   * Resolves when the log has a row beyond `row`, when the time is over, or when `over` is aborted.
   * @param row the newest row that was there before the caller last looked
   */
  wait(row: number, ms: number, over: AbortSignal): Promise<void>;
}

/** Milliseconds between looks: half of it is what a look costs in delay, on average. */
const LOOK_EVERY_MS = 50;

interface Waiter {
  readonly row: number;
  /** On the monotonic clock. */
  readonly until: number;
  readonly wake: () => void;
}

export function eventBell(ledger: Ledger): EventBell {
  const waiters = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const row = newestRow(ledger);
    const now = performance.now();
    for (const waiter of waiters) if (row > waiter.row || now >= waiter.until) waiter.wake();
    if (waiters.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    wait(row, ms, over) {
      if (over.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiters.delete(waiter);
          over.removeEventListener('abort', wake);
          resolve();
        };
        const waiter = { row, until: performance.now() + ms, wake };
        waiters.add(waiter);
        over.addEventListener('abort', wake);
        timer ??= setInterval(look, LOOK_EVERY_MS);
      });
    },
  };
}

// A fault wakes everybody: it belongs to those who read, and no timer may throw.
function newestRow(ledger: Ledger): number {
  try {
    return lastEventRow(ledger);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
