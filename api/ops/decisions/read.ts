// GET /v1/ops/decisions/{decisionId}

import { createRoute } from '@hono/zod-openapi';
import { decisionDetailSchema } from '../../decisions/decision-schema.ts';
import { readDecision } from '../../decisions/record-body.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { jsonAnswer, pathId } from '../../kit/schemas.ts';
import { environmentQuery } from '../kit/environment.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/decisions/{decisionId}',
  operationId: 'getDecisionAsOperator',
  tags: ['ops'],
  summary: 'Read why a decision about a customer was made, of any developer',
  request: { params: pathId('riskDecision', 'decisionId'), query: environmentQuery },
  responses: { 200: jsonAnswer('The record.', decisionDetailSchema) },
});

export const getDecisionAsOperator = operation('operator', route, (deps) => async (c) => {
  const { decisionId: id = '' } = c.req.valid('param');
  const { environment } = c.req.valid('query');
  const record = await readDecision(deps, deps.environments[environment], { tenantId: null, id });
  if (!record) throw new Problem('decision_not_found');
  return c.json(record, 200);
});
