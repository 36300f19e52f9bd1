// Evaluations and batches of scores on the wire.

import { z } from '@hono/zod-openapi';
import { SCORING_SOURCES, SCORING_STAGES, SCORING_STATUSES } from '../../ledger/models/scoring.ts';
import { isFeatureName } from '../../models/learn/train/field-names.ts';
import { metadataSchema, metadataViewSchema } from '../kit/metadata.ts';
import {
  idSchema,
  objectVersionSchema,
  timestampSchema,
  versionLabelSchema,
} from '../kit/schemas.ts';
import { fairnessBody, fairnessReport, refuseFairness } from './fairness-schema.ts';
import { querySchema } from './ledger-query.ts';

const MAX_THRESHOLDS = 20;

const fieldName = z
  .string()
  .refine(isFeatureName, 'Expected a letter, then letters, digits and _ . : -')
  .openapi({ maxLength: 80 });
const share = z.number().min(0).max(1);
const cost = z.number().min(0).max(1e12);

export const evaluationBody = z
  .strictObject({
    datasetId: idSchema('trainingDataset').optional().openapi({
      description: 'Rows with labels that you have uploaded. Send it or `ledger`.',
    }),
    ledger: querySchema.optional().openapi({
      description: 'Your own payments with their labels; for the task fraud.',
    }),
    labelField: fieldName.optional().openapi({
      description: 'With `datasetId`: holds 0 or 1, or false or true.',
    }),
    segmentField: fieldName.optional().openapi({
      description:
        'A field of the rows, also one that is no feature: the figures are also split by its ' +
        'values, at most 50; a number with more than 20 values is cut into quarters.',
    }),
    fairness: fairnessBody.optional(),
    thresholds: z.array(share).min(1).max(MAX_THRESHOLDS).optional().openapi({
      description: 'Additional thresholds besides the one in use.',
    }),
    costs: z
      .strictObject({ falsePositive: cost, falseNegative: cost })
      .optional()
      .openapi({ description: 'Costs of mistakes in your unit; 1 and 1 by default.' }),
    metadata: metadataSchema.optional(),
  })
  .superRefine(({ datasetId, ledger, labelField, segmentField, fairness }, ctx) => {
    const addIssue = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if (!datasetId && !ledger) addIssue('datasetId', 'Send datasetId or ledger.');
    if (datasetId && ledger) addIssue('ledger', 'Send either datasetId or ledger, not both.');
    if (datasetId && labelField === undefined)
      addIssue('labelField', 'datasetId requires this field.');
    if (ledger && labelField !== undefined)
      addIssue('labelField', 'Payments of the ledger have their own label; leave the field out.');
    refuseFairness({ fairness, segmentField, isOfLedger: ledger !== undefined }, ctx);
  })
  .openapi('ModelEvaluationCreate');

export const batchBody = z
  .strictObject({
    datasetId: idSchema('trainingDataset'),
    idField: fieldName.optional().openapi({
      description: 'A field of the rows that the result repeats, so that you find them again.',
    }),
    metadata: metadataSchema.optional(),
  })
  .openapi('ModelBatchCreate');

const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
const confusion = z.object({
  truePositives: z.number().int(),
  falsePositives: z.number().int(),
  trueNegatives: z.number().int(),
  falseNegatives: z.number().int(),
});

const figures = z
  .object({
    areaUnderRoc: interval,
    averagePrecision: interval.openapi({ description: 'Area under precision and recall.' }),
    kolmogorovSmirnov: interval,
    brierScore: interval,
    calibrationError: interval.openapi({ description: 'Expected, over 15 equally wide bins.' }),
    recallAt1PercentFalsePositives: interval,
    accuracy: interval.openapi({
      description: 'At the threshold in use: read it beside `majorityAccuracy`.',
    }),
    majorityAccuracy: z.number(),
    thresholds: z.array(
      z.object({
        threshold: z.number(),
        inUse: z.boolean(),
        confusion,
        accuracy: interval.nullable(),
        precision: interval.nullable(),
        recall: interval.nullable(),
        falsePositiveRate: interval.nullable(),
        costPerRow: z.number(),
      }),
    ),
    calibrationCurve: z.array(
      z.object({
        from: z.number(),
        to: z.number(),
        rows: z.number().int(),
        meanProbability: z.number(),
        observed: interval.nullable(),
      }),
    ),
    curve: z
      .array(
        z.object({
          threshold: z.number(),
          recall: z.number(),
          falsePositiveRate: z.number(),
          precision: z.number(),
          costPerRow: z.number(),
        }),
      )
      .openapi({ description: 'ROC, precision and recall, and cost: about 100 points.' }),
    cheapest: z
      .object({ threshold: z.number().nullable(), costPerRow: z.number() })
      .openapi({ description: 'Threshold null: to flag nothing costs no more than any of them.' }),
    segments: z.array(
      z.object({
        segment: z.string(),
        rows: z.number().int(),
        positives: z.number().int(),
        isSmall: z.boolean(),
        areaUnderRoc: interval.nullable(),
        brierScore: z.number(),
        meanProbability: z.number(),
        observed: interval.nullable(),
        flaggedShare: z.number(),
        recall: interval.nullable(),
        falsePositiveRate: interval.nullable(),
      }),
    ),
  })
  .openapi('ModelFigures');

const importance = z
  .object({
    rows: z
      .number()
      .int()
      .openapi({ description: 'Number of rows that were drawn from the evaluated ones.' }),
    shuffles: z.number().int().openapi({ description: 'Number of shuffles of each feature.' }),
    features: z.array(
      z.object({
        feature: z.string(),
        areaLost: z.number().openapi({
          description: 'Loss of area under ROC while the values of this feature are shuffled.',
        }),
      }),
    ),
  })
  .openapi('ModelPermutationImportance', {
    description:
      'Importance of features for the ranking, the largest loss first. Absent in older ' +
      'evaluations.',
  });

const versionRef = z.object({ versionId: z.string(), version: z.string() });
const commonFields = {
  id: z.string(),
  livemode: z.boolean(),
  modelId: z.string(),
  versionId: z.string(),
  modelVersion: z.string(),
  status: z.enum(SCORING_STATUSES),
  dataset: z.object({ source: z.enum(SCORING_SOURCES), sha256: z.string().nullable() }),
  progress: z.object({
    stage: z.enum(SCORING_STAGES),
    rowsDone: z.number().int(),
    rowsAll: z.number().int(),
  }),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      errors: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })),
    })
    .nullable(),
  workflow: z.object({ id: z.string(), runId: z.string().nullable() }),
  metadata: metadataViewSchema,
  version: versionLabelSchema,
  revision: objectVersionSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  startedAt: timestampSchema.nullable(),
  completedAt: timestampSchema.nullable(),
};

export const evaluationSchema = z
  .object({
    ...commonFields,
    object: z.literal('model_evaluation'),
    champion: versionRef.nullable().openapi({
      description:
        'The version that decided the task at the time of the request; null when there was ' +
        'none.',
    }),
    report: z
      .object({
        rows: z.number().int(),
        positives: z.number().int(),
        rowsSha256: z.string(),
        threshold: z.number().openapi({ description: 'The one in use.' }),
        costs: z.object({ falsePositive: z.number(), falseNegative: z.number() }),
        intervals: z.string(),
        figures,
        fairness: fairnessReport.nullish(),
        importance: importance.nullish(),
        comparison: z
          .object({
            versionId: z.string(),
            name: z.string(),
            version: z.string(),
            figures,
            test: z
              .object({ difference: interval, z: z.number(), pValue: z.number() })
              .openapi({ description: 'DeLong, on the same rows: the version less the champion.' }),
            verdict: z.enum(['better', 'worse', 'no_difference']).openapi({
              description: 'Verdict about the areas under ROC, at a significance of 5 %.',
            }),
          })
          .nullable(),
        findings: z.array(z.object({ code: z.string(), message: z.string() })),
      })
      .nullable(),
  })
  .openapi('ModelEvaluation');

export const batchSchema = z
  .object({
    ...commonFields,
    object: z.literal('model_batch'),
    summary: z
      .object({
        rows: z.number().int(),
        flagged: z.number().int(),
        threshold: z.number(),
        meanProbability: z.number(),
        rowsSha256: z.string(),
      })
      .nullable(),
    result: z
      .object({
        format: z.literal('csv'),
        sha256: z.string(),
        bytes: z.number().int(),
        expiresAt: timestampSchema,
      })
      .nullable(),
  })
  .openapi('ModelBatch');
