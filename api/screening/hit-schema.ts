// A screening hit on the wire.

import { z } from '@hono/zod-openapi';
import { ENTRY_TYPES } from '../../ai/screening/list-file.ts';
import { HIT_STATUSES, HIT_SUBJECTS } from '../../ledger/decisions/screening.ts';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const screeningHitSchema = z
  .object({
    id: z.string(),
    object: z.literal('screening_hit'),
    livemode: z.boolean(),
    customerId: z.string(),
    subject: z.enum(HIT_SUBJECTS).openapi({
      description: 'external_party: the payer or payee outside the bank.',
    }),
    transactionId: z.string().nullable().openapi({
      description: 'The first payment with that party; null: it is about the customer.',
    }),
    screenedName: z.string(),
    list: z.string(),
    listAsOf: z.string().nullable(),
    entityId: z.string(),
    entityType: z.enum(ENTRY_TYPES),
    name: z.string(),
    matchedName: z.string(),
    score: z.number(),
    features: z.array(z.object({ name: z.string(), score: z.number() })),
    programs: z.array(z.string()),
    status: z.enum(HIT_STATUSES),
    decision: z.object({ by: z.string(), reason: z.string() }).nullable(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('ScreeningHit');
