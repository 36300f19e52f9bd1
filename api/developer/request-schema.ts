// Logged requests and usage on the wire.

import { z } from '@hono/zod-openapi';
import type { LoggedRequest } from '../../db/platform/request-log.ts';
import { exampleId, timestampSchema } from '../kit/schemas.ts';

export const requestSchema = z
  .object({
    id: z.string().openapi({ example: exampleId('loggedRequest') }),
    object: z.literal('logged_request'),
    livemode: z.boolean(),
    requestId: z.string().openapi({ example: exampleId('request') }),
    keyId: z.string().openapi({ description: 'Id of the key, or of the app that owns the token.' }),
    method: z.string().openapi({ example: 'POST' }),
    route: z.string().openapi({ example: '/v1/transactions' }),
    path: z.string().openapi({ description: 'Without the query.', example: '/v1/transactions' }),
    status: z.int().openapi({ example: 422 }),
    code: z
      .string()
      .nullable()
      .openapi({ description: 'Code of the error.', example: 'validation_failed' }),
    durationMs: z.number().openapi({ example: 3.2 }),
    ip: z.string().nullable(),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.string() }))
      .openapi({ description: 'The fields at fault.' }),
    body: z
      .record(z.string(), z.unknown())
      .nullable()
      .openapi({
        description:
          'The redacted body of a failed request: ids, amounts and words of the API stay, ' +
          'all other texts and figures are removed.',
      }),
    createdAt: timestampSchema,
  })
  .openapi('LoggedRequest');

interface Detail {
  readonly fields: { readonly pointer: string; readonly code: string }[];
  readonly body: unknown;
}

/** The wire form of a request. */
export function requestView(row: LoggedRequest) {
  const { fields, body } =
    row.detail === null ? { fields: [], body: null } : (JSON.parse(row.detail) as Detail);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return {
    id: row.id,
    object: 'logged_request' as const,
    livemode: row.environment === 'production',
    requestId: row.requestId,
    keyId: row.keyId,
    method: row.method,
    route: row.route,
    path: row.path,
    status: row.status,
    code: row.code,
    durationMs: Math.round(row.durationUs / 100) / 10,
    ip: row.address,
    errors: fields,
    body: isObject ? (body as Record<string, unknown>) : null,
    createdAt: new Date(row.at).toISOString(),
  };
}

const figures = {
  requests: z.int(),
  clientErrors: z.int().openapi({ description: 'Answered 4xx.' }),
  serverErrors: z.int().openapi({ description: 'Answered 5xx.' }),
};

export const usageSchema = z
  .object({
    object: z.literal('usage'),
    livemode: z.boolean(),
    from: z.string().openapi({ format: 'date', example: '2026-11-15' }),
    to: z.string().openapi({ format: 'date', example: '2026-11-21' }),
    ...figures,
    days: z
      .array(z.object({ date: z.string().openapi({ format: 'date' }), ...figures }))
      .openapi({ description: 'Every day of the range, by UTC.' }),
    routes: z
      .array(
        z.object({
          method: z.string(),
          route: z.string(),
          ...figures,
          averageMs: z.number(),
        }),
      )
      .openapi({ description: 'Requested routes, the most used first.' }),
  })
  .openapi('Usage');
