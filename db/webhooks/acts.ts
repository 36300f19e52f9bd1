// The acts about deliveries.

import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import {
  type AttemptOutcome,
  type AttemptRecord,
  deliveryWriter,
  type RecoveryStep,
} from './deliveries.ts';
import type { EndpointActs } from './endpoints.ts';
import { pruner } from './prunings.ts';
import {
  type Replayed,
  type ReplayOrder,
  type ResendOrder,
  type Resent,
  type RetryOrder,
  redeliveryWriter,
} from './redeliveries.ts';
import { type RelayedPage, relayWriter } from './relay.ts';
import {
  type FailureOrder,
  type FailuresPlanned,
  type SimulatedAttempt,
  simulatedFailureWriter,
} from './simulated-failures.ts';

export interface DeliveryActs {
  /**
   * Hands up to so many events on to the endpoints that listen, and moves the cursor behind them.
   * Repeating it goes on from the cursor.
   */
  relay(most: number): RelayedPage;
  /** Writes an attempt down; null when there is no such delivery. */
  record(attempt: AttemptRecord): AttemptOutcome | null;
  /** The next attempts at an endpoint fail; this replaces what was planned before. */
  planFailures(order: FailureOrder): FailuresPlanned;
  /** Writes down one planned failure; null when none is left, and the attempt is to be made. */
  simulate(attempt: SimulatedAttempt): AttemptRecord | null;
  /**
   * An endpoint that was down answers: its retries are due now, in the order of the events. Returns
   * where the next step goes on; null when all is done.
   */
  recover(step: RecoveryStep): string | null;
  /** Makes one delivery due now. */
  retry(order: RetryOrder): void;
  /** Makes one event due again, at one endpoint or at all that listen. */
  resend(order: ResendOrder): Resent;
  /** Makes many events of an endpoint due again. */
  replay(order: ReplayOrder): Replayed;
  /** Deletes up to so many deliveries whose end is long ago; returns how many it found. */
  prune(most: number): number;
}

interface Deps {
  readonly database: Database;
  readonly endpoints: Pick<EndpointActs, 'stop'>;
  readonly keys: KeyBook;
  readonly now: () => number;
}

/** Call its functions inside `database.write` only. */
export function deliveryActsOf({ database, endpoints, keys, now }: Deps): DeliveryActs {
  const deliveries = deliveryWriter(database, endpoints);
  return {
    ...deliveries,
    ...simulatedFailureWriter({ database, keys, now, record: deliveries.record }),
    ...redeliveryWriter({ database, keys, now }),
    relay: relayWriter(database, now),
    prune: pruner(database, now),
  };
}
