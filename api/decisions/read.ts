// GET /v1/decisions/{decisionId}

import { createRoute } from '@hono/zod-openapi';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';
import { decisionDetailSchema } from './decision-schema.ts';
import { readDecision } from './record-body.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/decisions/{decisionId}',
  operationId: 'getDecision',
  tags: ['decisions'],
  summary: 'Read the reasons of a decision about a customer, and the changes that would alter it',
  description:
    'The id is that of the record that was written with the decision: `dec_…` of the risk of a ' +
    'payment, `txn_…` of a payment that a rule of money declined, `crd_…`, `kyc_…`, and `evt_…` of ' +
    'the freeze of an account.',
  request: { params: pathId('riskDecision', 'decisionId') },
  responses: { 200: jsonAnswer('The record.', decisionDetailSchema) },
});

export const getDecision = operation('decisions:read', route, (deps) => async (c) => {
  const { decisionId: id = '' } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const record = await readDecision(deps, servicesOf(c, deps), { tenantId, id });
  if (!record) throw new Problem('decision_not_found');
  return c.json(record, 200);
});
