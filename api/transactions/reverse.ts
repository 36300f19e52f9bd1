// POST /v1/transactions/{transactionId}/reverse: returns booked money, in full or in part, by a new
// transaction that is accepted and settled like every other one.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { previewReversal } from '../../db/money/calls.ts';
import type { AcceptedRequest } from '../../db/transactions/port.ts';
import { listTransferFacts } from '../../db/transactions/reads.ts';
import { REVERSAL_REASONS } from '../../ledger/transaction.ts';
import { readWaitMs } from '../kit/answer-transaction.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest, requireKey } from '../kit/idempotency.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { amountSchema, jsonAnswer, pathId, textSchema } from '../kit/schemas.ts';
import { acceptOrder, settleAndAnswer } from '../kit/settle-request.ts';
import { moneyHeaders, waitQuery } from './create-schema.ts';
import { dryRunAnswer, dryRunField, dryRunSchema } from './dry-run.ts';
import { transactionDetailSchema } from './transaction-schema.ts';

/** Fields of the requests of developers and of operators. */
export const reversalFields = {
  amount: amountSchema.optional().openapi({
    description: 'Minor units; default: the booked amount without earlier reversals.',
  }),
  reason: textSchema(500).min(1).openapi({ example: 'The goods were returned.' }),
  reasonCode: z.enum(REVERSAL_REASONS).optional().openapi({
    description: 'Kept in the `context` of the reversal. With `fraud`, models learn from it.',
  }),
  reference: textSchema(140).min(1).optional(),
};

const content = { 'application/json': { schema: transactionDetailSchema } };

export const reversalResponses = {
  200: { description: 'A replay of a reversal that was canceled before it was booked.', content },
  201: { description: 'The reversal, booked.', content },
  202: { description: 'Accepted and in progress; see Location.', content },
};

const route = createRoute({
  method: 'post',
  path: '/v1/transactions/{transactionId}/reverse',
  operationId: 'reverseTransaction',
  bindsKey: true,
  tags: ['transactions'],
  summary: 'Reverse a transaction, in full or in part',
  description:
    'Answers with the reversal, which is a separate transaction. All reversals together ' +
    'are at most the booked amount. The payee of the original pays the reversal and must ' +
    'have the funds. A reversal cannot be reversed: make a new transaction instead.',
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
              ...reversalFields,
              metadata: metadataSchema.optional(),
              dryRun: dryRunField,
            })
            .openapi('TransactionReversal'),
        },
      },
    },
  },
  responses: {
    ...reversalResponses,
    200: jsonAnswer(
      'A replay of a reversal that was canceled; or the dry run.',
      z.union([transactionDetailSchema, dryRunSchema]),
    ),
  },
});

export const reverseTransaction = operation('transactions:reverse', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const {
    amount = null,
    reason,
    reasonCode,
    reference = null,
    metadata,
    dryRun,
  } = c.req.valid('json');
  const { tenantId, environment } = developerOf(c);
  const cause = causeOf(c);
  const services = servicesOf(c, deps);
  const keyScope = `reverse/${transactionId}`;
  const order = {
    tenantId,
    transactionId,
    amount,
    reason,
    reasonCode,
    reference,
    metadata,
    allowNegative: false,
    keyScope,
    requestHash: hashRequest(c.req.valid('json')),
    cause,
  };
  if (dryRun) {
    return c.json(dryRunAnswer(await services.ledger.run(previewReversal, order)), 200);
  }
  requireKey(environment, cause);
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const admission = { backlogLimit: deps.config.backlogLimit, keyScope };
  const accepted = await acceptOrder(services, 'reverse', order, waitMs, admission);
  const answer = await settleReversal(c, { deps, services, ...accepted, waitMs });
  return c.json(answer.body, answer.status);
});

/** Settles an accepted reversal until it is at rest. */
export async function settleReversal(
  c: Context<AppEnv>,
  work: AcceptedRequest & { deps: Deps; services: Services; waitMs: number },
) {
  const { accepted, ...rest } = work;
  const { id, replayed } = accepted;
  const [facts] = await listTransferFacts(work.services.ledger, [id]);
  if (!facts) throw new Problem('transaction_not_found');
  return settleAndAnswer(c, { ...rest, facts, replayed });
}
