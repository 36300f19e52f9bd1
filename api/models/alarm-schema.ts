// An alarm about a model on the wire.

import { z } from '@hono/zod-openapi';
import { ALARM_ENDS, ALARM_KINDS } from '../../ledger/models/alarm.ts';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const alarmSchema = z
  .object({
    id: z.string(),
    object: z.literal('model_alarm'),
    livemode: z.boolean(),
    developerId: z.string().openapi({ description: 'The customers for whom the version decides.' }),
    modelId: z.string(),
    versionId: z.string(),
    name: z.string(),
    modelVersion: z.string(),
    kind: z.enum(ALARM_KINDS).openapi({
      description:
        '`auc`, `brier`: on decisions with a known outcome, compared with the hold-out; ' +
        '`default_rate`: above 1.25 times the expected rate; `review_rate`: above 3 %; ' +
        '`drift`: the stability index. Each beyond its 95 % interval.',
    }),
    value: z
      .number()
      .openapi({ description: 'The figure when the alarm opened, with its interval.' }),
    low: z.number(),
    high: z.number(),
    bound: z.number().openapi({ description: 'The promised bound.' }),
    rows: z.number().int(),
    status: z.enum(['open', 'closed']),
    openedAt: timestampSchema,
    closedAt: timestampSchema.nullable(),
    closedWhy: z.enum(ALARM_ENDS).nullable(),
    closedValue: z.number().nullable(),
    version: objectVersionSchema,
  })
  .openapi('ModelAlarm');
