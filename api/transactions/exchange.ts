// POST /v1/transactions/exchange: converts money of one account into another currency on another
// account, by one transaction that is accepted and settled like every other one.

import { createRoute, z } from '@hono/zod-openapi';
import { EXCHANGE_SCOPE } from '../../db/booking/exchange-accept.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import { previewExchange } from '../../db/money/calls.ts';
import type { ExchangeDraft } from '../../db/transactions/port.ts';
import { listTransferFacts } from '../../db/transactions/reads.ts';
import type { ExchangeAmounts } from '../../ledger/exchange.ts';
import {
  checkExchange,
  exchangeAmountsOf,
  exchangeFields,
} from '../exchange-rates/exchange-amounts-schema.ts';
import { readWaitMs } from '../kit/answer-transaction.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest, requireKey } from '../kit/idempotency.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody, textSchema } from '../kit/schemas.ts';
import { acceptOrder, settleAndAnswer } from '../kit/settle-request.ts';
import { moneyHeaders, waitQuery } from './create-schema.ts';
import { dryRunAnswer, dryRunField, dryRunSchema } from './dry-run.ts';
import { transactionDetailSchema } from './transaction-schema.ts';

/** Default of the basis points by which the rate may change between acceptance and booking. */
const DEFAULT_SLIPPAGE_BPS = 50;

const bodySchema = z
  .strictObject({
    sourceAccountId: idSchema('account'),
    destinationAccountId: idSchema('account'),
    ...exchangeFields,
    quoteId: idSchema('quote').optional().openapi({
      description: 'The exchange uses its rate; currencies and amount must be those of the quote.',
    }),
    maxSlippageBps: z
      .number()
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .openapi({
        description:
          'Without a quote: declined when the market has moved further than this between ' +
          `acceptance and booking; default ${DEFAULT_SLIPPAGE_BPS}.`,
      }),
    description: textSchema(500).optional(),
    reference: textSchema(140).min(1).optional(),
    category: textSchema(64).optional(),
    metadata: metadataSchema.optional(),
    dryRun: dryRunField,
  })
  .superRefine((body, ctx) => {
    checkExchange(body, ctx);
    if (body.sourceAccountId === body.destinationAccountId) {
      const message = 'Source and destination are the same account: choose two.';
      const params = { code: 'same_account' };
      ctx.addIssue({ code: 'custom', path: ['destinationAccountId'], message, params });
    }
    if (body.quoteId !== undefined && body.maxSlippageBps !== undefined) {
      const message = 'A quote has a fixed rate: leave this field or the quote out.';
      ctx.addIssue({ code: 'custom', path: ['maxSlippageBps'], message });
    }
  })
  .openapi('ExchangeCreate');

type ExchangeBody = z.output<typeof bodySchema>;

const answerOf = (description: string) => jsonAnswer(description, transactionDetailSchema);

const route = createRoute({
  method: 'post',
  path: '/v1/transactions/exchange',
  operationId: 'createExchange',
  bindsKey: true,
  tags: ['exchange'],
  summary: 'Exchange money between accounts of two currencies',
  description:
    'Both amounts are fixed when the request is accepted, by the quote or the current ' +
    'rates. They are booked unchanged or not at all.',
  request: {
    headers: moneyHeaders,
    query: waitQuery,
    body: jsonBody(bodySchema),
  },
  responses: {
    201: answerOf('Booked.'),
    202: answerOf('Accepted and in progress; see Location.'),
    200: jsonAnswer(
      'A replay of an exchange that was canceled before it was booked; or the dry run.',
      z.union([transactionDetailSchema, dryRunSchema]),
    ),
  },
});

export const createExchange = operation('exchange:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { tenantId, environment } = developerOf(c);
  const cause = causeOf(c);
  const amounts = exchangeAmountsOf(body);
  const draft = draftOf(body, amounts, { tenantId, cause });
  if (body.dryRun) {
    return c.json(dryRunAnswer(await services.ledger.run(previewExchange, draft)), 200);
  }
  requireKey(environment, cause);
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const admission = { backlogLimit: deps.config.backlogLimit, keyScope: EXCHANGE_SCOPE };
  const { accepted, settled } = await acceptOrder(services, 'exchange', draft, waitMs, admission);
  const { id, replayed } = accepted;
  const [facts] = await listTransferFacts(services.ledger, [id]);
  if (!facts) throw new Problem('transaction_not_found');
  const answer = await settleAndAnswer(c, { deps, services, facts, waitMs, settled, replayed });
  return c.json(answer.body, answer.status);
});

function draftOf(
  body: ExchangeBody,
  amounts: ExchangeAmounts,
  { tenantId, cause }: { readonly tenantId: string; readonly cause: Cause },
): ExchangeDraft {
  const { quoteId = null, maxSlippageBps = DEFAULT_SLIPPAGE_BPS } = body;
  return {
    tenantId,
    sourceAccountId: body.sourceAccountId,
    destinationAccountId: body.destinationAccountId,
    exchange: { amounts, quoteId, maxSlippageBps },
    description: body.description ?? null,
    reference: body.reference ?? null,
    category: body.category ?? null,
    metadata: body.metadata ?? {},
    requestHash: hashRequest(body),
    cause,
  };
}
