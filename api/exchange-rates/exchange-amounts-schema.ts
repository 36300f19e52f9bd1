// Common fields of quotes and exchanges on the wire: the currencies, and one of two amounts.

import type { z } from '@hono/zod-openapi';
import type { ExchangeAmounts } from '../../ledger/exchange.ts';
import { amountSchema, currencySchema } from '../kit/schemas.ts';

/** The fields. A schema with them must also be refined with `checkExchange`. */
export const exchangeFields = {
  sourceCurrency: currencySchema,
  destinationCurrency: currencySchema.openapi({ example: 'USD' }),
  sourceAmount: amountSchema
    .optional()
    .openapi({ description: 'Amount to exchange; either this or destinationAmount.' }),
  destinationAmount: amountSchema
    .optional()
    .openapi({ description: 'Amount to receive; either this or sourceAmount.' }),
};

interface ExchangeBody {
  readonly sourceCurrency: string;
  readonly destinationCurrency: string;
  readonly sourceAmount?: number | undefined;
  readonly destinationAmount?: number | undefined;
}

/** Requires exactly one amount and two different currencies. */
export function checkExchange(body: ExchangeBody, ctx: z.core.$RefinementCtx<unknown>): void {
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

/** Converts the checked fields to the form of the ledger. */
export function exchangeAmountsOf(body: ExchangeBody): ExchangeAmounts {
  const { sourceCurrency, destinationCurrency, sourceAmount, destinationAmount } = body;
  const fixed = sourceAmount === undefined ? 'destination' : 'source';
  const amount = BigInt(sourceAmount ?? destinationAmount ?? 0);
  return { sourceCurrency, destinationCurrency, fixed, amount };
}
