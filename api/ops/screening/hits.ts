// GET /v1/ops/screening-hits and the decision about one: a person states whether the screened name
// belongs to the entry of the list. In production no customer is verified before the decision.

import { createRoute, z } from '@hono/zod-openapi';
import { decideHit as decide } from '../../../db/screening/acts.ts';
import { listScreeningHits } from '../../../db/screening/reads.ts';
import { HIT_STATUSES } from '../../../ledger/decisions/screening.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { screeningHitSchema } from '../../screening/hit-schema.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';
import { addComparisons, shownHitSchema } from './hit-comparison.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/screening-hits',
  operationId: 'listScreeningHits',
  tags: ['ops'],
  summary: 'List screening hits, open or decided, newest first',
  description:
    "Each hit has its current list entry, a comparison with the bank's data field by " +
    'field, and earlier decisions about the same entry.',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(HIT_STATUSES).default('pending'),
    }),
  },
  responses: {
    200: jsonAnswer('A page of hits.', listOf(shownHitSchema)),
  },
});

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/screening-hits/{hitId}/decision',
  operationId: 'decideScreeningHit',
  tags: ['ops'],
  summary: 'Decide a screening hit',
  description:
    'A hit is decided once; repeating the same decision is not an error. A false positive ' +
    'is not raised again while the customer keeps the name.',
  request: {
    params: pathId('screeningHit', 'hitId'),
    body: actBody('ScreeningDecisionOrder', { decision: z.enum(['no_hit', 'confirmed_hit']) }),
  },
  responses: {
    200: jsonAnswer('The hit.', screeningHitSchema),
  },
});

export const listHits = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const order = pageOrder('screeningHit', query);
  const { ledger } = deps.environments[environment];
  const page = await listScreeningHits(ledger, { ...order, status });
  const screener = await deps.screening.screener();
  const data = ledger.database.read(() => addComparisons(ledger, screener, page.data));
  return c.json(listBody({ ...page, data }), 200);
});

export const decideHit = operation('operator', decisionRoute, (deps) => async (c) => {
  const { hitId = '' } = c.req.valid('param');
  const { environment, decision, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const cause = operatorCauseOf(c);
  const hit = await ledger.run(decide, { hitId, decision, reason, cause });
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: `screening.${decision}`,
    objectId: hitId,
    environment,
    detail: { reason },
  });
  return c.json(hit, 200);
});
