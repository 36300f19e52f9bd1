// Trainings and data sets on the wire.

import { z } from '@hono/zod-openapi';
import { MODEL_TASKS } from '../../ledger/models/model.ts';
import {
  DATASET_FORMATS,
  DATASET_SOURCES,
  TRAINING_STAGES,
  TRAINING_STATUSES,
} from '../../ledger/models/training.ts';
import { metadataViewSchema } from '../kit/metadata.ts';
import { objectVersionSchema, timestampSchema, versionLabelSchema } from '../kit/schemas.ts';

const anyFields = z.record(z.string(), z.unknown());

export const trainingSchema = z
  .object({
    id: z.string(),
    object: z.literal('training_job'),
    jobId: z.string().openapi({ description: 'The same as id.' }),
    livemode: z.boolean(),
    modelId: z.string().openapi({ description: 'The model that the version belongs to.' }),
    name: z.string().openapi({ example: 'churn-of-savers' }),
    task: z.enum(MODEL_TASKS),
    modelVersion: z.string().openapi({
      description: 'The version of the model, to deploy it by.',
      example: '1.0.0',
    }),
    versionId: z.string().nullable().openapi({ description: 'Null until it has succeeded.' }),
    status: z.enum(TRAINING_STATUSES),
    dataset: z.object({ source: z.enum(DATASET_SOURCES), sha256: z.string().nullable() }),
    progress: z.object({
      stage: z.enum(TRAINING_STAGES),
      round: z.number().int(),
      rounds: z
        .number()
        .int()
        .openapi({ description: 'Maximum number of rounds; the training may stop earlier.' }),
      validationLoss: z.number().nullable(),
    }),
    estimatedSeconds: z
      .number()
      .int()
      .openapi({ description: 'Duration without the time in the queue.' }),
    workflow: z.object({ id: z.string(), runId: z.string().nullable() }),
    metrics: anyFields.nullable().openapi({
      description:
        '`train`, `test` with 95 % intervals, `baseline` and `champion` on the same rows.',
    }),
    featureImportance: z.array(z.object({ feature: z.string(), share: z.number() })).nullable(),
    card: anyFields.nullable(),
    artifact: z
      .object({
        format: z.literal('onnx'),
        opset: z.number().int(),
        sha256: z.string(),
        bytes: z.number().int(),
      })
      .nullable(),
    warnings: z.array(z.string()).openapi({ example: ['class_imbalance'] }),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        errors: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })),
      })
      .nullable(),
    metadata: metadataViewSchema,
    version: versionLabelSchema,
    revision: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    startedAt: timestampSchema.nullable(),
    completedAt: timestampSchema.nullable(),
  })
  .openapi('TrainingJob');

export const datasetSchema = z
  .object({
    id: z.string(),
    object: z.literal('training_dataset'),
    livemode: z.boolean(),
    format: z.enum(DATASET_FORMATS),
    sha256: z.string(),
    bytes: z.number().int(),
    createdAt: timestampSchema,
    expiresAt: timestampSchema.openapi({ description: 'Time of its deletion.' }),
  })
  .openapi('TrainingDataset');

export const deletedDatasetSchema = z
  .object({
    id: z.string(),
    object: z.literal('training_dataset'),
    deleted: z.literal(true),
  })
  .openapi('TrainingDatasetDeleted');
