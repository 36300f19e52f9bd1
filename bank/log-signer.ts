// Signs a checkpoint of a ledger's log when the log has grown, with or without a chain, because
// proofs need a checkpoint. Signing twice is harmless, so several processes may sign.

import type { Logger } from 'pino';
import type { Ledger } from '../db/ledger.ts';
import { countUnsignedLeaves } from '../db/log/checkpoint-reads.ts';
import { signCheckpoint } from '../db/log/checkpoints.ts';

export interface LogSigner {
  stop(): void;
}

interface Deps {
  readonly ledger: Ledger;
  readonly log: Logger;
  /** Milliseconds between two checks; 0 for no automatic signing. */
  readonly everyMs: number;
  /** Number of new leaves after which the next check comes early. */
  readonly leaves: number;
}

/** Starts to sign in the background. */
export function startLogSigner({ ledger, log, everyMs, leaves }: Deps): LogSigner {
  let isBusy = false;
  let complaint = '';

  async function sign(): Promise<void> {
    // One checkpoint covers a part of a long backlog; the next follows at once.
    while ((await countUnsignedLeaves(ledger)) > 0) await ledger.run(signCheckpoint, null);
    complaint = '';
  }

  async function poll(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      await sign();
    } catch (error) {
      // Logged once, because a log that lost signed leaves fails at every attempt until it is
      // repaired.
      const message = String(error);
      if (message !== complaint)
        log.error({ err: error }, 'signing a checkpoint of the log failed');
      complaint = message;
    } finally {
      isBusy = false;
    }
  }

  if (everyMs === 0) return { stop: () => {} };
  const timer = setInterval(() => void poll(), everyMs);
  timer.unref();
  let isOver = false;
  let grown = 0;
  ledger.onAtRest((transaction) => {
    if (isOver || transaction.ledgerSequence === null) return;
    grown += 1;
    if (grown < leaves) return;
    grown = 0;
    void poll();
  });
  return {
    stop() {
      isOver = true;
      clearInterval(timer);
    },
  };
}
