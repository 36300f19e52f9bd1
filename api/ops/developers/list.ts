// GET /v1/ops/developers: the customers of the bank's API, by name, e-mail or id.

import { createRoute, z } from '@hono/zod-openapi';
import type { Developer } from '../../../db/platform/rows.ts';
import { developerSchema, developerView } from '../../developer/developer-schema.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId, searchedTextSchema } from '../../kit/schemas.ts';

/** A developer as operators see it. */
export const operatorDeveloperSchema = developerSchema
  .extend({
    status: z.enum(['active', 'suspended']),
    throttle: z.number().int().nullable().openapi({
      description: 'Requests per second of each kind; null for the default limits.',
    }),
  })
  .openapi('OperatorDeveloper');

/** The wire form for operators. */
export function operatorDeveloperView(row: Developer) {
  const { sandboxStatus: status, throttle } = row;
  return { ...developerView(row), status, throttle };
}

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/developers',
  operationId: 'listDevelopersAsOperator',
  tags: ['ops'],
  summary: 'List and search developers, newest first',
  request: {
    query: pageQuery.extend({
      search: searchedTextSchema(140).trim().min(1).optional().openapi({
        description: 'Searches id, application id, e-mail and company.',
      }),
      status: z.enum(['active', 'suspended']).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('A page of developers.', listOf(operatorDeveloperSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/ops/developers/{developerId}',
  operationId: 'getDeveloperAsOperator',
  tags: ['ops'],
  summary: 'Read a developer',
  request: { params: pathId('developer', 'developerId') },
  responses: {
    200: jsonAnswer('The developer.', operatorDeveloperSchema),
  },
});

export const listDevelopers = operation('operator', listRoute, (deps) => async (c) => {
  const { search, status, ...query } = c.req.valid('query');
  const order = pageOrder('developer', query);
  const page = await deps.platform.searchDevelopers({ ...order, search, status });
  return c.json(listBody({ ...page, data: page.data.map(operatorDeveloperView) }), 200);
});

export const getDeveloperAsOperator = operation('operator', getRoute, (deps) => async (c) => {
  const { developerId = '' } = c.req.valid('param');
  const developer = await deps.platform.findDeveloper(developerId);
  if (!developer) throw new Problem('not_found', 'No developer has that id.');
  return c.json(operatorDeveloperView(developer), 200);
});
