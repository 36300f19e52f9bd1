// Starts the workflow of an execution. Used by the API and by the sweeper; starting twice is
// harmless, because every step looks at the row.

import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/common';
import { executionWorkflowId } from '../ledger/execution.ts';
import type { Starter } from './start.ts';

/** Makes sure that a workflow carries an execution; one that runs already is left alone. */
export async function startExecution({ client, taskQueue }: Starter, id: string): Promise<void> {
  await client.workflow.start('contractExecution', {
    taskQueue,
    workflowTaskTimeout: '2s',
    workflowId: executionWorkflowId(id),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ executionId: id }],
    staticSummary: `execution ${id}`,
  });
}
