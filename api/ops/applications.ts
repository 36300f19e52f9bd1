// GET /v1/ops/applications and the decision about one: who may have production keys.

import { createRoute, z } from '@hono/zod-openapi';
import { developerSchema, developerView } from '../developer/developer-schema.ts';
import { newsroomOf, tellDecision } from '../developer/news.ts';
import { Problem } from '../kit/errors.ts';
import { operatorCauseOf } from '../kit/idempotency.ts';
import { operation, operatorOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { listOf, pathId, textSchema } from '../kit/schemas.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/applications',
  operationId: 'listApplications',
  tags: ['ops'],
  summary: 'List applications for production access, newest first',
  request: {
    query: pageQuery.extend({
      status: z.enum(['pending', 'approved', 'rejected']).optional(),
    }),
  },
  responses: {
    200: {
      description: 'A page of developers with their applications.',
      content: { 'application/json': { schema: listOf(developerSchema) } },
    },
  },
});

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/applications/{applicationId}/decision',
  operationId: 'decideApplication',
  tags: ['ops'],
  summary: 'Approve or reject an application',
  request: {
    params: pathId('application', 'applicationId'),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              decision: z.enum(['approved', 'rejected']),
              reason: textSchema(500).min(1).optional(),
            })
            .openapi('ApplicationDecision'),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The developer with the decided application.',
      content: { 'application/json': { schema: developerSchema } },
    },
  },
});

export const listApplications = operation('operator', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const page = pageOrder('application', query);
  const found = await deps.platform.listApplications(query.status ?? null, page);
  const body = listBody({ ...found, data: found.data.map(developerView) });
  const last = found.data.at(-1)?.applicationId ?? null;
  return c.json({ ...body, nextCursor: found.hasMore ? last : null }, 200);
});

export const decideApplication = operation('operator', decisionRoute, (deps) => async (c) => {
  const { applicationId = '' } = c.req.valid('param');
  const { decision, reason = null } = c.req.valid('json');
  const { operatorId } = operatorOf(c);
  const decided = await deps.platform.decideApplication({
    applicationId,
    status: decision,
    reason,
    operatorId,
  });
  if (decided === 'not_found') throw new Problem('application_not_found');
  if (decided === 'decided') {
    throw new Problem(
      'invalid_state_transition',
      'Another decision about the application was made before.',
    );
  }
  await tellDecision(newsroomOf(deps), decided, operatorCauseOf(c));
  return c.json(developerView(decided), 200);
});
