// POST /v1/ops/customers/{customerId}/kyc-decision: without a provider, operators verify customers.

import { createRoute, z } from '@hono/zod-openapi';
import { findCustomer } from '../../../db/customers/reads.ts';
import { customerSchema } from '../../customers/customer-schema.ts';
import { decideIdentity } from '../../customers/decide-identity.ts';
import { Problem } from '../../kit/errors.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer, pathId, textSchema } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ops/customers/{customerId}/kyc-decision',
  operationId: 'decideKyc',
  tags: ['ops'],
  summary: 'Verify or deny the identity of a customer',
  description:
    'When the name could not be compared with the lists, `notCompared` of the customer states why: ' +
    'the decision then rests on the documents that the operator has seen, and the audit log records ' +
    'this.',
  request: {
    params: pathId('customer', 'customerId'),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              environment: environmentField,
              decision: z.enum(['verified', 'denied']),
              reason: textSchema(500).min(1),
            })
            .openapi('KycDecision'),
        },
      },
    },
  },
  responses: {
    200: jsonAnswer('The customer.', customerSchema),
  },
});

export const decideKyc = operation('operator', route, (deps) => async (c) => {
  const { customerId = '' } = c.req.valid('param');
  const { environment, decision, reason } = c.req.valid('json');
  const { operatorId } = operatorOf(c);
  const { ledger } = deps.environments[environment];
  await decideIdentity(deps, ledger, {
    tenantId: null,
    customerId,
    kycStatus: decision,
    reason,
    cause: { actor: operatorId, requestId: c.get('requestId'), idempotencyKey: null },
  });
  const customer = await findCustomer(ledger, null, customerId);
  if (!customer) throw new Problem('customer_not_found');
  await deps.platform.record({
    actor: operatorId,
    action: `customer.kyc.${decision}`,
    objectId: customerId,
    environment,
    detail: { reason, ...(customer.notCompared && { notCompared: customer.notCompared }) },
  });
  return c.json(customer, 200);
});
