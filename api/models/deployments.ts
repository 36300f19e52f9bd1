// GET /v1/ai/custom-models/deployments and …/{deploymentId}; POST …/promote, …/rollback, …/abort

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { commandDeployment } from '../../db/deployments/acts.ts';
import {
  findModelDeployment,
  readDeploymentChanges,
  listModelDeployments as readPage,
} from '../../db/deployments/reads.ts';
import { DEPLOYMENT_STATUSES, type DeploymentAct } from '../../ledger/models/deployment.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, jsonBody, listOf, pathId } from '../kit/schemas.ts';
import { nudgeDeployment } from './deploy.ts';
import { actBody, deploymentSchema, watchedDeploymentSchema } from './deployment-schema.ts';

const PATH = '/v1/ai/custom-models/deployments';

const answersOf = (description: string) => ({
  200: jsonAnswer(description, deploymentSchema),
});

const listRoute = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'listModelDeployments',
  tags: ['models'],
  summary: 'List deployments of models, newest first',
  request: {
    query: addMetadataFilters(pageQuery.extend({ status: z.enum(DEPLOYMENT_STATUSES).optional() })),
  },
  responses: {
    200: jsonAnswer('A page of deployments.', listOf(deploymentSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: `${PATH}/{deploymentId}`,
  operationId: 'getModelDeployment',
  tags: ['models'],
  summary: 'Read a deployment with its progress and the findings of its gates',
  request: { params: pathId('deployment', 'deploymentId') },
  responses: {
    200: jsonAnswer(
      'The deployment, with the observations of its current step.',
      watchedDeploymentSchema,
    ),
  },
});

const createActRoute = (act: DeploymentAct, summary: string, description: string) =>
  createRoute({
    method: 'post',
    path: `${PATH}/{deploymentId}/${act}`,
    operationId: `${act}ModelDeployment`,
    tags: ['models'],
    summary,
    description,
    request: {
      params: pathId('deployment', 'deploymentId'),
      body: jsonBody(actBody),
    },
    responses: answersOf('The deployment in its present state.'),
  });

const promoteRoute = createActRoute(
  'promote',
  'Promote a deployment to its next step',

  "From shadow to canary, through the canary's steps, and to all customers; in production " +
    "only after an operator's approval.",
);
const rollbackRoute = createActRoute(
  'rollback',
  'Roll back a version',

  'Allowed at any step, also when the version decides for all customers: the previous ' +
    'version decides from the next decision on. A version that was rolled back cannot be ' +
    'deployed again; upload another one.',
);
const abortRoute = createActRoute(
  'abort',
  'Abort a deployment in progress',

  'The deployment is `aborted` and its version a candidate again. A version that decides ' +
    'for all customers cannot be aborted; roll it back.',
);

async function readDeployment(c: Context<AppEnv>, deps: Deps, deploymentId: string) {
  const { ledger } = servicesOf(c, deps);
  const deployment = await findModelDeployment(ledger, developerOf(c).tenantId, deploymentId);
  if (!deployment) throw new Problem('deployment_not_found');
  setEtag(c, deployment);
  return deployment;
}

export const listModelDeployments = operation('models:read', listRoute, (deps) => async (c) => {
  const { status, ...query } = c.req.valid('query');
  const order = pageOrder('deployment', query);
  const { tenantId } = developerOf(c);
  const page = await readPage(servicesOf(c, deps).ledger, { ...order, tenantId, status });
  return c.json(listBody(page), 200);
});

export const getModelDeployment = operation('models:read', getRoute, (deps) => async (c) => {
  const { deploymentId = '' } = c.req.valid('param');
  const deployment = await readDeployment(c, deps, deploymentId);
  const changes = readDeploymentChanges(servicesOf(c, deps).ledger, deploymentId);
  return c.json({ ...deployment, ...changes }, 200);
});

async function runAct(
  c: Context<AppEnv>,
  deps: Deps,
  order: { act: DeploymentAct; deploymentId: string; reason: string | null },
) {
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const command = { ...order, tenantId, cause: causeOf(c) };
  const { replayed } = await services.ledger.run(commandDeployment, command);
  if (replayed) c.header('Idempotency-Replayed', 'true');
  else nudgeDeployment(deps, services, { id: order.deploymentId, tenantId });
  return readDeployment(c, deps, order.deploymentId);
}

const createActOperation = (name: DeploymentAct, route: ReturnType<typeof createActRoute>) =>
  operation('models:deploy', route, (deps) => async (c) => {
    const { deploymentId = '' } = c.req.valid('param');
    const { reason = null } = c.req.valid('json');
    return c.json(await runAct(c, deps, { act: name, deploymentId, reason }), 200);
  });

export const promoteModelDeployment = createActOperation('promote', promoteRoute);
export const rollbackModelDeployment = createActOperation('rollback', rollbackRoute);
export const abortModelDeployment = createActOperation('abort', abortRoute);
