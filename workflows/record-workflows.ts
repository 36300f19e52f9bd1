// The records that each have a workflow of their own: how that workflow is named, started, and
// signalled when the row has changed. Starting a workflow twice is harmless, because it reads the
// row.

import type { Client } from '@temporalio/client';
import {
  type SearchAttributePair,
  TypedSearchAttributes,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
} from '@temporalio/common';
import type { BatchFacts } from '../activities/batches.ts';
import type { TransferFacts } from '../activities/ledger.ts';
import type { ScheduleSnapshot } from '../activities/schedules.ts';
import type { ModelTask } from '../ledger/models/model.ts';
import type { ScoringKind } from '../ledger/models/scoring.ts';
import * as ids from '../ledger/workflow-id.ts';
import { movementSummary, type RecordDescription, recordDetails } from './details.ts';
import {
  CHECK_AGAIN,
  type ClockInput,
  type KycInput,
  NUDGE,
  type RailInput,
  TASK_TIMEOUT,
} from './messages.ts';
import { PERMANENT_WORKFLOWS } from './permanent-workflows.ts';
import { attributesOfSchedule, scheduleSummary } from './schedule-details.ts';
import * as attributes from './search-attributes.ts';

/** The place where workflows are started: a namespace's client and the queue of one ledger. */
export interface WorkflowTarget {
  readonly client: Client;
  readonly taskQueue: string;
  /** True when a worker on the same connection can take the first task at once. */
  readonly eager?: boolean;
  /**
   * Address of the console, where operators find the record of a workflow:
   * `https://…/console/sandbox`.
   */
  readonly consoleUrl?: string | null;
}

interface RecordWorkflow<Subject> {
  readonly type: string;
  readonly idOf: (subject: Subject) => string;
  readonly inputOf?: (subject: Subject) => object;
  /** Returns the text that an operator reads beside the id. */
  readonly summaryOf: (subject: Subject) => string;
  readonly attributesOf?: (subject: Subject) => SearchAttributePair[];
  readonly memoOf?: (subject: Subject) => Record<string, unknown>;
  /**
   * True when the workflow regularly continues as a new run. Temporal shows the summary and details
   * of a start for the first run only; a memo carries over.
   */
  readonly continuesAsNew?: boolean;
  /** The signal that announces a change of the row. `look` when left out. */
  readonly signal?: string;
  /** True when this process takes the first task, if it can. */
  readonly isEager?: boolean;
  /**
   * True for Temporal's default task timeout of ten seconds: the death of a worker is noticed
   * later.
   */
  readonly isSlow?: boolean;
}

interface RecordReference {
  readonly id: string;
  readonly tenantId: string;
}

const define = <Subject>(workflow: RecordWorkflow<Subject>) => workflow;

const SCORINGS: Readonly<Record<ScoringKind, string>> = {
  evaluation: 'evaluation of a model',
  batch: 'batch of scores of a model',
};

/** Search attributes of the owner, where the owner is known. */
const tenantAttributes = (owner: Pick<RecordReference, 'tenantId'> | string) =>
  typeof owner === 'string' ? [] : attributes.endpointAttributes(owner.tenantId);

export const RECORD_WORKFLOWS = {
  transfer: define<string>({
    type: 'transfer',
    idOf: ids.transferWorkflowId,
    inputOf: (transactionId) => ({ transactionId }),
    summaryOf: (id) => `transaction ${id}`,
    attributesOf: (id) => attributes.singleAttributes(id, null),
  }),
  schedule: define<ScheduleSnapshot>({
    type: 'schedule',
    idOf: ({ id }) => ids.scheduleWorkflowId(id),
    inputOf: ({ id }) => ({ scheduleId: id }),
    summaryOf: scheduleSummary,
    attributesOf: attributesOfSchedule,
    continuesAsNew: true,
  }),
  batch: define<BatchFacts>({
    type: 'batch',
    idOf: ({ id }) => ids.batchWorkflowId(id),
    inputOf: ({ id }) => ({ batchId: id }),
    summaryOf: ({ id }) => `batch ${id}`,
    attributesOf: attributes.batchAttributes,
    isEager: true,
  }),
  railPayment: define<TransferFacts | string>({
    type: 'railPayment',
    idOf: (payment) => ids.railWorkflowId(idIn(payment)),
    inputOf: (payment): RailInput => ({ transactionId: idIn(payment) }),
    summaryOf: (payment) =>
      `${typeof payment === 'string' ? 'a payment' : movementSummary(payment)} through its network`,
    attributesOf: (payment) =>
      attributes.singleAttributes(idIn(payment), typeof payment === 'string' ? null : payment),
    isEager: true,
  }),
  execution: define<(RecordReference & { readonly call?: string }) | string>({
    type: 'contractExecution',
    idOf: (execution) => ids.executionWorkflowId(idIn(execution)),
    inputOf: (execution) => ({ executionId: idIn(execution) }),
    summaryOf: (execution) =>
      typeof execution === 'string' || execution.call === undefined
        ? `execution ${idIn(execution)}`
        : `${execution.call} on the chain`,
    attributesOf: tenantAttributes,
  }),
  kyc: define<RecordReference & { readonly customerId: string }>({
    type: 'kycAssessment',
    idOf: ({ id }) => ids.kycWorkflowId(id),
    inputOf: ({ id }): KycInput => ({ assessmentId: id }),
    summaryOf: () => 'assessment of an identity',
    attributesOf: ({ tenantId, customerId }) => attributes.kycAttributes(tenantId, customerId),
    memoOf: ({ customerId }) => ({ customerId }),
    isEager: true,
  }),
  application: define<string>({
    type: 'productionApplication',
    idOf: ids.applicationWorkflowId,
    inputOf: (applicationId) => ({ applicationId }),
    summaryOf: () => 'application for production',
    attributesOf: () => attributes.plainStateAttributes('pending'),
  }),
  deployment: define<RecordReference>({
    type: 'modelDeployment',
    idOf: ({ id }) => ids.deploymentWorkflowId(id),
    inputOf: ({ id }) => ({ deploymentId: id }),
    summaryOf: () => 'deployment of a model',
    attributesOf: ({ tenantId }) => attributes.deploymentAttributes(tenantId),
    continuesAsNew: true,
  }),
  training: define<RecordReference & { readonly task?: ModelTask }>({
    type: 'modelTraining',
    idOf: ({ id }) => ids.trainingWorkflowId(id),
    inputOf: ({ id }) => ({ jobId: id }),
    summaryOf: ({ id, task }) =>
      task === undefined ? `training ${id}` : `training of a model, ${task.replaceAll('_', ' ')}`,
    attributesOf: ({ tenantId }) => attributes.trainingAttributes(tenantId),
    isSlow: true,
  }),
  scoring: define<RecordReference & { readonly kind?: ScoringKind }>({
    type: 'modelScoring',
    idOf: ({ id }) => ids.scoringWorkflowId(id),
    inputOf: ({ id }) => ({ scoringId: id }),
    summaryOf: ({ id, kind }) => (kind === undefined ? `scoring ${id}` : SCORINGS[kind]),
    attributesOf: ({ tenantId }) => attributes.trainingAttributes(tenantId),
    isSlow: true,
  }),
  mail: define<(RecordReference & { readonly kind?: string }) | string>({
    type: 'mail',
    idOf: (mail) => ids.mailWorkflowId(idIn(mail)),
    inputOf: (mail) => ({ mailId: idIn(mail) }),
    summaryOf: (mail) =>
      typeof mail === 'string' || mail.kind === undefined
        ? `mail ${idIn(mail)}`
        : `mail: ${mail.kind.replaceAll('_', ' ')}`,
    attributesOf: (mail) => [
      ...tenantAttributes(mail),
      ...attributes.plainStateAttributes('queued'),
    ],
  }),
  endpoint: define<{ readonly endpointId: string; readonly tenantId: string }>({
    type: 'webhookEndpoint',
    idOf: ({ endpointId }) => ids.webhookEndpointWorkflowId(endpointId),
    inputOf: ({ endpointId }) => ({ endpointId }),
    summaryOf: () => 'delivers events to a webhook endpoint',
    attributesOf: ({ tenantId }) => attributes.endpointAttributes(tenantId),
    signal: NUDGE,
    isSlow: true,
    continuesAsNew: true,
  }),
  clock: define<string>({
    type: 'clock',
    idOf: ids.clockWorkflowId,
    inputOf: (tenantId): ClockInput => ({ tenantId }),
    summaryOf: () => 'moves a test clock',
    attributesOf: attributes.clockAttributes,
    isEager: true,
  }),
  /** The subject is the id of the workflow. */
  schedules: define<string>({
    type: 'schedules',
    idOf: (workflowId) => workflowId,
    summaryOf: () => PERMANENT_WORKFLOWS.schedules.summary,
    continuesAsNew: true,
  }),
};

export type RecordKind = keyof typeof RECORD_WORKFLOWS;

/** The names of the kinds of records, for operators. */
const KIND_NAMES: Readonly<Record<RecordKind, string>> = {
  transfer: 'transaction',
  schedule: 'scheduled payment',
  batch: 'batch',
  railPayment: 'payment through a network, transaction',
  execution: 'contract execution',
  kyc: 'assessment of an identity',
  application: 'application for production',
  deployment: 'deployment of a model',
  training: 'training of a model',
  scoring: 'evaluation or batch of scores of a model',
  mail: 'mail',
  endpoint: 'webhook endpoint',
  clock: 'test clock of developer',
  schedules: 'all schedules of the ledger, workflow',
};

/**
 * Kinds whose workflows are searched by the id of their record, in the attribute `Ids`.
 * Transactions have other attributes.
 */
const SEARCHED_BY_ID: ReadonlySet<RecordKind> = new Set([
  'batch',
  'execution',
  'kyc',
  'application',
  'deployment',
  'training',
  'scoring',
  'mail',
  'endpoint',
]);

/** Pages of the console by kind of record. The other kinds have no page. */
const PAGES: Readonly<Partial<Record<RecordKind, (id: string) => string>>> = {
  transfer: (id) => `transactions/${id}`,
  railPayment: (id) => `transactions/${id}`,
  schedule: (id) => `schedules/${id}`,
  batch: (id) => `jobs/${id}`,
  execution: (id) => `jobs/${id}`,
  mail: (id) => `jobs/${id}`,
  training: (id) => `jobs/${id}`,
  kyc: (id) => `work/${id}`,
  application: () => 'applications',
  deployment: () => 'models',
  endpoint: (id) => `webhooks/${id}`,
  clock: (id) => `developers/${id}`,
};

/** The value that identifies a record of a kind. */
export type SubjectOf<Kind extends RecordKind> = Parameters<
  (typeof RECORD_WORKFLOWS)[Kind]['idOf']
>[0];

/** Starts the workflow of a record unless it is running. */
export async function ensureWorkflow<Kind extends RecordKind>(
  target: WorkflowTarget,
  kind: Kind,
  subject: SubjectOf<Kind>,
): Promise<void> {
  const { type, ...options } = startOptionsOf(target, kind, subject);
  await target.client.workflow.start(type, {
    ...options,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    requestEagerStart: RECORD_WORKFLOWS[kind].isEager === true && target.eager === true,
  });
}

/**
 * Starts the workflow of every record that has no running one. One list of the running workflows
 * costs Temporal less than a start of each, which writes even when the workflow is running.
 */
export async function ensureWorkflows<Kind extends RecordKind>(
  target: WorkflowTarget,
  kind: Kind,
  subjects: readonly SubjectOf<Kind>[],
): Promise<void> {
  if (subjects.length === 0) return;
  const { idOf } = RECORD_WORKFLOWS[kind] as unknown as RecordWorkflow<SubjectOf<Kind>>;
  const workflowIds = subjects.map((subject) => JSON.stringify(idOf(subject))).join(', ');
  const query = `ExecutionStatus = "Running" AND WorkflowId IN (${workflowIds})`;
  const running = new Set<string>();
  for await (const { workflowId } of target.client.workflow.list({ query }))
    running.add(workflowId);
  for (const subject of subjects)
    if (!running.has(idOf(subject))) await ensureWorkflow(target, kind, subject);
}

/**
 * Signals the workflow of a record that the row has changed, and starts it unless it is running.
 */
export async function signalWorkflow<Kind extends RecordKind>(
  target: WorkflowTarget,
  kind: Kind,
  subject: SubjectOf<Kind>,
): Promise<void> {
  const { type, ...options } = startOptionsOf(target, kind, subject);
  const signal = RECORD_WORKFLOWS[kind].signal ?? CHECK_AGAIN;
  await target.client.workflow.signalWithStart(type, { ...options, signal, signalArgs: [] });
}

function startOptionsOf<Kind extends RecordKind>(
  { taskQueue, consoleUrl = null }: WorkflowTarget,
  kind: Kind,
  subject: SubjectOf<Kind>,
) {
  const workflow = RECORD_WORKFLOWS[kind] as unknown as RecordWorkflow<SubjectOf<Kind>>;
  const attributePairs = workflow.attributesOf?.(subject) ?? [];
  const allPairs = SEARCHED_BY_ID.has(kind)
    ? [...attributePairs, ...attributes.aboutAttributes(idIn(subject))]
    : attributePairs;
  const summary = workflow.summaryOf(subject);
  const details = recordDetails(recordOf(kind, subject), consoleUrl);
  const memo = {
    ...(workflow.continuesAsNew ? { summary, details } : {}),
    ...workflow.memoOf?.(subject),
  };
  return {
    type: workflow.type,
    taskQueue,
    workflowId: workflow.idOf(subject),
    args: workflow.inputOf ? [workflow.inputOf(subject)] : [],
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    ...(workflow.isSlow ? {} : { workflowTaskTimeout: TASK_TIMEOUT }),
    staticSummary: summary,
    staticDetails: details,
    ...(Object.keys(memo).length > 0 ? { memo } : {}),
    ...(allPairs.length > 0 ? { typedSearchAttributes: new TypedSearchAttributes(allPairs) } : {}),
  };
}

/** Returns the record of a workflow and its owner, for the workflow's details. */
function recordOf(kind: RecordKind, subject: SubjectOf<RecordKind>): RecordDescription {
  const noun = KIND_NAMES[kind];
  const id = idIn(subject);
  const page = PAGES[kind]?.(id);
  const pageFields = page === undefined ? {} : { page };
  if (typeof subject !== 'string') return { noun, id, tenantId: subject.tenantId, ...pageFields };
  return { noun, id, ...pageFields };
}

function idIn(subject: string | { readonly id: string } | { readonly endpointId: string }): string {
  if (typeof subject === 'string') return subject;
  return 'id' in subject ? subject.id : subject.endpointId;
}
