// A message to the workflow that waits with a transaction. It starts that workflow when it is not
// running, so that it works after Temporal lost its memory too.

import type { HoldOutcome } from '../../db/transactions/port.ts';
import { type TransferMessage, updateTransfer } from '../../workflows/start.ts';
import type { Desk } from './context.ts';
import { Problem } from './errors.ts';

/**
 * Sends a message and returns its outcome.
 * @throws Problem `workflow_unavailable` when it is unknown whether the message took effect;
 * repeating the request is safe
 */
export async function messageTransfer(
  desk: Desk,
  message: TransferMessage,
): Promise<HoldOutcome | null> {
  const place = desk.place();
  if (!place) throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
  try {
    return (await updateTransfer(place, message)) as HoldOutcome | null;
  } catch (error) {
    throw unansweredProblem(message.transactionId, error);
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
