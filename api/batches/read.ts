// GET /v1/batches, /v1/batches/{batchId} and its items; POST /v1/batches/{batchId}/cancel

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { cancelBatch as cancel } from '../../db/batches/accept.ts';
import {
  findBatch,
  listBatches as readBatches,
  listBatchItems as readItems,
} from '../../db/batches/reads.ts';
import { BATCH_STATUSES, ITEM_STATUSES } from '../../ledger/batch.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { batchItemViewSchema, batchSchema } from './batch-schema.ts';

const page = (description: string, item: z.ZodType) => ({
  200: jsonAnswer(description, listOf(item)),
});

const answersOf = (description: string) => ({
  200: jsonAnswer(description, batchSchema),
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/batches',
  operationId: 'listBatches',
  tags: ['batches'],
  summary: 'List batches, newest first',
  request: {
    query: addMetadataFilters(pageQuery.extend({ status: z.enum(BATCH_STATUSES).optional() })),
  },
  responses: page('A page of batches.', batchSchema),
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/batches/{batchId}',
  operationId: 'getBatch',
  tags: ['batches'],
  summary: 'Read a batch and its progress',
  request: { params: pathId('batch', 'batchId') },
  responses: answersOf('The batch.'),
});

const itemsRoute = createRoute({
  method: 'get',
  path: '/v1/batches/{batchId}/items',
  operationId: 'listBatchItems',
  tags: ['batches'],
  summary: 'List the items of a batch in order, with their outcomes',
  request: {
    params: pathId('batch', 'batchId'),
    query: pageQuery.extend({ status: z.enum(ITEM_STATUSES).optional() }),
  },
  responses: page('A page of items.', batchItemViewSchema),
});

const cancelRoute = createRoute({
  method: 'post',
  path: '/v1/batches/{batchId}/cancel',
  operationId: 'cancelBatch',
  tags: ['batches'],
  summary: 'Stop a batch that has not begun',
  description: 'A second cancellation answers with the first one.',
  request: { params: pathId('batch', 'batchId') },
  responses: answersOf('Canceled; no item is booked.'),
});

async function readBatch(c: Context<AppEnv>, deps: Deps, batchId: string) {
  const batch = await findBatch(servicesOf(c, deps).ledger, developerOf(c).tenantId, batchId);
  if (!batch) throw new Problem('batch_not_found');
  setEtag(c, batch);
  return batch;
}

export const listBatches = operation('transactions:read', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = pageOrder('batch', query);
  const batches = await readBatches(servicesOf(c, deps).ledger, { ...query, ...order, tenantId });
  return c.json(listBody(batches), 200);
});

export const getBatch = operation('transactions:read', getRoute, (deps) => async (c) => {
  const { batchId = '' } = c.req.valid('param');
  return c.json(await readBatch(c, deps, batchId), 200);
});

export const listBatchItems = operation('transactions:read', itemsRoute, (deps) => async (c) => {
  const { batchId = '' } = c.req.valid('param');
  const query = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = pageOrder('batchItem', query);
  const filter = { ...query, ...order, tenantId, batchId };
  const items = await readItems(servicesOf(c, deps).ledger, filter);
  if (!items) throw new Problem('batch_not_found');
  return c.json(listBody(items), 200);
});

export const cancelBatch = operation('transactions:write', cancelRoute, (deps) => async (c) => {
  const { batchId = '' } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const order = { tenantId, batchId, cause: causeOf(c) };
  const { replayed } = await servicesOf(c, deps).ledger.run(cancel, order);
  if (replayed) c.header('Idempotency-Replayed', 'true');
  return c.json(await readBatch(c, deps, batchId), 200);
});
