// GET /v1/screening/lists

import { createRoute, z } from '@hono/zod-openapi';
import { operation } from '../kit/operation.ts';
import { addStaleness, listAgeSchema } from './screening-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/screening/lists',
  operationId: 'getScreeningLists',
  tags: ['screening'],
  summary: 'List the sanctions lists in use and their age',
  responses: {
    200: {
      description: 'The lists, with source, licence and age.',
      content: {
        'application/json': {
          schema: z.object({ lists: z.array(listAgeSchema) }).openapi('ScreeningLists'),
        },
      },
    },
  },
});

export const getScreeningLists = operation('kyc:read', route, (deps) => async (c) => {
  const { lists } = await deps.screening.screener();
  return c.json(
    { lists: lists.map((list) => addStaleness(list, deps.screening.maxAgeMs, Date.now())) },
    200,
  );
});
