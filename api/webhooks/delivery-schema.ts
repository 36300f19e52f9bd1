// Deliveries of events to endpoints on the wire, with all attempts.

import { z } from '@hono/zod-openapi';
import { DELIVERY_STATUSES, SAMPLED_ATTEMPTS } from '../../db/webhooks/delivery-reads.ts';
import { timestampSchema } from '../kit/schemas.ts';

const attemptSchema = z
  .object({
    number: z.number().int(),
    at: timestampSchema,
    httpStatus: z.number().int().nullable().openapi({ description: 'Null without an answer.' }),
    fault: z.string().nullable().openapi({ description: 'Null when it was delivered.' }),
    message: z.string().nullable(),
    responseExcerpt: z
      .string()
      .nullable()
      .openapi({ description: 'First characters of the response body.' }),
    durationMs: z.number().int(),
  })
  .openapi('WebhookAttempt');

export const deliverySchema = z
  .object({
    id: z.string(),
    object: z.literal('webhook_delivery'),
    livemode: z.boolean(),
    webhookEndpointId: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    eventSequence: z.number().int(),
    status: z.enum(DELIVERY_STATUSES).openapi({ description: '`failed` is a dead letter.' }),
    cause: z.enum(['event', 'resend']),
    attemptCount: z.number().int(),
    attempts: z.array(attemptSchema),
    nextAttemptAt: timestampSchema.nullable(),
    deliveredAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('WebhookDelivery');

export const statisticsSchema = z
  .object({
    object: z.literal('webhook_statistics'),
    webhookEndpointId: z.string(),
    deliveries: z.object({
      pending: z.number().int(),
      retrying: z.number().int(),
      delivered: z.number().int(),
      failed: z.number().int(),
    }),
    sampledAttempts: z
      .number()
      .int()
      .openapi({
        description: `Success rate and times cover the latest ${SAMPLED_ATTEMPTS} attempts.`,
      }),
    successRate: z.number().nullable().openapi({ description: '0 to 1.' }),
    durationMs: z.object({ p50: z.number().int().nullable(), p95: z.number().int().nullable() }),
    lastSuccessAt: timestampSchema.nullable(),
    lastFailureAt: timestampSchema.nullable(),
  })
  .openapi('WebhookStatistics');
