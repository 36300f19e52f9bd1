// Where requests wait for their transaction to come to rest. With the worker in this process the
// commit itself wakes them; with the worker elsewhere the rows are looked at.

import type { Ledger } from '../db/ledger.ts';
import type { Settled } from '../db/transactions/port.ts';
import { findTransaction, readStandings, readTimeline } from '../db/transactions/reads.ts';

export interface Settlements {
  /** Resolves with the transaction once it is at rest, or with null after `timeoutMs`. */
  wait(transactionId: string, timeoutMs: number): Promise<Settled | null>;
  stop(): void;
}

const LOOK_EVERY_MS = 20;

/** @param workerElsewhere true when commits of other processes have to be noticed */
export function settlementsOf(ledger: Ledger, workerElsewhere: boolean): Settlements {
  const waiting = new Map<string, Set<(settled: Settled) => void>>();

  function wake(settled: Settled): void {
    const found = waiting.get(settled.transaction.id);
    if (!found) return;
    waiting.delete(settled.transaction.id);
    for (const resolve of found) resolve(settled);
  }

  async function look(): Promise<void> {
    const standings = await readStandings(ledger, [...waiting.keys()]);
    for (const { id, stage, tenantId } of standings) {
      if (stage === 'accepted') continue;
      const transaction = await findTransaction(ledger, tenantId, id);
      if (transaction) wake({ transaction, timeline: await readTimeline(ledger, id) });
    }
  }

  ledger.store.onSettled(wake);
  const timer = workerElsewhere ? setInterval(() => void look(), LOOK_EVERY_MS) : null;

  return {
    wait(transactionId, timeoutMs) {
      return new Promise((resolve) => {
        const of = waiting.get(transactionId) ?? new Set();
        waiting.set(transactionId, of);
        const done = (settled: Settled | null) => {
          clearTimeout(timeout);
          resolve(settled);
        };
        const timeout = setTimeout(() => {
          of.delete(done);
          if (of.size === 0) waiting.delete(transactionId);
          done(null);
        }, timeoutMs);
        of.add(done);
      });
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}
