// Starts the workflows of transactions, singly and in groups, and the permanent workflows of a
// ledger. record-workflows.ts starts the workflows of all other records. Starting twice is
// harmless: settling reads the row.

import { WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client';
import {
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/common';
import type { TransferFacts } from '../activities/ledger.ts';
import { isFinal } from '../ledger/transaction.ts';
import {
  eventRelayWorkflowId,
  transfersWorkflowId,
  transferWorkflowId,
} from '../ledger/workflow-id.ts';
import {
  countOf,
  groupDetails,
  movementDetails,
  movementSummary,
  recordDetails,
} from './details.ts';
import { CHECK_AGAIN, NUDGE, TASK_TIMEOUT, type TransferInput } from './messages.ts';
import type { WorkflowTarget } from './record-workflows.ts';
import {
  groupAttributes,
  outcomeAttributes,
  rangeAttributes,
  singleAttributes,
} from './search-attributes.ts';

export interface Starter extends WorkflowTarget {
  readonly eager: boolean;
}

/**
 * Starts the workflow of one transaction or of a group.
 * @param members in ascending order of id, at least one
 */
export async function startTransfers(
  { client, taskQueue, eager, consoleUrl = null }: Starter,
  members: readonly TransferFacts[],
): Promise<void> {
  const first = members[0];
  const last = members.at(-1);
  if (!first || !last) return;
  const isSingle = members.length === 1;
  const startOptions = {
    taskQueue,
    workflowTaskTimeout: TASK_TIMEOUT,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    requestEagerStart: eager,
    typedSearchAttributes: new TypedSearchAttributes(
      isSingle ? singleAttributes(first.id, first) : rangeAttributes(first.id, last.id),
    ),
  };
  if (isSingle) {
    await client.workflow.start('transfer', {
      ...startOptions,
      workflowId: transferWorkflowId(first.id),
      args: [{ transactionId: first.id }],
      staticSummary: movementSummary(first),
      staticDetails: movementDetails(first, consoleUrl),
    });
  } else {
    await client.workflow.start('transfers', {
      ...startOptions,
      workflowId: transfersWorkflowId(first.id),
      args: [{ transactionIds: members.map((member) => member.id) }],
      staticSummary: countOf(members.length, 'transaction'),
      staticDetails: groupDetails(members, consoleUrl),
    });
  }
}

/** Transactions that reached a resting state before their workflow started. */
export interface SettledWork {
  /** The id that the rows and the answers to clients name. */
  readonly workflowId: string;
  /** In ascending order of id, at least one. */
  readonly members: readonly TransferFacts[];
  /** End of the summary that operators read. */
  readonly remark: string;
  /** True to start the workflow even when a workflow with that id has ended. */
  readonly mayRepeat?: boolean;
}

/**
 * Starts the workflow of settled transactions. Returns false when a workflow with that id was
 * started before.
 */
export async function startSettled(
  { client, taskQueue, eager, consoleUrl = null }: Starter,
  { workflowId, members, remark, mayRepeat = false }: SettledWork,
): Promise<boolean> {
  const first = members[0];
  const last = members.at(-1);
  if (!first || !last) return true;
  const isGroup = members.length > 1 && workflowId.startsWith(transfersWorkflowId(''));
  const ids = members.map(({ id }) => id);
  const member = members.find(({ id }) => workflowId.endsWith(id)) ?? first;
  const isOpen = !isGroup && member.outcome !== undefined && !isFinal(member.outcome.status);
  const isDecided = members.every(({ outcome }) => outcome !== undefined);
  const text = isGroup ? countOf(ids.length, 'transaction') : movementSummary(member);
  try {
    await client.workflow.start(isGroup ? 'transfers' : 'transfer', {
      taskQueue,
      workflowTaskTimeout: TASK_TIMEOUT,
      workflowId,
      ...(mayRepeat
        ? {
            workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
            workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
          }
        : { workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE }),
      requestEagerStart: eager,
      args: [isGroup ? { transactionIds: ids, isDecided } : singleInput(member.id, isDecided)],
      staticSummary: `${text}, ${isOpen ? 'decided' : 'settled'} ${remark}`,
      staticDetails: isGroup
        ? groupDetails(members, consoleUrl)
        : movementDetails(member, consoleUrl),
      typedSearchAttributes: new TypedSearchAttributes(
        isGroup
          ? groupAttributes(
              first.id,
              last.id,
              members.map(({ tenantId }) => tenantId),
            )
          : [...singleAttributes(member.id, member), ...outcomeAttributes(member.outcome)],
      ),
    });
    return true;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    return false;
  }
}

const singleInput = (transactionId: string, isDecided: boolean): TransferInput => {
  return { transactionId, isDecided };
};

/** An act of a client or a person about one transaction. */
export interface TransferMessage {
  /** A name from messages.ts. */
  readonly name: string;
  readonly transactionId: string;
  readonly args?: readonly object[];
  /** Milliseconds since 1970 UTC. */
  readonly answerBy: number;
}

/**
 * Sends an update to the workflow of a transaction, which is started unless it is running. Returns
 * the result.
 */
export async function updateTransfer(
  { client, taskQueue, consoleUrl = null }: WorkflowTarget,
  { name, transactionId, args = [], answerBy }: TransferMessage,
): Promise<unknown> {
  const startWorkflowOperation = new WithStartWorkflowOperation('transfer', {
    workflowId: transferWorkflowId(transactionId),
    taskQueue,
    workflowTaskTimeout: TASK_TIMEOUT,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    args: [{ transactionId }],
    staticSummary: `transaction ${transactionId}, ${name}`,
    staticDetails: recordDetails(
      { noun: 'transaction', id: transactionId, page: `transactions/${transactionId}` },
      consoleUrl,
    ),
  });
  return client.withDeadline(answerBy, () =>
    client.workflow.executeUpdateWithStart(name, { startWorkflowOperation, args: [...args] }),
  );
}

/**
 * Signals the running workflow of a transaction to read its row again. A workflow that is not
 * running reads the row when it starts.
 */
export async function signalTransfer(
  { client }: Pick<WorkflowTarget, 'client'>,
  transactionId: string,
): Promise<void> {
  try {
    await client.workflow.getHandle(transferWorkflowId(transactionId)).signal(CHECK_AGAIN);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** A permanent workflow: one of each runs for as long as the bank does. */
export interface PermanentWorkflow {
  /** Contains the task queue of the ledger, because other banks may share the namespace. */
  readonly workflowId: string;
  readonly type: string;
  readonly args: readonly unknown[];
  /** The text that an operator reads beside the id. */
  readonly staticSummary: string;
  /** The explanation of that text, as Markdown. */
  readonly staticDetails: string;
}

/** Starts a permanent workflow unless it is running. */
export async function ensurePermanent(
  { client, taskQueue }: Starter,
  { type, args, ...texts }: PermanentWorkflow,
): Promise<void> {
  const { staticSummary: summary, staticDetails: details } = texts;
  await client.workflow.start(type, {
    ...texts,
    taskQueue,
    args: [...args],
    memo: { summary, details },
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  });
}

/** Signals the relay that there are new events. Without a signal it finds them at its next poll. */
export async function signalRelay({ client, taskQueue }: Starter): Promise<void> {
  await client.workflow.getHandle(eventRelayWorkflowId(taskQueue)).signal(NUDGE);
}
