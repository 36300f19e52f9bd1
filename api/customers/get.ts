// GET /v1/customers/{customerId}

import { createRoute } from '@hono/zod-openapi';
import { findCustomer } from '../../db/customers/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';
import { customerSchema } from './customer-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/customers/{customerId}',
  operationId: 'getCustomer',
  tags: ['customers'],
  summary: 'Read a customer',
  request: { params: pathId('customer', 'customerId') },
  responses: {
    200: jsonAnswer('The customer.', customerSchema),
  },
});

export const getCustomer = operation('customers:read', route, (deps) => async (c) => {
  const { customerId = '' } = c.req.valid('param');
  const customer = await findCustomer(
    servicesOf(c, deps).ledger,
    developerOf(c).tenantId,
    customerId,
  );
  if (!customer) throw new Problem('customer_not_found');
  setEtag(c, customer);
  return c.json(customer, 200);
});
