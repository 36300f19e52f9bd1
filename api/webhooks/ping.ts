// POST /v1/webhook-endpoints/{endpointId}/ping

import { createRoute } from '@hono/zod-openapi';
import { findEvent } from '../../db/events/reads.ts';
import { pingEndpoint } from '../../db/webhooks/endpoints.ts';
import { eventSchema } from '../events/event-schema.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/webhook-endpoints/{endpointId}/ping',
  operationId: 'pingWebhookEndpoint',
  bindsKey: true,
  tags: ['webhooks'],
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Writes a `webhook.test` event, which is sent only to this endpoint, regardless of its ' +
    'subscription. The deliveries of the endpoint show the result.',
  request: { params: pathId('webhookEndpoint', 'endpointId') },
  responses: {
    201: jsonAnswer('The event that is being delivered.', eventSchema),
  },
});

export const pingWebhookEndpoint = operation('webhooks:write', route, (deps) => async (c) => {
  const { endpointId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { id, replayed } = await ledger.run(pingEndpoint, {
    tenantId,
    endpointId,
    ifVersion: null,
    requestHash: hashRequest({}),
    cause: causeOf(c),
  });
  const event = await findEvent(ledger, tenantId, id);
  if (!event) throw new Problem('event_not_found');
  if (replayed) c.header('Idempotency-Replayed', 'true');
  return c.json(event, 201);
});
