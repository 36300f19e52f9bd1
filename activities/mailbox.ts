// Chooses the next delivery of an endpoint and the number of concurrent sends. First attempts start
// in the order of the events, and two deliveries about one object are never sent concurrently. An
// endpoint that is down gets one attempt at a time, at long intervals, so that it costs almost
// nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryNotifier } from '../bank/delivery-notifier.ts';
import type { Ledger } from '../db/ledger.ts';
import { findRecipient, type Recipient } from '../db/webhooks/endpoint-reads.ts';
import { countOpen, type DueDelivery, listDue, readMailbox } from '../db/webhooks/mailboxes.ts';
import { DOWN_AFTER_FAILURES } from '../ledger/webhook.ts';
import type { DeliveryAttempt, MailboxState } from './delivering.ts';

export interface MailboxDeps {
  readonly ledger: Ledger;
  readonly deliveryNotifier: DeliveryNotifier;
  /** Milliseconds between attempts while the endpoint is down. */
  readonly paceMs: number;
  readonly deliver: (attempt: DeliveryAttempt) => Promise<string | null>;
  /** Ids of deliveries in flight, shown in the heartbeat. */
  readonly inFlightIds: Set<string>;
}

/** The most concurrent sends to one endpoint. */
const MAX_CONCURRENT = 16;
const PAGE_SIZE = 64;
/** How long a run waits for the next delivery, which is cheaper than another activity. */
const IDLE_MS = 1_000;
const POLL_EVERY_MS = 250;
const MAX_RUN_MS = 30_000;
/** How long a stopping worker waits for answers. Deliveries acknowledged later are sent again. */
const LAST_ANSWERS_MS = 3_000;

/**
 * Sends due deliveries until none has arrived for a while, or the endpoint turns out to be down.
 * @throws the error of a failed write, once no send is in flight
 */
export async function emptyMailbox(
  deps: MailboxDeps,
  endpointId: string,
  stopped: AbortSignal,
): Promise<MailboxState> {
  const { ledger, deliveryNotifier } = deps;
  const eventWait = createEventWait(stopped);
  const sendQueue = createSendQueue(deps, endpointId, eventWait.next);
  const stopListening = deliveryNotifier.listen(endpointId, eventWait.next);
  const until = performance.now() + MAX_RUN_MS;
  let lastAt = performance.now();
  let concurrency = allowedConcurrency(deps, endpointId);
  let recipient = findEnabledRecipient(ledger, endpointId);
  try {
    while (recipient && concurrency > 0 && !stopped.aborted && performance.now() < until) {
      sendQueue.fill(concurrency, recipient);
      if (sendQueue.count() > 0) lastAt = performance.now();
      else if (performance.now() - lastAt > IDLE_MS) break;
      await eventWait.wait(sendQueue.count() > 0 ? Number.POSITIVE_INFINITY : POLL_EVERY_MS);
      recipient = findEnabledRecipient(ledger, endpointId);
      concurrency = allowedConcurrency(deps, endpointId);
    }
    await sendQueue.finish(stopped);
    return stateOf(deps, endpointId, sendQueue.lastFault());
  } finally {
    // Stops listening immediately after the last read: a later event finds no listener, so it is
    // announced by a signal.
    stopListening();
  }
}

function findEnabledRecipient(ledger: Ledger, endpointId: string): Recipient | null {
  const recipient = findRecipient(ledger, endpointId);
  return recipient?.status === 'enabled' ? recipient : null;
}

/**
 * Returns the number of allowed concurrent sends: one when it is time to try an endpoint that is
 * down.
 */
function allowedConcurrency({ ledger, paceMs }: MailboxDeps, endpointId: string): number {
  const { failuresInRow, lastFailureAt } = readMailbox(ledger, endpointId);
  if (failuresInRow < DOWN_AFTER_FAILURES) return MAX_CONCURRENT;
  return (lastFailureAt ?? 0) + paceMs <= ledger.now() ? 1 : 0;
}

function stateOf(
  { ledger, paceMs }: MailboxDeps,
  endpointId: string,
  lastFault: string | null,
): MailboxState {
  const { failuresInRow, lastFailureAt, nextAttemptAt } = readMailbox(ledger, endpointId);
  const now = ledger.now();
  const hasEnded = findEnabledRecipient(ledger, endpointId) === null;
  const isDown = failuresInRow >= DOWN_AFTER_FAILURES;
  const restMs = isDown && !hasEnded ? Math.max(0, (lastFailureAt ?? 0) + paceMs - now) : 0;
  const isOpen = !hasEnded && nextAttemptAt !== null;
  const dueInMs = isOpen ? Math.max(restMs, nextAttemptAt - now, 0) : null;
  return {
    ended: hasEnded,
    open: countOpen(ledger, endpointId),
    isDown,
    restMs,
    lastFault,
    dueInMs,
  };
}

/** Lets a run wait for the next event: an answer, a new delivery, the end of the worker. */
function createEventWait(stopped: AbortSignal) {
  let resolveWait = () => {};
  const resume = () => resolveWait();
  stopped.addEventListener('abort', resume, { once: true });
  return {
    next: resume,
    wait(withinMs: number): Promise<void> {
      return new Promise((resolve) => {
        const isLimited = Number.isFinite(withinMs);
        const timer = isLimited ? setTimeout(resolve, withinMs) : undefined;
        resolveWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

/** The sends of one run: those in flight and the next ones. */
function createSendQueue(
  { ledger, deliver, inFlightIds }: MailboxDeps,
  endpointId: string,
  onEnd: () => void,
) {
  const inFlight = new Map<string, Promise<void>>();
  const busyObjects = new Set<string>();
  const abandoned = new AbortController();
  let queue: DueDelivery[] = [];
  let lastFault: string | null = null;
  let failure: { readonly error: unknown } | null = null;

  function nextDue(): DueDelivery | undefined {
    if (queue.length === 0) {
      const limit = PAGE_SIZE + inFlight.size;
      const dueDeliveries = listDue(ledger, { endpointId, now: ledger.now(), limit });
      queue = dueDeliveries.filter(({ id }) => !inFlight.has(id));
    }
    return queue[0];
  }

  async function run(delivery: DueDelivery, recipient: Recipient): Promise<void> {
    try {
      const fault = await deliver({ delivery, recipient, abandoned: abandoned.signal });
      lastFault = fault ?? lastFault;
    } catch (error) {
      failure ??= { error };
    } finally {
      inFlight.delete(delivery.id);
      inFlightIds.delete(delivery.id);
      busyObjects.delete(delivery.objectId);
      onEnd();
    }
  }

  return {
    count: () => inFlight.size,
    lastFault: () => lastFault,
    fill(concurrency: number, recipient: Recipient): void {
      // Rows read for full concurrency may be out of date once only one send is allowed.
      if (concurrency < MAX_CONCURRENT) queue = [];
      while (inFlight.size < concurrency && !failure) {
        const next = nextDue();
        if (!next || busyObjects.has(next.objectId)) return;
        queue.shift();
        busyObjects.add(next.objectId);
        inFlightIds.add(next.id);
        inFlight.set(next.id, run(next, recipient));
      }
    },
    /** Waits for outstanding answers. */
    async finish(stopped: AbortSignal): Promise<void> {
      const allDelivered = Promise.all(inFlight.values());
      await (stopped.aborted ? Promise.race([allDelivered, sleep(LAST_ANSWERS_MS)]) : allDelivered);
      abandoned.abort();
      if (failure) throw failure.error;
    },
  };
}
