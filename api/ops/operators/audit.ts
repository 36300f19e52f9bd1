// GET /v1/ops/audit: the acts of operators and their reads of personal data, newest first, and
// whether the log is complete.

import { createRoute, z } from '@hono/zod-openapi';
import type { AuditLine } from '../../../db/platform/audit.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { pageQuery } from '../../kit/page.ts';
import { dateFields, readRange } from '../../kit/range.ts';
import { jsonAnswer, listOf, textSchema, timestampSchema } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

const auditSchema = z
  .object({
    id: z.string().openapi({ example: 'aud_17' }),
    object: z.literal('audit_entry'),
    at: timestampSchema,
    actor: z.string().openapi({ description: 'An operator, a key, or the bank itself.' }),
    action: z.string().openapi({ example: 'ops.freezeAccountAsOperator' }),
    objectId: z.string(),
    environment: environmentField.nullable(),
    detail: z.record(z.string(), z.unknown()),
    hash: z.string().openapi({
      description: 'SHA-256 over this entry and the hash of the one before, in hexadecimal.',
    }),
  })
  .openapi('AuditEntry');

const filter = textSchema(100).min(1).optional();

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/audit',
  operationId: 'listAudit',
  tags: ['ops'],
  summary: 'Read the audit log, newest first',
  description:
    'ops.… is an act of an operator as it was asked for; ops.….answered, ops.….refused and ' +
    'ops.….settled (no answer was sent) say how it ended; read.… is a look at personal data.',
  request: {
    query: pageQuery.extend({
      actor: filter,
      action: filter.openapi({ description: 'One action, or the start of several: ops. or read.' }),
      objectId: filter,
      environment: environmentField.optional(),
      ...dateFields,
    }),
  },
  responses: {
    200: jsonAnswer('A page of entries.', listOf(auditSchema)),
  },
});

const headRoute = createRoute({
  method: 'get',
  path: '/v1/ops/audit/head',
  operationId: 'getAuditHead',
  tags: ['ops'],
  summary: 'Read the length of the audit log and its last hash',
  description:
    'Anybody outside of the bank who stores this can later prove that no earlier entry was ' +
    'changed. `npm run verify` checks the whole log.',
  responses: {
    200: {
      description: 'The head.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('audit_head'),
              count: z.number().int(),
              hash: z.string(),
            })
            .openapi('AuditHead'),
        },
      },
    },
  },
});

function auditView({ id, at, hash, detail, ...line }: AuditLine) {
  return {
    id: `aud_${id}`,
    object: 'audit_entry' as const,
    at: new Date(at).toISOString(),
    ...line,
    detail: JSON.parse(detail) as Record<string, unknown>,
    hash: hash.toString('hex'),
  };
}

function parseCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const number = /^aud_(\d{1,15})$/.exec(cursor)?.[1];
  if (number === undefined) throw new Problem('invalid_cursor');
  return Number(number);
}

export const listAudit = operation('operator', listRoute, (deps) => async (c) => {
  const { limit, startingAfter, startDate, endDate, timezone, ...filters } = c.req.valid('query');
  const page = deps.platform.audit.list({
    ...filters,
    limit,
    before: parseCursor(startingAfter),
    ...readRange({ startDate, endDate, timezone }),
  });
  const data = page.data.map(auditView);
  const nextCursor = page.hasMore ? (data.at(-1)?.id ?? null) : null;
  return c.json({ object: 'list' as const, data, hasMore: page.hasMore, nextCursor }, 200);
});

export const getAuditHead = operation('operator', headRoute, (deps) => async (c) => {
  return c.json({ object: 'audit_head' as const, ...deps.platform.audit.head() }, 200);
});
