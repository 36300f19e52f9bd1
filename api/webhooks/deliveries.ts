// GET /v1/webhook-endpoints/{endpointId}/deliveries, one delivery, and statistics of the endpoint.

import { createRoute, z } from '@hono/zod-openapi';
import {
  DELIVERY_STATUSES,
  findDelivery,
  listDeliveries as readDeliveries,
  readStatistics,
} from '../../db/webhooks/delivery-reads.ts';
import type { DeliveryView } from '../../db/webhooks/delivery-view.ts';
import type { Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { deliverySchema, statisticsSchema } from './delivery-schema.ts';
import { requireEndpoint } from './endpoint.ts';

/** The path parameters of a delivery. */
export const deliveryPath = pathId('webhookEndpoint', 'endpointId').extend(
  pathId('delivery', 'deliveryId').shape,
);

const listRoute = createRoute({
  method: 'get',
  path: '/v1/webhook-endpoints/{endpointId}/deliveries',
  operationId: 'listWebhookDeliveries',
  tags: ['webhooks'],
  summary: 'List the deliveries to an endpoint, newest first',
  request: {
    params: pathId('webhookEndpoint', 'endpointId'),
    query: pageQuery.extend({ status: z.enum(DELIVERY_STATUSES).optional() }),
  },
  responses: {
    200: jsonAnswer('A page of deliveries with every attempt.', listOf(deliverySchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}',
  operationId: 'getWebhookDelivery',
  tags: ['webhooks'],
  summary: 'Read one delivery',
  request: { params: deliveryPath },
  responses: {
    200: jsonAnswer('The delivery with every attempt.', deliverySchema),
  },
});

const statisticsRoute = createRoute({
  method: 'get',
  path: '/v1/webhook-endpoints/{endpointId}/statistics',
  operationId: 'getWebhookStatistics',
  tags: ['webhooks'],
  summary: 'Read statistics of the deliveries to an endpoint',
  request: { params: pathId('webhookEndpoint', 'endpointId') },
  responses: {
    200: jsonAnswer(
      'Counts of its deliveries and figures of its latest attempts.',
      statisticsSchema,
    ),
  },
});

export const listWebhookDeliveries = operation('webhooks:read', listRoute, (deps) => async (c) => {
  const { endpointId = '' } = c.req.valid('param');
  const { status = null, ...page } = c.req.valid('query');
  const services = servicesOf(c, deps);
  await requireEndpoint(services, developerOf(c).tenantId, endpointId);
  const order = pageOrder('delivery', page);
  const deliveries = await readDeliveries(services.ledger, { endpointId, status, ...order });
  return c.json(listBody(deliveries), 200);
});

/**
 * Returns a delivery of the tenant.
 * @throws Problem when the endpoint or delivery does not exist
 */
export async function requireDelivery(
  services: Services,
  tenantId: string,
  { endpointId = '', deliveryId = '' }: Record<string, string>,
): Promise<DeliveryView> {
  await requireEndpoint(services, tenantId, endpointId);
  const delivery = await findDelivery(services.ledger, endpointId, deliveryId);
  if (!delivery) throw new Problem('webhook_delivery_not_found');
  return delivery;
}

export const getWebhookDelivery = operation('webhooks:read', getRoute, (deps) => async (c) => {
  const { tenantId } = developerOf(c);
  return c.json(await requireDelivery(servicesOf(c, deps), tenantId, c.req.valid('param')), 200);
});

export const getWebhookStatistics = operation(
  'webhooks:read',
  statisticsRoute,
  (deps) => async (c) => {
    const { endpointId = '' } = c.req.valid('param');
    const services = servicesOf(c, deps);
    await requireEndpoint(services, developerOf(c).tenantId, endpointId);
    return c.json(await readStatistics(services.ledger, endpointId), 200);
  },
);
