// The workflows that the worker registers. Names are part of the histories: never rename one.

export { batch } from './batch.ts';
export { chainAnchoring } from './chain-anchoring.ts';
export { chainSigner } from './chain-signer.ts';
export { clock } from './clock.ts';
export { contractExecution } from './contract-execution.ts';
export { eventRelay } from './event-relay.ts';
export { kycAssessment } from './kyc-assessment.ts';
export { lane } from './lane.ts';
export { mail } from './mail.ts';
export { modelDeployment } from './model-deployment.ts';
export { modelScoring } from './model-scoring.ts';
export { modelTraining } from './model-training.ts';
export { noop } from './noop.ts';
export { productionApplication } from './production-application.ts';
export { railPayment } from './rail-payment.ts';
export { schedule } from './schedule.ts';
export { schedules } from './schedules.ts';
export { transfer } from './transfer.ts';
export { transfers } from './transfers.ts';
export { webhookEndpoint } from './webhook-endpoint.ts';
