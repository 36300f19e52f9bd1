// The wallet on the wire.

import { z } from '@hono/zod-openapi';
import { ACCOUNT_STATUSES } from '../../ledger/account.ts';
import { metadataViewSchema } from '../kit/metadata.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const walletSchema = z
  .object({
    id: z.string(),
    object: z.literal('wallet'),
    livemode: z.boolean(),
    customerId: z.string(),
    name: z.string(),
    currencies: z.array(z.string()),
    balances: z.array(
      z.object({
        currency: z.string(),
        currencyExponent: z.number().int(),
        accountId: z.string(),
        accountNumber: z.string(),
        status: z.enum(ACCOUNT_STATUSES),
        posted: minorUnitsSchema,
        current: minorUnitsSchema,
        available: minorUnitsSchema,
        held: minorUnitsSchema,
      }),
    ),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Wallet');

const figure = minorUnitsSchema.nullable().openapi({ description: 'Null above 2^53 − 1.' });

const totalSchema = z
  .object({
    currency: z.string(),
    currencyExponent: z.number().int(),
    posted: figure,
    current: figure,
    available: figure,
    rounding: z.literal('down').openapi({
      description: 'Exact sum, rounded down once, so that it never exceeds the real total.',
    }),
    rates: z
      .object({
        source: z.string(),
        asOf: timestampSchema,
        stale: z.boolean(),
        mid: z.array(
          z.object({
            currency: z.string(),
            rate: z.string().openapi({ description: 'Value of one unit in the total currency.' }),
          }),
        ),
      })
      .nullable()
      .openapi({ description: 'Null when nothing had to be converted.' }),
  })
  .openapi('WalletTotal');

/** A single wallet, with its total if one was requested. */
export const walletDetailSchema = walletSchema
  .extend({ total: totalSchema.nullable() })
  .openapi('WalletDetail');
