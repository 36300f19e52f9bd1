// Wakes those who wait for news of an event log: of one developer's events only the streams of that
// developer. It looks at the database, because another process may have written it; one look serves
// all who wait, and without them it does not look.

import { listOwnersAfter } from '../../db/events/reads.ts';
import type { Ledger } from '../../db/ledger.ts';

/** Who waits for what. */
interface EventWait {
  readonly tenantId: string;
  /** The newest row of the whole log that was there before the caller last looked. */
  readonly row: number;
  /** The longest wait, in milliseconds. */
  readonly ms: number;
}

export interface EventBell {
  /** Resolves when the tenant has an event, when the time is over, or when `over` is aborted. */
  wait(wait: EventWait, over: AbortSignal): Promise<void>;
}

/** Milliseconds between looks: half of it is what a look costs in delay, on average. */
const POLL_EVERY_MS = 50;
/** Events of a look; what came beyond them is seen in the next one. */
const MOST_READ = 5_000;
/** Tenants whose newest row is known; with more, who waits looks again. */
const MOST_TENANTS = 10_000;

interface Waiter {
  readonly tenantId: string;
  readonly row: number;
  /** On the monotonic clock. */
  readonly until: number;
  readonly wake: () => void;
}

export function eventBell(ledger: Ledger): EventBell {
  const waiters = new Set<Waiter>();
  /** The newest row of each tenant, of those between the two below. */
  const newest = new Map<string, number>();
  let from = 0;
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;

  function poll(): void {
    const isKnown = readOn();
    const now = performance.now();
    for (const waiter of waiters) {
      const { tenantId, row, until, wake } = waiter;
      // What came before the bell began to look may be news for who looked earlier still.
      const hasNews = !isKnown || row < from || (newest.get(tenantId) ?? 0) > row;
      if (hasNews || now >= until) wake();
    }
    if (waiters.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  // A fault wakes all readers: it belongs to those who read, and no timer may throw.
  function readOn(): boolean {
    try {
      for (const { tenantId, row } of listOwnersAfter(ledger, seen, MOST_READ)) {
        newest.set(tenantId, row);
        seen = row;
      }
      if (newest.size > MOST_TENANTS) begin(seen);
      return true;
    } catch {
      return false;
    }
  }

  function begin(row: number): void {
    newest.clear();
    from = row;
    seen = row;
    timer ??= setInterval(poll, POLL_EVERY_MS);
  }

  return {
    wait({ tenantId, row, ms }, over) {
      if (over.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiters.delete(waiter);
          over.removeEventListener('abort', wake);
          resolve();
        };
        const waiter = { tenantId, row, until: performance.now() + ms, wake };
        waiters.add(waiter);
        over.addEventListener('abort', wake);
        if (!timer) begin(row);
      });
    },
  };
}
