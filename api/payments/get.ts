// GET /v1/payments/{paymentId} and GET /v1/payments

import { createRoute, z } from '@hono/zod-openapi';
import { listPayments as readPayments } from '../../db/payments/reads.ts';
import { PAYMENT_STATUSES } from '../../ledger/payment.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { readRange } from '../kit/range.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { rangeFields } from '../transactions/list.ts';
import { readPaymentView } from './answer.ts';
import { paymentSchema } from './payment-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/payments/{paymentId}',
  operationId: 'getPayment',
  tags: ['payments'],
  summary: 'Read a payment',
  request: { params: pathId('payment', 'paymentId') },
  responses: {
    200: jsonAnswer('The payment.', paymentSchema),
  },
});

const idQuery = z.string().max(64).optional();

const listRoute = createRoute({
  method: 'get',
  path: '/v1/payments',
  operationId: 'listPayments',
  tags: ['payments'],
  summary: 'List payments, newest first',
  description: 'A filter by account or wallet matches either side of a payment.',
  request: {
    query: addMetadataFilters(
      pageQuery.extend({
        status: z.enum(PAYMENT_STATUSES).optional(),
        accountId: idQuery,
        walletId: idQuery,
        customerId: idQuery,
        reference: z.string().max(140).optional(),
        ...rangeFields,
      }),
    ),
  },
  responses: {
    200: jsonAnswer('A page of payments.', listOf(paymentSchema)),
  },
});

export const getPayment = operation('transactions:read', route, (deps) => async (c) => {
  const { paymentId = '' } = c.req.valid('param');
  return c.json(await readPaymentView(c, deps, paymentId), 200);
});

export const listPayments = operation('transactions:read', listRoute, (deps) => async (c) => {
  const { startDate, endDate, timezone, ...query } = c.req.valid('query');
  const payments = await readPayments(servicesOf(c, deps).ledger, {
    ...query,
    ...pageOrder('payment', query),
    ...readRange({ startDate, endDate, timezone }),
    tenantId: developerOf(c).tenantId,
  });
  return c.json(listBody(payments), 200);
});
