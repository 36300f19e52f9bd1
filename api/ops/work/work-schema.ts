// Work items for a person of the bank, on the wire.

import { z } from '@hono/zod-openapi';
import { PRIORITIES, WORK_QUEUES } from '../../../ledger/decisions/work.ts';
import { moneyOut, timeOut } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

export const queueField = z.enum(WORK_QUEUES);
export const priorityField = z.enum(PRIORITIES);

const shared = {
  id: z.string().openapi({ description: 'The id of the review, hit, alert, case or assessment.' }),
  object: z.literal('work_item'),
  livemode: z.boolean(),
  queue: queueField,
  developerId: z.string(),
  customerId: z.string(),
  accountId: z.string().nullable(),
  transactionId: z.string().nullable(),
  reasons: z.array(z.string()).openapi({
    description: 'Codes for which it is here, the gravest first: rules, typologies, lists, checks.',
  }),
  score: z.number().int().min(0).max(100).openapi({
    description: 'Of the model, the alert, the list or the policy; 0 where nothing has a score.',
  }),
  amount: moneyOut.nullable().openapi({ description: 'What it is about, where it is money.' }),
  currency: z.string().nullable(),
  priority: priorityField.openapi({
    description:
      'By itself: of a payment its amount and score, high at least while money waits; of an alert ' +
      'about money laundering its severity, of a case the gravest of its alerts; of a hit its ' +
      'score and list; of an identity its risk; of credit amount and probability of default; of a ' +
      'contest what was decided. Until an operator says another.',
  }),
  assigneeId: z.string().nullable().openapi({ description: 'The operator who works on it.' }),
  ageSeconds: z.number().int().openapi({ description: 'By the clock of the developer.' }),
  version: z.number().int(),
  openedAt: timeOut,
};

export const workItemSchema = z
  .object({ ...shared, notes: z.number().int().openapi({ description: 'How many.' }) })
  .openapi('WorkItem');

export const workFileSchema = z
  .object({
    ...shared,
    isOpen: z.boolean().openapi({ description: 'False: it was decided, or its time is over.' }),
    notes: z.array(z.object({ author: z.string(), body: z.string(), createdAt: timeOut })),
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
