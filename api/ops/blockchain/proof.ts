// GET /v1/ops/transactions/{transactionId}/proof: the proof of a booking, for a customer who doubts
// it. The leaf names accounts and amounts, so reading it requires a reason.

import { createRoute } from '@hono/zod-openapi';
import { ownerIn } from '../../../db/oversight/reads.ts';
import { answerProof, checkpointQuery, proofResponses } from '../../blockchain/proofs.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { pathId } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/transactions/{transactionId}/proof',
  operationId: 'getProofAsOperator',
  tags: ['ops'],
  summary: 'Prove that a transaction of any developer is in the log',
  request: {
    params: pathId('transaction', 'transactionId'),
    query: checkpointQuery.extend({ environment: environmentField }),
  },
  responses: proofResponses,
});

export const getProofAsOperator = operation('operator', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const { environment, checkpoint } = c.req.valid('query');
  const { ledger } = deps.environments[environment];
  const tenantId = ownerIn(ledger, { table: 'transactions' }, transactionId);
  if (tenantId === null) throw new Problem('transaction_not_found');
  return answerProof(c, deps, ledger, { tenantId, transactionId, checkpoint });
});
