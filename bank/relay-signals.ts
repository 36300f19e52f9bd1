// Signals the event relay soon after commits with new events. A relay that is reading finds them by
// itself, so its cursor is checked first: under load no signal is sent.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { readRelayLag } from '../db/events/relay.ts';
import type { Ledger } from '../db/ledger.ts';
import { signalRelay } from '../workflows/start.ts';

export interface RelaySignals {
  stop(): void;
}

export interface RelaySignalOptions {
  readonly ledger: Ledger;
  readonly client: () => Client | null;
  readonly log: Logger;
}

/** Time within which a relay that is reading has seen a commit. */
const POLL_AFTER_MS = 25;
/** Interval of signals to a relay without progress; more would only grow its history. */
const REPEAT_AFTER_MS = 10_000;

/** Starts to watch the commits of this process. */
export function startRelaySignals({ ledger, client, log }: RelaySignalOptions): RelaySignals {
  let timer: NodeJS.Timeout | null = null;
  let isNew = false;
  let isStopped = false;
  let lastSignal = { cursor: -1, at: Number.NEGATIVE_INFINITY };

  /** @param end the last event when the wait began; later events cause a wait of their own */
  async function signalIfBehind(end: number): Promise<void> {
    const { cursor, awaited } = readRelayLag(ledger);
    const wasSignalled =
      cursor === lastSignal.cursor && performance.now() - lastSignal.at < REPEAT_AFTER_MS;
    const temporalClient = client();
    if (cursor >= end || !awaited || wasSignalled || !temporalClient) return;
    lastSignal = { cursor, at: performance.now() };
    await signalRelay({ client: temporalClient, taskQueue: ledger.taskQueue, eager: false });
  }

  function scheduleCheck(): void {
    isNew = false;
    const { cursor, behind, awaited } = readRelayLag(ledger);
    if (behind === 0 || !awaited) return;
    timer = setTimeout(async () => {
      // A failed signal costs time only, because the relay also reads by itself.
      await signalIfBehind(cursor + behind).catch((error) => {
        log.debug(
          { cause: String(error) },
          'signalling the event relay failed; the sweeper tries again',
        );
      });
      timer = null;
      if (isNew && !isStopped) scheduleCheck();
    }, POLL_AFTER_MS);
  }

  ledger.database.onCommit(() => {
    isNew = true;
    if (timer === null && !isStopped) scheduleCheck();
  });
  return {
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
