// A model in the inventory on the wire: its owner, its validators, and the findings.

import { z } from '@hono/zod-openapi';
import {
  ENGINE_TASKS,
  INVENTORY_KINDS,
  MATERIALITIES,
  MODEL_WARNINGS,
  SEVERITIES,
  VALIDATION_OUTCOMES,
} from '../../ledger/models/inventory.ts';
import { MODEL_TASKS } from '../../ledger/models/model.ts';
import { textSchema, timestampSchema } from '../kit/schemas.ts';

const MAX_TEXT = 2_000;

/** The fields of an entry. For operators, the owner is a different field. */
export const entryFields = {
  purpose: textSchema(MAX_TEXT).min(1).openapi({
    description: 'The decisions for which the model may and must not be used.',
  }),
  materiality: z.enum(MATERIALITIES).openapi({
    description: 'The materiality, which requires a new validation within 1, 2 or 3 years.',
  }),
};

export const findingText = textSchema(MAX_TEXT).min(1);

export const inventorySchema = z
  .object({
    id: z.string().openapi({ description: 'Id of the model.' }),
    object: z.literal('model_inventory'),
    livemode: z.boolean(),
    name: z.string(),
    task: z.enum([...MODEL_TASKS, ...ENGINE_TASKS]),
    kind: z.enum(INVENTORY_KINDS).openapi({
      description: '`text_model` and `rules` come with the engine; they have no file to deploy.',
    }),
    developerId: z.string().openapi({ description: 'The owner; `platform` for the bank.' }),
    isOfTheBank: z.boolean(),
    serving: z
      .object({
        versionId: z.string(),
        version: z.string(),
        expiresAt: timestampSchema.nullable(),
      })
      .nullable()
      .openapi({ description: 'The version that decides; of the bank’s models the newest.' }),
    entry: z
      .object({
        owner: z.string(),
        ...entryFields,
        enteredBy: z.string(),
        enteredAt: timestampSchema,
      })
      .nullable()
      .openapi({ description: 'The newest; null: the model has no entry.' }),
    revalidateBy: timestampSchema
      .nullable()
      .openapi({ description: 'Null when it was never validated.' }),
    warnings: z.array(z.enum(MODEL_WARNINGS)).openapi({
      description: 'Warnings that need an action: `revalidation_overdue` and others.',
    }),
    validations: z
      .array(
        z.object({
          id: z.string(),
          versionId: z.string(),
          version: z.string(),
          outcome: z.enum(VALIDATION_OUTCOMES),
          summary: z.string(),
          validator: z.string().openapi({ description: 'An operator with no part in the model.' }),
          validatedAt: timestampSchema,
          revalidateBy: timestampSchema,
        }),
      )
      .openapi({ description: 'The newest first, at most 100.' }),
    findings: z
      .array(
        z.object({
          id: z.string(),
          versionId: z.string().nullable(),
          version: z.string().nullable(),
          severity: z.enum(SEVERITIES),
          finding: z.string(),
          openedBy: z.string(),
          openedAt: timestampSchema,
          dueAt: timestampSchema,
          resolution: z.string().nullable(),
          closedBy: z.string().nullable(),
          closedAt: timestampSchema.nullable(),
        }),
      )
      .openapi({ description: 'Open ones first, then the newest, at most 100.' }),
    version: z
      .number()
      .int()
      .openapi({ description: 'Number of the entry; 0 when there is none.' }),
  })
  .openapi('ModelInventory');
