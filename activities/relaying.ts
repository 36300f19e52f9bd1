// Advances the relay of the event log: writes the deliveries of new events and wakes the deliverer.
// May run any number of times concurrently: each page is one database transaction that starts at
// the cursor.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Bells } from '../bank/bells.ts';
import { lookAtReadings } from '../db/alerts/watch.ts';
import { readRelayLag, relayEvents } from '../db/events/relay.ts';
import type { Ledger } from '../db/ledger.ts';
import { beating } from './beating.ts';

export interface RelayActivities {
  /** Relays until nothing new has come for a while; returns how many events it passed. */
  relay(): Promise<number>;
}

export interface RelayDeps {
  readonly ledger: Ledger;
  readonly bells: Bells;
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
}

/** Events of one database transaction: some milliseconds without another writer. */
const PAGE = 256;
/** While there is work, looking is cheaper than being signalled: three microseconds. */
const POLL_EVERY_MS = 10;
const LINGER_MS = 1_000;
/** A run that ends from time to time shows operators that it goes on. */
const LONGEST_RUN_MS = 30_000;

export function relayActivities(deps: RelayDeps): RelayActivities {
  const { ledger, failPoint } = deps;

  async function page(): Promise<number> {
    const { events, endpoints } = await ledger.run(relayEvents, PAGE);
    failPoint('after-relay');
    // Whom this does not reach, the sweeper does: the rows are written.
    await Promise.allSettled(endpoints.map(deps.bells.wake));
    return events;
  }

  /**
   * Checks changed readings against the alerts, in a transaction of its own, bounded like a page of
   * events.
   */
  async function poll(): Promise<void> {
    await ledger.run(lookAtReadings, PAGE);
    failPoint('after-look');
  }

  return {
    relay: () =>
      beating(deps.stopping, async (stopped) => {
        const until = performance.now() + LONGEST_RUN_MS;
        let lastAt = performance.now();
        let relayed = 0;
        let isRead = false;
        while (!stopped.aborted && performance.now() < until) {
          const { behind, awaited, unread } = readRelayLag(ledger);
          // Events go first: an alert that cannot be judged keeps no delivery waiting.
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
