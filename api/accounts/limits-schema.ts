// Limits on the wire: the request replaces all of them, the answer adds how far they are used.

import { z } from '@hono/zod-openapi';
import { isTimeZone } from '../../db/kernel/local-time.ts';
import { minutesOf, WEEKDAYS } from '../../ledger/limits.ts';
import {
  amountSchema,
  countrySchema,
  currencySchema,
  minorUnitsSchema,
  objectVersionSchema,
  textSchema,
  timeSchema,
  timestampSchema,
} from '../kit/schemas.ts';

const MAX_NAMES = 100;

const timeOfDay = (pattern: RegExp) =>
  z.string().regex(pattern, 'Expected a time of day as HH:MM, such as 08:30.');

const windowSchema = z
  .strictObject({
    days: z.array(z.enum(WEEKDAYS)).min(1).max(7),
    start: timeOfDay(/^([01]\d|2[0-3]):[0-5]\d$/).openapi({ example: '08:30' }),
    end: timeOfDay(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/).openapi({
      description: 'Not included.',
      example: '18:00',
    }),
    timezone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'Expected an IANA time zone, such as Europe/Berlin.'),
  })
  .refine(({ start, end }) => minutesOf(start) < minutesOf(end), {
    path: ['end'],
    message: 'Expected an end after the start; write a window across midnight as two windows.',
  });

const nameList = (max: number) => z.array(textSchema(max).min(1)).max(MAX_NAMES);

export const limitsBody = z
  .strictObject({
    currency: currencySchema,
    perTransaction: amountSchema.optional(),
    daily: amountSchema.optional(),
    weekly: amountSchema.optional(),
    monthly: amountSchema.optional(),
    dailyCount: z.number().int().min(1).max(1_000_000).optional(),
    windows: z.array(windowSchema).max(20).default([]),
    allowedCategories: nameList(64)
      .optional()
      .openapi({
        description:
          'In any spelling. The category of a payment follows from its merchant category ' +
          'code, otherwise from the name of the external party, otherwise from the request.',
      }),
    blockedCategories: nameList(64)
      .default([])
      .openapi({
        description:
          'Blocked in any spelling: case, accents, spaces and punctuation are ignored. A ' +
          'payment without a category has the one that the bank derives.',
      }),
    allowedCountries: z
      .array(countrySchema)
      .max(250)
      .optional()
      .openapi({
        description:
          'Countries of external parties, as stated or by IBAN; a payment to an external ' +
          'party without a country is declined.',
      }),
    blockedCounterparties: nameList(64)
      .default([])
      .openapi({
        description:
          'Ids of your accounts, or account numbers and names of external parties; a name is blocked in ' +
          'every spelling.',
      }),
    requireApprovalAbove: amountSchema.optional(),
    requireMfaAbove: amountSchema.optional(),
    effectiveFrom: timeSchema.optional(),
    temporary: z.strictObject({ until: timeSchema }).optional(),
  })
  .openapi('LimitsReplace', {
    description:
      'Replaces all limits of the account; omitted limits do not apply. Periods are in ' +
      'UTC, weeks begin on Monday, and gross outflow counts: returned money does not ' +
      'restore a limit. An amount above requireApprovalAbove is held until a second person ' +
      'agrees; one above requireMfaAbove waits until its customer confirms it with the ' +
      'second factor.',
  });

export type LimitsBody = z.output<typeof limitsBody>;

const controls = {
  windows: z
    .array(
      z.object({
        days: z.array(z.enum(WEEKDAYS)).readonly(),
        start: z.string(),
        end: z.string(),
        timezone: z.string(),
      }),
    )
    .readonly(),
  allowedCategories: z.array(z.string()).readonly().nullable(),
  blockedCategories: z.array(z.string()).readonly(),
  allowedCountries: z.array(z.string()).readonly().nullable(),
  blockedCounterparties: z.array(z.string()).readonly(),
  requireApprovalAbove: minorUnitsSchema.nullable(),
  requireMfaAbove: minorUnitsSchema.nullable(),
};

const pendingChange = z.object({
  version: objectVersionSchema,
  effectiveFrom: timestampSchema,
  effectiveUntil: timestampSchema.nullable(),
  perTransaction: minorUnitsSchema.nullable(),
  daily: minorUnitsSchema.nullable(),
  weekly: minorUnitsSchema.nullable(),
  monthly: minorUnitsSchema.nullable(),
  dailyCount: z.number().int().nullable(),
  ...controls,
});

export const limitsSchema = z
  .object({
    id: z.string().nullable().openapi({ description: 'Null when no limits were ever set.' }),
    object: z.literal('limits'),
    livemode: z.boolean(),
    accountId: z.string(),
    currency: z.string(),
    version: z.number().int().openapi({ description: '0 when no limits were ever set.' }),
    limits: z.array(
      z.object({
        id: z.string(),
        period: z.enum(['transaction', 'day', 'week', 'month', 'day_count']),
        maxAmount: z.number().int().openapi({
          description: 'Minor units, or a number of transactions for day_count.',
        }),
        used: z.number().int().nullable(),
        remaining: z.number().int(),
        resetAt: timestampSchema.nullable(),
        utilizationPercent: z.number().int().nullable(),
      }),
    ),
    controls: z.object(controls),
    effectiveUntil: timestampSchema.nullable(),
    pendingChange: pendingChange.nullable(),
    updatedAt: timestampSchema.nullable(),
  })
  .openapi('Limits');
