// GET /v1/accounts

import { createRoute, z } from '@hono/zod-openapi';
import { listAccounts as readAccounts } from '../../db/accounts/reads.ts';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES } from '../../ledger/account.ts';
import { createAccountFilter } from '../kit/open-to-customers.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery, sortQuery } from '../kit/page.ts';
import { jsonAnswer, listOf } from '../kit/schemas.ts';
import { accountSchema } from './account-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/accounts',
  operationId: 'listAccounts',
  tags: ['accounts'],
  summary: 'List accounts',
  request: {
    query: addMetadataFilters(
      pageQuery.extend({
        customerId: z.string().max(64).optional(),
        type: z.enum(ACCOUNT_TYPES).optional(),
        status: z.enum(ACCOUNT_STATUSES).optional(),
        currency: z.string().max(3).optional(),
        sort: sortQuery,
      }),
    ),
  },
  responses: {
    200: jsonAnswer('A page of accounts.', listOf(accountSchema)),
  },
});

export const listAccounts = operation('accounts:read', route, (deps) => async (c) => {
  const query = c.req.valid('query');
  const accounts = await readAccounts(servicesOf(c, deps).ledger, {
    ...query,
    ...pageOrder('account', query),
    tenantId: developerOf(c).tenantId,
    ...createAccountFilter(c),
  });
  return c.json(listBody(accounts), 200);
});
