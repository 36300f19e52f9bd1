// GET /v1/decisions

import { createRoute, z } from '@hono/zod-openapi';
import { listDecisions as readDecisions, sourceOf } from '../../db/decisions/reads.ts';
import { DECISION_KINDS, DECISION_OUTCOMES } from '../../ledger/decisions/contest.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageQuery } from '../kit/page.ts';
import { dateFields, readRange } from '../kit/range.ts';
import { jsonAnswer, listOf } from '../kit/schemas.ts';
import { decisionSchema } from './decision-schema.ts';
import { decisionBodies } from './record-body.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/decisions',
  operationId: 'listDecisions',
  tags: ['decisions'],
  summary: 'List decisions about customers, newest first',
  description:
    'Credit, payments that were held or declined, identities, and frozen accounts. With ' +
    '`outcome` or `customerId` a page may be short although hasMore is true: continue at ' +
    'its nextCursor.',
  request: {
    query: pageQuery.extend({
      customerId: z.string().max(64).optional(),
      kind: z.enum(DECISION_KINDS).optional(),
      outcome: z.enum(DECISION_OUTCOMES).optional(),
      ...dateFields,
    }),
  },
  responses: { 200: jsonAnswer('A page of decisions.', listOf(decisionSchema)) },
});

export const listDecisions = operation('decisions:read', route, (deps) => async (c) => {
  const { startingAfter = null, startDate, endDate, timezone, ...query } = c.req.valid('query');
  if (startingAfter !== null && !sourceOf(startingAfter)) throw new Problem('invalid_cursor');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const range = readRange({ startDate, endDate, timezone });
  const page = readDecisions(ledger, { ...query, ...range, tenantId, startingAfter });
  const data = ledger.database.read(() => decisionBodies(ledger, page.data));
  return c.json(listBody({ ...page, data }), 200);
});
