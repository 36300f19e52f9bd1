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
  const waiting = new Map<string, Set<(settled: TransactionView | null) => void>>();

  function wake(settled: TransactionView): void {
    const waiter = waiting.get(settled.id);
    if (!waiter) return;
    waiting.delete(settled.id);
    for (const resolve of waiter) resolve(settled);
  }

  ledger.onSettled(wake);

  return {
    wait(transactionId, timeoutMs) {
      return new Promise((resolve) => {
        const resolvers = waiting.get(transactionId) ?? new Set();
        waiting.set(transactionId, resolvers);
        const finish = (settled: TransactionView | null) => {
          clearTimeout(timeout);
          resolve(settled);
        };
        const timeout = setTimeout(() => {
          resolvers.delete(finish);
          if (resolvers.size === 0) waiting.delete(transactionId);
          finish(null);
        }, timeoutMs);
        resolvers.add(finish);
      });
    },
    release() {
      for (const waiter of waiting.values()) for (const resolve of waiter) resolve(null);
      waiting.clear();
    },
  };
}
