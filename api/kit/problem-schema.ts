// The problem body (RFC 9457) as the OpenAPI document describes it: every operation may answer it.

import { z } from '@hono/zod-openapi';
import { CATALOGUE, type ErrorCode } from './errors.ts';

const codes = Object.keys(CATALOGUE) as [ErrorCode, ...ErrorCode[]];

/** The limit of an account that a declined transaction would have passed. */
export const exceededLimitSchema = z.object({
  period: z.enum(['transaction', 'day', 'week', 'month', 'day_count']),
  maxAmount: z.number().int(),
  used: z.number().int(),
});

const problemSchema = z
  .object({
    type: z.string().openapi({ format: 'uri' }),
    title: z.string(),
    status: z.number().int().openapi({ example: 422 }),
    detail: z.string(),
    instance: z.string().openapi({ description: 'The path of the request.' }),
    code: z.enum(codes).openapi({ description: 'What a program should look at.' }),
    requestId: z.string(),
    retryable: z.boolean().openapi({ description: 'True: the same request may succeed later.' }),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: 'The fields at fault, all at once.' }),
    transactionId: z.string().optional(),
    paymentId: z.string().optional(),
    batchId: z.string().optional(),
    existingId: z.string().optional(),
    limit: exceededLimitSchema.optional(),
    revert: z
      .object({ name: z.string(), args: z.record(z.string(), z.unknown()) })
      .optional()
      .openapi({ description: 'The error of a smart contract.' }),
    retryAfterSeconds: z.number().int().optional(),
  })
  .openapi('Problem');

/** The answer of every operation when it says no. */
export const problemAnswer = {
  description: 'A problem; its code is in the catalogue.',
  content: { 'application/problem+json': { schema: problemSchema } },
};
