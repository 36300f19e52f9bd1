// The problem body (RFC 9457) in the OpenAPI document, which every operation can return.

import { z } from '@hono/zod-openapi';
import { CATALOGUE, type ErrorCode } from './errors.ts';

const codes = Object.keys(CATALOGUE) as [ErrorCode, ...ErrorCode[]];

/** The account limit that a declined transaction would have exceeded. */
export const exceededLimitSchema = z.object({
  period: z.enum(['transaction', 'day', 'week', 'month', 'day_count']),
  maxAmount: z.number().int(),
  used: z.number().int(),
});

const problemSchema = z
  .object({
    type: z.string().openapi({
      format: 'uri-reference',
      description: 'The path of the page about this error: `/errors/<code>`.',
      example: '/errors/insufficient_funds',
    }),
    title: z.string(),
    status: z.number().int().openapi({ example: 422 }),
    detail: z.string(),
    instance: z.string().openapi({ description: 'The path of the request.' }),
    code: z.enum(codes).openapi({ description: 'The error code, by which programs decide.' }),
    requestId: z.string(),
    retryable: z
      .boolean()
      .openapi({ description: 'True: the same request may succeed later without a change.' }),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: 'All invalid fields of the request.' }),
    transactionId: z.string().optional(),
    paymentId: z.string().optional(),
    batchId: z.string().optional(),
    existingId: z.string().optional(),
    limit: exceededLimitSchema.optional(),
    revert: z
      .object({ name: z.string(), args: z.record(z.string(), z.unknown()) })
      .optional()
      .openapi({ description: 'The error that a smart contract returned.' }),
    retryAfterSeconds: z.number().int().optional(),
  })
  .openapi('Problem');

/** The error response of every operation. */
export const problemAnswer = {
  description: 'A problem; `GET /errors` lists the codes.',
  content: { 'application/problem+json': { schema: problemSchema } },
};
