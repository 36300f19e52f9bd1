// GET /v1/webhook-endpoints

import { createRoute } from '@hono/zod-openapi';
import { listEndpoints } from '../../db/webhooks/endpoint-reads.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf } from '../kit/schemas.ts';
import { endpointSchema } from './endpoint-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/webhook-endpoints',
  operationId: 'listWebhookEndpoints',
  tags: ['webhooks'],
  summary: 'List webhook endpoints, newest first',
  request: { query: addMetadataFilters(pageQuery) },
  responses: {
    200: jsonAnswer('A page of endpoints.', listOf(endpointSchema)),
  },
});

export const listWebhookEndpoints = operation('webhooks:read', route, (deps) => async (c) => {
  const page = pageOrder('webhookEndpoint', c.req.valid('query'));
  const endpoints = await listEndpoints(servicesOf(c, deps).ledger, developerOf(c).tenantId, page);
  return c.json(listBody(endpoints), 200);
});
