// Turns an error into a Temporal failure. Temporal does not encrypt failures, and an error message
// of a library may contain an address, a name or a line of a file, so only the bank's own messages
// pass. The whole error is in the bank's log.

import { CompleteAsyncError } from '@temporalio/activity';
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Logger } from 'pino';
import { isOutage } from '../db/kernel/group-commit.ts';

/** Attempts after which an error that is not an outage counts as a permanent fault. */
const MAX_ATTEMPTS = 8;

/**
 * Runs the work of an activity. An outage is rethrown unchanged and retried without limit. Any
 * other error is retried a few times and then thrown as a fault, so that the workflow can end a row
 * that cannot be settled, or answer a client whose capture cannot be done.
 * @param attempt number of this attempt, 1 for the first
 */
export async function limitAttempts<T>(attempt: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOutage(error) || attempt < MAX_ATTEMPTS) throw error;
    throw ApplicationFailure.create({
      type: 'Fault',
      message: redactMessage(error),
      nonRetryable: true,
    });
  }
}

/** The failure for a missing row, for example after a restore of an older copy. Not retryable. */
export function createMissingRowFailure(transactionId: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'TransactionGone',
    message: `transaction ${transactionId} is not in this ledger`,
    nonRetryable: true,
  });
}

/** An error code of a library: `SQLITE_FULL`, `EENVELOPE`, `450`. */
const CODE = /^[\w-]{1,40}$/;
const FRAME = /^\s+at .*:\d+:\d+\)?$/;
const FOREIGN_FRAME = /node_modules|node:|<anonymous>/;

/** Returns the stack frames of an error without any line of its message. */
function framesOf({ stack = '', message }: Error): string[] {
  const index = message === '' ? -1 : stack.indexOf(message);
  const afterMessage = index < 0 ? stack : stack.slice(index + message.length);
  return afterMessage.split('\n').filter((line) => FRAME.test(line));
}

/** Returns true for an error thrown with a message by the bank's own code. */
function isBankError(error: Error, frames: readonly string[]): boolean {
  const isPlain = Object.getPrototypeOf(error) === Error.prototype && !('code' in error);
  const [first] = frames;
  return isPlain && first !== undefined && !FOREIGN_FRAME.test(first);
}

/** Returns the part of an error's message that may be shown to anyone. */
export function redactMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'a fault without a name';
  if (isBankError(error, framesOf(error))) return error.message;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const codes = [code, responseCode].filter((code) => CODE.test(String(code ?? '')));
  return [CODE.test(error.name) ? error.name : 'Error', ...codes].join(' ');
}

/** Returns the failure that Temporal stores for an error. */
export function redactFailure(error: unknown): Error {
  if (error instanceof TemporalFailure || error instanceof CompleteAsyncError) return error;
  const type = error instanceof Error && CODE.test(error.name) ? error.name : 'Error';
  const message = redactMessage(error);
  const failure = ApplicationFailure.create({ type, message });
  const frames = error instanceof Error ? framesOf(error) : [];
  failure.stack = [`${type}: ${message}`, ...frames].join('\n');
  return failure;
}

/** Replaces every error of an activity with its redacted failure, and logs the error. */
export function redactFailures(log: Logger): ActivityInterceptorsFactory {
  return ({ info: { activityType } }) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          log.debug({ err: error, activityType }, 'a step failed');
          throw redactFailure(error);
        }
      },
    },
  });
}
