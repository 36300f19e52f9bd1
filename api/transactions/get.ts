// GET /v1/transactions/{transactionId} and its timeline

import { createRoute, z } from '@hono/zod-openapi';
import { readTimeline } from '../../db/transactions/reads.ts';
import { requireTransaction, withTimeline } from '../kit/answer-transaction.ts';
import { setEtag } from '../kit/etag.ts';
import { deskOf, developerOf, operation } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';
import { timelineStepSchema, transactionDetailSchema } from './transaction-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/transactions/{transactionId}',
  operationId: 'getTransaction',
  tags: ['transactions'],
  summary: 'Read a transaction with its life',
  request: { params: pathId('transaction', 'transactionId') },
  responses: {
    200: jsonAnswer('The transaction.', transactionDetailSchema),
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
  const desk = deskOf(c, deps);
  const transaction = await requireTransaction(desk, developerOf(c).tenantId, transactionId);
  setEtag(c, transaction);
  return c.json(await withTimeline(desk, transaction), 200);
});

export const getTimeline = operation('transactions:read', timelineRoute, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const desk = deskOf(c, deps);
  await requireTransaction(desk, developerOf(c).tenantId, transactionId);
  const data = await readTimeline(desk.ledger, transactionId);
  return c.json({ object: 'timeline' as const, data }, 200);
});
