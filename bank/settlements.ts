// Where requests wait for their transaction to come to rest. With the worker in this process the
// commit itself wakes them; with the worker elsewhere the rows are read: when a commit of another
// process is heard of, or many times a second where none is.

import type { Ledger } from '../db/ledger.ts';
import { findTransaction, readStandings } from '../db/transactions/reads.ts';
import type { TransactionView } from '../db/transactions/view.ts';

export interface Settlements {
  /** Resolves with the transaction once it is at rest, or with null after `timeoutMs`. */
  wait(transactionId: string, timeoutMs: number): Promise<TransactionView | null>;
  /** Ends all waits: the requests answer with what is known. */
  release(): void;
  stop(): void;
}

const POLL_EVERY_MS = 20;
/** Commits that are heard of within this time are read together. */
const TOGETHER_MS = 2;

/**
 * How commits of other processes are noticed: `hears` of them (PostgreSQL), `polls` (files of
 * SQLite, the worker elsewhere), or `alone`: there are none.
 */
export type Noticing = 'hears' | 'polls' | 'alone';

export function settlementsOf(ledger: Ledger, noticing: Noticing): Settlements {
  const waiting = new Map<string, Set<(settled: TransactionView | null) => void>>();

  let isOver = false;

  function wake(settled: TransactionView): void {
    const found = waiting.get(settled.id);
    if (!found) return;
    waiting.delete(settled.id);
    for (const resolve of found) resolve(settled);
  }

  async function poll(): Promise<void> {
    if (waiting.size === 0 || isOver) return;
    const standings = await readStandings(ledger, [...waiting.keys()]);
    for (const { id, stage, tenantId } of standings) {
      if (stage === 'accepted') continue;
      const transaction = await findTransaction(ledger, tenantId, id);
      if (transaction) wake(transaction);
    }
  }

  ledger.store.onSettled(wake);
  const timer = noticing === 'polls' ? setInterval(() => void poll(), POLL_EVERY_MS) : null;
  let isPlanned = false;
  if (noticing === 'hears') {
    ledger.onCommit(() => {
      if (isPlanned || waiting.size === 0) return;
      isPlanned = true;
      setTimeout(() => {
        isPlanned = false;
        void poll();
      }, TOGETHER_MS);
    });
  }

  return {
    wait(transactionId, timeoutMs) {
      return new Promise((resolve) => {
        const of = waiting.get(transactionId) ?? new Set();
        waiting.set(transactionId, of);
        const finish = (settled: TransactionView | null) => {
          clearTimeout(timeout);
          resolve(settled);
        };
        const timeout = setTimeout(() => {
          of.delete(finish);
          if (of.size === 0) waiting.delete(transactionId);
          finish(null);
        }, timeoutMs);
        of.add(finish);
      });
    },
    release() {
      for (const found of waiting.values()) for (const resolve of found) resolve(null);
      waiting.clear();
    },
    stop() {
      isOver = true;
      if (timer) clearInterval(timer);
    },
  };
}
