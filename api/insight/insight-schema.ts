// Fields that all analyses share on the wire: customer and accounts, period, and the data from
// which an answer was computed.

import { z } from '@hono/zod-openapi';
import { PERIOD_DAYS } from '../../ai/insight/books.ts';
import { isZone } from '../../db/kernel/zone.ts';
import { idSchema, textSchema } from '../kit/schemas.ts';

export const zoneSchema = textSchema(64)
  .refine(isZone, 'Expected an IANA time zone, such as Europe/Berlin.')
  .openapi({
    description: 'Time zone of the days. Default UTC.',
    example: 'Europe/Berlin',
  });

export const periodSchema = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .openapi('InsightPeriod', {
    description: `Days, both inclusive; default: the last ${PERIOD_DAYS} days including today.`,
  });

export const bookFields = {
  customerId: idSchema('customer'),
  accountIds: z.array(idSchema('account')).min(1).max(100).optional(),
  period: periodSchema.optional(),
  timezone: zoneSchema.optional(),
};

export const minorSchema = z.number().int().openapi({ description: 'Minor units.' });
export const evidenceSchema = z
  .array(z.string())
  .openapi({ description: 'The newest transactions concerned, at most 20.' });

/** The data from which an answer was computed. */
export const basisFields = {
  analysisId: z.string().openapi({
    description: 'Derived from request and answer: equal requests on equal books have the same id.',
  }),
  livemode: z.boolean(),
  customerId: z.string(),
  accountIds: z.array(z.string()).openapi({ description: 'The accounts in the currency.' }),
  currency: z.string(),
  otherCurrencies: z
    .array(z.object({ currency: z.string(), movements: z.number().int() }))
    .openapi({ description: 'Omitted accounts in other currencies, which are never added.' }),
  period: z.object({ from: z.string(), to: z.string(), timezone: z.string() }),
  asOf: z.string().openapi({ description: 'By the business clock.', format: 'date-time' }),
  history: z.object({
    movements: z.number().int().openapi({ description: 'Number of booked movements read.' }),
    days: z.number().int(),
    firstMovementAt: z.string().nullable(),
  }),
};

export const modelSchema = z.object({
  name: z.string(),
  version: z.string(),
  kind: z.literal('rules'),
});

/**
 * Returns the name and version of the rules that answer. A change of the rules changes the version.
 */
export function rulesOf(name: string) {
  return { name, version: '1.0.0', kind: 'rules' as const };
}
