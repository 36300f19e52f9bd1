// The body of POST /v1/transactions. Unknown fields are refused, because a misspelt option of a
// request that moves money must not be ignored.

import { z } from '@hono/zod-openapi';
import { parseDate } from '../../ledger/calendar-date.ts';
import { RAILS, REQUESTED_TYPES } from '../../ledger/transaction.ts';
import { findIbanFaults, hasOnlyWrongCheckDigits } from '../kit/iban.ts';
import { metadataSchema } from '../kit/metadata.ts';
import {
  amountSchema,
  countrySchema,
  currencySchema,
  idSchema,
  nameSchema,
  textSchema,
  timeSchema,
  wholeQuery,
} from '../kit/schemas.ts';
import { dryRunField } from './dry-run.ts';

/** Headers of every request that moves money. */
export const moneyHeaders = z.object({
  'idempotency-key': z.string().optional().openapi({ description: 'At most 255 characters.' }),
  prefer: z.string().optional().openapi({ description: 'respond-async: 202 at once.' }),
});

export const waitQuery = z.strictObject({
  wait: wholeQuery(0, 10)
    .optional()
    .openapi({ description: 'Seconds to wait for a resting state, at most 10; default 3.' }),
});

/**
 * Checks the IBAN of a SEPA payment. There is no list of banks, so that new banks are accepted,
 * too.
 */
export function checkIban(
  { method, accountNumber }: { method?: string | undefined; accountNumber?: string | undefined },
  ctx: Refinement,
): void {
  if (method !== 'sepa' || accountNumber === undefined) return;
  const faults = findIbanFaults(accountNumber);
  if (faults.length === 0) return;
  const isOnlyCheckDigits = hasOnlyWrongCheckDigits(faults);
  const message = isOnlyCheckDigits
    ? 'The check digits of this IBAN are wrong: compare it with the one of the payee.'
    : 'Expected an IBAN, such as DE89 3704 0044 0532 0130 00: sepa pays to no other number.';
  ctx.addIssue({ code: 'custom', path: ['accountNumber'], message });
}

export const partyFields = z.strictObject({
  name: nameSchema(200),
  accountNumber: textSchema(64).optional(),
  bankCode: textSchema(64).optional(),
  country: countrySchema.optional(),
  method: z.enum(RAILS).optional(),
  mcc: z
    .string()
    .regex(/^\d{4}$/, 'Expected four digits.')
    .optional()
    .openapi({ description: 'Merchant category code of ISO 18245.', example: '5411' }),
});

export const externalParty = partyFields.superRefine(checkIban);

export const context = z.strictObject({
  ipAddress: z
    .union([z.ipv4().openapi({ format: 'ipv4' }), z.ipv6().openapi({ format: 'ipv6' })], {
      error: 'Expected an IPv4 or IPv6 address.',
    })
    .optional(),
  deviceId: textSchema(200).optional(),
  sessionId: textSchema(200).optional(),
  channel: textSchema(50).optional(),
  location: z
    .strictObject({
      country: countrySchema.optional(),
      lat: z.number().min(-90).max(90).optional(),
      lon: z.number().min(-180).max(180).optional(),
    })
    .optional(),
});

/** The caller's reference of a transaction. */
const referenceSchema = textSchema(140).min(1).openapi({
  description: 'Your own name for it; unique among those not declined, failed or canceled.',
});

/** The fields of every movement of money, single or in a batch. */
const movement = {
  type: z.enum(REQUESTED_TYPES).openapi({ example: 'transfer' }),
  amount: amountSchema,
  currency: currencySchema,
  sourceAccountId: idSchema('account')
    .optional()
    .openapi({ description: 'For transfer and withdrawal.' }),
  destinationAccountId: idSchema('account')
    .optional()
    .openapi({ description: 'For transfer and deposit.' }),
  description: textSchema(500).optional(),
  category: textSchema(64).optional(),
  externalParty: externalParty.optional(),
  context: context.optional(),
  metadata: metadataSchema.optional(),
};

/** One movement of a batch, which cannot be a hold. */
export const batchItemSchema = z
  .strictObject({ ...movement, reference: referenceSchema })
  .superRefine(refineAccounts)
  .openapi('BatchItemCreate');

export const transactionCreateSchema = z
  .strictObject({
    ...movement,
    reference: referenceSchema.optional(),
    capture: z.enum(['automatic', 'manual']).default('automatic'),
    effectiveDate: z
      .string()
      .refine((text) => parseDate(text) !== null, 'Expected a date such as 2026-11-21.')
      .optional()
      .openapi({
        format: 'date',
        example: '2026-11-21',
        description:
          'The value date (UTC), from which the money counts: back to the start of the ' +
          'open period, usually five business days, or up to a year ahead. A future date ' +
          'makes a future-dated transaction, which is pending, can be canceled, and is ' +
          'decided and booked on that day. With automatic capture only.',
      }),
    holdExpiresAt: timeSchema.optional().openapi({
      description: 'With manual capture: end of the hold, at most 30 days ahead; default 7 days.',
    }),
    allowOvercapturePercent: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .openapi({
        description:
          'With manual capture: the percentage by which a capture may exceed the hold, if ' +
          "funds and limits allow it. The bank's maximum is usually 20.",
      }),
    dryRun: dryRunField,
  })
  .superRefine((body, ctx) => {
    refineAccounts(body, ctx);
    for (const field of ['holdExpiresAt', 'allowOvercapturePercent'] as const) {
      if (body[field] === undefined || body.capture === 'manual') continue;
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message: 'This field requires capture: manual.',
      });
    }
    if (body.effectiveDate !== undefined && body.capture === 'manual') {
      const message = 'This field requires capture: automatic.';
      ctx.addIssue({ code: 'custom', path: ['effectiveDate'], message });
    }
  })
  .openapi('TransactionCreate');

export type TransactionCreate = z.infer<typeof transactionCreateSchema>;

type Refinement = z.core.$RefinementCtx<unknown>;

interface MovementAccounts {
  readonly type: string;
  readonly sourceAccountId?: string | undefined;
  readonly destinationAccountId?: string | undefined;
}

function refineAccounts(body: MovementAccounts, ctx: Refinement): void {
  const requiresSource = body.type !== 'deposit';
  const requiresDestination = body.type !== 'withdrawal';
  refineAccount(ctx, body.type, 'sourceAccountId', requiresSource, body.sourceAccountId);
  refineAccount(
    ctx,
    body.type,
    'destinationAccountId',
    requiresDestination,
    body.destinationAccountId,
  );
  if (body.sourceAccountId && body.sourceAccountId === body.destinationAccountId) {
    ctx.addIssue({
      code: 'custom',
      path: ['destinationAccountId'],
      message: 'Source and destination are the same account: choose two.',
      params: { code: 'same_account' },
    });
  }
}

function refineAccount(
  ctx: Refinement,
  type: string,
  field: string,
  isRequired: boolean,
  value: string | undefined,
): void {
  if (isRequired === (value !== undefined)) return;
  const message = isRequired
    ? `A ${type} requires this field.`
    : `A ${type} does not take this field; leave it out.`;
  ctx.addIssue({ code: 'custom', path: [field], message });
}
