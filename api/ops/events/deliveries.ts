// GET /v1/ops/webhooks/{webhookEndpointId}/deliveries: the deliveries to an endpoint of any
// developer, with every attempt, and POST /v1/ops/events/{eventId}/resend. The content of events is
// not shown.

import { createRoute, z } from '@hono/zod-openapi';
import { ownerIn } from '../../../db/oversight/reads.ts';
import { DELIVERY_STATUSES, listDeliveries } from '../../../db/webhooks/delivery-reads.ts';
import { resendEvent } from '../../../db/webhooks/redeliveries.ts';
import { Problem } from '../../kit/errors.ts';
import { hashRequest, operatorCauseOf } from '../../kit/idempotency.ts';
import { operation } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { deliverySchema } from '../../webhooks/delivery-schema.ts';
import { signalEndpoints } from '../../webhooks/signal-endpoints.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';

const EVENTS = { table: 'events', exact: [], within: [] } as const;
const ENDPOINTS = { table: 'webhook_endpoints', exact: [], within: [] } as const;

const route = createRoute({
  method: 'get',
  path: '/v1/ops/webhooks/{webhookEndpointId}/deliveries',
  operationId: 'listDeliveriesAsOperator',
  tags: ['ops'],
  summary: 'List the deliveries to an endpoint, newest first',
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
  const { ledger } = deps.environments[environment];
  if (ownerIn(ledger, ENDPOINTS, endpointId) === null) {
    throw new Problem('webhook_endpoint_not_found');
  }
  const order = pageOrder('delivery', query);
  return c.json(listBody(await listDeliveries(ledger, { endpointId, status, ...order })), 200);
});

const resendRoute = createRoute({
  method: 'post',
  path: '/v1/ops/events/{eventId}/resend',
  operationId: 'resendEventAsOperator',
  tags: ['ops'],
  summary: 'Resend an event to every subscribed endpoint',
  request: { params: pathId('event', 'eventId'), body: actBody('OperatorResend', {}) },
  responses: {
    202: {
      description: 'The deliveries that are due now; empty when the event already has open ones.',
      content: {
        'application/json': {
          schema: z
            .object({ object: z.literal('event_resend'), deliveryIds: z.array(z.string()) })
            .openapi('OperatorResent'),
        },
      },
    },
  },
});

export const resendAsOperator = operation('operator', resendRoute, (deps) => async (c) => {
  const { eventId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const services = deps.environments[environment];
  const tenantId = ownerIn(services.ledger, EVENTS, eventId);
  if (tenantId === null) throw new Problem('event_not_found');
  const resent = await services.ledger.run(resendEvent, {
    tenantId,
    eventId,
    endpointId: null,
    requestHash: hashRequest({ reason }),
    cause: { ...operatorCauseOf(c), idempotencyKey: null },
  });
  await signalEndpoints(services, tenantId, resent.endpointIds);
  return c.json({ object: 'event_resend' as const, deliveryIds: [...resent.deliveryIds] }, 202);
});
