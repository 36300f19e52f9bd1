// POST /v1/payments/{paymentId}/capture and /cancel: acts on the transaction that carries it.

import { createRoute, z } from '@hono/zod-openapi';
import { CANCEL, CAPTURE } from '../../workflows/messages.ts';
import { hashRequest } from '../kit/idempotency.ts';
import { operation } from '../kit/operation.ts';
import { amountSchema, pathId, textSchema } from '../kit/schemas.ts';
import { act } from '../transactions/act.ts';
import { answerForPayment, readPayment, readPaymentView } from './answer.ts';
import { paymentSchema } from './payment-schema.ts';

const captureBody = z
  .strictObject({
    amount: amountSchema.optional().openapi({ description: 'Default: the whole hold.' }),
  })
  .openapi('PaymentCaptureOrder');

const cancelBody = z
  .strictObject({ reason: textSchema(200).min(1).optional() })
  .openapi('PaymentCancel');

const content = { 'application/json': { schema: paymentSchema } };

const captureRoute = createRoute({
  method: 'post',
  path: '/v1/payments/{paymentId}/capture',
  operationId: 'capturePayment',
  bindsKey: true,
  tags: ['payments'],
  summary: 'Book an authorized payment, or part of it',
  description:
    'The rest of the hold is released. A second capture with the same amount answers with ' +
    'the first one; with another amount it is refused (409 already_captured).',
  request: {
    params: pathId('payment', 'paymentId'),
    body: { content: { 'application/json': { schema: captureBody } } },
  },
  responses: {
    200: { description: 'The payment was captured before.', content },
    201: { description: 'Completed.', content },
    202: { description: 'Handed to its payment network, which settles it later.', content },
  },
});

const cancelRoute = createRoute({
  method: 'post',
  path: '/v1/payments/{paymentId}/cancel',
  operationId: 'cancelPayment',
  bindsKey: true,
  tags: ['payments'],
  summary: 'Stop a payment before it is booked',
  description: 'Releases its hold. A second cancellation answers with the first one.',
  request: {
    params: pathId('payment', 'paymentId'),
    body: { content: { 'application/json': { schema: cancelBody } } },
  },
  responses: { 200: { description: 'Canceled.', content } },
});

const requestHashHex = (body: object) => hashRequest(body).toString('hex');

export const capturePayment = operation('transactions:write', captureRoute, (deps) => {
  return async (c) => {
    const { paymentId = '' } = c.req.valid('param');
    const body = c.req.valid('json') ?? {};
    const { amount = null } = body;
    const { transactionId } = await readPayment(c, deps, paymentId);
    const order = { transactionId, amount, reason: null, requestHash: requestHashHex(body) };
    const outcome = await answerForPayment(paymentId, () =>
      act(c, deps, { name: CAPTURE, ...order }),
    );
    const payment = await readPaymentView(c, deps, paymentId);
    c.header('Location', `/v1/payments/${payment.id}`);
    return c.json(payment, outcome.replayed ? 200 : payment.status === 'processing' ? 202 : 201);
  };
});

export const cancelPayment = operation('transactions:write', cancelRoute, (deps) => {
  return async (c) => {
    const { paymentId = '' } = c.req.valid('param');
    const body = c.req.valid('json') ?? {};
    const { reason = null } = body;
    const { transactionId } = await readPayment(c, deps, paymentId);
    const order = { transactionId, amount: null, reason, requestHash: requestHashHex(body) };
    await answerForPayment(paymentId, () => act(c, deps, { name: CANCEL, ...order }));
    return c.json(await readPaymentView(c, deps, paymentId), 200);
  };
});
