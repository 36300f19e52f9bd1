// GET /v1/transactions/{transactionId} and its timeline

import { createRoute, z } from '@hono/zod-openapi';
import { readSettled } from '../kit/answer-transaction.ts';
import { Problem } from '../kit/errors.ts';
import { tagged } from '../kit/etag.ts';
import { deskOf, developerOf, operation } from '../kit/operation.ts';
import { pathId } from '../kit/schemas.ts';
import { timelineStepSchema, transactionDetailSchema } from './transaction-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/transactions/{transactionId}',
  operationId: 'getTransaction',
  tags: ['transactions'],
  summary: 'Read a transaction with its life',
  request: { params: pathId('transaction', 'transactionId') },
  responses: {
    200: {
      description: 'The transaction.',
      content: { 'application/json': { schema: transactionDetailSchema } },
    },
  },
});

const timelineRoute = createRoute({
  method: 'get',
  path: '/v1/transactions/{transactionId}/timeline',
  operationId: 'getTimeline',
  tags: ['transactions'],
  summary: 'Read the life of a transaction, oldest step first',
  request: { params: pathId('transaction', 'transactionId') },
  responses: {
    200: {
      description: 'The steps.',
      content: {
        'application/json': {
          schema: z.object({ object: z.literal('timeline'), data: z.array(timelineStepSchema) }),
        },
      },
    },
  },
});

export const getTransaction = operation('transactions:read', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const settled = await readSettled(deskOf(c, deps), developerOf(c).tenantId, transactionId);
  if (!settled) throw new Problem('transaction_not_found');
  tagged(c, settled.transaction);
  return c.json({ ...settled.transaction, timeline: [...settled.timeline] }, 200);
});

export const getTimeline = operation('transactions:read', timelineRoute, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const settled = await readSettled(deskOf(c, deps), developerOf(c).tenantId, transactionId);
  if (!settled) throw new Problem('transaction_not_found');
  return c.json({ object: 'timeline' as const, data: [...settled.timeline] }, 200);
});
