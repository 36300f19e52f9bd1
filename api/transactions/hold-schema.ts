// The hold on the wire, in answers and events; a transaction shows a part of it.

import { z } from '@hono/zod-openapi';
import { HOLD_STATUSES } from '../../ledger/transaction.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const holdSchema = z
  .object({
    id: z.string(),
    object: z.literal('hold'),
    livemode: z.boolean(),
    transactionId: z.string(),
    accountId: z.string().nullable().openapi({
      description: 'The account with the reserved money; null for the bank, in a deposit.',
    }),
    amount: minorUnitsSchema,
    capturedAmount: minorUnitsSchema.openapi({
      description: 'More than the amount after an overcapture.',
    }),
    currency: z.string(),
    currencyExponent: z.number().int(),
    status: z.enum(HOLD_STATUSES),
    expiresAt: timestampSchema.nullable(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Hold');
