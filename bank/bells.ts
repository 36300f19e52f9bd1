// Wakes the activity of this process that empties a mailbox when something new arrives; where none
// listens, the endpoint's workflow is signalled. A skipped or lost signal costs time only: the next
// look finds due deliveries, and the sweeper finds the rest.

import type { RelayedEndpoint } from '../db/events/relay.ts';

export interface Bells {
  /** Makes sure that a process reads the endpoint's mailbox. */
  wake(endpoint: RelayedEndpoint): Promise<void>;
  /** Listens until the answer is called; the latest listener of an endpoint hears. */
  listen(endpointId: string, onRing: () => void): () => void;
}

/** A nudge leads to a look within so many milliseconds, and that look lasts longer. */
const NUDGED_FOR_MS = 500;
/** New deliveries do not bring forward the next attempt at an endpoint that is down. */
const DOWN_FOR_MS = 5_000;

/** @param nudge signals the endpoint's workflow, which costs Temporal some milliseconds */
export function createBells(nudge: (endpoint: RelayedEndpoint) => Promise<void>): Bells {
  const listeners = new Map<string, () => void>();
  const nudgedAt = new Map<string, number>();

  return {
    async wake(endpoint) {
      const { endpointId, isDown } = endpoint;
      const heard = listeners.get(endpointId);
      if (heard) return heard();
      const last = nudgedAt.get(endpointId) ?? Number.NEGATIVE_INFINITY;
      if (performance.now() - last < (isDown ? DOWN_FOR_MS : NUDGED_FOR_MS)) return;
      nudgedAt.set(endpointId, performance.now());
      await nudge(endpoint).catch((error: unknown) => {
        nudgedAt.delete(endpointId);
        throw error;
      });
    },
    listen(endpointId, heard) {
      listeners.set(endpointId, heard);
      return () => {
        if (listeners.get(endpointId) === heard) listeners.delete(endpointId);
      };
    },
  };
}
