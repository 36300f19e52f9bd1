// GET /v1/holds and /v1/holds/{holdId}: money that is set aside.

import { createRoute, z } from '@hono/zod-openapi';
import { findHold, listHolds as readHolds } from '../../db/holds/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { deskOf, developerOf, operation } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { holdSchema } from './hold-schema.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/holds',
  operationId: 'listHolds',
  tags: ['transactions'],
  summary: 'List what is held now, newest first',
  description:
    'A hold that was captured, released or has run out is not among them: read it by its id, or ' +
    'on its transaction.',
  request: {
    query: pageQuery.extend({
      accountId: z.string().max(64).optional().openapi({
        description: 'The account whose money is set aside.',
      }),
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
  summary: 'Read a hold, also one that has ended',
  request: { params: pathId('hold', 'holdId') },
  responses: {
    200: jsonAnswer('The hold.', holdSchema),
  },
});

export const listHolds = operation('transactions:read', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const { tenantId } = developerOf(c);
  const order = pageOrder('hold', query);
  const found = await readHolds(deskOf(c, deps).ledger, { ...query, ...order, tenantId });
  return c.json(listBody(found), 200);
});

export const getHold = operation('transactions:read', getRoute, (deps) => async (c) => {
  const { holdId = '' } = c.req.valid('param');
  const found = await findHold(deskOf(c, deps).ledger, developerOf(c).tenantId, holdId);
  if (!found) throw new Problem('hold_not_found');
  setEtag(c, found);
  return c.json(found, 200);
});
