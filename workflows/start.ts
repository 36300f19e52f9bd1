// Starts transfer workflows. Used by the dispatcher and by the sweeper; starting twice is harmless,
// because settling looks at the row.

import { type Client, WithStartWorkflowOperation } from '@temporalio/client';
import {
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/common';
import { executionWorkflowId } from '../ledger/execution.ts';
import { deploymentWorkflowId } from '../ledger/models/deployment.ts';
import { scoringWorkflowId } from '../ledger/models/scoring.ts';
import { trainingWorkflowId } from '../ledger/models/training.ts';
import { railWorkflowId } from '../ledger/rail.ts';
import {
  batchWorkflowId,
  clockWorkflowId,
  eventRelayWorkflowId,
  LOOK,
  mailWorkflowId,
  NUDGE,
  transfersWorkflowId,
  transferWorkflowId,
  webhookEndpointWorkflowId,
} from './messages.ts';
import {
  batchAttributes,
  deploymentAttributes,
  endpointAttributes,
  rangeAttributes,
  singleAttributes,
  trainingAttributes,
} from './search-attributes.ts';

/** What an operator can search a transfer by. Ids only: search attributes are not encrypted. */
export interface TransferFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly type: string;
  readonly currency: string;
  readonly amountMinor: number;
}

// The local activity's commit is what a client waits for; a worker that dies is noticed after this.
const workflowTaskTimeout = '2s';

/** Where workflows are started: a namespace's client and the queue of one ledger. */
export interface Starter {
  readonly client: Client;
  readonly taskQueue: string;
  /** True when a worker on the same connection can take the first task at once. */
  readonly eager: boolean;
}

/**
 * Starts the workflow of one transaction or of a group.
 * @param members in ascending order of id, at least one
 */
export async function startTransfers(
  { client, taskQueue, eager }: Starter,
  members: readonly TransferFacts[],
): Promise<void> {
  const first = members[0];
  const last = members.at(-1);
  if (!first || !last) return;
  const alone = members.length === 1;
  const common = {
    taskQueue,
    workflowTaskTimeout,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    requestEagerStart: eager,
    typedSearchAttributes: new TypedSearchAttributes(
      alone ? singleAttributes(first.id, first) : rangeAttributes(first.id, last.id),
    ),
  };
  if (alone) {
    await client.workflow.start('transfer', {
      ...common,
      workflowId: transferWorkflowId(first.id),
      args: [{ transactionId: first.id }],
      staticSummary: movementOf(first),
    });
  } else {
    await client.workflow.start('transfers', {
      ...common,
      workflowId: transfersWorkflowId(first.id),
      args: [{ transactionIds: members.map((member) => member.id) }],
      staticSummary: `${members.length} transactions`,
    });
  }
}

/** What came to rest before its workflow, and the name that its rows give that workflow. */
export interface SettledWork {
  readonly workflowId: string;
  /** In ascending order of id, at least one. */
  readonly members: readonly TransferFacts[];
  /** What operators read in the summary. */
  readonly remark: string;
  /** Start it also where one of that name has been before. */
  readonly again?: boolean;
}

/** Starts the workflow of what is settled; false when one of that name has been started before. */
export async function startSettled(
  { client, taskQueue, eager }: Starter,
  { workflowId, members, remark, again = false }: SettledWork,
): Promise<boolean> {
  const first = members[0];
  const last = members.at(-1);
  if (!first || !last) return true;
  const isCrowd = workflowId.startsWith(transfersWorkflowId(''));
  const ids = members.map(({ id }) => id);
  const own = members.find(({ id }) => workflowId.endsWith(id)) ?? first;
  const what = isCrowd ? `${ids.length} transactions` : movementOf(own);
  try {
    await client.workflow.start(isCrowd ? 'transfers' : 'transfer', {
      taskQueue,
      workflowTaskTimeout,
      workflowId,
      ...(again
        ? {
            workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
            workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
          }
        : { workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE }),
      requestEagerStart: eager,
      args: [isCrowd ? { transactionIds: ids } : { transactionId: own.id }],
      staticSummary: `${what}, ${remark}`,
      typedSearchAttributes: new TypedSearchAttributes(
        isCrowd ? rangeAttributes(first.id, last.id) : singleAttributes(own.id, own),
      ),
    });
    return true;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    return false;
  }
}

function movementOf({ type, amountMinor, currency }: TransferFacts): string {
  return `${type} of ${amountMinor} minor units ${currency}`;
}

/** Makes sure that a workflow waits with a transaction; one that runs already is left alone. */
export async function ensureTransfer({ client, taskQueue }: Starter, id: string): Promise<void> {
  await client.workflow.start('transfer', {
    taskQueue,
    workflowTaskTimeout,
    workflowId: transferWorkflowId(id),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ transactionId: id }],
    typedSearchAttributes: new TypedSearchAttributes(singleAttributes(id, null)),
  });
}

/** An act of a client or a person about one transaction. */
export interface TransferMessage {
  /** One of ./messages.ts. */
  readonly name: string;
  readonly transactionId: string;
  readonly args?: readonly object[];
  /** Milliseconds since 1970 UTC. */
  readonly answerBy: number;
}

/** Tells the workflow of a transaction, started if none runs, and answers with what came of it. */
export async function updateTransfer(
  { client, taskQueue }: Pick<Starter, 'client' | 'taskQueue'>,
  { name, transactionId, args = [], answerBy }: TransferMessage,
): Promise<unknown> {
  const startWorkflowOperation = new WithStartWorkflowOperation('transfer', {
    workflowId: transferWorkflowId(transactionId),
    taskQueue,
    workflowTaskTimeout,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ transactionId }],
  });
  return client.withDeadline(answerBy, () =>
    client.workflow.executeUpdateWithStart(name, { startWorkflowOperation, args: [...args] }),
  );
}

/** A workflow of which one runs for as long as the bank lives; it never completes by itself. */
export interface StandingWorkflow {
  /** Other banks may share the namespace: with the ledger's task queue in it, it is this bank's. */
  readonly workflowId: string;
  readonly type: string;
  readonly args: readonly unknown[];
  /** What an operator reads beside the id. */
  readonly staticSummary: string;
}

/** Makes sure that a standing workflow runs; one that runs already is left alone. */
export async function ensureStanding(
  { client, taskQueue }: Starter,
  { type, args, ...named }: StandingWorkflow,
): Promise<void> {
  await client.workflow.start(type, {
    ...named,
    taskQueue,
    args: [...args],
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  });
}

/** Makes sure that the schedules of a ledger run, and lets them look at what is due now. */
export async function nudgeSchedules(
  { client, taskQueue }: Pick<Starter, 'client' | 'taskQueue'>,
  workflowId: string,
): Promise<void> {
  await client.workflow.signalWithStart('schedules', {
    taskQueue,
    workflowTaskTimeout,
    workflowId,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    staticSummary: 'starts what is due',
    signal: LOOK,
    signalArgs: [],
  });
}

/** Makes sure that a test clock is moved; a workflow that moves it already is left alone. */
export async function ensureClock(
  { client, taskQueue, eager }: Starter,
  tenantId: string,
): Promise<void> {
  await client.workflow.start('clock', {
    taskQueue,
    workflowTaskTimeout,
    workflowId: clockWorkflowId(tenantId),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    requestEagerStart: eager,
    args: [{ tenantId }],
    staticSummary: 'moves a test clock',
  });
}

/** Makes sure that a workflow sends a mail; one that runs already is left alone. */
export async function ensureMail({ client, taskQueue }: Starter, mailId: string): Promise<void> {
  await client.workflow.start('mail', {
    taskQueue,
    workflowTaskTimeout,
    workflowId: mailWorkflowId(mailId),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ mailId }],
    staticSummary: `mail ${mailId}`,
  });
}

/** Tells the relay that there is something to hand on; it looks by itself too, but not at once. */
export async function nudgeRelay({ client, taskQueue }: Starter): Promise<void> {
  await client.workflow.getHandle(eventRelayWorkflowId(taskQueue)).signal(NUDGE);
}

/** Tells the workflow of an endpoint that something is due; starts it when none runs. */
export async function nudgeEndpoint(
  { client, taskQueue }: Starter,
  { endpointId, tenantId }: { readonly endpointId: string; readonly tenantId: string },
): Promise<void> {
  await client.workflow.signalWithStart('webhookEndpoint', {
    workflowId: webhookEndpointWorkflowId(endpointId),
    taskQueue,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    args: [{ endpointId }],
    signal: NUDGE,
    typedSearchAttributes: new TypedSearchAttributes(endpointAttributes(tenantId)),
    staticSummary: 'delivers events to a webhook endpoint',
  });
}

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

/** Makes sure that a workflow carries a payment through its network. */
export async function startRailPayment({ client, taskQueue }: Starter, id: string): Promise<void> {
  await client.workflow.start('railPayment', railStart(taskQueue, id));
}

/** The same, and lets it ask the network now. */
export async function nudgeRailPayment(
  { client, taskQueue }: Pick<Starter, 'client' | 'taskQueue'>,
  id: string,
): Promise<void> {
  const { workflowIdConflictPolicy: _, ...options } = railStart(taskQueue, id);
  await client.workflow.signalWithStart('railPayment', {
    ...options,
    signal: LOOK,
    signalArgs: [],
  });
}

function railStart(taskQueue: string, id: string) {
  return {
    taskQueue,
    workflowTaskTimeout,
    workflowId: railWorkflowId(id),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ transactionId: id }],
    typedSearchAttributes: new TypedSearchAttributes(singleAttributes(id, null)),
    staticSummary: 'a payment through its network',
  };
}

/** Makes sure that a workflow carries a batch; one that runs already is left alone. */
export async function startBatch(
  { client, taskQueue, eager }: Starter,
  { id, tenantId }: { readonly id: string; readonly tenantId: string },
): Promise<void> {
  await client.workflow.start('batch', {
    taskQueue,
    workflowTaskTimeout,
    workflowId: batchWorkflowId(id),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    requestEagerStart: eager,
    args: [{ batchId: id }],
    typedSearchAttributes: new TypedSearchAttributes(batchAttributes(tenantId)),
    staticSummary: `batch ${id}`,
  });
}

type Deployment = { readonly id: string; readonly tenantId: string };

function deploymentStart(taskQueue: string, { id, tenantId }: Deployment) {
  return {
    taskQueue,
    workflowTaskTimeout,
    workflowId: deploymentWorkflowId(id),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    args: [{ deploymentId: id }],
    typedSearchAttributes: new TypedSearchAttributes(deploymentAttributes(tenantId)),
    staticSummary: `deployment ${id}`,
  };
}

/** Makes sure that a workflow carries a deployment; one that runs already is left alone. */
export async function ensureDeployment(
  { client, taskQueue }: Starter,
  deployment: Deployment,
): Promise<void> {
  await client.workflow.start('modelDeployment', {
    ...deploymentStart(taskQueue, deployment),
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  });
}

/** The same, and lets it look at the row now. */
export async function nudgeDeployment(
  { client, taskQueue }: Pick<Starter, 'client' | 'taskQueue'>,
  deployment: Deployment,
): Promise<void> {
  await client.workflow.signalWithStart('modelDeployment', {
    ...deploymentStart(taskQueue, deployment),
    signal: LOOK,
    signalArgs: [],
  });
}

/** Makes sure that a workflow carries a scoring; one that runs already is left alone. */
export async function startScoring(
  { client, taskQueue }: Starter,
  { id, tenantId }: { readonly id: string; readonly tenantId: string },
): Promise<void> {
  await client.workflow.start('modelScoring', {
    taskQueue,
    workflowId: scoringWorkflowId(id),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ scoringId: id }],
    typedSearchAttributes: new TypedSearchAttributes(trainingAttributes(tenantId)),
    staticSummary: `scoring ${id}`,
  });
}

/** Makes sure that a workflow carries a training; one that runs already is left alone. */
export async function startTraining(
  { client, taskQueue }: Starter,
  { id, tenantId }: { readonly id: string; readonly tenantId: string },
): Promise<void> {
  await client.workflow.start('modelTraining', {
    taskQueue,
    workflowId: trainingWorkflowId(id),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ jobId: id }],
    typedSearchAttributes: new TypedSearchAttributes(trainingAttributes(tenantId)),
    staticSummary: `training ${id}`,
  });
}
