// Deployments of models in every state, and ways to falsify them, by the invariant that must detect
// them.

import {
  acceptDeployment,
  beginDeployment,
  commandDeployment,
  passGates,
} from '../../../db/deployments/acts.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { registerVersion } from '../../../db/models/acts.ts';
import type { DeploymentPlan } from '../../../ledger/models/deployment.ts';
import type { Breakage } from '../exchange/exchange-breakages.ts';
import { causeOf, hashOf } from '../teller.ts';

const NO_SHADOW = { minMinutes: 0, minSamples: 0 };

const PLAN: DeploymentPlan = {
  shadow: NO_SHADOW,
  steps: [{ percent: 10, ...NO_SHADOW }],
  promoteIf: null,
  autoRollback: false,
  watchMinutes: 0,
  replay: null,
  approvedBy: null,
};

const PASSED_GATE = { name: 'test', threshold: 1, value: 1, passed: true, detail: null };

/** An approved version of a separate model. */
async function makeVersion(ledger: Ledger, tenantId: string, name: string) {
  const registered = await ledger.run(registerVersion, {
    tenantId,
    name,
    task: 'fraud',
    label: '1.0.0',
    source: 'upload',
    approved: true,
    artifact: { sha256: 'ab'.repeat(32), bytes: 1 },
    card: {},
    checks: {},
    requestHash: hashOf(name),
    cause: causeOf(),
  });
  return registered.version;
}

/** A deployment that has passed its gates. */
export async function makeDeployment(
  ledger: Ledger,
  tenantId: string,
  name: string,
  strategy: 'shadow' | 'canary' | 'immediate',
): Promise<string> {
  const { id: versionId } = await makeVersion(ledger, tenantId, name);
  const order = { tenantId, versionId, strategy, plan: PLAN, metadata: {} };
  const orderTerms = { requestHash: hashOf(name), cause: causeOf() };
  const accepted = await ledger.run(acceptDeployment, { ...order, ...orderTerms });
  const deploymentId = accepted.id;
  await ledger.run(beginDeployment, { deploymentId, runId: 'test' });
  await ledger.run(passGates, { deploymentId, gates: [PASSED_GATE], replayReport: null });
  return deploymentId;
}

/** A displaced deployment, an active one, a rolled-back one, and one in the canary. */
export async function makeDeployments(ledger: Ledger, tenantId: string): Promise<string> {
  await makeVersion(ledger, tenantId, 'candidate');
  await makeDeployment(ledger, tenantId, 'displaced', 'immediate');
  await makeDeployment(ledger, tenantId, 'decides', 'immediate');
  const rolledBack = await makeDeployment(ledger, tenantId, 'back', 'shadow');
  const order = { tenantId, deploymentId: rolledBack, act: 'rollback', reason: null } as const;
  await ledger.run(commandDeployment, { ...order, cause: causeOf() });
  return makeDeployment(ledger, tenantId, 'tries', 'canary');
}

export const DEPLOYMENT_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  deployment_agrees_with_its_version: {
    'a version in production whose deployment is in the canary': () =>
      "UPDATE model_versions SET stage = 'production' WHERE stage = 'canary'",
    'an active deployment whose version is in the canary': () =>
      "UPDATE model_deployments SET status = 'active' WHERE status = 'canary'",
    'a version in the shadow without a deployment': () =>
      "UPDATE model_versions SET stage = 'shadow' WHERE stage = 'candidate'",
    'a version in production without a deployment': () =>
      "DELETE FROM model_deployments WHERE status = 'active'",
  },
  production_alias_agrees: {
    'a production alias of an archived version': () =>
      `INSERT INTO model_aliases SELECT model_id, 'production', id, 0 FROM model_versions
       WHERE stage = 'archived'`,
    'a version in production without the production alias': () =>
      "DELETE FROM model_aliases WHERE alias = 'production'",
  },
  one_deployment_decides: {
    'two active deployments of a task': () =>
      "UPDATE model_deployments SET status = 'active' WHERE status = 'superseded'",
    'two deployments in progress for a task': () =>
      "UPDATE model_deployments SET status = 'shadow' WHERE status = 'rolled_back'",
  },
};
