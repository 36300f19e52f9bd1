// POST /v1/webhook-endpoints/{endpointId}/rotate-secret

import { createRoute, z } from '@hono/zod-openapi';
import { rotateSecret } from '../../db/webhooks/endpoints.ts';
import { HOUR_MS } from '../../ledger/durations.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { createSealedSecret, withSecret } from './endpoint.ts';
import { endpointWithSecretSchema } from './endpoint-schema.ts';

const bodySchema = z
  .strictObject({
    overlapHours: z.number().int().min(0).max(168).default(24).openapi({
      description: 'How long messages are also signed with the old secret; 0: not at all.',
    }),
  })
  .openapi('WebhookSecretRotate');

const route = createRoute({
  method: 'post',
  path: '/v1/webhook-endpoints/{endpointId}/rotate-secret',
  operationId: 'rotateWebhookSecret',
  bindsKey: true,
  tags: ['webhooks'],
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'During the overlap each message has signatures by both secrets, so that receivers can ' +
    'change over at any time. Another rotation ends the previous overlap.',
  request: {
    params: pathId('webhookEndpoint', 'endpointId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('The endpoint, with its new secret.', endpointWithSecretSchema),
  },
});

export const rotateWebhookSecret = operation('webhooks:write', route, (deps) => async (c) => {
  const { endpointId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const rotation = await services.ledger.run(rotateSecret, {
    tenantId,
    endpointId,
    sealedSecret: createSealedSecret(deps, endpointId),
    overlapMs: body.overlapHours * HOUR_MS,
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  const endpoint = await withSecret(deps, services, tenantId, rotation);
  if (rotation.replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, endpoint);
  return c.json(endpoint, 201);
});
