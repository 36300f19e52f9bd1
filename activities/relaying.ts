// Advances the relay of the event log: writes the deliveries of new events and wakes the deliverer.
// May run any number of times concurrently: each page is one database transaction that starts at
// the cursor.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Bells } from '../bank/delivery-bells.ts';
import { checkReadings } from '../db/alerts/watch.ts';
import { readRelayLag, relayEvents } from '../db/events/relay.ts';
import type { Ledger } from '../db/ledger.ts';
import { withHeartbeat } from './heartbeat.ts';

export interface RelayActivities {
  /** Relays until no new event has arrived for a while. Returns the number of relayed events. */
  relay(): Promise<number>;
}

export interface RelayDeps {
  readonly ledger: Ledger;
  readonly bells: Bells;
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
}

/** Events of one database transaction, which takes a few milliseconds. */
const PAGE = 256;
/** While there is work, a poll (three microseconds) is cheaper than a signal. */
const POLL_EVERY_MS = 10;
const LINGER_MS = 1_000;
/** A run that ends from time to time shows operators progress. */
const LONGEST_RUN_MS = 30_000;

export function relayActivities(deps: RelayDeps): RelayActivities {
  const { ledger, failPoint } = deps;

  async function page(): Promise<number> {
    const { events, endpoints } = await ledger.run(relayEvents, PAGE);
    failPoint('after-relay');
    // The sweeper wakes the endpoints that this call does not reach: their rows are written.
    await Promise.allSettled(endpoints.map(deps.bells.wake));
    return events;
  }

  /**
   * Compares changed readings with the alerts, in a separate transaction of the size of a page of
   * events.
   */
  async function poll(): Promise<void> {
    await ledger.run(checkReadings, PAGE);
    failPoint('after-look');
  }

  return {
    relay: () =>
      withHeartbeat(deps.stopping, async (stopped) => {
        const until = performance.now() + LONGEST_RUN_MS;
        let lastAt = performance.now();
        let relayed = 0;
        let isRead = false;
        while (!stopped.aborted && performance.now() < until) {
          const { behind, awaited, unread } = readRelayLag(ledger);
          // Events come first, so that an alert that cannot be checked delays no delivery.
          if (behind > 0) relayed += await page();
          if (unread) await poll();
          isRead ||= awaited;
          if (behind > 0 || unread) lastAt = performance.now();
          else if (!isRead || performance.now() - lastAt > LINGER_MS) break;
          else await sleep(POLL_EVERY_MS);
        }
        return relayed;
      }),
  };
}
