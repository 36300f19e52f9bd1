// Notifies readers of an event log of new events; an event of a developer notifies only the
// developer's own streams. The watcher polls the database, because another process may write the
// events. One query serves all waiting readers; without waiting readers there is no query.

import { listOwnersAfter } from '../../db/events/reads.ts';
import type { Ledger } from '../../db/ledger.ts';

/** One wait of a reader. */
interface EventWait {
  readonly tenantId: string;
  /** The newest row of the whole log before the caller's last read. */
  readonly row: number;
  /** The longest wait, in milliseconds. */
  readonly ms: number;
}

export interface EventWatcher {
  /** Resolves on an event of the tenant, at the end of the time, or when `signal` is aborted. */
  wait(wait: EventWait, signal: AbortSignal): Promise<void>;
}

/** Milliseconds between polls. The average delay is half of it. */
const POLL_EVERY_MS = 50;
/** Events that one poll reads at most. The next poll reads the rest. */
const MAX_READ = 5_000;
/** Tenants whose newest row is remembered at most. Beyond it, waiting readers query again. */
const MAX_TENANTS = 10_000;

interface Waiter {
  readonly tenantId: string;
  readonly row: number;
  /** Time on the monotonic clock. */
  readonly until: number;
  readonly wake: () => void;
}

/** Creates the watcher of a ledger. */
export function createEventWatcher(ledger: Ledger): EventWatcher {
  const waiters = new Set<Waiter>();
  /** The newest row of each tenant, among the rows between `from` and the last read one. */
  const newest = new Map<string, number>();
  let from = 0;
  let lastRow = 0;
  let timer: NodeJS.Timeout | undefined;

  function poll(): void {
    const isKnown = readNew();
    const now = performance.now();
    for (const waiter of waiters) {
      const { tenantId, row, until, wake } = waiter;
      // Events from before the first poll may be new to a reader whose last read was earlier.
      const mayHaveEvents = !isKnown || row < from || (newest.get(tenantId) ?? 0) > row;
      if (mayHaveEvents || now >= until) wake();
    }
    if (waiters.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  // A timer must not throw. So a fault ends the waits of all readers, whose own reads then report
  // it.
  function readNew(): boolean {
    try {
      for (const { tenantId, row } of listOwnersAfter(ledger, lastRow, MAX_READ)) {
        newest.set(tenantId, row);
        lastRow = row;
      }
      if (newest.size > MAX_TENANTS) startPolling(lastRow);
      return true;
    } catch {
      return false;
    }
  }

  function startPolling(row: number): void {
    newest.clear();
    from = row;
    lastRow = row;
    timer ??= setInterval(poll, POLL_EVERY_MS);
  }

  return {
    wait({ tenantId, row, ms }, signal) {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const waiter = { tenantId, row, until: performance.now() + ms, wake };
        waiters.add(waiter);
        signal.addEventListener('abort', wake);
        if (!timer) startPolling(row);
      });
    },
  };
}
