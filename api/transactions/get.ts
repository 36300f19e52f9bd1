// GET /v1/transactions/{transactionId} and its timeline

import { createRoute, z } from '@hono/zod-openapi';
import { readTimeline } from '../../db/transactions/reads.ts';
import { addTimeline, requireTransaction } from '../kit/answer-transaction.ts';
import type { Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';
import { timelineStepSchema, transactionDetailSchema } from './transaction-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/transactions/{transactionId}',
  operationId: 'getTransaction',
  tags: ['transactions'],
  summary: 'Read a transaction with its timeline',
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
  summary: 'Read the timeline of a transaction, oldest step first',
  description:
    "Archived steps are read from the archive's file. When the file is not available, the " +
    'answer is 410 `timeline_archived`, and the transaction contains the later steps.',
  request: { params: pathId('transaction', 'transactionId') },
  responses: {
    200: {
      description: 'The steps.',
      content: {
        'application/json': {
          schema: z.object({
            object: z.literal('timeline'),
            archivedThrough: z.number().int().min(0).openapi({
              description: 'The version up to which the steps were read from the archive; 0: none.',
              example: 0,
            }),
            data: z.array(timelineStepSchema),
          }),
        },
      },
    },
  },
});

export const getTransaction = operation('transactions:read', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const services = servicesOf(c, deps);
  const transaction = await requireTransaction(services, developerOf(c).tenantId, transactionId);
  setEtag(c, transaction);
  return c.json(await addTimeline(services, transaction), 200);
});

export const getTimeline = operation('transactions:read', timelineRoute, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const services = servicesOf(c, deps);
  await requireTransaction(services, developerOf(c).tenantId, transactionId);
  const { steps, archivedThrough } = await readTimeline(services.ledger, transactionId);
  const archived =
    archivedThrough === 0 ? [] : await readArchivedSteps(deps, services, transactionId);
  const data = [...archived, ...steps];
  return c.json({ object: 'timeline' as const, archivedThrough, data }, 200);
});

/**
 * Reads archived timeline steps.
 * @throws Problem when the file is not on this host
 */
async function readArchivedSteps(deps: Deps, { ledger }: Services, id: string) {
  const reader = deps.extensions.find(({ archived }) => archived !== undefined)?.archived;
  const steps = (await reader?.readSteps(deps, ledger, id)) ?? null;
  if (steps === null) throw new Problem('timeline_archived');
  return steps;
}
