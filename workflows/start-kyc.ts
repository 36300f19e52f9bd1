// Starts the workflow of an assessment of an identity, and tells it that its row has moved.

import {
  TypedSearchAttributes,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/common';
import { kycWorkflowId } from '../ledger/decisions/kyc.ts';
import { LOOK } from './messages.ts';
import { kycAttributes } from './search-attributes.ts';
import type { Starter } from './start.ts';
import { recordDetails } from './story.ts';

interface Assessment {
  readonly id: string;
  readonly tenantId: string;
  readonly customerId: string;
}

function kycStart(taskQueue: string, { id, tenantId, customerId }: Assessment) {
  return {
    taskQueue,
    workflowTaskTimeout: '2s',
    workflowId: kycWorkflowId(id),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    args: [{ assessmentId: id }],
    typedSearchAttributes: new TypedSearchAttributes(kycAttributes(tenantId, customerId)),
    memo: { customerId },
    staticSummary: `assessment ${id}`,
    staticDetails: recordDetails({ what: 'assessment of an identity', id, tenantId }),
  } as const;
}

/** Makes sure that a workflow carries an assessment; one that runs already is left alone. */
export async function ensureKyc(
  { client, taskQueue }: Pick<Starter, 'client' | 'taskQueue'>,
  assessment: Assessment,
): Promise<void> {
  const { args, ...start } = kycStart(taskQueue, assessment);
  await client.workflow.start('kycAssessment', {
    ...start,
    args: [...args],
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  });
}

/** The same, and lets it look at the row now. */
export async function nudgeKyc(
  { client, taskQueue }: Pick<Starter, 'client' | 'taskQueue'>,
  assessment: Assessment,
): Promise<void> {
  const { args, ...start } = kycStart(taskQueue, assessment);
  await client.workflow.signalWithStart('kycAssessment', {
    ...start,
    args: [...args],
    signal: LOOK,
    signalArgs: [],
  });
}
