// The terms of a schedule in a request and in the ledger.

import { z } from '@hono/zod-openapi';
import { isZone, wallClockOf } from '../../db/kernel/zone.ts';
import type { ScheduleTerms } from '../../db/schedules/acts.ts';
import { BUSINESS_CALENDARS, BUSINESS_DAY_CONVENTIONS } from '../../ledger/business-day.ts';
import { formatDate, parseDate } from '../../ledger/calendar-date.ts';
import { CATCH_UPS, FREQUENCIES, type Recurrence, SHORTFALLS } from '../../ledger/schedule.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { amountSchema, idSchema, textSchema, timeSchema } from '../kit/schemas.ts';
import { externalParty } from '../transactions/create-schema.ts';

/** A date or time further in the future is a typing error. */
const LAST_YEAR = 2199;

const dateSchema = z.iso
  .date()
  .refine(
    (text) => Number(text.slice(0, 4)) <= LAST_YEAR,
    `Expected a date up to the year ${LAST_YEAR}.`,
  )
  .openapi({ format: 'date', example: '2026-12-31' });

/** A transaction's reference has 140 characters, including the date that is appended. */
const MAX_REFERENCE_LENGTH = 129;

const integerBetween = (min: number, max: number) => z.int().min(min).max(max);

const amount = z
  .union([
    amountSchema,
    z.strictObject({ type: z.literal('fixed'), value: amountSchema }),
    z.strictObject({ type: z.literal('full_balance') }),
    z.strictObject({
      type: z.literal('balance_above'),
      value: integerBetween(0, Number.MAX_SAFE_INTEGER),
    }),
  ])
  .openapi({ description: 'Minor units, or a rule that is evaluated at the run.', example: 2500 });

const recurrence = z
  .strictObject({
    frequency: z.enum(FREQUENCIES),
    interval: integerBetween(1, 999).optional().openapi({ description: 'Default 1.' }),
    dayOfMonth: z
      .union([z.literal(-1), integerBetween(1, 31)])
      .optional()
      .openapi({ description: 'A month that is too short gives its last day; −1 is that day.' }),
    dayOfWeek: integerBetween(1, 7)
      .optional()
      .openapi({ description: '1 is Monday, 7 is Sunday.' }),
    count: integerBetween(1, 100_000).optional(),
    endDate: dateSchema.optional(),
  })
  .superRefine((terms, ctx) => {
    const inMonths = ['monthly', 'quarterly', 'yearly'].includes(terms.frequency);
    const inWeeks = ['weekly', 'biweekly'].includes(terms.frequency);
    const refuse = (field: string, message: string) =>
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message,
        params: { code: 'schedule_invalid' },
      });
    if (terms.dayOfMonth !== undefined && !inMonths) {
      refuse('dayOfMonth', 'This field requires the frequency monthly, quarterly or yearly.');
    }
    if (terms.dayOfWeek !== undefined && !inWeeks) {
      refuse('dayOfWeek', 'This field requires the frequency weekly or biweekly.');
    }
    if (terms.count !== undefined && terms.endDate !== undefined) {
      refuse('endDate', 'Expected at most one of count and endDate.');
    }
    if (terms.frequency !== 'once') return;
    for (const field of ['interval', 'count', 'endDate'] as const) {
      if (terms[field] !== undefined) refuse(field, 'The frequency once does not take this field.');
    }
  })
  .openapi('Recurrence');

/** The terms of a schedule in a request; all but two fields can be replaced later. */
export const termsShape = {
  sourceAccountId: idSchema('account'),
  destinationAccountId: idSchema('account').optional(),
  externalParty: externalParty.optional().openapi({
    description:
      'The external payee, instead of destinationAccountId. Each date is then a withdrawal ' +
      'through the network of `method`.',
  }),
  amount,
  description: textSchema(500).optional(),
  category: textSchema(64).optional(),
  reference: textSchema(MAX_REFERENCE_LENGTH)
    .min(1)
    .optional()
    .openapi({
      description:
        'Your own reference; each of its transactions has it with the date appended, such ' +
        'as `Rent 2026-12-31`.',
    }),
  startDate: dateSchema.optional().openapi({ description: 'It runs at the start of the day.' }),
  startAt: timeSchema.optional().openapi({
    description: 'Instead of startDate: every run is at this time of day, in the time zone.',
  }),
  recurrence: recurrence.optional().openapi({ description: 'Default: once.' }),
  timezone: textSchema(64)
    .refine(isZone, 'Expected an IANA time zone, such as Europe/Berlin.')
    .openapi({ example: 'Europe/Berlin' }),
  businessDayConvention: z.enum(BUSINESS_DAY_CONVENTIONS).optional(),
  businessCalendar: z
    .enum(BUSINESS_CALENDARS)
    .optional()
    .openapi({
      description:
        'weekends, or also the closing days of TARGET (euro), or the holidays of the Federal ' +
        'Reserve Banks (dollar).',
    }),
  catchUp: z.enum(CATCH_UPS).optional().openapi({
    description:
      'The missed dates that run after the bank was down: the latest (default), all, or none.',
  }),
  onInsufficientFunds: z.enum(SHORTFALLS).optional(),
  retry: z
    .strictObject({ maxAttempts: integerBetween(1, 30), intervalHours: integerBetween(1, 720) })
    .optional(),
  maxConsecutiveFailures: integerBetween(1, 100).optional(),
  notifyDaysBefore: integerBetween(1, 30).nullable().optional(),
  metadata: metadataSchema.optional(),
};

const termsSchema = z.object(termsShape);
type TermsBody = z.infer<typeof termsSchema>;
type PartialTermsBody = { readonly [F in keyof TermsBody]?: TermsBody[F] | undefined };

/** Refuses terms unless the schedule starts either on a day or at a time. */
export function requireOneStart(
  terms: { startDate?: string | undefined; startAt?: string | undefined },
  ctx: z.core.$RefinementCtx<unknown>,
  isRequired: boolean,
): void {
  const hasBothStarts = terms.startDate !== undefined && terms.startAt !== undefined;
  const hasNone = terms.startDate === undefined && terms.startAt === undefined;
  if (!hasBothStarts && !(isRequired && hasNone)) return;
  const message = 'Expected exactly one of startDate and startAt.';
  const params = { code: 'schedule_invalid' };
  ctx.addIssue({ code: 'custom', path: ['startDate'], message, params });
}

/**
 * Refuses terms that name both an account and an external party as payee.
 * @param isRequired true when one of them has to be named
 */
export function requireOnePayee(
  {
    destinationAccountId,
    externalParty,
  }: Pick<PartialTermsBody, 'destinationAccountId' | 'externalParty'>,
  ctx: z.core.$RefinementCtx<unknown>,
  isRequired: boolean,
): void {
  const hasBothPayees = destinationAccountId !== undefined && externalParty !== undefined;
  const hasNone = destinationAccountId === undefined && externalParty === undefined;
  if (!hasBothPayees && !(isRequired && hasNone)) return;
  const message = 'Expected exactly one of destinationAccountId and externalParty.';
  ctx.addIssue({ code: 'custom', path: ['destinationAccountId'], message });
}

type StartTerms = Pick<TermsBody, 'startDate' | 'startAt'>;

function startOf({ startDate, startAt }: StartTerms, timezone: string) {
  if (startAt !== undefined) {
    const { date, localTimeMs } = wallClockOf(Date.parse(startAt), timezone);
    return { startDate: formatDate(date), localTimeMs };
  }
  return startDate === undefined ? {} : { startDate, localTimeMs: 0 };
}

function amountOf(sum: TermsBody['amount']): Pick<ScheduleTerms, 'amountType' | 'amount'> {
  if (typeof sum === 'number') return { amountType: 'fixed', amount: sum };
  if (sum.type === 'full_balance') return { amountType: sum.type, amount: null };
  return { amountType: sum.type, amount: sum.value };
}

function recurrenceText(recurrence: NonNullable<TermsBody['recurrence']>): string {
  const fullRecurrence: Recurrence = {
    frequency: recurrence.frequency,
    interval: recurrence.interval ?? 1,
    dayOfMonth: recurrence.dayOfMonth ?? null,
    dayOfWeek: recurrence.dayOfWeek ?? null,
    count: recurrence.count ?? (recurrence.frequency === 'once' ? 1 : null),
    endDate: recurrence.endDate === undefined ? null : parseDate(recurrence.endDate),
  };
  return JSON.stringify(fullRecurrence);
}

/**
 * Returns the terms of a request as columns: only those that were given.
 * @param timezone time zone of the schedule, also when the request does not name it
 */
export function parseChanges(changes: PartialTermsBody, timezone: string): Partial<ScheduleTerms> {
  const { amount: sum, recurrence: rule, retry, metadata, startDate, startAt, ...rest } = changes;
  const { businessDayConvention, businessCalendar, externalParty: party, ...unchanged } = rest;
  return dropUndefined({
    ...unchanged,
    ...startOf({ startDate, startAt }, timezone),
    ...(sum === undefined ? {} : amountOf(sum)),
    ...payeeOf(unchanged.destinationAccountId, party),
    recurrence: rule && recurrenceText(rule),
    convention: businessDayConvention,
    calendar: businessCalendar,
    retryAttempts: retry?.maxAttempts,
    retryIntervalHours: retry?.intervalHours,
    metadata: metadata && JSON.stringify(metadata),
  });
}

/** Returns the columns of the payee, which is replaced as a whole. */
function payeeOf(destinationAccountId: string | undefined, party: TermsBody['externalParty']) {
  if (party !== undefined)
    return { destinationAccountId: null, externalParty: JSON.stringify(party) };
  return destinationAccountId === undefined ? {} : { destinationAccountId, externalParty: null };
}

/** Returns complete terms. Omitted fields get the defaults of a usual standing order. */
export function completeTerms(terms: TermsBody & { currency: string }): ScheduleTerms {
  const { currency, ...rest } = terms;
  return {
    ...DEFAULTS,
    ...(parseChanges(rest, terms.timezone) as ScheduleTerms),
    currency,
  };
}

const DEFAULTS = {
  description: null,
  localTimeMs: 0,
  recurrence: recurrenceText({ frequency: 'once' }),
  convention: 'none',
  calendar: 'weekends',
  catchUp: 'latest',
  onInsufficientFunds: 'retry',
  retryAttempts: 3,
  retryIntervalHours: 24,
  maxConsecutiveFailures: 3,
  notifyDaysBefore: null,
  metadata: '{}',
} as const;

function dropUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}
