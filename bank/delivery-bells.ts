// Wakes the activity of this process that delivers the events of an endpoint when new ones arrive.
// Without such an activity the workflow of the endpoint is signalled. A lost signal costs time
// only: the activity and the sweeper find due deliveries by themselves.

import type { RelayedEndpoint } from '../db/events/relay.ts';

export interface Bells {
  /** Ensures that some process delivers the events of the endpoint. */
  wake(endpoint: RelayedEndpoint): Promise<void>;
  /**
   * Calls `onRing` on new events, for the latest listener of an endpoint. Returns an unsubscriber.
   */
  listen(endpointId: string, onRing: () => void): () => void;
}

/** Time for which a signal suffices: the activity that it causes runs longer. */
const NUDGED_FOR_MS = 500;
/** The same for an endpoint that is down, whose next attempt new events do not bring forward. */
const DOWN_FOR_MS = 5_000;

/** @param nudge signals the workflow of an endpoint */
export function createBells(nudge: (endpoint: RelayedEndpoint) => Promise<void>): Bells {
  const listeners = new Map<string, () => void>();
  const nudgedAt = new Map<string, number>();

  return {
    async wake(endpoint) {
      const { endpointId, isDown } = endpoint;
      const onRing = listeners.get(endpointId);
      if (onRing) return onRing();
      const last = nudgedAt.get(endpointId) ?? Number.NEGATIVE_INFINITY;
      if (performance.now() - last < (isDown ? DOWN_FOR_MS : NUDGED_FOR_MS)) return;
      nudgedAt.set(endpointId, performance.now());
      await nudge(endpoint).catch((error: unknown) => {
        nudgedAt.delete(endpointId);
        throw error;
      });
    },
    listen(endpointId, onRing) {
      listeners.set(endpointId, onRing);
      return () => {
        if (listeners.get(endpointId) === onRing) listeners.delete(endpointId);
      };
    },
  };
}
