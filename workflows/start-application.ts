// Starts the workflow of an application for production, and tells it that its row has moved.

import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/common';
import { applicationWorkflowId, LOOK } from './messages.ts';
import type { Starter } from './start.ts';
import { recordDetails } from './story.ts';

type Where = Pick<Starter, 'client' | 'taskQueue'>;

function startOf(taskQueue: string, applicationId: string) {
  return {
    taskQueue,
    workflowTaskTimeout: '2s',
    workflowId: applicationWorkflowId(applicationId),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    staticSummary: `application ${applicationId}`,
    staticDetails: recordDetails({ what: 'application for production', id: applicationId }),
  } as const;
}

/** Makes sure that a workflow carries an application; one that runs already is left alone. */
export async function ensureApplication({ client, taskQueue }: Where, applicationId: string) {
  await client.workflow.start('productionApplication', {
    ...startOf(taskQueue, applicationId),
    args: [{ applicationId }],
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  });
}

/** The same, and lets it look at the row now. */
export async function nudgeApplication({ client, taskQueue }: Where, applicationId: string) {
  await client.workflow.signalWithStart('productionApplication', {
    ...startOf(taskQueue, applicationId),
    args: [{ applicationId }],
    signal: LOOK,
    signalArgs: [],
  });
}
