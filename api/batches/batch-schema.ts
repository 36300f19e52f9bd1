// Batches on the wire: up to 10,000 movements in one request, counts while the batch runs, and the
// items with their outcomes.

import { z } from '@hono/zod-openapi';
import type { BatchPreview } from '../../db/batches/preview.ts';
import { BATCH_MODES, BATCH_STATUSES, ITEM_STATUSES, MAX_ITEMS } from '../../ledger/batch.ts';
import { REQUESTED_TYPES } from '../../ledger/transaction.ts';
import { metadataSchema, metadataViewSchema } from '../kit/metadata.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';
import { batchItemSchema } from '../transactions/create-schema.ts';
import { dryRunField, limitLeftSchema, projectionSchema } from '../transactions/dry-run.ts';

/**
 * The schema of an item in the OpenAPI document; the schema below checks each item and is not
 * documented.
 */
const ITEM = {
  type: 'object' as const,
  additionalProperties: true,
  description: 'The body of `POST /v1/transactions`, without `dryRun`.',
  example: {
    type: 'transfer',
    amount: 2500,
    currency: 'EUR',
    sourceAccountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5',
    destinationAccountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d6',
  },
};

/** The length is checked first, so that a million items are not checked one by one. */
const items = z
  .unknown()
  .superRefine((value, ctx) => {
    if (value === undefined) ctx.addIssue({ code: 'custom', message: 'This field is required.' });
    else if (!Array.isArray(value)) ctx.addIssue({ code: 'custom', message: 'Expected a list.' });
    else if (value.length === 0 || value.length > MAX_ITEMS) {
      ctx.addIssue({ code: 'custom', message: `Expected 1 to ${MAX_ITEMS} items.` });
    }
  })
  .pipe(z.array(batchItemSchema))
  .openapi({ type: 'array', items: ITEM, minItems: 1, maxItems: MAX_ITEMS });

export const batchBody = z
  .strictObject({
    mode: z.enum(BATCH_MODES).openapi({
      description:
        'atomic: all items are booked, or none. best_effort: every item that can be booked is booked.',
    }),
    items,
    metadata: metadataSchema.optional(),
    dryRun: dryRunField,
  })
  .openapi('BatchCreate');

const count = z.number().int();
const minorUnits = count.openapi({ description: 'Minor units.', example: 2500 });

/** The predicted outcome of a batch. A refusal is part of the preview, not an error. */
export const batchDryRunSchema = z
  .object({
    dryRun: z.literal(true),
    mode: z.enum(BATCH_MODES),
    wouldPost: z.boolean().openapi({
      description: 'True when something would be booked: of an atomic batch, every item.',
    }),
    counts: z.object({
      total: count,
      acceptable: count.openapi({ description: 'Number of acceptable items.' }),
      refused: count,
    }),
    refusals: z
      .array(
        z.object({
          index: count,
          reference: z.string(),
          code: z.string(),
          message: z.string(),
          pointer: z.string().openapi({ example: '/items/17/amount' }),
        }),
      )
      .openapi({ description: 'All items that would be refused, in the order of the batch.' }),
    sums: z
      .array(z.object({ currency: z.string(), count, amount: minorUnits }))
      .openapi({ description: 'Sums of the acceptable items, by currency.' }),
    accounts: z
      .array(
        z.object({
          accountId: z.string(),
          currency: z.string(),
          paid: minorUnits,
          received: minorUnits,
          current: projectionSchema,
          resulting: projectionSchema,
          fees: z.object({ count, amount: minorUnits }).openapi({
            description: 'Overdraft fees, unless the account recovers in time.',
          }),
          limits: z.array(limitLeftSchema),
        }),
      )
      .openapi({ description: 'The sums of the acceptable items, by account.' }),
  })
  .openapi('BatchDryRun');

export const batchSchema = z
  .object({
    id: z.string(),
    object: z.literal('batch'),
    livemode: z.boolean(),
    mode: z.enum(BATCH_MODES),
    status: z.enum(BATCH_STATUSES).openapi({
      description: 'refused: an atomic batch of which nothing was booked.',
    }),
    counts: z.object({
      total: z.number().int(),
      pending: z.number().int(),
      posted: z.number().int(),
      declined: z.number().int(),
      failed: z.number().int(),
      refused: z.number().int(),
    }),
    refusal: z
      .object({
        index: z.number().int(),
        code: z.string(),
        message: z.string(),
        pointer: z.string(),
      })
      .nullable()
      .openapi({ description: 'The item that made an atomic batch fail.' }),
    workflow: z.object({ id: z.string(), runId: z.string().nullable() }).nullable(),
    cancelable: z.boolean(),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
  })
  .openapi('Batch');

export const batchItemViewSchema = z
  .object({
    id: z.string(),
    object: z.literal('batch_item'),
    index: z.number().int(),
    reference: z.string(),
    status: z.enum(ITEM_STATUSES),
    transactionId: z
      .string()
      .nullable()
      .openapi({ description: 'Null when it never became a transaction.' }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    type: z.enum(REQUESTED_TYPES),
    amount: minorUnitsSchema,
    currency: z.string(),
    sourceAccountId: z.string().nullable(),
    destinationAccountId: z.string().nullable(),
  })
  .openapi('BatchItem');

/** Returns the wire form of the preview of a batch. */
export function batchDryRunAnswer({ refusals, sums, accounts, ...rest }: BatchPreview) {
  return {
    dryRun: true as const,
    ...rest,
    refusals: [...refusals],
    sums: [...sums],
    accounts: accounts.map(({ limits, ...account }) => ({ ...account, limits: [...limits] })),
  };
}
