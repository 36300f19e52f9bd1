// Overdrafts on the wire: a request replaces the terms, the answer adds the used amount.

import { z } from '@hono/zod-openapi';
import { OVERDRAFT_MODES, OVERDRAFT_STATUSES } from '../../ledger/overdraft.ts';
import {
  amountSchema,
  idSchema,
  minorUnitsSchema,
  objectVersionSchema,
  thresholdSchema,
  timeSchema,
  timestampSchema,
} from '../kit/schemas.ts';

const feePolicy = z.strictObject({
  perItem: amountSchema,
  gracePeriodHours: z.number().int().min(0).max(8760).default(24).openapi({
    description: 'Hours in which the account can recover before a fee is charged; 0: none.',
  }),
  graceAmount: thresholdSchema.default(0).openapi({
    description: 'An account below zero by at most this amount pays no fee.',
  }),
  maxPerDay: z.number().int().min(1).max(1000).default(3),
});

export const overdraftBody = z
  .strictObject({
    enabled: z.boolean().openapi({
      description:
        'False disables, and takes no other field but a limit of 0 and the mode decline.',
    }),
    limit: thresholdSchema.optional().openapi({
      description: 'Maximum amount below zero; required when enabled.',
    }),
    mode: z.enum(OVERDRAFT_MODES).optional().openapi({ description: 'Required when enabled.' }),
    linkedAccountId: idSchema('account').optional(),
    feePolicy: feePolicy.optional(),
    // Not offered. The field is declared so that its refusal can explain that.
    aprBps: z
      .unknown()
      .refine(
        (value) => value === undefined,
        'The bank charges no overdraft interest; leave the field out.',
      )
      .openapi({ description: 'Refused: interest is not offered.' })
      .optional(),
    consent: z.strictObject({ accepted: z.boolean(), at: timeSchema }).optional(),
  })
  .superRefine((body, ctx) => {
    for (const [field, message, code] of findObjections(body)) {
      const params = code === undefined ? {} : { params: { code } };
      ctx.addIssue({ code: 'custom', path: [field], message, ...params });
    }
  })
  .openapi('OverdraftSet', {
    description:
      'Replaces the terms. decline: the account never goes below zero; allow: up to the ' +
      'limit; transfer_from_savings: missing money comes from the linked account first, ' +
      'then from the limit.',
  });

export type OverdraftBody = z.output<typeof overdraftBody>;

type Objection = readonly [field: string, message: string, code?: string];

/**
 * Values that are allowed together with `enabled: false`, because they mean the same; clients that
 * always send every field send them.
 */
const VALUES_WHEN_DISABLED: Readonly<Record<string, readonly unknown[]>> = {
  enabled: [false],
  limit: [0],
  mode: ['decline'],
};

const MESSAGES_WHEN_DISABLED: Readonly<Record<string, string>> = {
  limit: 'Expected 0 or no limit when enabled is false.',
  mode: 'Expected decline or no mode when enabled is false.',
};

/** Returns the contradictions between fields, in the order in which they are reported. */
function findObjections(body: Omit<OverdraftBody, never>): Objection[] {
  const { enabled, mode, limit, linkedAccountId, feePolicy: fees, consent } = body;
  if (!enabled) {
    const changes = Object.entries(body).filter(
      ([field, value]) => value !== undefined && !VALUES_WHEN_DISABLED[field]?.includes(value),
    );
    return changes.map(([field]) => [
      field,
      MESSAGES_WHEN_DISABLED[field] ?? 'This field requires enabled: true.',
    ]);
  }
  const usesSavings = mode === 'transfer_from_savings';
  const checks: readonly [boolean, ...Objection][] = [
    [limit === undefined, 'limit', 'This field is required.'],
    [mode === undefined, 'mode', 'This field is required.'],
    [mode === 'decline' && (limit ?? 0) > 0, 'limit', 'Expected 0 when mode is decline.'],
    [mode === 'allow' && limit === 0, 'limit', 'Expected 1 or more when mode is allow.'],
    [
      mode === 'decline' && !!fees,
      'feePolicy',
      'The mode decline charges no fees; leave the field out.',
    ],
    [usesSavings && !linkedAccountId, 'linkedAccountId', `The mode ${mode} requires this field.`],
    [
      !usesSavings && !!linkedAccountId,
      'linkedAccountId',
      'This field requires the mode transfer_from_savings.',
    ],
    [
      !consent?.accepted,
      'consent',
      'Expected the consent of the customer, with accepted: true.',
      'consent_missing',
    ],
  ];
  return checks.flatMap(([applies, ...objection]) => (applies ? [objection] : []));
}

export const overdraftSchema = z
  .object({
    id: z.string().nullable().openapi({ description: 'Null when no overdraft was ever set up.' }),
    object: z.literal('overdraft'),
    livemode: z.boolean(),
    accountId: z.string(),
    currency: z.string(),
    currencyExponent: z.number().int(),
    enabled: z.boolean(),
    limit: minorUnitsSchema,
    used: minorUnitsSchema.openapi({ description: 'Includes active holds.' }),
    remaining: minorUnitsSchema,
    mode: z.enum(OVERDRAFT_MODES).nullable(),
    linkedAccountId: z.string().nullable(),
    status: z.enum(OVERDRAFT_STATUSES).openapi({
      description: 'in_arrears: beyond the limit, or below zero for more than 30 days.',
    }),
    daysInOverdraft: z.number().int(),
    feePolicy: z
      .object({
        perItem: minorUnitsSchema,
        gracePeriodHours: z.number().int(),
        graceAmount: minorUnitsSchema,
        maxPerDay: z.number().int(),
      })
      .nullable(),
    pendingFees: z
      .object({
        count: z.number().int(),
        amount: minorUnitsSchema,
        nextChargeAt: timestampSchema.nullable(),
      })
      .openapi({
        description: 'Charged at the end of the grace period unless the account recovers.',
      }),
    consentAt: timestampSchema.nullable(),
    version: objectVersionSchema.openapi({ description: '0 when no overdraft was ever set up.' }),
    createdAt: timestampSchema.nullable(),
    updatedAt: timestampSchema.nullable(),
  })
  .openapi('Overdraft');
