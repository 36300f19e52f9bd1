// GET /v1/webhook-endpoints/{endpointId}

import { createRoute } from '@hono/zod-openapi';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';
import { requireEndpoint } from './endpoint.ts';
import { endpointSchema } from './endpoint-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/webhook-endpoints/{endpointId}',
  operationId: 'getWebhookEndpoint',
  tags: ['webhooks'],
  summary: 'Read a webhook endpoint',
  request: { params: pathId('webhookEndpoint', 'endpointId') },
  responses: {
    200: jsonAnswer('The endpoint, without its secret.', endpointSchema),
  },
});

export const getWebhookEndpoint = operation('webhooks:read', route, (deps) => async (c) => {
  const { endpointId = '' } = c.req.valid('param');
  const endpoint = await requireEndpoint(servicesOf(c, deps), developerOf(c).tenantId, endpointId);
  setEtag(c, endpoint);
  return c.json(endpoint, 200);
});
