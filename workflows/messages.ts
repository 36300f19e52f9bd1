// What crosses the wall between the callers and the workflows: names, inputs and answers.
// Plain types and strings, so that both sides can import it.

export const CAPTURE = 'capture';
export const CANCEL = 'cancel';
/** Tells a workflow that a second person has decided; what they decided stands in the ledger. */
export const APPROVAL = 'approval';
export const REVIEW = 'review';
/** Tells a workflow that its customer has confirmed; who and how stands in the ledger. */
export const CONFIRMATION = 'confirmation';
/** Asks a workflow that waits to look at the row again: it may have become final without it. */
export const LOOK = 'look';

/** Id of the workflow that anchors the log of a ledger; a `look` makes it close a batch. */
export function chainAnchoringId(taskQueue: string): string {
  return `chain-anchoring/${taskQueue}`;
}

/** Tells a workflow that a chain transaction of its own has moved: its row says where it stands. */
export const CHAIN_MOVED = 'chainMoved';

/** Id of the workflow that signs for a ledger; a `look` makes it look at the rows at once. */
export function chainSignerId(taskQueue: string): string {
  return `chain-signer/${taskQueue}`;
}

export interface TransferInput {
  readonly transactionId: string;
}

/** Ids in ascending order: the first and the last are the group's search attributes. */
export interface TransfersInput {
  readonly transactionIds: readonly string[];
}

/** How many members of a group ended in which state. */
export interface TransfersResult {
  readonly final: number;
  readonly handedOver: number;
}

export interface ClockInput {
  readonly tenantId: string;
}

/** Id of the workflow that moves a developer's test clock. */
export function clockWorkflowId(tenantId: string): string {
  return `clock/${tenantId}`;
}

export interface ApplicationInput {
  readonly applicationId: string;
}

/** Id of the workflow that carries an application for production. */
export function applicationWorkflowId(applicationId: string): string {
  return `production-application/${applicationId}`;
}

/** Id of the workflow that sends one mail. */
export function mailWorkflowId(mailId: string): string {
  return `mail/${mailId}`;
}

/** Id of the workflow that carries one transaction by itself. */
export function transferWorkflowId(transactionId: string): string {
  return `transfer/${transactionId}`;
}

/** Id of the workflow that carries a group, after its first member. */
export function transfersWorkflowId(firstTransactionId: string): string {
  return `transfers/${firstTransactionId}`;
}

/** Tells the relay or an endpoint's workflow that something new has come. */
export const NUDGE = 'nudge';

/** Id of the workflow that keeps the lane of a ledger. */
export function laneWorkflowId(taskQueue: string): string {
  return `lane/${taskQueue}`;
}

export interface WebhookEndpointInput {
  readonly endpointId: string;
}

/** Id of the workflow that hands on the event log of a ledger. */
export function eventRelayWorkflowId(taskQueue: string): string {
  return `event-relay/${taskQueue}`;
}

/** Id of the workflow that delivers to an endpoint. */
export function webhookEndpointWorkflowId(endpointId: string): string {
  return `webhook-endpoint/${endpointId}`;
}

/**
 * Where deliveries wait for a worker: one of their own, because a receiver may take ten seconds for
 * each answer.
 */
export function deliveriesTaskQueue(taskQueue: string): string {
  return `${taskQueue}-deliveries`;
}

export interface ExecutionInput {
  readonly executionId: string;
}

export interface BatchInput {
  readonly batchId: string;
}

/** Id of the workflow that carries a batch. */
export function batchWorkflowId(batchId: string): string {
  return `batch/${batchId}`;
}

export interface KycInput {
  readonly assessmentId: string;
}

export interface ModelDeploymentInput {
  readonly deploymentId: string;
}

export interface ScoringInput {
  readonly scoringId: string;
}

/** Where scorings wait for a worker: beside the trainings, not behind them. */
export function scoringTaskQueue(taskQueue: string): string {
  return `${taskQueue}-scoring`;
}

export interface TrainingInput {
  readonly jobId: string;
}

/** Where trainings wait for a worker: one of their own, that does nothing else. */
export function trainingTaskQueue(taskQueue: string): string {
  return `${taskQueue}-training`;
}
