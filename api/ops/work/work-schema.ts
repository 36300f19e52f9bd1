// Work items for a person of the bank, on the wire.

import { z } from '@hono/zod-openapi';
import { PRIORITIES, WORK_QUEUES } from '../../../ledger/decisions/work.ts';
import { minorUnitsSchema, timestampSchema } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

export const queueField = z.enum(WORK_QUEUES);
export const priorityField = z.enum(PRIORITIES);

const sharedFields = {
  id: z.string().openapi({ description: 'The id of the review, hit, alert, case or assessment.' }),
  object: z.literal('work_item'),
  livemode: z.boolean(),
  queue: queueField,
  developerId: z.string(),
  customerId: z.string(),
  accountId: z.string().nullable(),
  transactionId: z.string().nullable(),
  reasons: z.array(z.string()).openapi({
    description: 'Codes of the reasons, the gravest first: rules, typologies, lists, checks.',
  }),
  score: z.number().int().min(0).max(100).openapi({
    description: 'Score of the model, the alert, the list or the policy; 0 where there is none.',
  }),
  amount: minorUnitsSchema
    .nullable()
    .openapi({ description: 'The amount, for items about money.' }),
  currency: z.string().nullable(),
  priority: priorityField.openapi({
    description:
      'Computed until an operator sets it: for a payment from amount and score, at least ' +
      'high while money waits; for an AML alert its severity, for a case the severity of its ' +
      'gravest alert; for a hit from its score and list; for an identity its risk; for ' +
      'credit from amount and probability of default; for a contest from the decision.',
  }),
  assigneeId: z.string().nullable().openapi({ description: 'The assigned operator.' }),
  ageSeconds: z.number().int().openapi({ description: 'By the clock of the developer.' }),
  version: z.number().int(),
  openedAt: timestampSchema,
};

export const workItemSchema = z
  .object({
    ...sharedFields,
    notes: z.number().int().openapi({ description: 'The number of notes.' }),
  })
  .openapi('WorkItem');

export const workFileSchema = z
  .object({
    ...sharedFields,
    isOpen: z.boolean().openapi({ description: 'False when it was decided or has expired.' }),
    notes: z.array(z.object({ author: z.string(), body: z.string(), createdAt: timestampSchema })),
  })
  .openapi('WorkFile');

export const workCountSchema = z
  .object({
    object: z.literal('work_counts'),
    environment: environmentField,
    data: z.array(
      z.object({
        queue: queueField,
        open: z.number().int(),
        unassigned: z.number().int(),
        urgent: z.number().int(),
        high: z.number().int(),
        oldestSeconds: z.number().int().nullable(),
      }),
    ),
  })
  .openapi('WorkCounts');
