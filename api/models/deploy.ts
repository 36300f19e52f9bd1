// POST /v1/ai/custom-models/deploy: orders the deployment of a version. Refusals that need no gate
// are made here; the gates run in the workflow.

import { createRoute, type z } from '@hono/zod-openapi';
import { findWrongColumn, SERVED_FEATURES } from '../../ai/serving/features.ts';
import { acceptDeployment } from '../../db/deployments/acts.ts';
import { findModelDeployment } from '../../db/deployments/reads.ts';
import { findModel, findModelVersion } from '../../db/models/reads.ts';
import type { ModelVersionView } from '../../db/models/view.ts';
import { type DeploymentPlan, isLiveTask, type LiveTask } from '../../ledger/models/deployment.ts';
import { ArtifactMismatch } from '../../models/artifact-store.ts';
import { isProtectedName } from '../../models/features/protected-names.ts';
import { signalWorkflow } from '../../workflows/record-workflows.ts';
import type { Deps, Services } from '../kit/context.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { deploymentBody, deploymentSchema } from './deployment-schema.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/custom-models/deploy',
  operationId: 'deployModel',
  bindsKey: true,
  tags: ['models'],
  summary: 'Deploy a version of a model',
  description:
    'A task has one deployment at a time. In the sandbox you promote it yourself; in ' +
    'production an operator must approve before it decides.',
  request: {
    body: jsonBody(deploymentBody),
  },
  responses: {
    202: jsonAnswer('Accepted; its gates run now.', deploymentSchema),
  },
});

type Body = z.output<typeof deploymentBody>;

/** Defaults of the strategy. */
const DEFAULTS = {
  sandbox: { shadow: { minMinutes: 0, minSamples: 30 }, watchMinutes: 60 },
  production: { shadow: { minMinutes: 24 * 60, minSamples: 1_000 }, watchMinutes: 24 * 60 },
};

export const deployModel = operation('models:deploy', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { tenantId, environment } = developerOf(c);
  const services = servicesOf(c, deps);
  const { ledger } = services;
  if (body.environment !== environment) {
    throw new Problem(
      'environment_mismatch',
      `The key is for the ${environment}: use a key of ${body.environment}.`,
    );
  }
  const { modelId, version: label } = body;
  const version = await findModelVersion(ledger, { tenantId, modelId, label });
  const model = await findModel(ledger, tenantId, modelId);
  if (!version || !model) throw new Problem('model_not_found');
  if (model.owner === 'platform') {
    const detail = 'The model comes with the bank: it decides until you deploy your own.';
    throw new Problem('model_not_deployable', detail);
  }
  refuseUnfit(version, body);
  await deps.artifacts.get(version.artifact.sha256).catch(throwProblem);
  const { id, replayed } = await ledger.run(acceptDeployment, {
    tenantId,
    versionId: version.id,
    strategy: body.strategy.type,
    plan: createPlan(body, environment),
    metadata: body.metadata ?? {},
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  else deps.failPoint('after-accept-deployment');
  nudgeDeployment(deps, services, { id, tenantId });
  const deployment = await findModelDeployment(ledger, tenantId, id);
  if (!deployment) throw new Problem('deployment_not_found');
  c.header('Location', `/v1/ai/custom-models/deployments/${id}`);
  setEtag(c, deployment);
  return c.json(deployment, 202);
});

/**
 * Signals the workflow to read the row. When Temporal is unavailable, the sweeper starts it later.
 */
export function nudgeDeployment(
  { log }: Pick<Deps, 'log'>,
  services: Pick<Services, 'workflowTarget'>,
  deployment: { readonly id: string; readonly tenantId: string },
): void {
  const target = services.workflowTarget();
  if (!target) return;
  signalWorkflow(target, 'deployment', deployment).catch((error: unknown) => {
    const { id } = deployment;
    log.warn(
      { deployment: id, cause: String(error) },
      'signalling the workflow of a deployment failed; the sweeper tries again',
    );
  });
}

function createPlan(
  { strategy, replay, approvedBy }: Body,
  environment: keyof typeof DEFAULTS,
): DeploymentPlan {
  const { type, canaryPercent, steps, shadow, promoteIf, rollbackIf } = strategy;
  const { autoRollback, watchMinutes } = strategy;
  const defaults = DEFAULTS[environment];
  const singleStep =
    canaryPercent === undefined ? [] : [{ percent: canaryPercent, ...defaults.shadow }];
  return {
    shadow: type === 'shadow' ? (shadow ?? defaults.shadow) : { minMinutes: 0, minSamples: 0 },
    steps: steps ?? singleStep,
    promoteIf: promoteIf ?? null,
    autoRollback,
    ...(rollbackIf && { rollbackIf }),
    watchMinutes: watchMinutes ?? defaults.watchMinutes,
    replay: replay
      ? { from: Date.parse(replay.from), to: Date.parse(replay.to), limit: replay.limit }
      : null,
    approvedBy: approvedBy ?? null,
  };
}

/** Refuses a version that no gate could pass. A version is immutable, so no lock is needed. */
function refuseUnfit(version: ModelVersionView, { strategy, replay }: Body): void {
  if (version.approvalStatus !== 'approved') {
    throw new Problem(
      'model_not_approved',
      `The version is ${version.approvalStatus}; a deployment requires approved.`,
    );
  }
  const { signature, probe } = version.checks as { signature?: unknown; probe?: unknown };
  if (!signature || !probe) {
    throw new Problem(
      'gate_failed',
      'checks_at_upload: the gate never ran this version; upload the file again.',
    );
  }
  const { task } = version;
  if (!isLiveTask(task)) {
    const live = 'Models of this task decide no live requests: use the strategy immediate.';
    if (strategy.type !== 'immediate') throw invalidField('/strategy/type', live);
    if (replay)
      throw invalidField(
        '/replay',
        'Models of this task decide no live requests; leave the field out.',
      );
    return;
  }
  const { features } = version.card as { readonly features: readonly { readonly name: string }[] };
  refuseFeatures(
    task,
    features.map(({ name }) => name),
  );
}

function refuseFeatures(task: LiveTask, names: readonly string[]): void {
  const protectedName = task === 'credit' ? names.find(isProtectedName) : undefined;
  if (protectedName !== undefined) {
    const position = names.indexOf(protectedName) + 1;
    const message = `Feature ${position} is ${protectedName}, a protected attribute.`;
    throw new Problem('model_protected_attribute', message);
  }
  const wrongColumn = findWrongColumn(task, names);
  if (wrongColumn === null) return;
  const expectedName = SERVED_FEATURES[task][wrongColumn] ?? 'none';
  const message = `Feature ${wrongColumn + 1} is ${names[wrongColumn] ?? 'missing'}; expected ${expectedName}.`;
  throw new Problem('model_features_mismatch', message);
}

function throwProblem(error: unknown): never {
  if (!(error instanceof ArtifactMismatch)) throw error;
  throw new Problem('artifact_hash_mismatch', undefined, { cause: error });
}
