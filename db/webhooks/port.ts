// What one can do about deliveries, and what comes of it: the words that the API and the activities
// share with the writers (db/webhooks/deliveries.ts, redeliveries.ts).

import type { Cause } from '../transactions/port.ts';
import type { DeliveryStatus, SimulatedKind } from './delivery-tables.ts';

/**
 * Failures in a row after which an endpoint is down: it is then tried once in a while, by one
 * delivery at a time, until it answers.
 */
export const DOWN_AFTER = 5;

/** How long a delivery is kept after its end, as keys of idempotency are: 30 days. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** What one step of the relay did. */
export interface RelayedPage {
  /** How many events the cursor passed. */
  readonly events: number;
  /** Endpoints that have new deliveries. */
  readonly endpoints: readonly RelayedEndpoint[];
}

export interface RelayedEndpoint {
  readonly endpointId: string;
  readonly tenantId: string;
  /** It has not answered lately. */
  readonly isDown: boolean;
}

/** What came of one attempt, to be written down. */
export interface AttemptRecord {
  readonly deliveryId: string;
  /** When it was sent: milliseconds since 1970 UTC. */
  readonly at: number;
  readonly delivered: boolean;
  readonly httpStatus: number | null;
  readonly fault: string | null;
  readonly message: string | null;
  readonly excerpt: string | null;
  readonly durationMs: number;
  /** Milliseconds until the next attempt; null makes it a dead letter. */
  readonly retryInMs: number | null;
  /** The endpoint is stopped for good when it has failed for so long. */
  readonly stopAfterMs: number;
}

export interface AttemptOutcome {
  readonly status: DeliveryStatus;
  /** Failures in a row of the endpoint before this attempt. */
  readonly failuresBefore: number;
  /** True when this attempt made the bank stop the endpoint. */
  readonly stopped: boolean;
}

/** How the next attempts at an endpoint are to fail. */
export interface FailurePlan {
  readonly kind: SimulatedKind;
  /** Only with `http_status`. */
  readonly httpStatus: number | null;
  /** Attempts that still fail. */
  readonly remaining: number;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

export interface FailureOrder extends Pick<FailurePlan, 'kind' | 'httpStatus'> {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly times: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type FailureOutcome =
  | { readonly kind: 'done'; readonly plan: FailurePlan; readonly replayed: boolean }
  | Exclude<Refusal, { kind: 'invalid_state' }>;

/** An attempt that fails because it was asked for. */
export interface SimulatedAttempt {
  readonly endpointId: string;
  /** What is written down; called with the plan that is in force. */
  readonly recordOf: (plan: FailurePlan) => AttemptRecord;
}

/** Part of the retries of an endpoint that answers again. */
export interface RecoveryStep {
  readonly endpointId: string;
  /** Id of the last delivery of the step before; '' for the first one. */
  readonly after: string;
}

export interface RetryOrder {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
}

export interface ResendOrder {
  readonly tenantId: string;
  readonly eventId: string;
  /** Null: every enabled endpoint that listens to such events. */
  readonly endpointId: string | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** Events by sequence, both ends included, or every dead letter of the endpoint. */
export type ReplaySelection =
  | { readonly kind: 'failed' }
  | { readonly kind: 'range'; readonly fromSequence: number; readonly toSequence: number };

export interface ReplayOrder {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly selection: ReplaySelection;
  /** Deliveries that one request makes at the most. */
  readonly most: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

type Refusal =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'key_reused' }
  /** The endpoint is not enabled, or the delivery has succeeded. */
  | { readonly kind: 'invalid_state'; readonly from: string };

export type RetryOutcome = { readonly kind: 'done' } | Exclude<Refusal, { kind: 'key_reused' }>;

export type ResendOutcome =
  | {
      readonly kind: 'done';
      /** Those that are due now because of it. */
      readonly deliveryIds: readonly string[];
      readonly endpointIds: readonly string[];
      readonly replayed: boolean;
    }
  | Refusal;

/** How far a replay came; it goes on at `nextSequence`. */
export interface ReplayResult {
  /** Deliveries that are due now because of it. */
  readonly deliveries: number;
  /** Events that had an open delivery already. */
  readonly alreadyOpen: number;
  readonly hasMore: boolean;
  /** Null without more of a range; replaying all that failed simply starts again. */
  readonly nextSequence: number | null;
}

export type ReplayOutcome =
  | { readonly kind: 'done'; readonly result: ReplayResult; readonly replayed: boolean }
  | Refusal;

/** The acts, each in a database transaction of its own. */
export interface DeliveryActs {
  /**
   * Hands up to so many events on to the endpoints that listen, and moves the cursor behind them.
   * Repeating it goes on from the cursor.
   */
  relay(most: number): Promise<RelayedPage>;
  /** Writes an attempt down; null when there is no such delivery. */
  record(attempt: AttemptRecord): Promise<AttemptOutcome | null>;
  /** The next attempts at an endpoint fail; this replaces what was planned before. */
  planFailures(order: FailureOrder): Promise<FailureOutcome>;
  /** Writes down one planned failure; null when none is left, and the attempt is to be made. */
  simulate(attempt: SimulatedAttempt): Promise<AttemptRecord | null>;
  /**
   * An endpoint that was down answers: its retries are due now, in the order of the events. Returns
   * where the next step goes on; null when all is done.
   */
  recover(step: RecoveryStep): Promise<string | null>;
  /** Makes one delivery due now. */
  retry(order: RetryOrder): Promise<RetryOutcome>;
  /** Makes one event due again, at one endpoint or at all that listen. */
  resend(order: ResendOrder): Promise<ResendOutcome>;
  /** Makes many events of an endpoint due again. */
  replay(order: ReplayOrder): Promise<ReplayOutcome>;
  /** Deletes up to so many deliveries whose end is long ago; returns how many it found. */
  prune(most: number): Promise<number>;
}
