// POST /v1/exchange-rates/quotes and GET /v1/exchange-rates/quotes/{quoteId}: a price that is
// guaranteed for a limited time.

import { createRoute, z } from '@hono/zod-openapi';
import { findQuote } from '../../db/exchange/quote-reads.ts';
import { createQuote as create } from '../../db/exchange/quotes.ts';
import { QUOTE_STATUSES } from '../../ledger/exchange.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { metadataSchema, metadataViewSchema } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import {
  jsonBody,
  minorUnitsSchema,
  objectVersionSchema,
  pathId,
  timestampSchema,
} from '../kit/schemas.ts';
import { checkExchange, exchangeAmountsOf, exchangeFields } from './exchange-amounts-schema.ts';

const DEFAULT_LOCK_SECONDS = 60;
const MAX_LOCK_SECONDS = 900;

const bodySchema = z
  .strictObject({
    ...exchangeFields,
    lockSeconds: z
      .number()
      .int()
      .min(1)
      .max(MAX_LOCK_SECONDS)
      .default(DEFAULT_LOCK_SECONDS)
      .openapi({ description: 'How long the price is guaranteed.' }),
    metadata: metadataSchema.optional(),
  })
  .superRefine(checkExchange)
  .openapi('QuoteCreate');

export const quoteSchema = z
  .object({
    id: z.string().openapi({ example: 'qte_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
    object: z.literal('quote'),
    livemode: z.boolean(),
    status: z.enum(QUOTE_STATUSES),
    fixed: z.enum(['source', 'destination']),
    sourceCurrency: z.string(),
    sourceAmount: minorUnitsSchema,
    sourceExponent: z.number().int(),
    destinationCurrency: z.string(),
    destinationAmount: minorUnitsSchema,
    destinationExponent: z.number().int(),
    rate: z.string().openapi({
      description: 'Destination units for one source unit, spread included.',
      example: '1.111614',
    }),
    midRate: z.string().openapi({ example: '1.1172' }),
    spreadBps: z.number().int(),
    feeAmount: minorUnitsSchema.openapi({
      description: 'Fee of the bank, included in the amounts.',
    }),
    feeCurrency: z.string(),
    rateSource: z.string().openapi({ example: 'ecb-reference-rates' }),
    rateTimestamp: timestampSchema,
    stale: z.boolean().openapi({ description: 'True when the rate was stale when it was locked.' }),
    lockExpiresAt: timestampSchema,
    transactionId: z.string().nullable().openapi({ description: 'The exchange that used it.' }),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Quote');

const content = { 'application/json': { schema: quoteSchema } };

const createQuoteRoute = createRoute({
  method: 'post',
  path: '/v1/exchange-rates/quotes',
  operationId: 'createQuote',
  bindsKey: true,
  tags: ['exchange'],
  summary: 'Lock a rate for a limited time',
  description: 'One exchange can use it, with the same currencies and amount, until it expires.',
  request: {
    body: jsonBody(bodySchema),
  },
  responses: { 201: { description: 'The quote.', content } },
});

const getQuoteRoute = createRoute({
  method: 'get',
  path: '/v1/exchange-rates/quotes/{quoteId}',
  operationId: 'getQuote',
  tags: ['exchange'],
  summary: 'Read a quote',
  request: { params: pathId('quote', 'quoteId') },
  responses: { 200: { description: 'The quote.', content } },
});

export const createQuote = operation('exchange:write', createQuoteRoute, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { id, replayed } = await ledger.run(create, {
    tenantId,
    amounts: exchangeAmountsOf(body),
    lockMs: body.lockSeconds * 1000,
    metadata: body.metadata ?? {},
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  const quote = await findQuote(ledger, tenantId, id);
  if (!quote) throw new Problem('quote_not_found');
  if (replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, quote);
  return c.json(quote, 201);
});

export const getQuote = operation('exchange:read', getQuoteRoute, (deps) => async (c) => {
  const { quoteId = '' } = c.req.valid('param');
  const quote = await findQuote(servicesOf(c, deps).ledger, developerOf(c).tenantId, quoteId);
  if (!quote) throw new Problem('quote_not_found');
  setEtag(c, quote);
  return c.json(quote, 200);
});
