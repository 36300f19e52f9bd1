// GET /v1/ops/deployments, the decision about one, and taking one back: in production a person of
// the bank agrees before a developer's model decides anything.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { commandDeployment, decideDeployment as decide } from '../../../db/deployments/acts.ts';
import {
  findModelDeployment,
  listDeploymentApprovals,
  readDeployment,
  readDeploymentChanges,
} from '../../../db/deployments/reads.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { DEPLOYMENT_APPROVALS } from '../../../ledger/models/deployment.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { nudgeDeployment } from '../../models/deploy.ts';
import { deploymentSchema, watchedDeploymentSchema } from '../../models/deployment-schema.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';

/**
 * A filter value in addition to the decisions, which selects every deployment, also those that need
 * no decision.
 */
const ANY_STATUS = 'any';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/deployments',
  operationId: 'listDeploymentApprovals',
  tags: ['ops'],
  summary: 'List deployments, pending or decided, newest first',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z
        .enum([...DEPLOYMENT_APPROVALS, ANY_STATUS])
        .default('requested')
        .openapi({
          description: 'The decision of the bank; `any` includes deployments without a decision.',
        }),
    }),
  },
  responses: {
    200: jsonAnswer('A page of deployments.', listOf(deploymentSchema)),
  },
});

const detailRoute = createRoute({
  method: 'get',
  path: '/v1/ops/deployments/{deploymentId}',
  operationId: 'getDeploymentAsOperator',
  tags: ['ops'],
  summary: 'Read a deployment of any developer, with its observations and pending decision',
  request: { params: pathId('deployment', 'deploymentId'), query: environmentQuery },
  responses: {
    200: jsonAnswer('The deployment.', watchedDeploymentSchema),
  },
});

const deploymentAnswer = {
  200: jsonAnswer('The deployment.', deploymentSchema),
};

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/deployments/{deploymentId}/decision',
  operationId: 'decideDeployment',
  tags: ['ops'],
  summary: 'Approve or refuse a deployment in production',
  description:
    'Decided once; repeating the same decision is not an error. A refusal ends the ' +
    'deployment.',
  request: {
    params: pathId('deployment', 'deploymentId'),
    body: actBody('DeploymentDecision', { decision: z.enum(['granted', 'denied']) }),
  },
  responses: deploymentAnswer,
});

const rollbackRoute = createRoute({
  method: 'post',
  path: '/v1/ops/deployments/{deploymentId}/rollback',
  operationId: 'rollbackDeployment',
  tags: ['ops'],
  summary: "Roll back a developer's version",
  request: {
    params: pathId('deployment', 'deploymentId'),
    body: actBody('DeploymentRollback', {}),
  },
  responses: deploymentAnswer,
});

export const listDeploymentsToDecide = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const order = pageOrder('deployment', query);
  const filter = { ...order, approval: status === ANY_STATUS ? null : status };
  const page = await listDeploymentApprovals(deps.environments[environment].ledger, filter);
  return c.json(listBody(page), 200);
});

export const getDeploymentAsOperator = operation('operator', detailRoute, (deps) => async (c) => {
  const { deploymentId = '' } = c.req.valid('param');
  const { ledger } = deps.environments[c.req.valid('query').environment];
  const deployment = await findModelDeployment(ledger, null, deploymentId);
  if (!deployment) throw new Problem('deployment_not_found');
  return c.json({ ...deployment, ...readDeploymentChanges(ledger, deploymentId) }, 200);
});

interface RecordedAct {
  readonly environment: EnvironmentName;
  readonly deploymentId: string;
  readonly action: string;
  readonly reason: string;
}

async function recordAndRead(c: Context<AppEnv>, deps: Deps, recordedAct: RecordedAct) {
  const { environment, deploymentId, action, reason } = recordedAct;
  const services = deps.environments[environment];
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action,
    objectId: deploymentId,
    environment,
    detail: { reason },
  });
  const row = readDeployment(services.ledger, deploymentId);
  if (row) nudgeDeployment(deps, services, row);
  const deployment = await findModelDeployment(services.ledger, null, deploymentId);
  if (!deployment) throw new Problem('deployment_not_found');
  return deployment;
}

export const decideDeployment = operation('operator', decisionRoute, (deps) => async (c) => {
  const { deploymentId = '' } = c.req.valid('param');
  const { environment, decision, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const cause = operatorCauseOf(c);
  await ledger.run(decide, { deploymentId, decision, reason, cause });
  const action = `deployment.${decision}`;
  return c.json(await recordAndRead(c, deps, { environment, deploymentId, action, reason }), 200);
});

export const rollbackDeployment = operation('operator', rollbackRoute, (deps) => async (c) => {
  const { deploymentId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const order = { deploymentId, act: 'rollback', reason, tenantId: null } as const;
  await ledger.run(commandDeployment, { ...order, cause: operatorCauseOf(c) });
  const action = 'deployment.rolled_back';
  return c.json(await recordAndRead(c, deps, { environment, deploymentId, action, reason }), 200);
});
