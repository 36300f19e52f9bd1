// GET /v1/blockchain/executions and …/{executionId}

import { createRoute, z } from '@hono/zod-openapi';
import { findExecution, listExecutions as readExecutions } from '../../db/executions/reads.ts';
import { EXECUTION_STATUSES } from '../../ledger/execution.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { contractNames, executionSchema } from './contract-schema.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/executions',
  operationId: 'listExecutions',
  tags: ['blockchain'],
  summary: 'List executions, newest first',
  request: {
    query: pageQuery.extend({
      contract: contractNames.optional(),
      status: z.enum(EXECUTION_STATUSES).optional(),
      transactionId: z.string().max(64).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('A page of executions.', listOf(executionSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/blockchain/executions/{executionId}',
  operationId: 'getExecution',
  tags: ['blockchain'],
  summary: 'Read an execution: its status, its receipt and its position in the journal',
  request: { params: pathId('execution', 'executionId') },
  responses: {
    200: jsonAnswer('The execution.', executionSchema),
  },
});

export const listExecutions = operation('ledger:read', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const executions = await readExecutions(servicesOf(c, deps).ledger, {
    ...query,
    ...pageOrder('execution', query),
    tenantId: developerOf(c).tenantId,
  });
  return c.json(listBody(executions), 200);
});

export const getExecution = operation('ledger:read', getRoute, (deps) => async (c) => {
  const { executionId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const execution = await findExecution(ledger, developerOf(c).tenantId, executionId);
  if (!execution) throw new Problem('execution_not_found');
  setEtag(c, execution);
  return c.json(execution, 200);
});
