// Signs the log of a ledger once it has grown, whether or not a chain is connected: a proof needs a
// checkpoint, and no more than that. Signing twice is harmless, so any number of processes may.

import type { Logger } from 'pino';
import type { Ledger } from '../db/ledger.ts';
import { logGrowth } from '../db/log/checkpoint-reads.ts';
import { signCheckpoint } from '../db/log/checkpoints.ts';

export interface LogSigner {
  stop(): void;
}

interface Deps {
  readonly ledger: Ledger;
  readonly log: Logger;
  /** Milliseconds between two looks; 0 signs nothing by itself. */
  readonly everyMs: number;
  /** Leaves after which it looks before that time: a burst is no batch without an end. */
  readonly leaves: number;
}

/** Starts signing in the background. */
export function startLogSigner({ ledger, log, everyMs, leaves }: Deps): LogSigner {
  let busy = false;
  let complaint = '';

  async function sign(): Promise<void> {
    // One checkpoint takes in a part of a long backlog; the rest follows at once.
    while ((await logGrowth(ledger)) > 0) await ledger.run(signCheckpoint, null);
    complaint = '';
  }

  async function poll(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      await sign();
    } catch (error) {
      // Logged once, not at every attempt: a log that lost signed leaves stays unsigned until it is
      // mended.
      const said = String(error);
      if (said !== complaint) log.error({ err: error }, 'signing a checkpoint of the log failed');
      complaint = said;
    } finally {
      busy = false;
    }
  }

  if (everyMs === 0) return { stop: () => {} };
  const timer = setInterval(() => void poll(), everyMs);
  timer.unref();
  let isOver = false;
  let grown = 0;
  ledger.onSettled((transaction) => {
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
