// The envelope of every event on the wire.

import { z } from '@hono/zod-openapi';
import { isEventPattern } from '../../ledger/event.ts';
import { timestampSchema } from '../kit/schemas.ts';

export const eventSchema = z
  .object({
    id: z.string(),
    object: z.literal('event'),
    type: z.string().openapi({ example: 'transaction.posted' }),
    apiVersion: z.literal('v1'),
    livemode: z.boolean(),
    createdAt: timestampSchema,
    sequence: z.number().int().openapi({ description: 'Counts per developer, without gaps.' }),
    objectVersion: z.number().int(),
    data: z.object({
      object: z.record(z.string(), z.unknown()),
      previous: z.record(z.string(), z.unknown()).optional(),
    }),
    request: z.object({
      id: z.string().nullable().openapi({ example: 'req_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
      idempotencyKey: z.string().nullable(),
    }),
  })
  .openapi('Event');

/** An event type in a query. Unknown types are refused, because they would match nothing. */
export const eventTypeQuery = z
  .string()
  .max(64)
  .refine(
    isEventPattern,
    'Expected an event type of /docs/guides/events, or a pattern such as account.*',
  )
  .openapi({
    description: 'A type, or a pattern such as `account.*`.',
    example: 'transaction.posted',
  });
