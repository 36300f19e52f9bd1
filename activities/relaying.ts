// Advances the relay of the event log: writes the deliveries of new events and notifies their senders.
// May run any number of times concurrently: each page is one database transaction that starts at
// the cursor.

import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryNotifier } from '../bank/delivery-notifier.ts';
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
  readonly deliveryNotifier: DeliveryNotifier;
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
}

/** Events of one database transaction, which takes a few milliseconds. */
const PAGE_SIZE = 256;
/** While there is work, a poll (three microseconds) is cheaper than a signal. */
const POLL_EVERY_MS = 10;
const IDLE_MS = 1_000;
/** A run that ends from time to time shows operators progress. */
const MAX_RUN_MS = 30_000;

export function relayActivities(deps: RelayDeps): RelayActivities {
  const { ledger, failPoint } = deps;

  async function relayPage(): Promise<number> {
    const { events, endpoints } = await ledger.run(relayEvents, PAGE_SIZE);
    failPoint('after-relay');
    // The sweeper signals the endpoints that this call does not reach: their rows are written.
    await Promise.allSettled(endpoints.map(deps.deliveryNotifier.notify));
    return events;
  }

  /**
   * Compares changed readings with the alerts, in a separate transaction of the size of a page of
   * events.
   */
  async function checkAlerts(): Promise<void> {
    await ledger.run(checkReadings, PAGE_SIZE);
    failPoint('after-look');
  }

  return {
    relay: () =>
      withHeartbeat(deps.stopping, async (stopped) => {
        const until = performance.now() + MAX_RUN_MS;
        let lastAt = performance.now();
        let relayed = 0;
        let isRead = false;
        while (!stopped.aborted && performance.now() < until) {
          const { behind, awaited, unread } = readRelayLag(ledger);
          // Events come first, so that an alert that cannot be checked delays no delivery.
          if (behind > 0) relayed += await relayPage();
          if (unread) await checkAlerts();
          isRead ||= awaited;
          if (behind > 0 || unread) lastAt = performance.now();
          else if (!isRead || performance.now() - lastAt > IDLE_MS) break;
          else await sleep(POLL_EVERY_MS);
        }
        return relayed;
      }),
  };
}
