// Notifies the activity of this process that delivers the events of an endpoint of new events.
// Without such an activity the workflow of the endpoint is signalled. A lost signal costs time
// only: the activity and the sweeper find due deliveries by themselves.

import type { RelayedEndpoint } from '../db/events/relay.ts';

export interface DeliveryNotifier {
  /** Ensures that some process delivers the events of the endpoint. */
  notify(endpoint: RelayedEndpoint): Promise<void>;
  /**
   * Calls `onEvents` on new events, for the latest listener of an endpoint. Returns a function that
   * ends the subscription.
   */
  listen(endpointId: string, onEvents: () => void): () => void;
}

/** Minimum interval of signals to an endpoint: the activity that a signal starts runs longer. */
const SIGNAL_INTERVAL_MS = 500;
/** The interval for an endpoint that is down, because new events do not change its next attempt. */
const DOWN_SIGNAL_INTERVAL_MS = 5_000;

/** @param signalEndpoint signals the workflow of an endpoint */
export function createDeliveryNotifier(
  signalEndpoint: (endpoint: RelayedEndpoint) => Promise<void>,
): DeliveryNotifier {
  const listeners = new Map<string, () => void>();
  const signalledAt = new Map<string, number>();

  return {
    async notify(endpoint) {
      const { endpointId, isDown } = endpoint;
      const onEvents = listeners.get(endpointId);
      if (onEvents) return onEvents();
      const last = signalledAt.get(endpointId) ?? Number.NEGATIVE_INFINITY;
      if (performance.now() - last < (isDown ? DOWN_SIGNAL_INTERVAL_MS : SIGNAL_INTERVAL_MS))
        return;
      signalledAt.set(endpointId, performance.now());
      await signalEndpoint(endpoint).catch((error: unknown) => {
        signalledAt.delete(endpointId);
        throw error;
      });
    },
    listen(endpointId, onEvents) {
      listeners.set(endpointId, onEvents);
      return () => {
        if (listeners.get(endpointId) === onEvents) listeners.delete(endpointId);
      };
    },
  };
}
