// The one place that turns an error into a failure that Temporal understands.

import { ApplicationFailure } from '@temporalio/common';
import { isOutage } from '../db/kernel/group-commit.ts';
import { quietMessage } from './quiet-failures.ts';

/** Attempts after which an error that is no outage is taken for a fault that will not heal. */
const ATTEMPTS = 8;

/**
 * Runs an activity's work. An outage is thrown as it is and retried without an end; anything else
 * is retried some times and then given up as a fault, so that the workflow can go on: it ends a row
 * that cannot be settled, and answers a client whose capture cannot be done.
 * @param attempt 1 for the first one
 */
export async function limitAttempts<T>(attempt: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOutage(error) || attempt < ATTEMPTS) throw error;
    throw ApplicationFailure.create({
      type: 'Fault',
      message: quietMessage(error),
      nonRetryable: true,
    });
  }
}

/** The row is not there: the ledger was replaced by an older copy. Nothing can be done with it. */
export function goneFailure(transactionId: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'TransactionGone',
    message: `transaction ${transactionId} is not in this ledger`,
    nonRetryable: true,
  });
}
