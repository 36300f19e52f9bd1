// DELETE /v1/webhook-endpoints/{endpointId}

import { createRoute } from '@hono/zod-openapi';
import { removeEndpoint } from '../../db/webhooks/endpoints.ts';
import { readIfMatch } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';
import { removedEndpointSchema } from './endpoint-schema.ts';

const route = createRoute({
  method: 'delete',
  path: '/v1/webhook-endpoints/{endpointId}',
  operationId: 'deleteWebhookEndpoint',
  tags: ['webhooks'],
  summary: 'Remove a webhook endpoint permanently',
  description:
    'Nothing is sent to it any more, including open deliveries, and its secrets are deleted.',
  request: { params: pathId('webhookEndpoint', 'endpointId') },
  responses: {
    200: jsonAnswer('The object is removed.', removedEndpointSchema),
  },
});

export const deleteWebhookEndpoint = operation('webhooks:write', route, (deps) => async (c) => {
  const { endpointId = '' } = c.req.valid('param');
  await servicesOf(c, deps).ledger.run(removeEndpoint, {
    tenantId: developerOf(c).tenantId,
    endpointId,
    ifVersion: readIfMatch(c),
    cause: causeOf(c),
  });
  return c.json(
    { id: endpointId, object: 'webhook_endpoint' as const, deleted: true as const },
    200,
  );
});
