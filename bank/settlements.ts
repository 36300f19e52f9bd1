// Lets requests wait for the settlement of their transaction; its commit wakes them.

import type { Ledger } from '../db/ledger.ts';
import type { TransactionView } from '../db/transactions/view.ts';

export interface Settlements {
  /** Resolves with the settled transaction, or with null after `timeoutMs`. */
  wait(transactionId: string, timeoutMs: number): Promise<TransactionView | null>;
  /** Ends all waits, so that requests answer with the current state. */
  release(): void;
}

/** Returns the waits for settlements of a ledger. */
export function createSettlementWaits(ledger: Ledger): Settlements {
  const waitersById = new Map<string, Set<(view: TransactionView | null) => void>>();

  function wake(view: TransactionView): void {
    const waiter = waitersById.get(view.id);
    if (!waiter) return;
    waitersById.delete(view.id);
    for (const resolve of waiter) resolve(view);
  }

  ledger.onAtRest(wake);

  return {
    wait(transactionId, timeoutMs) {
      return new Promise((resolve) => {
        const resolvers = waitersById.get(transactionId) ?? new Set();
        waitersById.set(transactionId, resolvers);
        const finish = (view: TransactionView | null) => {
          clearTimeout(timeout);
          resolve(view);
        };
        const timeout = setTimeout(() => {
          resolvers.delete(finish);
          if (resolvers.size === 0) waitersById.delete(transactionId);
          finish(null);
        }, timeoutMs);
        resolvers.add(finish);
      });
    },
    release() {
      for (const waiter of waitersById.values()) for (const resolve of waiter) resolve(null);
      waitersById.clear();
    },
  };
}
