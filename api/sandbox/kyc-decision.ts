// POST /v1/sandbox/simulations/kyc-decision: simulates the decision of a provider or an operator
// about a customer, by the same act of the ledger.

import { createRoute, z } from '@hono/zod-openapi';
import { findCustomer } from '../../db/customers/reads.ts';
import { customerSchema } from '../customers/customer-schema.ts';
import { decideIdentity } from '../customers/decide-identity.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { sandboxServices } from './sandbox-services.ts';

const bodySchema = z
  .strictObject({
    customerId: idSchema('customer'),
    decision: z.enum(['verified', 'denied', 'manual_review', 'awaiting_documents']),
  })
  .openapi('KycDecisionSimulation');

const route = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/kyc-decision',
  operationId: 'simulateKycDecision',
  tags: ['sandbox'],
  summary: "Simulate the decision about a customer's identity",
  description:
    'A denial is final, and documents cannot be requested from a verified customer (409). ' +
    'Repeating the same decision changes nothing.',
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The customer.', customerSchema),
  },
});

export const simulateKycDecision = operation('customers:write', route, (deps) => async (c) => {
  const { customerId, decision } = c.req.valid('json');
  const { ledger } = sandboxServices(c, deps);
  const { tenantId } = developerOf(c);
  if (!(await findCustomer(ledger, tenantId, customerId))) throw noCustomer();
  await decideIdentity(deps, ledger, {
    tenantId,
    customerId,
    kycStatus: decision,
    cause: causeOf(c),
  });
  const customer = await findCustomer(ledger, tenantId, customerId);
  if (!customer) throw noCustomer();
  return c.json(customer, 200);
});

function noCustomer(): Problem {
  const message = 'No customer has this id.';
  return new Problem('customer_not_found', undefined, {
    errors: [{ pointer: '/customerId', code: 'customer_not_found', message }],
  });
}
