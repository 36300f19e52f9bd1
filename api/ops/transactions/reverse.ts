// POST /v1/ops/transactions/{transactionId}/reverse: an operator reverses a booked transaction, and
// may let the payee go below zero for it. The operator and the reason are in the audit log.
// Reversing an entry that took two operators takes two again.

import { createRoute, z } from '@hono/zod-openapi';
import { previewReversal } from '../../../db/money/calls.ts';
import { readWaitMs } from '../../kit/answer-transaction.ts';
import { Problem } from '../../kit/errors.ts';
import { hashRequest, operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { pathId } from '../../kit/schemas.ts';
import { acceptOrder } from '../../kit/settle-request.ts';
import { moneyHeaders, waitQuery } from '../../transactions/create-schema.ts';
import { reversalFields, reversalResponses, settleReversal } from '../../transactions/reverse.ts';
import { transactionDetailSchema } from '../../transactions/transaction-schema.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { environmentField } from '../kit/environment.ts';
import { recordAuditOnce } from '../kit/record-audit-once.ts';
import { ENTRY_REVERSAL, neededTwoOperators, reversalOrderOf } from './entry-reversal.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ops/transactions/{transactionId}/reverse',
  operationId: 'reverseTransactionAsOperator',
  bindsKey: true,
  tags: ['ops'],
  summary: 'Reverse a transaction, even when the payee lacks the funds',
  description:
    'A transaction that needed two operators (an adjustment, a write-off, a movement above ' +
    'the limit) also needs two for its reversal.',
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
  responses: {
    ...reversalResponses,
    202: {
      description: 'In progress (see Location), or waiting for a second operator.',
      content: {
        'application/json': { schema: z.union([transactionDetailSchema, approvalSchema]) },
      },
    },
  },
});

export const reverseAsOperator = operation('operator', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { environment, amount = null, reason, reasonCode, reference = null } = body;
  const services = deps.environments[environment];
  const { allowNegativeBalance } = body;
  const terms = { amount, reason, reasonCode, reference, allowNegativeBalance };
  const cause = operatorCauseOf(c);
  const { operatorId, roles } = operatorOf(c);
  if (await neededTwoOperators(deps, services, transactionId)) {
    // Refused at the request, not only at the second person's approval.
    await services.ledger.run(previewReversal, reversalOrderOf(transactionId, terms, cause));
    const approvalOrder = {
      act: ENTRY_REVERSAL,
      objectId: transactionId,
      environment,
      terms,
      reason,
      by: operatorId,
    };
    const pendingApproval = await requestOrApprove(deps, { approvalOrder, roles, cause });
    const row = pendingApproval ?? deps.platform.approvals.about(transactionId, ENTRY_REVERSAL);
    if (!row) throw new Problem('approval_not_found');
    return c.json(platformApprovalView(row), 202);
  }
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const order = { ...reversalOrderOf(transactionId, terms, cause), requestHash: hashRequest(body) };
  const { accepted, settled } = await acceptOrder(services, 'reverse', order, waitMs);
  await recordAuditOnce(deps, accepted.replayed, {
    actor: operatorId,
    action: 'transaction.reversal',
    objectId: accepted.id,
    environment,
    detail: { transactionId, reason, allowNegativeBalance },
  });
  const answer = await settleReversal(c, { deps, services, accepted, settled, waitMs });
  return c.json(answer.body, answer.status);
});
