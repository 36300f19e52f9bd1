// An instruction in plain language on the wire, and the fields of its confirmation.

import { z } from '@hono/zod-openapi';
import { INTENT_STATUSES } from '../../ledger/intent.ts';
import {
  idSchema,
  minorUnitsSchema,
  objectVersionSchema,
  textSchema,
  timestampSchema,
} from '../kit/schemas.ts';
import { codeSchema } from '../mfa/mfa.ts';
import { shownPaymentSchema } from '../mfa/shown-payment.ts';
import { dryRunSchema } from '../transactions/dry-run.ts';
import { transactionDetailSchema } from '../transactions/transaction-schema.ts';
import { messageFields, parsedIntentFields } from './intent-schema.ts';

export const confirmationFields = {
  confirmationToken: textSchema(200).min(1).openapi({ example: 'cnf_…' }),
  mfaToken: codeSchema.optional().openapi({
    description: 'A code of the customer, where `confirmation.mfaRequired` is true.',
  }),
};

const MESSAGE_FIELDS = ['customerId', 'message'] as const;
const CONFIRMATION_FIELDS = ['intentId', 'confirmationToken'] as const;

/** Either a message, or the id and the token of an earlier answer. */
export const aiIntentBodySchema = z
  .strictObject({
    ...messageFields,
    customerId: messageFields.customerId.optional(),
    message: messageFields.message.optional(),
    autoConfirmBelow: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({
        description:
          'Minor units: a transfer of less that would post at once is carried out without ' +
          'confirmation. Default 0: never. Requires transactions:write.',
      }),
    intentId: idSchema('intent').optional(),
    confirmationToken: confirmationFields.confirmationToken.optional(),
    mfaToken: confirmationFields.mfaToken,
  })
  .superRefine((body, ctx) => {
    const isConfirming = body.intentId !== undefined || body.confirmationToken !== undefined;
    const required: readonly (keyof typeof body)[] = isConfirming
      ? CONFIRMATION_FIELDS
      : MESSAGE_FIELDS;
    const allowed = isConfirming ? [...CONFIRMATION_FIELDS, 'mfaToken'] : null;
    for (const field of required) {
      if (body[field] !== undefined) continue;
      ctx.addIssue({ code: 'custom', path: [field], message: 'This field is required.' });
    }
    for (const field of Object.keys(body)) {
      const isRefused = allowed ? !allowed.includes(field) : field === 'mfaToken';
      if (!isRefused) continue;
      const message = isConfirming
        ? 'A confirmation takes intentId, confirmationToken and mfaToken only.'
        : 'This field belongs to a confirmation: send intentId and confirmationToken with it.';
      ctx.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .openapi('AiIntent');

const intentFields = {
  id: z.string(),
  object: z.literal('intent'),
  livemode: z.boolean(),
  customerId: z.string(),
  conversationId: z.string().nullable(),
  status: z.enum(INTENT_STATUSES),
  statusReason: z.object({ code: z.string(), message: z.string() }).nullable(),
  message: z.string(),
  intent: z.string().openapi({ example: 'transfer' }),
  operation: parsedIntentFields.operation,
  amount: minorUnitsSchema.nullable(),
  currency: z.string().nullable(),
  currencyExponent: z.number().int().nullable(),
  sourceAccountId: z.string().nullable(),
  destinationAccountId: z.string().nullable(),
  transactionId: z.string().nullable(),
  scheduleId: z.string().nullable(),
  expiresAt: timestampSchema.nullable().openapi({ description: 'Until then it can be confirmed.' }),
  version: objectVersionSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
};

export const intentSchema = z.object(intentFields).openapi('Intent');

const side = z.object({ accountId: z.string(), name: z.string() }).nullable();

export const confirmationSchema = z
  .object({
    token: z.string().openapi({
      description:
        'Confirms exactly this amount, currency, payee, account and day, once, until expiresAt.',
    }),
    expiresAt: timestampSchema,
    summary: z.object({
      amount: minorUnitsSchema,
      currency: z.string(),
      from: side,
      to: z
        .object({
          accountId: z.string().nullable().openapi({ description: 'Null: outside this bank.' }),
          name: z.string(),
        })
        .nullable(),
      fee: z.object({ amount: minorUnitsSchema, currency: z.string() }).nullable(),
      startDate: z.string().nullable(),
      frequency: z.string().nullable(),
    }),
    mfaRequired: z.boolean(),
  })
  .openapi('IntentConfirmation');

const paymentField = z.union([shownPaymentSchema, z.null()]).openapi({
  description:
    'While the transaction waits for its confirmation: the current details to show to the ' +
    'confirming person.',
});

export const clarificationSchema = z
  .object({ field: z.string(), question: z.string(), options: z.array(z.string()) })
  .openapi('IntentClarification');

const { operation: _operation, intent: _intent, ...readFields } = parsedIntentFields;

export const aiIntentSchema = intentSchema
  .extend(readFields)
  .extend({
    intentId: z.string().openapi({ description: 'The same as `id`.' }),
    preview: z.union([dryRunSchema, z.null()]).openapi({
      description:
        'The dry run of the operation. Of a scheduled transfer: that of the same transfer now.',
    }),
    confirmation: z.union([confirmationSchema, z.null()]),
    payment: paymentField,
    clarification: z.union([clarificationSchema, z.null()]),
    transaction: z.union([transactionDetailSchema, z.null()]).openapi({
      description: 'The transaction that autoConfirmBelow has carried out.',
    }),
  })
  .openapi('AiIntentAnswer');

export const intentDetailSchema = intentSchema
  .extend({
    payment: paymentField,
    steps: z.array(
      z.object({
        status: z.enum(INTENT_STATUSES),
        at: timestampSchema,
        actor: z.string(),
        reason: z.string().nullable(),
      }),
    ),
  })
  .openapi('IntentDetail');

export type AiIntentBody = z.infer<typeof aiIntentBodySchema>;
