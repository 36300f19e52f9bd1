// POST /v1/customers

import { createRoute, z } from '@hono/zod-openapi';
import { createCustomer as create } from '../../db/customers/acts.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { sandboxOutcome } from '../../ledger/decisions/kyc.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { customerFields, customerSchema } from './customer-schema.ts';
import { screenCustomer } from './screen-customer.ts';

const bodySchema = z.strictObject(customerFields).openapi('CustomerCreate');

const route = createRoute({
  method: 'post',
  path: '/v1/customers',
  operationId: 'createCustomer',
  bindsKey: true,
  tags: ['customers'],
  summary: 'Create a customer',
  description:
    'In the sandbox a customer is verified at once, unless the name contains the word ' +
    'Denied, Review or Documents, resembles one on a sanctions list, or cannot be compared ' +
    'with the lists: then a person reviews it. In production an operator verifies ' +
    'customers.',
  request: {
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('The customer.', customerSchema),
  },
});

export const createCustomer = operation('customers:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const screened = await screenCustomer(deps, {
    type: body.type,
    name: body.name,
    dateOfBirth: body.dateOfBirth ?? null,
    country: body.country ?? null,
  });
  const { id, replayed } = await ledger.run(create, {
    tenantId,
    type: body.type,
    name: body.name,
    email: body.email ?? null,
    phone: body.phone ?? null,
    dateOfBirth: body.dateOfBirth ?? null,
    country: body.country ?? null,
    address: body.address ?? null,
    metadata: body.metadata ?? {},
    kycStatus: ledger.livemode ? 'unverified' : (sandboxOutcome(body.name) ?? 'verified'),
    ...screened,
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  const customer = await findCustomer(ledger, tenantId, id);
  if (!customer) throw new Problem('customer_not_found');
  if (replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, customer);
  return c.json(customer, 201);
});
