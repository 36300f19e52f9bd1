// POST /v1/payments: a transaction with a separate payment id, processed like every other
// transaction.

import { createRoute, z } from '@hono/zod-openapi';
import type { Cause } from '../../db/kernel/cause.ts';
import { previewTransaction } from '../../db/money/calls.ts';
import { findPaymentId } from '../../db/payments/reads.ts';
import { toPaymentPointer } from '../../db/payments/view.ts';
import type { TransactionDraft } from '../../db/transactions/port.ts';
import { readWaitMs } from '../kit/answer-transaction.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest, requireKey } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { acceptOrder, settleAndAnswer } from '../kit/settle-request.ts';
import { moneyHeaders, waitQuery } from '../transactions/create-schema.ts';
import { dryRunAnswer, dryRunSchema } from '../transactions/dry-run.ts';
import { answerForPayment, readPaymentView } from './answer.ts';
import { type PaymentCreate, paymentCreateSchema } from './create-schema.ts';
import { paymentSchema } from './payment-schema.ts';

const answerOf = (description: string) => jsonAnswer(description, paymentSchema);

/** Names the path on which an idempotency key was used. */
const KEY_SCOPE = 'payment';

const route = createRoute({
  method: 'post',
  path: '/v1/payments',
  operationId: 'createPayment',
  bindsKey: true,
  tags: ['payments'],
  summary: 'Pay from an account or wallet to another, or to an external party',
  description:
    'A payment has one transaction, whose state is that of the payment. A wallet stands ' +
    'for its account in the currency. Networks that are not connected (ach, wire, card) ' +
    'settle by simulation in the sandbox and are declined in production.',
  request: {
    headers: moneyHeaders,
    query: waitQuery,
    body: jsonBody(paymentCreateSchema),
  },
  responses: {
    201: answerOf('Completed, or authorized when capture is manual.'),
    202: answerOf('Accepted and in progress; see Location.'),
    200: jsonAnswer(
      'The replay of a request whose object was canceled, expired or refunded; or the dry run.',
      z.union([paymentSchema, dryRunSchema]),
    ),
  },
});

export const createPayment = operation('transactions:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { tenantId, environment } = developerOf(c);
  const cause = causeOf(c);
  const draft = paymentDraft(body, tenantId, cause);
  const pointerIn = (pointer: string) => toPaymentPointer(pointer, walletsOf(body));
  if (body.dryRun) {
    return c.json(
      dryRunAnswer(await services.ledger.run(previewTransaction, draft), pointerIn),
      200,
    );
  }
  requireKey(environment, cause);
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const admission = { backlogLimit: deps.config.backlogLimit, keyScope: KEY_SCOPE };
  const { accepted, settled } = await acceptOrder(services, 'accept', draft, waitMs, admission);
  const { id, replayed } = accepted;
  const paymentId = await findPaymentId(services.ledger, id);
  if (paymentId === null) throw new Problem('payment_not_found');
  const { type, currency, amount: amountMinor } = draft;
  const facts = { id, tenantId, type, currency, amountMinor };
  const { status } = await answerForPayment(
    paymentId,
    () => settleAndAnswer(c, { deps, services, facts, waitMs, settled, replayed }),
    pointerIn,
  );
  const payment = await readPaymentView(c, deps, paymentId);
  c.header('Location', `/v1/payments/${paymentId}`);
  return c.json(payment, status);
});

function walletsOf({ sourceWalletId, destinationWalletId }: PaymentCreate) {
  return {
    sourceWalletId: sourceWalletId ?? null,
    destinationWalletId: destinationWalletId ?? null,
  };
}

function paymentDraft(body: PaymentCreate, tenantId: string, cause: Cause): TransactionDraft {
  return {
    tenantId,
    type: body.externalParty === undefined ? 'transfer' : 'withdrawal',
    amount: body.amount,
    currency: body.currency,
    sourceAccountId: body.sourceAccountId ?? null,
    destinationAccountId: body.destinationAccountId ?? null,
    description: body.description ?? null,
    reference: body.reference ?? null,
    category: body.category ?? null,
    capture: body.capture,
    holdExpiresAt: body.holdExpiresAt === undefined ? null : Date.parse(body.holdExpiresAt),
    externalParty: body.externalParty ?? null,
    context: body.context ?? null,
    metadata: body.metadata ?? {},
    payment: walletsOf(body),
    requestHash: hashRequest(body),
    cause,
  };
}
