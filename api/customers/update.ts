// PATCH /v1/customers/{customerId}

import { createRoute, z } from '@hono/zod-openapi';
import { changeCustomer } from '../../db/customers/acts.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { Problem } from '../kit/errors.ts';
import { readIfMatch, setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { metadataChange } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { customerFields, customerSchema } from './customer-schema.ts';
import { screenCustomer } from './screen-customer.ts';

const bodySchema = z
  .strictObject({ ...customerFields, metadata: metadataChange })
  .partial()
  .openapi('CustomerUpdate');

/** A change of one of these fields screens the customer again. */
const IDENTITY_FIELDS = ['type', 'name', 'dateOfBirth', 'country'] as const;

const route = createRoute({
  method: 'patch',
  path: '/v1/customers/{customerId}',
  operationId: 'updateCustomer',
  tags: ['customers'],
  summary: 'Change fields of a customer',
  description: 'Send If-Match with the ETag that was read to refuse lost updates.',
  request: {
    params: pathId('customer', 'customerId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The customer after the change.', customerSchema),
  },
});

export const updateCustomer = operation('customers:write', route, (deps) => async (c) => {
  const { customerId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const fields = c.req.valid('json');
  const before = await findCustomer(ledger, tenantId, customerId);
  if (!before) throw new Problem('customer_not_found');
  const changesIdentity = IDENTITY_FIELDS.some((field) => fields[field] !== undefined);
  const { type = before.type, name = before.name } = fields;
  const { dateOfBirth = null, country = null } = { ...before, ...fields };
  await ledger.run(changeCustomer, {
    tenantId,
    customerId,
    fields,
    ...(changesIdentity ? await screenCustomer(deps, { type, name, dateOfBirth, country }) : {}),
    ifVersion: readIfMatch(c),
    cause: causeOf(c),
  });
  const customer = await findCustomer(ledger, tenantId, customerId);
  if (!customer) throw new Problem('customer_not_found');
  setEtag(c, customer);
  return c.json(customer, 200);
});
