// POST /v1/transactions: checks the body, makes a draft, lets the lane book it, and answers.
// Without the lane the transaction is accepted, and a workflow settles it while the request waits.

import { createRoute, z } from '@hono/zod-openapi';
import type { Cause } from '../../db/kernel/cause.ts';
import { previewTransaction } from '../../db/money/calls.ts';
import type { TransactionDraft } from '../../db/transactions/port.ts';
import { parseDate } from '../../ledger/calendar-date.ts';
import { readWaitMs } from '../kit/answer-transaction.ts';
import { invalidField } from '../kit/errors.ts';
import { causeOf, hashRequest, requireKey } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { acceptOrder, settleAndAnswer } from '../kit/settle-request.ts';
import {
  moneyHeaders,
  type TransactionCreate,
  transactionCreateSchema,
  waitQuery,
} from './create-schema.ts';
import { dryRunAnswer, dryRunSchema } from './dry-run.ts';
import { requireParty } from './party.ts';
import { transactionDetailSchema } from './transaction-schema.ts';

const answerOf = (description: string) => jsonAnswer(description, transactionDetailSchema);

const route = createRoute({
  method: 'post',
  path: '/v1/transactions',
  operationId: 'createTransaction',
  bindsKey: true,
  tags: ['transactions'],
  summary: 'Transfer, deposit or withdraw',
  description:
    'Answers when the transaction is at rest. The same Idempotency-Key with the same body ' +
    'never moves money twice; it answers with the transaction in its present state.',
  request: {
    headers: moneyHeaders,
    query: waitQuery,
    body: jsonBody(transactionCreateSchema),
  },
  responses: {
    201: answerOf('Posted, or authorised when capture is manual.'),
    202: answerOf('Accepted and in progress; see Location.'),
    200: jsonAnswer(
      'The replay of a request whose object was canceled, expired or reversed; or the dry run.',
      z.union([transactionDetailSchema, dryRunSchema]),
    ),
  },
});

export const createTransaction = operation('transactions:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { tenantId, environment } = developerOf(c);
  const cause = causeOf(c);
  requireParty(services, body);
  refuseOvercapture(body, deps.config.overcapturePercent);
  const draft = createTransactionDraft(body, tenantId, hashRequest(body), cause);
  if (body.dryRun) {
    return c.json(dryRunAnswer(await services.ledger.run(previewTransaction, draft)), 200);
  }
  requireKey(environment, cause);
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const admission = { backlogLimit: deps.config.backlogLimit, keyScope: '' };
  const { accepted, settled } = await acceptOrder(services, 'accept', draft, waitMs, admission);
  const { id, replayed } = accepted;
  const { type, currency, amount: amountMinor } = body;
  const facts = { id, tenantId, type, currency, amountMinor };
  const work = { deps, services, facts, waitMs, settled, replayed };
  const answer = await settleAndAnswer(c, work);
  return c.json(answer.body, answer.status);
});

/**
 * Refuses a higher percentage than the bank allows instead of reducing it, because the capture
 * would fail later.
 */
function refuseOvercapture({ allowOvercapturePercent = 0 }: TransactionCreate, max: number): void {
  if (allowOvercapturePercent <= max) return;
  const message = `Expected at most ${max} percent, the maximum of this bank.`;
  throw invalidField('/allowOvercapturePercent', message, 'validation_failed');
}

/**
 * Returns the draft of a transaction.
 * @param hash SHA-256 of the canonical body
 */
export function createTransactionDraft(
  body: TransactionCreate,
  tenantId: string,
  hash: Buffer,
  cause: Cause,
): TransactionDraft {
  return {
    tenantId,
    type: body.type,
    amount: body.amount,
    currency: body.currency,
    sourceAccountId: body.sourceAccountId ?? null,
    destinationAccountId: body.destinationAccountId ?? null,
    description: body.description ?? null,
    reference: body.reference ?? null,
    category: body.category ?? null,
    capture: body.capture,
    overcapturePercent: body.allowOvercapturePercent ?? 0,
    valueDate: body.effectiveDate === undefined ? null : parseDate(body.effectiveDate),
    holdExpiresAt: body.holdExpiresAt === undefined ? null : Date.parse(body.holdExpiresAt),
    externalParty: body.externalParty ?? null,
    context: body.context ?? null,
    metadata: body.metadata ?? {},
    requestHash: hash,
    cause,
  };
}
