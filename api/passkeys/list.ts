// GET /v1/customers/{customerId}/passkeys, and DELETE of one.

import { createRoute, z } from '@hono/zod-openapi';
import { findCustomer } from '../../db/customers/reads.ts';
import { removePasskey as remove } from '../../db/passkeys/acts.ts';
import { listPasskeys as readPasskeys } from '../../db/passkeys/reads.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { passkeySchema } from './passkey-schema.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/customers/{customerId}/passkeys',
  operationId: 'listPasskeys',
  tags: ['auth'],
  summary: 'List the passkeys of a customer, newest first',
  request: { params: pathId('customer', 'customerId'), query: pageQuery },
  responses: {
    200: jsonAnswer('A page of valid passkeys.', listOf(passkeySchema)),
  },
});

const removeRoute = createRoute({
  method: 'delete',
  path: '/v1/customers/{customerId}/passkeys/{passkeyId}',
  operationId: 'removePasskey',
  tags: ['auth'],
  summary: 'Remove a passkey of a customer',
  description: 'It can no longer sign in or confirm, not even an open challenge.',
  request: {
    params: z.object({
      ...pathId('customer', 'customerId').shape,
      ...pathId('passkey', 'passkeyId').shape,
    }),
  },
  responses: {
    200: jsonAnswer('The passkey, removed.', passkeySchema),
  },
});

export const listPasskeys = operation('customers:read', listRoute, (deps) => async (c) => {
  const { customerId = '' } = c.req.valid('param');
  const page = pageOrder('passkey', c.req.valid('query'));
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const customer = await findCustomer(ledger, tenantId, customerId);
  if (!customer) throw new Problem('customer_not_found');
  return c.json(listBody(readPasskeys(ledger, { tenantId, customerId }, page)), 200);
});

export const removePasskey = operation('customers:write', removeRoute, (deps) => async (c) => {
  const { customerId = '', passkeyId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const order = { tenantId, customerId, passkeyId, cause: causeOf(c) };
  return c.json(await ledger.run(remove, order), 200);
});
