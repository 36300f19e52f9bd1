// POST /v1/sandbox/simulations/webhook-failure: the next attempts to deliver to an endpoint fail,
// with everything that follows from it: retries, a dead letter, an endpoint that is stopped.

import { createRoute, z } from '@hono/zod-openapi';
import { planFailures } from '../../db/webhooks/simulated-failures.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody, timestampSchema } from '../kit/schemas.ts';
import { sandboxServices } from './sandbox-services.ts';

const kindSchema = z.enum(['refused', 'reset', 'timeout', 'http_status']);

const bodySchema = z
  .strictObject({
    webhookEndpointId: idSchema('webhookEndpoint'),
    kind: kindSchema,
    status: z.number().int().min(400).max(599).optional().openapi({
      description: 'With `http_status`, and only then. 410 ends the endpoint, as it always does.',
    }),
    times: z.number().int().min(1).max(20).default(1).openapi({
      description: 'Number of attempts that fail, including retries. Replaces an earlier plan.',
    }),
  })
  .superRefine((body, ctx) => {
    if ((body.kind === 'http_status') === (body.status !== undefined)) return;
    const message = 'The kind http_status requires this field, and no other kind takes it.';
    ctx.addIssue({ code: 'custom', path: ['status'], message });
  })
  .openapi('WebhookFailureSimulation');

const planSchema = z
  .object({
    object: z.literal('webhook_failure_plan'),
    livemode: z.literal(false),
    webhookEndpointId: z.string(),
    kind: kindSchema,
    status: z.number().int().nullable(),
    remaining: z.number().int().openapi({ description: 'Attempts that are still to fail.' }),
    createdAt: timestampSchema,
  })
  .openapi('WebhookFailurePlan');

const route = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/webhook-failure',
  operationId: 'simulateWebhookFailure',
  bindsKey: true,
  tags: ['sandbox'],
  summary: 'Simulate failed deliveries to a webhook endpoint',
  description:
    'Nothing is sent; each attempt is recorded with its fault and a message that it was ' +
    'simulated. Retries follow their usual schedule.',
  request: { body: jsonBody(bodySchema) },
  responses: {
    201: jsonAnswer('The planned failures.', planSchema),
  },
});

export const simulateWebhookFailure = operation('webhooks:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { ledger } = sandboxServices(c, deps);
  const { webhookEndpointId: endpointId, kind, status, times } = body;
  const { plan, replayed } = await ledger.run(planFailures, {
    tenantId: developerOf(c).tenantId,
    endpointId,
    kind,
    httpStatus: status ?? null,
    times,
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  const answer = { object: 'webhook_failure_plan' as const, livemode: false as const };
  return c.json(
    {
      ...answer,
      webhookEndpointId: endpointId,
      kind: plan.kind,
      status: plan.httpStatus,
      remaining: plan.remaining,
      createdAt: new Date(plan.createdAt).toISOString(),
    },
    201,
  );
});
