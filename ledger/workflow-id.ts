// Names of workflows, all of them: a row that says which workflow carries it, the caller who starts
// it and the operator who looks it up mean the same one.

const named = (prefix: string) => (id: string) => `${prefix}/${id}`;

/** Carries one transaction by itself. */
export const transferWorkflowId = named('transfer');
/** Carries a group of transactions; by the id of its first member. */
export const transfersWorkflowId = named('transfers');
/** Carries a batch. */
export const batchWorkflowId = named('batch');
/** Carries a payment through its network; by the id of its transaction. */
export const railWorkflowId = named('rail-payment');
/** Carries an execution of a smart contract. */
export const executionWorkflowId = named('contract-execution');
/** Carries an assessment of an identity. */
export const kycWorkflowId = named('kyc-assessment');
/** Carries an application for production. */
export const applicationWorkflowId = named('production-application');
/** Carries the deployment of a model. */
export const deploymentWorkflowId = named('deployment');
/** Carries a training. */
export const trainingWorkflowId = named('model-training');
/** Carries a batch of scores. */
export const scoringWorkflowId = named('model-scoring');
/** Sends one mail. */
export const mailWorkflowId = named('mail');
/** Delivers to a webhook endpoint. */
export const webhookEndpointWorkflowId = named('webhook-endpoint');
/** Moves the test clock of a developer. */
export const clockWorkflowId = named('clock');

// One of each runs beside a ledger; by its task queue.

/** Keeps the lane. */
export const laneWorkflowId = named('lane');
/** Starts the schedules that are due. */
export const schedulesWorkflowId = named('schedules');
/** Hands on the event log. */
export const eventRelayWorkflowId = named('event-relay');
/** Signs and sends for the ledger; a `look` makes it look at the rows at once. */
export const chainSignerId = named('chain-signer');
/** Anchors the log; a `look` makes it close a batch. */
export const chainAnchoringId = named('chain-anchoring');
