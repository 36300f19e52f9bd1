// GET /v1/ai/custom-models, …/{modelId}, …/versions and …/versions/{version}

import { createRoute, z } from '@hono/zod-openapi';
import {
  findModel,
  findModelVersion,
  listModels as readModels,
  listModelVersions as readVersions,
} from '../../db/models/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { modelSchema, modelVersionSchema } from './model-schema.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ai/custom-models',
  operationId: 'listModels',
  tags: ['models'],
  summary: 'List your models and those of the bank, newest first',
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer('A page of models.', listOf(modelSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/ai/custom-models/{modelId}',
  operationId: 'getModel',
  tags: ['models'],
  summary: 'Read a model',
  request: { params: pathId('model', 'modelId') },
  responses: {
    200: jsonAnswer('The model.', modelSchema),
  },
});

const versionsRoute = createRoute({
  method: 'get',
  path: '/v1/ai/custom-models/{modelId}/versions',
  operationId: 'listModelVersions',
  tags: ['models'],
  summary: 'List the versions of a model, newest first',
  request: { params: pathId('model', 'modelId'), query: pageQuery },
  responses: {
    200: jsonAnswer('A page of versions.', listOf(modelVersionSchema)),
  },
});

const versionRoute = createRoute({
  method: 'get',
  path: '/v1/ai/custom-models/{modelId}/versions/{label}',
  operationId: 'getModelVersion',
  tags: ['models'],
  summary: 'Read a version by its number, or by an alias: `latest`, `production`',
  request: {
    params: pathId('model', 'modelId').extend({
      label: z.string().openapi({ param: { name: 'label', in: 'path' }, example: '1.0.0' }),
    }),
  },
  responses: {
    200: jsonAnswer('The version.', modelVersionSchema),
  },
});

export const listModels = operation('models:read', listRoute, (deps) => async (c) => {
  const order = pageOrder('model', c.req.valid('query'));
  const { tenantId } = developerOf(c);
  const page = await readModels(servicesOf(c, deps).ledger, { ...order, tenantId });
  return c.json(listBody(page), 200);
});

export const getModel = operation('models:read', getRoute, (deps) => async (c) => {
  const { modelId = '' } = c.req.valid('param');
  const model = await findModel(servicesOf(c, deps).ledger, developerOf(c).tenantId, modelId);
  if (!model) throw new Problem('model_not_found');
  return c.json(model, 200);
});

export const listModelVersions = operation('models:read', versionsRoute, (deps) => async (c) => {
  const { modelId = '' } = c.req.valid('param');
  const order = pageOrder('modelVersion', c.req.valid('query'));
  const { tenantId } = developerOf(c);
  const page = await readVersions(servicesOf(c, deps).ledger, { ...order, tenantId, modelId });
  if (!page) throw new Problem('model_not_found');
  return c.json(listBody(page), 200);
});

export const getModelVersion = operation('models:read', versionRoute, (deps) => async (c) => {
  const { modelId = '', label = '' } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const version = await findModelVersion(servicesOf(c, deps).ledger, { tenantId, modelId, label });
  if (!version) throw new Problem('model_not_found');
  setEtag(c, version);
  return c.json(version, 200);
});
