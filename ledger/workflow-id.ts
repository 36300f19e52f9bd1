// Ids of all workflows: the row that names its workflow, the caller who starts it and the operator
// who looks it up use the same one.

/** The workflow that carries a transaction. */
export interface WorkflowRef {
  readonly id: string;
  /** Null: it is started after the commit, and has no run yet. */
  readonly runId: string | null;
}

const nameWith = (prefix: string) => (id: string) => `${prefix}/${id}`;

/** Carries one transaction by itself. */
export const transferWorkflowId = nameWith('transfer');
/** Carries a group of transactions; by the id of its first member. */
export const transfersWorkflowId = nameWith('transfers');
/** Carries a scheduled payment, from its creation to its end. */
export const scheduleWorkflowId = nameWith('schedule');
/** Carries a batch. */
export const batchWorkflowId = nameWith('batch');
/** Carries a payment through its network; by the id of its transaction. */
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

// One of each runs beside a ledger; by its task queue.

/** Keeps the lane. */
export const laneWorkflowId = nameWith('lane');
/** Starts the schedules that are due. */
export const schedulesWorkflowId = nameWith('schedules');
/** Hands on the event log. */
export const eventRelayWorkflowId = nameWith('event-relay');
/** Signs and sends for the ledger; a `look` makes it look at the rows at once. */
export const chainSignerId = nameWith('chain-signer');
/** Anchors the log; a `look` makes it close a batch. */
export const chainAnchoringId = nameWith('chain-anchoring');
