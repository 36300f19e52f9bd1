// GET /v1/exchange-rates: the rates in force, their spread, and their age.

import { createRoute, z } from '@hono/zod-openapi';
import { ledgerMarket } from '../../db/exchange/market.ts';
import { currencyOf, exponentOf } from '../../ledger/currency.ts';
import { shownRatesOf } from '../../ledger/exchange.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, minorUnitsSchema, timestampSchema, wholeQuery } from '../kit/schemas.ts';

const CODE = /^[A-Z]{3}$/;
const expectText = (text: string) => ({ message: `Expected ${text}.` });

const querySchema = z.strictObject({
  base: z
    .string()
    .refine((code) => currencyOf(code) !== null, expectText('an active ISO 4217 code such as EUR'))
    .default('EUR')
    .openapi({ description: 'The base currency.', example: 'EUR' }),
  symbols: z
    .string()
    .max(700)
    .refine(
      (list) => list.split(',').every((code) => CODE.test(code)),
      expectText('ISO 4217 codes separated by commas, such as USD,JPY'),
    )
    .optional()
    .openapi({
      description: 'Currencies to show; default: all. See also `unavailable`.',
      example: 'USD,JPY',
    }),
  amount: wholeQuery(1).optional().openapi({
    description: 'Minor units of the base; each rate then shows the converted amount.',
  }),
});

const rate = z.string().openapi({ description: 'Decimal.', example: '1.1172' });

const ratesSchema = z
  .object({
    object: z.literal('exchange_rates'),
    livemode: z.boolean(),
    base: z.string(),
    asOf: timestampSchema,
    source: z.string().openapi({ example: 'ecb-reference-rates' }),
    spreadBps: z.number().int(),
    stale: z.boolean(),
    amount: minorUnitsSchema.nullable(),
    rates: z.array(
      z.object({
        currency: z.string(),
        mid: rate,
        bid: rate.openapi({ description: 'Price at which the bank buys one unit of the base.' }),
        ask: rate.openapi({ description: 'Price at which the bank sells one unit of the base.' }),
        exponent: z.number().int(),
        asOf: timestampSchema,
        stale: z.boolean(),
        converted: minorUnitsSchema.nullable().openapi({
          description: 'The converted amount in minor units; null without an amount.',
        }),
      }),
    ),
    unavailable: z
      .array(
        z
          .object({
            currency: z.string(),
            code: z.enum(['rate_not_available', 'currency_not_supported']),
            message: z.string(),
          })
          .openapi('UnavailableRate'),
      )
      .openapi({ description: 'Requested currencies without a current rate.' }),
  })
  .openapi('ExchangeRates');

const route = createRoute({
  method: 'get',
  path: '/v1/exchange-rates',
  operationId: 'listExchangeRates',
  tags: ['exchange'],
  summary: 'Read the exchange rates in force',
  description:
    'Bid and ask contain the spread; the bank exchanges at these rates. Stale rates are ' +
    'marked; production does not use them unless the bank is set to serve them.',
  request: { query: querySchema },
  responses: {
    200: jsonAnswer('The rates.', ratesSchema),
  },
});

export const listExchangeRates = operation('exchange:read', route, (deps) => async (c) => {
  const { base, symbols, amount } = c.req.valid('query');
  const { ledger } = servicesOf(c, deps);
  const market = ledgerMarket(ledger.database);
  const currentRates = market.rates();
  if (!currentRates) throw new Problem('rates_unavailable', undefined, { retryAfterSeconds: 60 });
  const { table, stale } = currentRates;
  const currencies = [...table.rates.keys()].sort();
  const requested = symbols === undefined ? currencies : [...new Set(symbols.split(','))];
  if (!table.rates.has(base)) {
    throw fieldProblem('rate_not_available', 'base', unavailableRate(base).message);
  }
  const unavailable = requested.filter((code) => !table.rates.has(code)).map(unavailableRate);
  const asOf = new Date(table.asOf).toISOString();
  const rates = requested
    .filter((currency) => currency !== base && table.rates.has(currency))
    .map((currency) => {
      const sourceAmount = amount === undefined ? null : BigInt(amount);
      const { converted, ...prices } = shownRatesOf(
        table,
        base,
        currency,
        market.spreadBps,
        sourceAmount,
      );
      const exponent = exponentOf(currency);
      return { currency, ...prices, exponent, asOf, stale, converted: safeNumberOf(converted) };
    });
  const head = { object: 'exchange_rates' as const, livemode: ledger.livemode, base, asOf };
  const { source } = table;
  const { spreadBps } = market;
  return c.json(
    { ...head, source, spreadBps, stale, amount: amount ?? null, rates, unavailable },
    200,
  );
});

function unavailableRate(currency: string) {
  const isKnown = currencyOf(currency) !== null;
  return isKnown
    ? {
        currency,
        code: 'rate_not_available' as const,
        message: `No exchange rate for ${currency} is available now.`,
      }
    : {
        currency,
        code: 'currency_not_supported' as const,
        message: `${currency} is not an active currency in which the bank keeps accounts.`,
      };
}

/** Returns an amount as a number; null when JSON cannot represent it exactly. */
function safeNumberOf(amount: bigint | null): number | null {
  return amount === null || amount > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(amount);
}
