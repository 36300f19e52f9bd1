// The share of payments that operators review, on the wire.

import { z } from '@hono/zod-openapi';
import { MIN_PAYMENTS, REVIEW_ALARMS } from '../../ai/serving/performance/review-rate.ts';
import { timestampSchema } from '../kit/schemas.ts';

const count = z.number().int();

/** Payments that were reviewed, held or refused, and their known outcomes. */
export const reviewFiguresSchema = z
  .object({
    payments: count.openapi({ description: 'All judged payments, whatever the decision.' }),
    lookedAt: count.openapi({ description: 'Reviewed, held or refused.' }),
    confirmed: count.openapi({
      description: "Of these: fraud, by a person's decision or a return of the money.",
    }),
    lifted: count.openapi({ description: "Of these: honest, by a person's decision." }),
    open: count.openapi({
      description: 'Reviews with an unknown outcome, because none was reported.',
    }),
    missed: count.openapi({ description: 'Approved, and later reversed as fraud.' }),
    reviewRate: z
      .object({ value: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .openapi({ description: 'Share of reviewed payments; 95 % interval after Wilson.' }),
    falsePositiveRate: z
      .object({ value: z.number().nullable(), low: z.number(), high: z.number() })
      .nullable()
      .openapi({
        description:
          'Share of honest payments that were reviewed. Open reviews are unknown: `value` ' +
          'leaves them out (null when nothing is decided), `low` counts all of them as ' +
          'fraud and `high` none, each at its end of the 95 % interval after Wilson.',
      }),
    target: z.number().openapi({ description: 'The target share of reviewed payments.' }),
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
    window: z.object({ from: timestampSchema, to: timestampSchema }),
    reviews: reviewFiguresSchema.nullable().openapi({
      description: 'Null: the version was asked about no payment in the window.',
    }),
  })
  .openapi('LiveReviews');
