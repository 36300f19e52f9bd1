// What quotes and exchanges have in common on the wire: which currencies, and one of two amounts.

import type { z } from '@hono/zod-openapi';
import type { NotPriced } from '../../db/exchange/quotes.ts';
import type { ExchangeAsk } from '../../ledger/exchange.ts';
import { Problem } from '../kit/errors.ts';
import { amountSchema, currencySchema } from '../kit/schemas.ts';

/** The fields; a schema that takes them also refines itself with `checkAsk`. */
export const askFields = {
  sourceCurrency: currencySchema,
  destinationCurrency: currencySchema.openapi({ example: 'USD' }),
  sourceAmount: amountSchema
    .optional()
    .openapi({ description: 'What is given; this or destinationAmount.' }),
  destinationAmount: amountSchema
    .optional()
    .openapi({ description: 'What is to arrive; this or sourceAmount.' }),
};

interface Ask {
  readonly sourceCurrency: string;
  readonly destinationCurrency: string;
  readonly sourceAmount?: number | undefined;
  readonly destinationAmount?: number | undefined;
}

/** Exactly one amount, and two currencies. */
export function checkAsk(body: Ask, ctx: z.core.$RefinementCtx<unknown>): void {
  const { sourceAmount, destinationAmount } = body;
  if ((sourceAmount === undefined) === (destinationAmount === undefined)) {
    const path = sourceAmount === undefined ? ['sourceAmount'] : ['destinationAmount'];
    const message = 'Expected either sourceAmount or destinationAmount.';
    ctx.addIssue({ code: 'custom', path, message });
  }
  if (body.sourceCurrency === body.destinationCurrency) {
    ctx.addIssue({
      code: 'custom',
      path: ['destinationCurrency'],
      message: 'Source and destination have the same currency.',
      params: { code: 'same_currency' },
    });
  }
}

/** The checked fields as the ledger takes them. */
export function askOf(body: Ask): ExchangeAsk {
  const { sourceCurrency, destinationCurrency, sourceAmount, destinationAmount } = body;
  const fixed = sourceAmount === undefined ? 'destination' : 'source';
  const amount = BigInt(sourceAmount ?? destinationAmount ?? 0);
  return { sourceCurrency, destinationCurrency, fixed, amount };
}

/** Why there is no price, as the client reads it. */
export function notPriced(outcome: NotPriced, ask: ExchangeAsk): Problem {
  switch (outcome.kind) {
    case 'no_market':
      return new Problem('rates_unavailable', undefined, { retryAfterSeconds: 60 });
    case 'no_rate': {
      const isSource = outcome.currency === ask.sourceCurrency;
      const pointer = isSource ? '/sourceCurrency' : '/destinationCurrency';
      const message = `No exchange rate for ${outcome.currency} is available now.`;
      return new Problem('rate_not_available', message, {
        errors: [{ pointer, code: 'rate_not_available', message }],
      });
    }
    default: {
      const pointer = ask.fixed === 'source' ? '/sourceAmount' : '/destinationAmount';
      const message = 'The converted amount would be zero or too large; send another amount.';
      return new Problem('amount_out_of_range', message, {
        errors: [{ pointer, code: 'amount_out_of_range', message }],
      });
    }
  }
}
