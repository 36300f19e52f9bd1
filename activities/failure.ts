// The one place that turns an error into a failure that Temporal understands. Temporal encrypts no
// failure, and what a library says of its fault may hold an address, a name or a line of a file: so
// the bank's own words pass alone. The whole error is in the log of the bank.

import { CompleteAsyncError } from '@temporalio/activity';
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Logger } from 'pino';
import { isOutage } from '../db/kernel/group-commit.ts';

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

/** A code that a library gives its fault: `SQLITE_FULL`, `EENVELOPE`, `450`. */
const CODE = /^[\w-]{1,40}$/;
const FRAME = /^\s+at .*:\d+:\d+\)?$/;
const FOREIGN = /node_modules|node:|<anonymous>/;

/** Where it was thrown and from where that was called; no line of what it says. */
function framesOf({ stack = '', message }: Error): string[] {
  const said = message === '' ? -1 : stack.indexOf(message);
  const behind = said < 0 ? stack : stack.slice(said + message.length);
  return behind.split('\n').filter((line) => FRAME.test(line));
}

/** True for what the bank's own code has thrown and put into words. */
function isOwn(error: Error, frames: readonly string[]): boolean {
  const isPlain = Object.getPrototypeOf(error) === Error.prototype && !('code' in error);
  const [first] = frames;
  return isPlain && first !== undefined && !FOREIGN.test(first);
}

/** What is said of an error where anybody may read it. */
export function quietMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'a fault without a name';
  if (isOwn(error, framesOf(error))) return error.message;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const codes = [code, responseCode].filter((one) => CODE.test(String(one ?? '')));
  return [CODE.test(error.name) ? error.name : 'Error', ...codes].join(' ');
}

/** The failure that Temporal keeps of an error. */
export function quietFailure(error: unknown): Error {
  if (error instanceof TemporalFailure || error instanceof CompleteAsyncError) return error;
  const type = error instanceof Error && CODE.test(error.name) ? error.name : 'Error';
  const message = quietMessage(error);
  const failure = ApplicationFailure.create({ type, message });
  const frames = error instanceof Error ? framesOf(error) : [];
  failure.stack = [`${type}: ${message}`, ...frames].join('\n');
  return failure;
}

/** Lets no other words out of an activity. */
export function quietActivities(log: Logger): ActivityInterceptorsFactory {
  return ({ info: { activityType } }) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          log.debug({ err: error, activityType }, 'a step failed');
          throw quietFailure(error);
        }
      },
    },
  });
}
