// GET /v1/customers

import { createRoute } from '@hono/zod-openapi';
import { listCustomers as readCustomers } from '../../db/customers/reads.ts';
import { deskOf, developerOf, operation } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery, withMetadata } from '../kit/page.ts';
import { jsonAnswer, listOf } from '../kit/schemas.ts';
import { customerSchema } from './customer-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/customers',
  operationId: 'listCustomers',
  tags: ['customers'],
  summary: 'List customers, newest first',
  request: { query: withMetadata(pageQuery) },
  responses: {
    200: jsonAnswer('A page of customers.', listOf(customerSchema)),
  },
});

export const listCustomers = operation('customers:read', route, (deps) => async (c) => {
  const page = pageOrder('customer', c.req.valid('query'));
  const found = await readCustomers(deskOf(c, deps).ledger, developerOf(c).tenantId, page);
  return c.json(listBody(found), 200);
});
