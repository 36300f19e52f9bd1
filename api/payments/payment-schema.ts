// The payment on the wire.

import { z } from '@hono/zod-openapi';
import { PAYMENT_STATUSES } from '../../ledger/payment.ts';
import { TRANSACTION_STATUSES } from '../../ledger/transaction.ts';
import { metadataViewSchema } from '../kit/metadata.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';
import { statusReasonSchema } from '../transactions/transaction-schema.ts';

export const paymentSchema = z
  .object({
    id: z.string(),
    object: z.literal('payment'),
    livemode: z.boolean(),
    status: z.enum(PAYMENT_STATUSES).openapi({
      description: 'A name for the state of its transaction; never set by itself.',
    }),
    statusReason: statusReasonSchema.nullable(),
    amount: minorUnitsSchema,
    amountCaptured: minorUnitsSchema.openapi({ description: 'The booked amount.' }),
    amountRefunded: minorUnitsSchema.openapi({ description: 'The refunded part.' }),
    currency: z.string(),
    currencyExponent: z.number().int(),
    source: z.object({ accountId: z.string().nullable(), walletId: z.string().nullable() }),
    destination: z.object({
      accountId: z.string().nullable(),
      walletId: z.string().nullable(),
      externalParty: z.record(z.string(), z.unknown()).nullable(),
    }),
    capture: z.enum(['automatic', 'manual']),
    customerId: z.string(),
    description: z.string().nullable(),
    reference: z.string().nullable(),
    category: z.string().nullable(),
    transactionId: z.string().openapi({ description: 'The transaction that carries it.' }),
    refundIds: z
      .array(z.string())
      .openapi({ description: 'Booked transactions that returned money.' }),
    expiresAt: timestampSchema.nullable(),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Payment');

/** A payment together with the refund that was just made. */
export const refundedSchema = paymentSchema
  .extend({
    refund: z.object({
      transactionId: z.string(),
      status: z.enum(TRANSACTION_STATUSES),
      amount: minorUnitsSchema,
      reason: z.string().nullable(),
      reference: z.string().nullable(),
    }),
  })
  .openapi('RefundedPayment');
