// The wallet on the wire.

import { z } from '@hono/zod-openapi';
import { ACCOUNT_STATUSES } from '../../ledger/account.ts';
import { metadataOut } from '../kit/metadata.ts';
import { moneyOut, timeOut, versionOut } from '../kit/schemas.ts';

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
        posted: moneyOut,
        current: moneyOut,
        available: moneyOut,
        held: moneyOut,
      }),
    ),
    metadata: metadataOut,
    version: versionOut,
    createdAt: timeOut,
    updatedAt: timeOut,
  })
  .openapi('Wallet');

const figure = moneyOut.nullable().openapi({ description: 'Null past 2^53 − 1.' });

const totalSchema = z
  .object({
    currency: z.string(),
    currencyExponent: z.number().int(),
    posted: figure,
    current: figure,
    available: figure,
    rounding: z.literal('down').openapi({
      description: 'Added up exactly and rounded once, down: never more than there is.',
    }),
    rates: z
      .object({
        source: z.string(),
        asOf: timeOut,
        stale: z.boolean(),
        mid: z.array(
          z.object({
            currency: z.string(),
            rate: z.string().openapi({ description: 'What one unit of it is worth.' }),
          }),
        ),
      })
      .nullable()
      .openapi({ description: 'Null when nothing had to be converted.' }),
  })
  .openapi('WalletTotal');

/** One wallet by itself, with its total if one was asked for. */
export const walletDetailSchema = walletSchema
  .extend({ total: totalSchema.nullable() })
  .openapi('WalletDetail');
