// Ids of workflows. Rows, callers and operators derive them by the same functions.

/** The workflow of a transaction. */
export interface WorkflowRef {
  readonly id: string;
  /** Null until the workflow has started, which it does after the commit. */
  readonly runId: string | null;
}

const nameWith = (prefix: string) => (id: string) => `${prefix}/${id}`;

/** Carries one transaction. */
export const transferWorkflowId = nameWith('transfer');
/** Carries a group of transactions, named by the id of its first member. */
export const transfersWorkflowId = nameWith('transfers');
/** Carries a scheduled payment, from its creation to its end. */
export const scheduleWorkflowId = nameWith('schedule');
/** Carries a batch. */
export const batchWorkflowId = nameWith('batch');
/** Carries a payment through its network, named by the id of its transaction. */
export const railWorkflowId = nameWith('rail-payment');
/** Carries an execution of a smart contract. */
export const executionWorkflowId = nameWith('contract-execution');
/** Carries an assessment of an identity. */
export const kycWorkflowId = nameWith('kyc-assessment');
/** Carries an application for production. */
export const applicationWorkflowId = nameWith('production-application');
/** Carries the deployment of a model. */
export const deploymentWorkflowId = nameWith('deployment');
/** Carries a training. */
export const trainingWorkflowId = nameWith('model-training');
/** Carries a batch of scores. */
export const scoringWorkflowId = nameWith('model-scoring');
/** Sends one mail. */
export const mailWorkflowId = nameWith('mail');
/** Delivers to a webhook endpoint. */
export const webhookEndpointWorkflowId = nameWith('webhook-endpoint');
/** Moves the test clock of a developer. */
export const clockWorkflowId = nameWith('clock');

// Each ledger has one of each of the following, named by its task queue.

/** Runs the lane, in which transactions are booked in groups. */
export const laneWorkflowId = nameWith('lane');
/** Starts the schedules that are due. */
export const schedulesWorkflowId = nameWith('schedules');
/** Relays the event log. */
export const eventRelayWorkflowId = nameWith('event-relay');
/** Signs and sends chain transactions; the signal `look` makes it read its rows at once. */
export const chainSignerId = nameWith('chain-signer');
/** Anchors the signed log; the signal `look` makes it close a batch. */
export const chainAnchoringId = nameWith('chain-anchoring');
