// The share of payments that operators review, on the wire.

import { z } from '@hono/zod-openapi';
import { MIN_PAYMENTS, REVIEW_ALARMS } from '../../ai/serving/performance/review-rate.ts';
import { timeOut } from '../kit/schemas.ts';

const count = z.number().int();

/** Payments that were reviewed, held or refused, and their known outcomes. */
export const reviewFiguresSchema = z
  .object({
    payments: count.openapi({ description: 'Judged, whatever was decided.' }),
    lookedAt: count.openapi({ description: 'Reviewed, held or refused.' }),
    confirmed: count.openapi({
      description: 'Of these: fraud, as a person said or the money came back.',
    }),
    lifted: count.openapi({ description: 'Of these: nothing, as a person said.' }),
    open: count.openapi({ description: 'Of these: unknown, because no outcome was reported.' }),
    missed: count.openapi({ description: 'Let through, and taken back as fraud.' }),
    reviewRate: z
      .object({ value: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .openapi({ description: 'Looked at, of all; 95 % interval after Wilson.' }),
    falsePositiveRate: z
      .object({ value: z.number().nullable(), low: z.number(), high: z.number() })
      .nullable()
      .openapi({
        description:
          'Honest payments that were looked at, of all honest ones. What is open is unknown: ' +
          '`value` leaves it out (null: nothing is decided), `low` takes all of it for fraud and ' +
          '`high` none of it, each at its end of the 95 % interval after Wilson.',
      }),
    target: z.number().openapi({ description: 'The most of the payments to be looked at.' }),
    alarm: z.enum(REVIEW_ALARMS).openapi({
      description:
        '`raised`: the whole interval of the review rate is above the target. `too_few`: fewer ' +
        `than ${MIN_PAYMENTS} payments.`,
    }),
  })
  .openapi('ReviewFigures');

/** The payments that were scored on one day (UTC). */
export const reviewDaySchema = z
  .object({ day: z.string().openapi({ format: 'date' }), payments: count, lookedAt: count })
  .openapi('ReviewDay');

/** The live figures on a card, beside the measurements before the deployment. */
export const liveReviewsSchema = z
  .object({
    window: z.object({ from: timeOut, to: timeOut }),
    reviews: reviewFiguresSchema.nullable().openapi({
      description: 'Null: the version was asked about no payment in the window.',
    }),
  })
  .openapi('LiveReviews');
