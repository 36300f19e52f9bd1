// POST /v1/screening/search: compares a name with the lists. Nothing is stored: caller and name are
// in no table and no log.

import { createRoute, z } from '@hono/zod-openapi';
import { THRESHOLD } from '../../ai/screening/screener.ts';
import { NOT_COMPARED } from '../../ledger/decisions/screening.ts';
import { operation } from '../kit/operation.ts';
import { countrySchema, jsonBody, searchedTextSchema } from '../kit/schemas.ts';
import { addStaleness, listAgeSchema, matchSchema } from './screening-schema.ts';

const bodySchema = z
  .strictObject({
    name: searchedTextSchema(200).min(1).openapi({ example: 'Ada Lovelace' }),
    type: z.enum(['individual', 'business', 'vessel', 'aircraft']).optional().openapi({
      description: 'Ships and aircraft are only searched on request.',
    }),
    dateOfBirth: z.iso.date().optional(),
    country: countrySchema.optional(),
    threshold: z.number().min(0.5).max(1).default(THRESHOLD),
    limit: z.number().int().min(1).max(100).default(20),
  })
  .openapi('ScreeningSearch');

const route = createRoute({
  method: 'post',
  path: '/v1/screening/search',
  operationId: 'searchScreeningLists',
  keepsAnswer: false,
  tags: ['screening'],
  summary: 'Screen a name against the sanctions lists',
  description:
    'Nothing is stored. A match is a similarity, not a finding: check its features and the ' +
    'age of its list.',
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: {
      description: 'Similar names, best first.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('screening'),
              threshold: z.number(),
              notCompared: z
                .enum(NOT_COMPARED)
                .nullable()
                .openapi({
                  description:
                    'The reason why a part of the name could not be compared with any ' +
                    'list, so that a person decides; null when the whole name was compared.',
                }),
              matches: z.array(matchSchema),
              lists: z.array(listAgeSchema),
            })
            .openapi('Screening'),
        },
      },
    },
  },
});

export const searchScreeningLists = operation('kyc:read', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const screener = await deps.screening.screener();
  const matches = await screener.search({
    name: body.name,
    ...(body.type ? { type: body.type } : {}),
    dateOfBirth: body.dateOfBirth ?? null,
    country: body.country ?? null,
    threshold: body.threshold,
    limit: body.limit,
  });
  const lists = screener.lists.map((list) =>
    addStaleness(list, deps.screening.maxAgeMs, Date.now()),
  );
  return c.json(
    {
      object: 'screening' as const,
      threshold: body.threshold,
      notCompared: screener.unread(body.name),
      matches: matches.map((match) => structuredClone(match) as z.input<typeof matchSchema>),
      lists,
    },
    200,
  );
});
