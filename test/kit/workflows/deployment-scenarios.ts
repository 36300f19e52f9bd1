// Scenarios of the workflow of a deployment: the unwind suite plays them under each fault, and
// scripts/record-histories.ts records them.

import { createHash, randomUUID } from 'node:crypto';
import { acceptDeployment } from '../../../db/deployments/acts.ts';
import { readDeployment } from '../../../db/deployments/reads.ts';
import { registerVersion } from '../../../db/models/acts.ts';
import type { DeploymentPlan } from '../../../ledger/models/deployment.ts';
import { deploymentWorkflowId } from '../../../ledger/workflow-id.ts';
import { signalWorkflow } from '../../../workflows/record-workflows.ts';
import { cause } from '../bank/books.ts';
import { makeConstantModel } from '../models/transfer-models.ts';
import type { Rig } from './rig.ts';
import type { Fault } from './unwind.ts';

const NO_SHADOW = { minMinutes: 0, minSamples: 0 };

/** Gates, shadow and two steps of the canary, without a minimum of time or samples. */
const PLAN: DeploymentPlan = {
  shadow: NO_SHADOW,
  steps: [
    { percent: 10, ...NO_SHADOW },
    { percent: 50, ...NO_SHADOW },
  ],
  promoteIf: {},
  autoRollback: false,
  watchMinutes: 0,
  replay: null,
  approvedBy: null,
};

const FEATURES = 23;

/** Accepts a deployment of a new model; nothing starts its workflow. */
export async function orderDeployment(rig: Rig, plan: Partial<DeploymentPlan> = {}) {
  const file = makeConstantModel(-4);
  const sha256 = createHash('sha256').update(file).digest('hex');
  await rig.artifacts.put(sha256, file);
  const tenantId = `dev_${randomUUID()}`;
  const features = Array.from({ length: FEATURES }, (_, index) => {
    return { name: `f${index}`, mayBeMissing: true };
  });
  const signature = { input: 'features', output: 'probability', column: 0, columns: 1 };
  const registered = await rig.faultFreeLedger.run(registerVersion, {
    tenantId,
    name: 'played',
    task: 'fraud',
    label: '1.0.0',
    source: 'upload',
    approved: true,
    artifact: { sha256, bytes: file.length },
    card: { features },
    checks: { signature, perRow: { bytes: 4 }, probe: {} },
    requestHash: Buffer.alloc(32),
    cause,
  });
  const accepted = await rig.faultFreeLedger.run(acceptDeployment, {
    tenantId,
    versionId: registered.version.id,
    strategy: 'shadow',
    plan: { ...PLAN, ...plan },
    metadata: {},
    requestHash: Buffer.alloc(32),
    cause,
  });
  return { tenantId, deploymentId: accepted.id };
}

interface DeploymentStrike {
  readonly step: string;
  readonly fault: Fault;
}

/** Plays a deployment until it is at rest, with a fault at one of its steps. */
export async function playDeployment(rig: Rig, strike: DeploymentStrike | null) {
  const { deploymentId, tenantId } = await orderDeployment(rig);
  const trap = strike && rig.faults.set(deploymentId, strike.step, strike.fault);
  await signalWorkflow(rig.starter, 'deployment', { id: deploymentId, tenantId });
  const workflowId = deploymentWorkflowId(deploymentId);
  const result: unknown = await rig.client.workflow.getHandle(workflowId).result();
  return {
    deploymentId,
    tenantId,
    workflowId,
    result,
    trap,
    row: readDeployment(rig.faultFreeLedger, deploymentId),
  };
}
