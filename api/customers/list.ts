// GET /v1/customers

import { createRoute, z } from '@hono/zod-openapi';
import { listCustomers as readCustomers } from '../../db/customers/reads.ts';
import { RISK_LEVELS } from '../../ledger/decisions/kyc.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery, sortQuery } from '../kit/page.ts';
import { dateFields, readRange } from '../kit/range.ts';
import { countrySchema, jsonAnswer, listOf, searchedTextSchema } from '../kit/schemas.ts';
import { CUSTOMER_TYPES, customerSchema, KYC_STATUSES } from './customer-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/customers',
  operationId: 'listCustomers',
  tags: ['customers'],
  summary: 'List customers',
  description:
    'With a filter by name, type, status, risk level or country, a page may be short or ' +
    'empty although hasMore is true: continue at its nextCursor.',
  request: {
    query: addMetadataFilters(
      pageQuery.extend({
        name: searchedTextSchema(200).min(1).optional().openapi({
          description: 'Part of the name; case, accents, blanks and script do not matter.',
          example: 'lovelace',
        }),
        email: searchedTextSchema(254).min(1).optional().openapi({
          description: 'The whole address; not case-sensitive.',
          example: 'ada@example.com',
        }),
        type: z.enum(CUSTOMER_TYPES).optional(),
        kycStatus: z.enum(KYC_STATUSES).optional(),
        riskLevel: z.enum(RISK_LEVELS).optional(),
        country: countrySchema.optional(),
        ...dateFields,
        sort: sortQuery,
      }),
    ),
  },
  responses: {
    200: jsonAnswer('A page of customers.', listOf(customerSchema)),
  },
});

export const listCustomers = operation('customers:read', route, (deps) => async (c) => {
  const { startDate, endDate, timezone, ...query } = c.req.valid('query');
  const customers = await readCustomers(servicesOf(c, deps).ledger, {
    ...query,
    ...pageOrder('customer', query),
    tenantId: developerOf(c).tenantId,
    ...readRange({ startDate, endDate, timezone }),
  });
  return c.json(listBody(customers), 200);
});
