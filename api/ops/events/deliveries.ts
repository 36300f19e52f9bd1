// GET /v1/ops/webhooks/{webhookEndpointId}/deliveries: what was sent to an endpoint of whichever
// developer, with every attempt. What an event says is not in it.

import { createRoute, z } from '@hono/zod-openapi';
import { ownerIn } from '../../../db/oversight/reads.ts';
import { DELIVERY_STATUSES, listDeliveries } from '../../../db/webhooks/delivery-reads.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { deliverySchema } from '../../webhooks/delivery-schema.ts';
import { environmentField } from '../kit/environment.ts';

const ENDPOINTS = { table: 'webhook_endpoints', exact: [], within: [] } as const;

const route = createRoute({
  method: 'get',
  path: '/v1/ops/webhooks/{webhookEndpointId}/deliveries',
  operationId: 'listDeliveriesAsOperator',
  tags: ['ops'],
  summary: 'List what was sent to an endpoint, newest first',
  request: {
    params: pathId('webhookEndpoint', 'webhookEndpointId'),
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(DELIVERY_STATUSES).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('A page of deliveries with every attempt.', listOf(deliverySchema)),
  },
});

export const listDeliveriesAsOperator = operation('operator', route, (deps) => async (c) => {
  const { webhookEndpointId: endpointId = '' } = c.req.valid('param');
  const { environment, status = null, ...query } = c.req.valid('query');
  const { ledger } = deps.desks[environment];
  if (ownerIn(ledger, ENDPOINTS, endpointId) === null) {
    throw new Problem('webhook_endpoint_not_found');
  }
  const order = pageOrder('delivery', query);
  return c.json(listBody(await listDeliveries(ledger, { endpointId, status, ...order })), 200);
});
