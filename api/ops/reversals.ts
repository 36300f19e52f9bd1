// POST /v1/ops/transactions/{transactionId}/reverse: an operator takes back what was booked, and
// may let the payee go below zero for it. Who did so and why is in the audit log.

import { createRoute, z } from '@hono/zod-openapi';
import { waitOf } from '../kit/answer-transaction.ts';
import { taken } from '../kit/carry.ts';
import { operatorCauseOf, requestHash } from '../kit/idempotency.ts';
import { operation, operatorOf } from '../kit/operation.ts';
import { pathId } from '../kit/schemas.ts';
import { moneyHeaders, waitQuery } from '../transactions/create-schema.ts';
import { carriedReversal, reversalFields, reversalResponses } from '../transactions/reverse.ts';
import { environmentField } from './environment.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ops/transactions/{transactionId}/reverse',
  operationId: 'reverseTransactionAsOperator',
  tags: ['ops'],
  summary: 'Take back what a transaction has booked, even from a payee who cannot cover it',
  request: {
    params: pathId('transaction', 'transactionId'),
    headers: moneyHeaders,
    query: waitQuery,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              environment: environmentField,
              ...reversalFields,
              allowNegativeBalance: z.boolean().default(false).openapi({
                description: 'The payee may go below zero and the overdraft for it.',
              }),
            })
            .openapi('OperatorReversal'),
        },
      },
    },
  },
  responses: reversalResponses,
});

export const reverseAsOperator = operation('operator', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { environment, amount = null, reason, reasonCode, reference = null } = body;
  const desk = deps.desks[environment];
  const waitMs = waitOf(c, c.req.valid('query').wait);
  const order = {
    tenantId: null,
    transactionId,
    amount,
    reason,
    reasonCode,
    reference,
    allowNegative: body.allowNegativeBalance,
    keyScope: `ops/reverse/${transactionId}`,
    requestHash: requestHash(body),
    cause: operatorCauseOf(c),
  };
  const { accepted, settled } = await taken(desk, 'reverse', order, waitMs);
  if (!accepted.replayed) {
    await deps.platform.record({
      actor: operatorOf(c).operatorId,
      action: 'transaction.reversal',
      objectId: accepted.id,
      environment,
      detail: { transactionId, reason, allowNegativeBalance: body.allowNegativeBalance },
    });
  }
  const answer = await carriedReversal(c, { deps, desk, accepted, settled, waitMs });
  return c.json(answer.body, answer.status);
});
