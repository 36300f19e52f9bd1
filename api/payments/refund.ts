// POST /v1/payments/{paymentId}/refund: a reversal of the transaction that carries it.

import { createRoute, z } from '@hono/zod-openapi';
import { readWaitMs } from '../kit/answer-transaction.ts';
import { causeOf, hashRequest, requireKey } from '../kit/idempotency.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { amountSchema, jsonBody, pathId, textSchema } from '../kit/schemas.ts';
import { acceptOrder } from '../kit/settle-request.ts';
import { moneyHeaders, waitQuery } from '../transactions/create-schema.ts';
import { settleReversal } from '../transactions/reverse.ts';
import { answerForPayment, readPayment, readPaymentView } from './answer.ts';
import { refundedSchema } from './payment-schema.ts';

const bodySchema = z
  .strictObject({
    amount: amountSchema
      .optional()
      .openapi({ description: 'Default: the captured amount without earlier refunds.' }),
    reason: textSchema(200).min(1).default('Refund.'),
    reference: textSchema(140).min(1).optional(),
    metadata: metadataSchema.optional().openapi({ description: 'Metadata of the refund.' }),
  })
  .openapi('PaymentRefund');

const content = { 'application/json': { schema: refundedSchema } };

const route = createRoute({
  method: 'post',
  path: '/v1/payments/{paymentId}/refund',
  operationId: 'refundPayment',
  bindsKey: true,
  tags: ['payments'],
  summary: 'Refund a payment, in full or in part',
  description:
    'All refunds together are at most the captured amount. The payee pays the refund and ' +
    'must have the funds. Each refund is a separate transaction that is linked to that of ' +
    'the payment.',
  request: {
    params: pathId('payment', 'paymentId'),
    headers: moneyHeaders,
    query: waitQuery,
    body: jsonBody(bodySchema),
  },
  responses: {
    200: { description: 'A replay of a refund that was canceled.', content },
    201: { description: 'Booked.', content },
    202: { description: 'Accepted and in progress; see Location.', content },
  },
});

export const refundPayment = operation('transactions:reverse', route, (deps) => async (c) => {
  const { paymentId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { tenantId, environment } = developerOf(c);
  const services = servicesOf(c, deps);
  const { transactionId } = await readPayment(c, deps, paymentId);
  const cause = causeOf(c);
  requireKey(environment, cause);
  const keyScope = `refund/${transactionId}`;
  const order = {
    tenantId,
    transactionId,
    amount: body.amount ?? null,
    reason: body.reason,
    reference: body.reference ?? null,
    metadata: body.metadata,
    allowNegative: false,
    keyScope,
    requestHash: hashRequest(body),
    cause,
  };
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const admission = { backlogLimit: deps.config.backlogLimit, keyScope };
  const acceptedWork = await acceptOrder(services, 'reverse', order, waitMs, admission);
  const { body: reversal, status } = await answerForPayment(paymentId, () =>
    settleReversal(c, { deps, services, ...acceptedWork, waitMs }),
  );
  const refund = {
    transactionId: reversal.id,
    status: reversal.status,
    amount: reversal.amount,
    reason: reversal.description,
    reference: reversal.reference,
  };
  c.header('Location', `/v1/payments/${paymentId}`);
  return c.json({ ...(await readPaymentView(c, deps, paymentId)), refund }, status);
});
