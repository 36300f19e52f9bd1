// Retry policies of activities. Money steps are local activities: one commit, no second round trip.

import {
  type ActivityOptions,
  isCancellation,
  type LocalActivityOptions,
} from '@temporalio/workflow';

/**
 * An outage is retried without limit. The row records what is done, so a retry never books twice.
 * Permanent errors are thrown as non-retryable by activities/failure.ts.
 * @param summary of the step, for the operator who reads the history
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
 * A step that queries a chain or the lists of names. An unreachable node is a result of the step,
 * so an error is an outage of the ledger: retried without limit, like every step that first reads
 * the disk. It sends a heartbeat (activities/heartbeat.ts), so that the death of its worker is
 * noticed within seconds, not after the minute that a slow node may take.
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
 * A step that queries a payment network. An unreachable network is retried without limit: only the
 * network knows whether it has the payment.
 * @param summary of the step, for the operator who reads the history
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
 * Work that takes up to half a minute and may restart anywhere: ordinary activities with a
 * heartbeat. The loss of their worker is noticed after six seconds, and they are retried without
 * limit.
 * @param summary of the work, for the operator who reads the history
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
 * The activity of the lane, which runs for as long as its worker, even while Temporal is
 * unavailable. The death of the worker is noticed after five seconds; until another worker has the
 * lane, workflows settle.
 * @param summary of the work, for the operator who reads the history
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
 * The slices of a batch. An atomic batch is a single commit, which may keep its worker busy for
 * seconds. A repeated slice finds in the rows what has been done.
 * @param summary of the work, for the operator who reads the history
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
 * A mail: its server may be unavailable for hours, or may ask for later attempts.
 * @param summary of the step, for the operator who reads the history
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
 * A training: minutes of arithmetic in a separate process, queued behind earlier trainings. The
 * loss of its worker is noticed after some seconds, and the training continues from what the
 * process had saved.
 * @param summary of the work, for the operator who reads the history
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
 * Repeats a step that was cancelled. Money steps must not be cancelled; but a worker that evicts a
 * workflow from its cache while a step runs reports the step as cancelled, even when it succeeded.
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
