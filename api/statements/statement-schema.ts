// Statements on the wire as JSON.

import { z } from '@hono/zod-openapi';
import { TRANSACTION_TYPES } from '../../ledger/transaction.ts';
import { dateTextSchema, minorUnitsSchema, timestampSchema } from '../kit/schemas.ts';

const movementSchema = z
  .object({
    transactionId: z.string(),
    ledgerSequence: z.number().int(),
    type: z.enum(TRANSACTION_TYPES),
    direction: z.enum(['debit', 'credit']),
    amount: minorUnitsSchema,
    balanceAfter: minorUnitsSchema,
    date: dateTextSchema.openapi({
      description: 'Date of the booking in the time zone of the statement.',
    }),
    valueDate: dateTextSchema.openapi({ description: 'Value date (UTC).' }),
    postedAt: timestampSchema,
    description: z.string().nullable(),
    reference: z.string().nullable(),
    category: z.string().nullable(),
    reversalOf: z.string().nullable(),
    counterparty: z
      .object({
        name: z.string().openapi({
          description: 'Name of the counterparty; for accounts of this bank, of the holder.',
        }),
        accountId: z.string().nullable(),
        accountNumber: z.string().nullable(),
        bankCode: z.string().nullable(),
      })
      .nullable(),
  })
  .openapi('Movement');

const totalSchema = z.object({
  count: z.number().int(),
  amount: minorUnitsSchema.nullable().openapi({
    description: 'Null above 2^53 − 1, the largest exact JSON number; other formats show it.',
  }),
});

export const statementSchema = z
  .object({
    object: z.literal('statement'),
    livemode: z.boolean(),
    accountId: z.string(),
    accountNumber: z.string(),
    name: z.string(),
    holder: z.string(),
    currency: z.string(),
    currencyExponent: z.number().int(),
    from: timestampSchema,
    to: timestampSchema.openapi({ description: 'The last moment of the statement.' }),
    timezone: z.string(),
    opening: minorUnitsSchema,
    closing: minorUnitsSchema.openapi({ description: 'opening + credits − debits.' }),
    valueDated: z.object({ opening: minorUnitsSchema, closing: minorUnitsSchema }).openapi({
      description:
        'Both balances by value date, including later bookings with a value date up to ' +
        'that day. Unlike the other figures, they change with such bookings.',
    }),
    totals: z.object({ debit: totalSchema, credit: totalSchema }),
    movements: z.object({
      object: z.literal('list'),
      data: z.array(movementSchema),
      hasMore: z.boolean(),
      nextCursor: z.string().nullable(),
    }),
  })
  .openapi('Statement');
