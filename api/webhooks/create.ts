// POST /v1/webhook-endpoints

import { createRoute, z } from '@hono/zod-openapi';
import { mint } from '../../db/kernel/mint.ts';
import { createEndpoint } from '../../db/webhooks/endpoints.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { checkUrl, createSealedSecret, wholeUrl, withSecret } from './endpoint.ts';
import { endpointFields, endpointWithSecretSchema } from './endpoint-schema.ts';

/** Endpoints of one developer at most; each event is delivered to every subscribed endpoint. */
const MAX_ENDPOINTS = 16;

const bodySchema = z.strictObject(endpointFields).openapi('WebhookEndpointCreate');

const route = createRoute({
  method: 'post',
  path: '/v1/webhook-endpoints',
  operationId: 'createWebhookEndpoint',
  bindsKey: true,
  tags: ['webhooks'],
  summary: 'Create a webhook endpoint, to which events are sent',
  description:
    'Without `events` it receives all events. Earlier events are not sent; use replay for them. ' +
    `At most ${MAX_ENDPOINTS} endpoints per environment.`,
  request: {
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('The endpoint, with its secret.', endpointWithSecretSchema),
  },
});

export const createWebhookEndpoint = operation('webhooks:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const endpointId = mint('webhookEndpoint');
  const created = await services.ledger.run(createEndpoint, {
    tenantId,
    url: checkUrl(body.url, endpointId, services, deps),
    description: body.description ?? null,
    events: body.events ?? ['*'],
    payload: body.payload ?? 'full',
    metadata: body.metadata ?? {},
    endpointId,
    sealedSecret: createSealedSecret(deps, endpointId),
    maxEndpoints: MAX_ENDPOINTS,
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  const answer = await withSecret(deps, services, tenantId, created);
  const endpoint = { ...answer, url: wholeUrl(deps, services, created.id) };
  if (created.replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, endpoint);
  return c.json(endpoint, 201);
});
