// How activities are retried. Money steps are local activities: one commit, no second round trip.

import type { LocalActivityOptions } from '@temporalio/workflow';

/**
 * An outage is retried for ever: the row decides what is still to be done, so a retry never books
 * twice. What cannot heal is thrown as non-retryable by activities/failure.ts.
 */
export const MONEY_STEP: LocalActivityOptions = {
  startToCloseTimeout: '10s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '10s' },
};
