// A message to the workflow that waits with a transaction. It starts that workflow when it is not
// running, so that it works after Temporal lost its memory too.

import { WithStartWorkflowOperation } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { HoldOutcome } from '../../db/store.ts';
import { transferWorkflowId } from '../../workflows/messages.ts';
import type { Desk } from '../context.ts';
import { Problem } from '../errors.ts';

interface Message {
  /** One of workflows/messages.ts. */
  readonly name: string;
  readonly transactionId: string;
  readonly args: readonly object[];
  /** Milliseconds since 1970 UTC. */
  readonly answerBy: number;
}

/**
 * Sends a message and waits for what came of it.
 * @throws Problem `workflow_unavailable`: whether it was done is not known; asking again is safe
 */
export async function tellTransfer(desk: Desk, message: Message): Promise<HoldOutcome | null> {
  const client = desk.client();
  if (!client) throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
  const { transactionId, name } = message;
  const startWorkflowOperation = new WithStartWorkflowOperation('transfer', {
    workflowId: transferWorkflowId(transactionId),
    taskQueue: desk.ledger.taskQueue,
    workflowTaskTimeout: '2s',
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ transactionId }],
  });
  try {
    const answer: unknown = await client.withDeadline(message.answerBy, () =>
      client.workflow.executeUpdateWithStart(name, {
        startWorkflowOperation,
        args: [...message.args],
      }),
    );
    return answer as HoldOutcome | null;
  } catch (error) {
    throw unanswered(transactionId, error);
  }
}

function unanswered(transactionId: string, cause: unknown): Problem {
  const detail = 'The workflow did not answer in time; ask again.';
  return new Problem('workflow_unavailable', detail, {
    retryAfterSeconds: 1,
    transactionId,
    cause,
  });
}
