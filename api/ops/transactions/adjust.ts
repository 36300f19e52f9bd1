// POST /v1/ops/adjustments: the bank corrects an account. Two operators agree, whatever the amount.
// The entries are those of a deposit or a withdrawal, against the settlement account of the
// developer, with the reason as the description. A fee is waived by one operator, once.

import { createRoute, z } from '@hono/zod-openapi';
import { mint } from '../../../db/kernel/mint.ts';
import { ownerIn } from '../../../db/oversight/reads.ts';
import { findTransaction } from '../../../db/transactions/reads.ts';
import { addTimeline, requireTransaction } from '../../kit/answer-transaction.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import {
  amountSchema,
  currencySchema,
  idSchema,
  jsonAnswer,
  pathId,
  textSchema,
} from '../../kit/schemas.ts';
import { transactionDetailSchema } from '../../transactions/transaction-schema.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';
import { ADJUSTMENTS, bookEntry, checkAdjustment } from './entries.ts';

const adjustmentRoute = createRoute({
  method: 'post',
  path: '/v1/ops/adjustments',
  operationId: 'adjustAccount',
  tags: ['ops'],
  summary: 'Request an adjusting entry',
  description:
    'It is booked when a second operator approves it at ' +
    '/v1/ops/approvals/{approvalId}/decision. A write-off raises a negative balance to at ' +
    'most zero.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              environment: environmentField,
              accountId: idSchema('account'),
              kind: z.enum(ADJUSTMENTS),
              direction: z.enum(['credit', 'debit']).openapi({
                description: 'credit: the account gets the money.',
              }),
              amount: amountSchema,
              currency: currencySchema,
              reason: textSchema(500).min(1),
            })
            .superRefine(({ kind, direction }, ctx) => {
              if (kind !== 'write_off' || direction === 'credit') return;
              const message = 'A write-off is a credit.';
              ctx.addIssue({ code: 'custom', path: ['direction'], message });
            })
            .openapi('Adjustment'),
        },
      },
    },
  },
  responses: {
    202: jsonAnswer('The request waits for a second operator.', approvalSchema),
  },
});

const waiverRoute = createRoute({
  method: 'post',
  path: '/v1/ops/transactions/{transactionId}/waive-fee',
  operationId: 'waiveFee',
  tags: ['ops'],
  summary: 'Refund a fee',
  description:
    'Takes the id of the transaction that charged the fee. Repeating the request changes nothing.',
  request: {
    params: pathId('transaction', 'transactionId'),
    body: actBody('FeeWaiver', {}),
  },
  responses: {
    200: jsonAnswer('The transaction that refunds the fee.', transactionDetailSchema),
  },
});

export const adjustAccount = operation('operator', adjustmentRoute, (deps) => async (c) => {
  const { environment, reason, ...terms } = c.req.valid('json');
  const { operatorId, roles } = operatorOf(c);
  await checkAdjustment(deps.environments[environment].ledger, terms);
  const act = terms.kind === 'write_off' ? 'write_off' : 'adjustment';
  // Each request is a separate adjustment: two requests with the same amount are two adjustments.
  const objectId = mint('request');
  const approvalOrder = { act, objectId, environment, terms: { ...terms }, reason, by: operatorId };
  const pendingApproval = await requestOrApprove(deps, {
    approvalOrder,
    roles,
    cause: operatorCauseOf(c),
  });
  if (!pendingApproval) throw new Error('a new request was carried out without a second person');
  return c.json(platformApprovalView(pendingApproval), 202);
});

export const waiveFee = operation('operator', waiverRoute, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const services = deps.environments[environment];
  const table = { table: 'transactions', exact: [], within: [] };
  const tenantId = ownerIn(services.ledger, table, transactionId);
  const fee =
    tenantId === null ? null : await findTransaction(services.ledger, tenantId, transactionId);
  if (tenantId === null || !fee) throw new Problem('transaction_not_found');
  const { type, status, sourceAccountId, amount, currency, amountReversed } = fee;
  if (type !== 'fee' || status !== 'posted' || sourceAccountId === null) {
    throw new Problem('invalid_state_transition', `It is a ${type} that is ${status}, not a fee.`);
  }
  if (amountReversed > 0) {
    const detail = `${amountReversed} minor units of the fee were reversed before.`;
    throw new Problem('invalid_state_transition', detail);
  }
  const direction = 'credit' as const;
  const id = await bookEntry(deps, {
    environment,
    terms: { kind: 'fee_waiver', accountId: sourceAccountId, direction, amount, currency },
    reason: `Fee ${transactionId} waived: ${reason}`.slice(0, 500),
    key: `waive/${transactionId}`,
    initiator: operatorOf(c).operatorId,
    secondOperator: null,
    cause: operatorCauseOf(c),
  });
  return c.json(await addTimeline(services, await requireTransaction(services, tenantId, id)), 200);
});
