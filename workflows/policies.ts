// How activities are retried. Money steps are local activities: one commit, no second round trip.

import {
  type ActivityOptions,
  isCancellation,
  type LocalActivityOptions,
} from '@temporalio/workflow';

/**
 * An outage is retried for ever: the row decides what is still to be done, so a retry never books
 * twice. What cannot heal is thrown as non-retryable by activities/failure.ts.
 * @param summary what the step does, for the operator who reads the history
 */
export function moneyStep(summary: string): LocalActivityOptions {
  return {
    summary,
    startToCloseTimeout: '10s',
    retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '10s' },
    // Longer waits are timers of the server: a step that waits inside the worker keeps one of its
    // 40 places for workflow tasks, and 40 rows that cannot be settled would stop all others.
    localRetryThreshold: '250ms',
  };
}

/**
 * A step that asks a chain or the lists of names. A node that is away is an answer of the step, so
 * what throws is an outage of the ledger: retried for ever, like everything that reads what is on
 * disk first. Its heart beats (activities/beating.ts): a worker that dies in it is missed in
 * seconds, and not after the minute that a slow node may take.
 */
export function chainStep(summary: string): ActivityOptions {
  return {
    summary,
    startToCloseTimeout: '60s',
    heartbeatTimeout: '15s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
  };
}

/**
 * A step that asks a payment network. One that is away is asked again for as long as it takes: the
 * payment is on its way or it is not, and only the network knows.
 * @param summary what the step does, for the operator who reads the history
 */
export function railStep(summary: string): ActivityOptions {
  return {
    summary,
    startToCloseTimeout: '60s',
    heartbeatTimeout: '15s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '60s' },
  };
}

/**
 * Work that goes on for up to half a minute and may begin again anywhere: ordinary activities with
 * a heartbeat, whose worker is missed after six seconds, tried again without an end.
 * @param summary what the work is, for the operator who reads the history
 */
export function longWork(summary: string): ActivityOptions {
  return {
    summary,
    startToCloseTimeout: '2m',
    heartbeatTimeout: '6s',
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  };
}

/**
 * The lane: it goes on for as long as its worker lives, also while Temporal is away. A worker that
 * died is missed after five seconds; until the next one has the lane, workflows settle.
 * @param summary what the work is, for the operator who reads the history
 */
export function laneWork(summary: string): ActivityOptions {
  return {
    summary,
    startToCloseTimeout: '365 days',
    heartbeatTimeout: '5s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '5s' },
  };
}

/**
 * The slices of a batch. All of an atomic one is a single commit, which may keep its worker busy
 * for seconds; what runs twice finds in the rows what is done.
 * @param summary what the work is, for the operator who reads the history
 */
export function batchWork(summary: string): ActivityOptions {
  return {
    summary,
    startToCloseTimeout: '10m',
    heartbeatTimeout: '15s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
  };
}

/**
 * A mail: its server may be away for hours, and asks for patience when it is busy.
 * @param summary what the step does, for the operator who reads the history
 */
export function mailWork(summary: string): ActivityOptions {
  return {
    summary,
    startToCloseTimeout: '60s',
    scheduleToCloseTimeout: '24h',
    retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '30m' },
  };
}

/**
 * A training: minutes of arithmetic in a process of its own, behind others that came before it. Its
 * worker is missed after some seconds, and what the process had kept is gone on from.
 * @param summary what the work is, for the operator who reads the history
 */
export function trainingWork(summary: string): ActivityOptions {
  return {
    summary,
    startToCloseTimeout: '12h',
    heartbeatTimeout: '15s',
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  };
}

/**
 * Repeats a step that was cancelled. Money steps must not be cancelled; but a worker that drops
 * a workflow from its memory while a step runs reports the step as cancelled, whatever it did.
 */
export async function finishWhenCancelled<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isCancellation(error)) throw error;
    }
  }
}
