// GET /v1/holds and /v1/holds/{holdId}: reserved money.

import { createRoute, z } from '@hono/zod-openapi';
import { findHold, listHolds as readHolds } from '../../db/holds/reads.ts';
import { HOLD_STATUSES } from '../../ledger/transaction.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery, sortQuery } from '../kit/page.ts';
import { currencySchema, jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { holdSchema } from './hold-schema.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/holds',
  operationId: 'listHolds',
  tags: ['transactions'],
  summary: 'List holds: the active ones, or those that ended in a given way',
  description:
    'For ended holds, a page may be short or empty although hasMore is true: continue at ' +
    'its nextCursor.',
  request: {
    query: pageQuery.extend({
      accountId: z.string().max(64).optional().openapi({
        description: 'The account with the reserved money.',
      }),
      status: z
        .enum(HOLD_STATUSES)
        .default('active')
        .openapi({
          description:
            '`active`: current holds. A hold past its end is in no list until the sweeper ' +
            'has ended it.',
        }),
      currency: currencySchema.optional(),
      sort: sortQuery,
    }),
  },
  responses: {
    200: jsonAnswer('A page of holds.', listOf(holdSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/holds/{holdId}',
  operationId: 'getHold',
  tags: ['transactions'],
  summary: 'Read a hold, active or ended',
  request: { params: pathId('hold', 'holdId') },
  responses: {
    200: jsonAnswer('The hold.', holdSchema),
  },
});

export const listHolds = operation('transactions:read', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = pageOrder('hold', query);
  const holds = await readHolds(servicesOf(c, deps).ledger, { ...query, ...order, tenantId });
  return c.json(listBody(holds), 200);
});

export const getHold = operation('transactions:read', getRoute, (deps) => async (c) => {
  const { holdId = '' } = c.req.valid('param');
  const hold = await findHold(servicesOf(c, deps).ledger, developerOf(c).tenantId, holdId);
  if (!hold) throw new Problem('hold_not_found');
  setEtag(c, hold);
  return c.json(hold, 200);
});
