// Sends a message to the workflow of a waiting transaction. Starts the workflow when it does not
// run, for example after Temporal has lost its data.

import { setTimeout as pause } from 'node:timers/promises';
import type { HoldOutcome } from '../../db/transactions/port.ts';
import { type TransferMessage, updateTransfer } from '../../workflows/start.ts';
import type { Services } from './context.ts';
import { Problem } from './errors.ts';

const ATTEMPTS = 3;
const RETRY_MS = 100;

/**
 * Sends a message and returns its outcome.
 * @throws Problem `workflow_unavailable` when it is unknown whether the message took effect;
 * repeating the request is safe
 */
export async function messageTransfer(
  services: Services,
  message: TransferMessage,
): Promise<HoldOutcome | null> {
  const target = services.workflowTarget();
  if (!target) throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
  for (let attempt = 1; ; attempt++) {
    try {
      return (await updateTransfer(target, message)) as HoldOutcome | null;
    } catch (error) {
      // A run that ends at this moment drops the message. The next attempt starts a new run, which
      // answers from the row when the act was already done.
      if (attempt === ATTEMPTS || Date.now() + RETRY_MS >= message.answerBy) {
        throw unansweredProblem(message.transactionId, error);
      }
      await pause(RETRY_MS);
    }
  }
}

function unansweredProblem(transactionId: string, cause: unknown): Problem {
  const detail = 'The workflow did not respond in time: repeat the request with the same key.';
  return new Problem('workflow_unavailable', detail, {
    retryAfterSeconds: 1,
    transactionId,
    cause,
  });
}
