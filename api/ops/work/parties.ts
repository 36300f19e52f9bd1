// GET /v1/ops/work/parties: the names of the parties of work items, which the list of the items
// leaves out. The audit log records each read with the customers whose names it showed.

import { createRoute, z } from '@hono/zod-openapi';
import { listWorkParties, PARTY_ROLES } from '../../../db/work/parties.ts';
import { queuesOf } from '../../../db/work/queues.ts';
import { fieldProblem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { jsonAnswer, listOf } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';
import { requireQueue } from './items.ts';

const MAX_ITEMS = 100;
const MAX_LENGTH = 64;

const partiesSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the work item.' }),
    object: z.literal('work_parties'),
    parties: z.array(
      z.object({
        role: z.enum(PARTY_ROLES).openapi({
          description:
            '`screened` is the name that was compared with the list, `listed` the name of the ' +
            'entry; `other` is a counterparty in the payments of an alert.',
        }),
        name: z.string().nullable().openapi({ description: 'Null: not stated, or erased.' }),
        customerId: z.string().nullable().openapi({ description: 'Null: no customer.' }),
      }),
    ),
    more: z.number().int().openapi({ description: 'Further parties, which its file names.' }),
  })
  .openapi('WorkParties');

const route = createRoute({
  method: 'get',
  path: '/v1/ops/work/parties',
  operationId: 'listWorkParties',
  tags: ['ops'],
  summary: 'Read the names of the parties of open work items',
  description:
    'For a payment: payer and payee. For a hit: the compared name and the name of the entry. For ' +
    'an alert or a case: its customer and the three counterparties with the largest sums. For all ' +
    'other items: the customer. Items that do not exist are left out.',
  request: {
    query: z.object({
      environment: environmentField,
      ids: z
        .string()
        .max(MAX_ITEMS * (MAX_LENGTH + 1))
        .openapi({
          description: `Ids of items, separated by commas; at most ${MAX_ITEMS}.`,
          example: 'rvw_06ayx0rw7mf5w0h1y6k2v3c4d5',
        }),
    }),
  },
  responses: { 200: jsonAnswer('In the order of the ids.', listOf(partiesSchema)) },
});

export const listPartiesOfWork = operation('operator', route, (deps) => async (c) => {
  const { environment, ids: list } = c.req.valid('query');
  const ids = [...new Set(list.split(','))];
  if (ids.length > MAX_ITEMS)
    throw fieldProblem('invalid_parameter', 'ids', `Expected at most ${MAX_ITEMS} ids.`);
  for (const id of ids) {
    const queues = queuesOf(id);
    if (queues.length === 0)
      throw fieldProblem(
        'invalid_parameter',
        'ids',
        `${id.slice(0, MAX_LENGTH)} is no id of an item.`,
      );
    for (const queue of queues) requireQueue(c, queue);
  }
  const parties = listWorkParties(deps.environments[environment].ledger, ids);
  const data = parties.map(({ id, parties, more }) => {
    return { id, object: 'work_parties' as const, parties: [...parties], more };
  });
  return c.json({ object: 'list' as const, data, hasMore: false, nextCursor: null }, 200);
});
