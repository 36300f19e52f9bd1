// POST /v1/sandbox/simulations/inbound-transfer: money of an external party arrives. It takes the
// path of every deposit: accepted, carried by its workflow, booked against the settlement account.

import { createRoute, z } from '@hono/zod-openapi';
import type { TransactionDraft } from '../../db/transactions/port.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { readWaitMs } from '../kit/answer-transaction.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { developerOf, operation } from '../kit/operation.ts';
import {
  amountSchema,
  currencySchema,
  idSchema,
  jsonAnswer,
  jsonBody,
  textSchema,
} from '../kit/schemas.ts';
import { acceptOrder, settleAndAnswer } from '../kit/settle-request.ts';
import { externalParty, moneyHeaders, waitQuery } from '../transactions/create-schema.ts';
import { transactionDetailSchema } from '../transactions/transaction-schema.ts';
import { sandboxServices } from './sandbox-services.ts';

const bodySchema = z
  .strictObject({
    accountId: idSchema('account'),
    amount: amountSchema,
    currency: currencySchema,
    externalParty: externalParty
      .optional()
      .openapi({ description: 'The payer; `Simulated payer` by default.' }),
    description: textSchema(500).optional(),
    reference: textSchema(140).min(1).optional(),
    metadata: metadataSchema.optional(),
  })
  .openapi('InboundTransferSimulation');

const answerOf = (description: string) => jsonAnswer(description, transactionDetailSchema);

const route = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/inbound-transfer',
  operationId: 'simulateInboundTransfer',
  bindsKey: true,
  tags: ['sandbox'],
  summary: 'Simulate incoming money',
  description:
    'Creates an ordinary deposit with workflow, bookings, limits and events. The same ' +
    'Idempotency-Key with the same body never creates it twice.',
  request: {
    headers: moneyHeaders,
    query: waitQuery,
    body: jsonBody(bodySchema),
  },
  responses: {
    201: answerOf('The deposit is booked.'),
    202: answerOf('Accepted and in progress; see Location.'),
    200: answerOf('The replay of a request whose object was canceled or reversed since.'),
  },
});

const PAYER: z.infer<typeof externalParty> = { name: 'Simulated payer' };

export const simulateInboundTransfer = operation('transactions:write', route, (deps) => {
  return async (c) => {
    const body = c.req.valid('json');
    const services = sandboxServices(c, deps);
    const { tenantId } = developerOf(c);
    const draft: TransactionDraft = {
      tenantId,
      type: 'deposit',
      amount: body.amount,
      currency: body.currency,
      sourceAccountId: null,
      destinationAccountId: body.accountId,
      description: body.description ?? null,
      reference: body.reference ?? null,
      category: null,
      capture: 'automatic',
      holdExpiresAt: null,
      externalParty: body.externalParty ?? PAYER,
      context: null,
      metadata: body.metadata ?? {},
      requestHash: hashRequest(body),
      cause: causeOf(c),
    };
    const waitMs = readWaitMs(c, c.req.valid('query').wait);
    const admission = { backlogLimit: deps.config.backlogLimit, keyScope: '' };
    const { accepted, settled } = await acceptOrder(
      services,
      'accept',
      draft,
      waitMs,
      admission,
    ).catch(renameAccountPointer);
    const { id, replayed } = accepted;
    const facts = { id, tenantId, type: draft.type, currency: draft.currency };
    const answer = await settleAndAnswer(c, {
      deps,
      services,
      facts: { ...facts, amountMinor: draft.amount },
      waitMs,
      settled,
      replayed,
    });
    return c.json(answer.body, answer.status);
  };
});

/** The fields of a deposit, except that the account has another field name in this body. */
function renameAccountPointer(error: unknown): never {
  if (!(error instanceof Refusal && error.code === 'account_not_found')) throw error;
  throw error.withPointer('/accountId');
}
