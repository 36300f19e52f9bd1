// The workflows that the worker registers. Names are part of the histories: never rename one.

import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow';
import { batch } from './batch.ts';
import { contractExecution } from './contract-execution.ts';
import { mail } from './mail.ts';
import { modelScoring } from './model-scoring.ts';
import { noop } from './noop.ts';
import { transfer } from './transfer.ts';
import { transfers } from './transfers.ts';

// Where versions of workers are distinguished (KONTOR_BUILD_ID), these end on the version that
// began them; all others go on with the current one (docs/decisions/0152-versions-of-workers.md).
const SHORT = [batch, contractExecution, mail, modelScoring, noop, transfer, transfers];
for (const short of SHORT) {
  setWorkflowOptions(
    () => {
      // Temporal refuses every task of a worker that pins and has no version.
      const isVersioned = Boolean(workflowInfo().currentDeploymentVersion?.deploymentName);
      return isVersioned ? { versioningBehavior: 'PINNED' } : {};
    },
    short as () => Promise<unknown>,
  );
}

export { chainAnchoring } from './chain-anchoring.ts';
export { chainSigner } from './chain-signer.ts';
export { clock } from './clock.ts';
export { eventRelay } from './event-relay.ts';
export { kycAssessment } from './kyc-assessment.ts';
export { lane } from './lane.ts';
export { modelDeployment } from './model-deployment.ts';
export { modelTraining } from './model-training.ts';
export { productionApplication } from './production-application.ts';
export { railPayment } from './rail-payment.ts';
export { schedule } from './schedule.ts';
export { schedules } from './schedules.ts';
export { webhookEndpoint } from './webhook-endpoint.ts';
export { batch, contractExecution, mail, modelScoring, noop, transfer, transfers };
