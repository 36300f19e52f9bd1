// PATCH /v1/webhook-endpoints/{endpointId}

import { createRoute, z } from '@hono/zod-openapi';
import { changeEndpoint } from '../../db/webhooks/endpoints.ts';
import { readIfMatch, setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { metadataChange } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { checkUrl, requireEndpoint, wholeUrl } from './endpoint.ts';
import { endpointFields, endpointSchema } from './endpoint-schema.ts';

const bodySchema = z
  .strictObject({
    ...endpointFields,
    metadata: metadataChange,
    status: z.enum(['enabled', 'disabled']).openapi({
      description: 'enabled: also for an endpoint that the bank has disabled.',
    }),
  })
  .partial()
  .openapi('WebhookEndpointUpdate');

const route = createRoute({
  method: 'patch',
  path: '/v1/webhook-endpoints/{endpointId}',
  operationId: 'updateWebhookEndpoint',
  tags: ['webhooks'],
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'Open deliveries go to the new URL. Events that happen while it is disabled are not ' +
    'sent later; replay them. Send If-Match to refuse lost updates.',
  request: {
    params: pathId('webhookEndpoint', 'endpointId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The endpoint after the change.', endpointSchema),
  },
});

export const updateWebhookEndpoint = operation('webhooks:write', route, (deps) => async (c) => {
  const { endpointId = '' } = c.req.valid('param');
  const { status, url, ...fields } = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const before = await requireEndpoint(services, tenantId, endpointId);
  const isSameUrl =
    url === before.url || url === wholeUrl(deps, services, endpointId) || url === undefined;
  await services.ledger.run(changeEndpoint, {
    tenantId,
    endpointId,
    fields: isSameUrl ? fields : { ...fields, url: checkUrl(url, endpointId, services, deps) },
    status,
    ifVersion: readIfMatch(c),
    cause: causeOf(c),
  });
  const after = await requireEndpoint(services, tenantId, endpointId);
  const endpoint = isSameUrl ? after : { ...after, url: wholeUrl(deps, services, endpointId) };
  setEtag(c, endpoint);
  return c.json(endpoint, 200);
});
