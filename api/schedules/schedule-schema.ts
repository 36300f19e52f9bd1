// Schedules and occurrences on the wire.

import { z } from '@hono/zod-openapi';
import { BUSINESS_CALENDARS, BUSINESS_DAY_CONVENTIONS } from '../../ledger/business-day.ts';
import {
  AMOUNT_TYPES,
  CATCH_UPS,
  FREQUENCIES,
  OCCURRENCE_STATUSES,
  SCHEDULE_STATUSES,
  SHORTFALLS,
} from '../../ledger/schedule.ts';
import { metadataViewSchema } from '../kit/metadata.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

const reason = z.object({ code: z.string(), message: z.string() }).nullable();
const count = z.number().int();
const dateTextSchema = z.string().openapi({ format: 'date', example: '2026-12-31' });

export const scheduleSchema = z
  .object({
    id: z.string(),
    object: z.literal('schedule'),
    livemode: z.boolean(),
    status: z.enum(SCHEDULE_STATUSES),
    statusReason: reason,
    sourceAccountId: z.string(),
    destinationAccountId: z
      .string()
      .nullable()
      .openapi({ description: 'Null: an external party is paid, the externalParty.' }),
    externalParty: z.record(z.string(), z.unknown()).nullable(),
    customerId: z.string(),
    amount: z.object({ type: z.enum(AMOUNT_TYPES), value: minorUnitsSchema.nullable() }),
    currency: z.string(),
    currencyExponent: count,
    description: z.string().nullable(),
    category: z.string().nullable(),
    reference: z.string().nullable(),
    startDate: dateTextSchema,
    localTime: z.string().openapi({ example: '09:00:00' }),
    timezone: z.string().openapi({ example: 'Europe/Berlin' }),
    recurrence: z.object({
      frequency: z.enum(FREQUENCIES),
      interval: count,
      dayOfMonth: count.nullable(),
      dayOfWeek: count.nullable(),
      count: count.nullable(),
      endDate: dateTextSchema.nullable(),
    }),
    businessDayConvention: z.enum(BUSINESS_DAY_CONVENTIONS),
    businessCalendar: z.enum(BUSINESS_CALENDARS),
    catchUp: z.enum(CATCH_UPS),
    onInsufficientFunds: z.enum(SHORTFALLS),
    retry: z.object({ maxAttempts: count, intervalHours: count }),
    maxConsecutiveFailures: count,
    notifyDaysBefore: count.nullable(),
    nextRunAt: timestampSchema
      .nullable()
      .openapi({ description: 'Null unless the schedule is active.' }),
    upcoming: z.array(timestampSchema).openapi({ description: 'The next five at the most.' }),
    lastOccurrence: z
      .object({
        id: z.string(),
        date: dateTextSchema,
        status: z.enum(OCCURRENCE_STATUSES),
        transactionId: z.string().nullable(),
      })
      .nullable(),
    occurrencesCompleted: count,
    occurrencesFailed: count,
    occurrencesSkipped: count,
    consecutiveFailures: count,
    workflow: z.object({ id: z.string(), runId: z.string().nullable() }).openapi({
      description: 'It shows the schedule from its creation to its end; runId is null.',
    }),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Schedule');

export const occurrenceSchema = z
  .object({
    id: z.string(),
    object: z.literal('occurrence'),
    livemode: z.boolean(),
    scheduleId: z.string(),
    date: dateTextSchema.openapi({
      description: 'The day of the run in the time zone of its schedule.',
    }),
    nominalDate: dateTextSchema.openapi({ description: 'The day before the convention moved it.' }),
    dueAt: timestampSchema,
    status: z.enum(OCCURRENCE_STATUSES),
    statusReason: reason,
    amount: minorUnitsSchema.nullable(),
    attempts: count,
    nextAttemptAt: timestampSchema.nullable(),
    transactionId: z
      .string()
      .nullable()
      .openapi({ description: 'The transaction of the latest attempt.' }),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('Occurrence');
