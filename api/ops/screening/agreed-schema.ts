// Agreements of two operators about names and lists, on the wire.

import { z } from '@hono/zod-openapi';
import { timestampSchema } from '../../kit/schemas.ts';

const agreementFields = {
  status: z.enum(['in_force', 'expired', 'withdrawn']),
  requestedBy: z.string(),
  agreedBy: z.string(),
  reason: z.string(),
  withdrawal: z.object({ by: z.string(), reason: z.string(), at: timestampSchema }).nullable(),
  createdAt: timestampSchema,
};

export const clearanceSchema = z
  .object({
    id: z.string(),
    object: z.literal('screening_clearance'),
    hitId: z.string(),
    counterparty: z.string().openapi({
      description: 'The name as payments write it, in small letters.',
    }),
    list: z.string(),
    entityId: z.string(),
    entryVersion: z.string().openapi({
      description: 'Hash of the list entry for which the clearance applies.',
    }),
    expiresAt: timestampSchema,
    pendingHits: z.number().int().openapi({
      description: 'Hits about the same name and entry that wait for a person, of any customer.',
    }),
    ...agreementFields,
  })
  .openapi('ScreeningClearance');

export const reliedListSchema = z
  .object({
    id: z.string(),
    object: z.literal('relied_list'),
    list: z.string(),
    listAsOf: z
      .string()
      .nullable()
      .openapi({ description: 'Date of the list for which the approval applies.' }),
    until: timestampSchema,
    ...agreementFields,
  })
  .openapi('ReliedList');
