// The account and its balance on the wire.

import { z } from '@hono/zod-openapi';
import { momentOf } from '../../db/kernel/zone.ts';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, FREEZE_REASONS } from '../../ledger/account.ts';
import { type Day, parseDate } from '../../ledger/calendar-date.ts';
import { dayAt } from '../../ledger/value-date.ts';
import { fieldProblem } from '../kit/errors.ts';
import { metadataViewSchema } from '../kit/metadata.ts';
import { lastMomentOf, rangeBoundSchema, zoneQuery } from '../kit/range.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const accountSchema = z
  .object({
    id: z.string(),
    object: z.literal('account'),
    livemode: z.boolean(),
    customerId: z.string(),
    walletId: z.string().nullable(),
    type: z.enum(ACCOUNT_TYPES),
    currency: z.string(),
    currencyExponent: z.number().int(),
    name: z.string(),
    status: z.enum(ACCOUNT_STATUSES),
    statusReason: z.object({ code: z.string(), message: z.string() }).nullable(),
    freezeReason: z.enum(FREEZE_REASONS).nullable(),
    restrictions: z.object({ debitsBlocked: z.boolean(), creditsBlocked: z.boolean() }),
    accountNumber: z.string(),
    balance: z.object({
      posted: minorUnitsSchema,
      current: minorUnitsSchema,
      available: minorUnitsSchema,
      held: minorUnitsSchema,
    }),
    overdraft: z
      .object({
        enabled: z.boolean(),
        limit: minorUnitsSchema,
        used: minorUnitsSchema,
        remaining: minorUnitsSchema,
      })
      .nullable(),
    limitsConfigured: z.boolean(),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    activatedAt: timestampSchema.nullable(),
    closedAt: timestampSchema.nullable(),
  })
  .openapi('Account');

/** The figures of a balance; the formulas are in docs/understand/glossary.md. */
export const balanceFigures = {
  posted: minorUnitsSchema.openapi({ description: 'Booked in the journal.' }),
  pendingIn: minorUnitsSchema.openapi({
    description: 'Payments to the account that are decided but not booked.',
  }),
  pendingOut: minorUnitsSchema.openapi({ description: 'The part of held that transactions own.' }),
  held: minorUnitsSchema.openapi({ description: 'All active holds.' }),
  current: minorUnitsSchema.openapi({ description: 'posted + pendingIn − pendingOut.' }),
  available: minorUnitsSchema.openapi({ description: 'posted − held.' }),
  overdraft: z.object({
    limit: minorUnitsSchema,
    used: minorUnitsSchema,
    remaining: minorUnitsSchema,
  }),
  spendable: minorUnitsSchema.openapi({
    description: 'available + the unused part of the overdraft.',
  }),
};

export const balanceSchema = z
  .object({
    object: z.literal('balance'),
    accountId: z.string(),
    livemode: z.boolean(),
    currency: z.string(),
    currencyExponent: z.number().int(),
    ...balanceFigures,
    valueDated: minorUnitsSchema.openapi({
      description:
        'The posted balance by value date, including later bookings with a value date up ' +
        'to that day.',
    }),
    overdraft: balanceFigures.overdraft.extend({ enabled: z.boolean() }),
    pendingTransactions: z.array(
      z.object({
        id: z.string(),
        direction: z.enum(['debit', 'credit']),
        amount: minorUnitsSchema,
        status: z.literal('pending'),
        expiresAt: timestampSchema.nullable(),
      }),
    ),
    ledgerSequence: z.number().int().nullable(),
    version: objectVersionSchema,
    asOf: timestampSchema,
  })
  .openapi('Balance');

/** The query parameter `asOf` of reads. */
export const asOfQuery = z.strictObject({
  asOf: rangeBoundSchema.openapi({
    description:
      'A time in RFC 3339 or a date: the figures at this time, or at the end of this day.',
  }),
  timezone: zoneQuery,
});

interface AsOfTime {
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The last value date that is included. */
  readonly day: Day;
}

/**
 * Returns the time of `asOf`, or null for the present.
 * @param now milliseconds since 1970 UTC, by the developer's clock
 * @throws Problem `invalid_parameter` when the time is in the future
 */
export function readAsOf(
  { asOf, timezone }: z.infer<typeof asOfQuery>,
  now: number,
): AsOfTime | null {
  if (asOf === undefined) return null;
  const day = parseDate(asOf);
  const start = day === null ? Date.parse(asOf) : momentOf(day, 0, timezone);
  if (start > now) {
    const message = 'Expected a time that is not in the future.';
    throw fieldProblem('invalid_parameter', 'asOf', message);
  }
  if (day === null) return { at: start, day: dayAt(start) };
  // The current day ends at the present moment.
  return { at: Math.min(lastMomentOf(asOf, timezone), now), day };
}
