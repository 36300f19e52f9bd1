// Chooses the next delivery of an endpoint and the number of concurrent sends. First attempts start
// in the order of the events, and two deliveries about one object are never sent concurrently. An
// endpoint that is down gets one attempt at a time, at long intervals, so that it costs almost
// nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Bells } from '../bank/delivery-bells.ts';
import type { Ledger } from '../db/ledger.ts';
import { findRecipient, type Recipient } from '../db/webhooks/endpoint-reads.ts';
import { countOpen, type DueDelivery, listDue, readMailbox } from '../db/webhooks/mailboxes.ts';
import { DOWN_AFTER_FAILURES } from '../ledger/webhook.ts';
import type { DeliveryAttempt, MailboxState } from './delivering.ts';

export interface MailboxDeps {
  readonly ledger: Ledger;
  readonly bells: Bells;
  /** Milliseconds between attempts while the endpoint is down. */
  readonly paceMs: number;
  readonly deliver: (attempt: DeliveryAttempt) => Promise<string | null>;
  /** Ids of deliveries in flight, shown in the heartbeat. */
  readonly underWay: Set<string>;
}

/** The most concurrent sends to one endpoint. */
const WIDTH = 16;
const PAGE = 64;
/** How long a run waits for the next delivery, which is cheaper than another activity. */
const LINGER_MS = 1_000;
const POLL_EVERY_MS = 250;
const LONGEST_RUN_MS = 30_000;
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
  const { ledger, bells } = deps;
  const turn = createTurns(stopped);
  const sends = sendsOf(deps, endpointId, turn.next);
  const silence = bells.listen(endpointId, turn.next);
  const until = performance.now() + LONGEST_RUN_MS;
  let lastAt = performance.now();
  let width = widthNow(deps, endpointId);
  let recipient = recipientNow(ledger, endpointId);
  try {
    while (recipient && width > 0 && !stopped.aborted && performance.now() < until) {
      sends.fill(width, recipient);
      if (sends.count() > 0) lastAt = performance.now();
      else if (performance.now() - lastAt > LINGER_MS) break;
      await turn.comes(sends.count() > 0 ? Number.POSITIVE_INFINITY : POLL_EVERY_MS);
      recipient = recipientNow(ledger, endpointId);
      width = widthNow(deps, endpointId);
    }
    await sends.finish(stopped);
    return stateOf(deps, endpointId, sends.lastFault());
  } finally {
    // Stops listening immediately after the last read: a later event finds no listener, so it is
    // announced by a signal.
    silence();
  }
}

function recipientNow(ledger: Ledger, endpointId: string): Recipient | null {
  const recipient = findRecipient(ledger, endpointId);
  return recipient?.status === 'enabled' ? recipient : null;
}

/**
 * Returns the number of allowed concurrent sends: one when it is time to try an endpoint that is
 * down.
 */
function widthNow({ ledger, paceMs }: MailboxDeps, endpointId: string): number {
  const { failuresInRow, lastFailureAt } = readMailbox(ledger, endpointId);
  if (failuresInRow < DOWN_AFTER_FAILURES) return WIDTH;
  return (lastFailureAt ?? 0) + paceMs <= ledger.now() ? 1 : 0;
}

function stateOf(
  { ledger, paceMs }: MailboxDeps,
  endpointId: string,
  lastFault: string | null,
): MailboxState {
  const { failuresInRow, lastFailureAt, nextAttemptAt } = readMailbox(ledger, endpointId);
  const now = ledger.now();
  const hasEnded = recipientNow(ledger, endpointId) === null;
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
function createTurns(stopped: AbortSignal) {
  let wake = () => {};
  const next = () => wake();
  stopped.addEventListener('abort', next, { once: true });
  return {
    next,
    comes(withinMs: number): Promise<void> {
      return new Promise((resolve) => {
        const isLimited = Number.isFinite(withinMs);
        const timer = isLimited ? setTimeout(resolve, withinMs) : undefined;
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

/** The sends of one run: those in flight and the next ones. */
function sendsOf(
  { ledger, deliver, underWay }: MailboxDeps,
  endpointId: string,
  nextTurn: () => void,
) {
  const inFlight = new Map<string, Promise<void>>();
  const busyObjects = new Set<string>();
  const abandoned = new AbortController();
  let queue: DueDelivery[] = [];
  let lastFault: string | null = null;
  let failure: { readonly error: unknown } | null = null;

  function nextDue(): DueDelivery | undefined {
    if (queue.length === 0) {
      const limit = PAGE + inFlight.size;
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
      underWay.delete(delivery.id);
      busyObjects.delete(delivery.objectId);
      nextTurn();
    }
  }

  return {
    count: () => inFlight.size,
    lastFault: () => lastFault,
    fill(width: number, recipient: Recipient): void {
      // Rows read for the full width may be out of date once there is room for only one.
      if (width < WIDTH) queue = [];
      while (inFlight.size < width && !failure) {
        const next = nextDue();
        if (!next || busyObjects.has(next.objectId)) return;
        queue.shift();
        busyObjects.add(next.objectId);
        underWay.add(next.id);
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
