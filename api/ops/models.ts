// GET /v1/ops/models and the decision about a version: in production a person of the bank agrees
// before a developer's model may be deployed.

import { createRoute, z } from '@hono/zod-openapi';
import { listModelApprovals } from '../../db/models/reads.ts';
import { MODEL_APPROVALS } from '../../ledger/models/model.ts';
import { operatorCauseOf } from '../kit/idempotency.ts';
import { operation, operatorOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { listOf, pathId } from '../kit/schemas.ts';
import { modelVersionSchema } from '../models/model-schema.ts';
import { actBody } from './act-body.ts';
import { environmentField } from './environment.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/models',
  operationId: 'listModelApprovals',
  tags: ['ops'],
  summary: 'List versions of models that wait for the bank, or were decided; newest first',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(MODEL_APPROVALS).default('pending_approval'),
    }),
  },
  responses: {
    200: {
      description: 'A page of versions.',
      content: { 'application/json': { schema: listOf(modelVersionSchema) } },
    },
  },
});

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/models/{versionId}/decision',
  operationId: 'decideModel',
  tags: ['ops'],
  summary: 'Let a version of a model be deployed, or refuse it',
  description: 'Decided once; the same decision again is no error.',
  request: {
    params: pathId('modelVersion', 'versionId'),
    body: actBody('ModelDecision', { decision: z.enum(['approved', 'rejected']) }),
  },
  responses: {
    200: {
      description: 'The version.',
      content: { 'application/json': { schema: modelVersionSchema } },
    },
  },
});

export const listModelsToDecide = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const order = pageOrder('modelVersion', query);
  const page = await listModelApprovals(deps.desks[environment].ledger, { ...order, status });
  return c.json(listBody(page), 200);
});

export const decideModel = operation('operator', decisionRoute, (deps) => async (c) => {
  const { versionId = '' } = c.req.valid('param');
  const { environment, decision, reason } = c.req.valid('json');
  const { models } = deps.desks[environment].ledger;
  const cause = operatorCauseOf(c);
  const version = await models.decide({ versionId, decision, reason, cause });
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: `model.${decision}`,
    objectId: versionId,
    environment,
    detail: { reason },
  });
  return c.json(version, 200);
});
