// Delivers to one endpoint. Each answer is recorded when it arrives, so an acknowledged delivery is
// sent again only if this process dies in between. The activity is idempotent, because a final
// delivery is never due.

import type { DeliveryNotifier } from '../bank/delivery-notifier.ts';
import type { Tracing } from '../bank/tracing/port.ts';
import type { Seal } from '../db/kernel/seal.ts';
import { traceOf } from '../db/kernel/traces.ts';
import type { Ledger } from '../db/ledger.ts';
import type { AttemptOutcome } from '../db/webhooks/deliveries.ts';
import { recordAttempt, recoverEndpoint } from '../db/webhooks/deliveries.ts';
import { addressOf, type Recipient, secretContext } from '../db/webhooks/endpoint-reads.ts';
import { type DueDelivery, findPlannedFailure } from '../db/webhooks/mailboxes.ts';
import { simulateFailure } from '../db/webhooks/simulated-failures.ts';
import { DOWN_AFTER_FAILURES } from '../ledger/webhook.ts';
import { withHeartbeat } from './heartbeat.ts';
import { emptyMailbox } from './mailbox.ts';
import { RETRY_LADDER, retryDelay, STOP_AFTER_MS } from './webhooks/retry-ladder.ts';
import type { Attempt, Sender } from './webhooks/send.ts';
import { formatBody, signHeaders } from './webhooks/sign.ts';
import { simulateFault } from './webhooks/simulated-fault.ts';

/** State of an endpoint without a due delivery. */
export interface MailboxState {
  /** True when the endpoint was deleted or disabled: its workflow ends. */
  readonly ended: boolean;
  /** Deliveries that are not final. */
  readonly open: number;
  readonly isDown: boolean;
  /** Milliseconds until the next attempt on an endpoint that is down; 0 for all others. */
  readonly restMs: number;
  /** The last fault of this run, or null when there was none. */
  readonly lastFault: string | null;
  /** Milliseconds until the next delivery is due; null when none is open. */
  readonly dueInMs: number | null;
}

export interface DeliveryActivities {
  /** Sends due deliveries to the endpoint until none has arrived for a while. */
  deliver(input: { readonly endpointId: string }): Promise<MailboxState>;
}

/** Retry timing of deliveries; shorter in tests. */
export interface RetryTiming {
  /**
   * Milliseconds before each further attempt; the first is also the interval of attempts while an
   * endpoint is down.
   */
  readonly delaysMs: readonly number[];
  /** Milliseconds without a success after which an endpoint is stopped. */
  readonly stopAfterMs: number;
}

export interface DeliveryDeps {
  readonly ledger: Ledger;
  readonly sender: Sender;
  readonly seal: Seal;
  readonly deliveryNotifier: DeliveryNotifier;
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
  readonly retryTiming?: RetryTiming | undefined;
  /** Left out or null: no traces. */
  readonly tracing?: Tracing | null;
}

const RETRY_TIMING: RetryTiming = { delaysMs: RETRY_LADDER, stopAfterMs: STOP_AFTER_MS };

/** The activities that deliver the events of one environment. */
export function deliveryActivities(deps: DeliveryDeps): DeliveryActivities {
  const { ledger, deliveryNotifier, retryTiming = RETRY_TIMING } = deps;
  const deliver = createDeliver(deps, retryTiming);
  return {
    deliver: ({ endpointId }) => {
      const inFlightIds = new Set<string>();
      const paceMs = retryTiming.delaysMs[0] ?? 0;
      return withHeartbeat(
        deps.stopping,
        (stopped) =>
          emptyMailbox(
            { ledger, deliveryNotifier, paceMs, deliver, inFlightIds },
            endpointId,
            stopped,
          ),
        () => [...inFlightIds],
      );
    },
  };
}

/** An attempt to send a delivery. */
export interface DeliveryAttempt {
  readonly delivery: DueDelivery;
  readonly recipient: Recipient;
  /** Once aborted, nothing more is written: the next worker repeats the attempt. */
  readonly abandoned: AbortSignal;
}

/**
 * Sends a delivery and records the attempt. When an endpoint answers again, its other retries
 * become due.
 */
function createDeliver(deps: DeliveryDeps, retryTiming: RetryTiming) {
  const { ledger, sender, seal, failPoint, tracing = null } = deps;
  async function send({ delivery, recipient }: DeliveryAttempt, time: number): Promise<Attempt> {
    const { event } = delivery;
    const body = formatBody(event, recipient.payload);
    const message = { id: event.id, timestampSeconds: Math.floor(time / 1000), body };
    const secrets = recipient.sealedSecrets.map((sealed) => {
      return seal.open(sealed, secretContext(recipient.id));
    });
    const signatureHeaders = signHeaders(message, secrets);
    const url = addressOf(recipient, seal);
    if (!tracing) return sender.send({ url, headers: signatureHeaders, body });
    const ids = { deliveryId: delivery.id, eventId: event.id, endpointId: recipient.id };
    const traceparent = traceOf(ledger.database, event.request.id);
    return tracing.sending({ ...ids, traceparent }, (headers) =>
      sender.send({ url, headers: { ...signatureHeaders, ...headers }, body }),
    );
  }

  async function recover(endpointId: string): Promise<void> {
    let after: string | null = '';
    while (after !== null) after = await ledger.run(recoverEndpoint, { endpointId, after });
  }

  /**
   * Records a planned failure of the sandbox. Returns null when there is none and the attempt
   * should be made.
   */
  async function simulate({ delivery, recipient }: DeliveryAttempt, time: number) {
    const { id: endpointId } = recipient;
    let planned = ledger.livemode ? null : findPlannedFailure(ledger, endpointId);
    while (planned) {
      const attempt = recordOf(delivery, time, simulateFault(planned), retryTiming);
      const simulated = await ledger.run(simulateFailure, { endpointId, planned, attempt });
      if (simulated.isWritten) return attempt;
      planned = simulated.instead;
    }
    return null;
  }

  /** Returns a short description of the fault, or null when the delivery succeeded. */
  return async (attempted: DeliveryAttempt): Promise<string | null> => {
    const { delivery, recipient, abandoned } = attempted;
    const now = ledger.now();
    const planned = await simulate(attempted, now);
    if (planned) return faultText(delivery, planned.message ?? planned.fault);
    const attempt = await send(attempted, now);
    if (abandoned.aborted) return null;
    failPoint('before-record');
    const outcome = await ledger.run(recordAttempt, recordOf(delivery, now, attempt, retryTiming));
    failPoint('after-record');
    if (attempt.delivered && hasRecovered(outcome)) await recover(recipient.id);
    if (attempt.delivered) return null;
    return faultText(delivery, attempt.message ?? attempt.fault);
  };
}

function faultText(delivery: DueDelivery, fault: string | null): string {
  return `${delivery.id} (${delivery.event.type}): ${fault}`;
}

function hasRecovered(outcome: AttemptOutcome | null): boolean {
  return outcome !== null && outcome.failuresBefore >= DOWN_AFTER_FAILURES;
}

function recordOf(delivery: DueDelivery, time: number, attempt: Attempt, retryTiming: RetryTiming) {
  const { delivered, status, fault, message, excerpt, durationMs, retryAfterMs } = attempt;
  const random = Math.random();
  const failed = { failuresBefore: delivery.failures, retryAfterMs, random };
  return {
    deliveryId: delivery.id,
    at: time,
    delivered,
    httpStatus: status,
    fault,
    message,
    excerpt,
    durationMs,
    retryInMs: retryDelay(failed, retryTiming.delaysMs),
    stopAfterMs: retryTiming.stopAfterMs,
  };
}
