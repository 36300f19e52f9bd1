// The body of POST /v1/payments: the payer, the payee, and the time of booking.

import { z } from '@hono/zod-openapi';
import { RAILS } from '../../ledger/transaction.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { amountSchema, currencySchema, idSchema, textSchema, timeSchema } from '../kit/schemas.ts';
import { checkIban, context, partyFields } from '../transactions/create-schema.ts';
import { dryRunField } from '../transactions/dry-run.ts';

const SOURCES = ['sourceAccountId', 'sourceWalletId'] as const;
const DESTINATIONS = ['destinationAccountId', 'destinationWalletId', 'externalParty'] as const;

const walletField = () =>
  idSchema('wallet')
    .optional()
    .openapi({ description: 'Stands for its account in the currency of the payment.' });

export const paymentCreateSchema = z
  .strictObject({
    amount: amountSchema,
    currency: currencySchema,
    sourceAccountId: idSchema('account').optional(),
    sourceWalletId: walletField(),
    destinationAccountId: idSchema('account').optional(),
    destinationWalletId: walletField(),
    externalParty: partyFields
      .extend({ method: z.enum(RAILS) })
      .superRefine(checkIban)
      .optional(),
    capture: z.enum(['automatic', 'manual']).default('automatic').openapi({
      description: 'manual: authorise now, capture later.',
    }),
    holdExpiresAt: timeSchema.optional().openapi({
      description: 'With manual capture: end of the hold, at most 30 days ahead; default 7 days.',
    }),
    description: textSchema(500).optional(),
    reference: textSchema(140)
      .min(1)
      .optional()
      .openapi({
        description:
          'Your own reference; unique among transactions that were not declined, failed or ' +
          'canceled.',
      }),
    category: textSchema(64).optional(),
    context: context.optional(),
    metadata: metadataSchema.optional(),
    dryRun: dryRunField,
  })
  .superRefine((body, ctx) => {
    const refuse = (field: string, message: string, code?: string) =>
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message,
        ...(code ? { params: { code } } : {}),
      });
    for (const names of [SOURCES, DESTINATIONS]) {
      const present = names.filter((name) => body[name] !== undefined);
      const [, second] = present;
      if (present.length === 0) refuse(names[0], `Expected one of ${names.join(', ')}.`);
      if (second) refuse(second, `Expected at most one of ${names.join(', ')}.`);
    }
    const { sourceAccountId, sourceWalletId } = body;
    if (sourceAccountId !== undefined && sourceAccountId === body.destinationAccountId) {
      refuse(
        'destinationAccountId',
        'Source and destination are the same: choose two.',
        'same_account',
      );
    }
    if (sourceWalletId !== undefined && sourceWalletId === body.destinationWalletId) {
      refuse(
        'destinationWalletId',
        'Source and destination are the same: choose two.',
        'same_account',
      );
    }
    if (body.holdExpiresAt !== undefined && body.capture !== 'manual') {
      refuse('holdExpiresAt', 'This field requires capture: manual.');
    }
  })
  .openapi('PaymentCreate');

export type PaymentCreate = z.infer<typeof paymentCreateSchema>;
