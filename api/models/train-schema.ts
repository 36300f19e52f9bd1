// The request of a training. Tasks and learners that are not offered are refused by name.

import { z } from '@hono/zod-openapi';
import { MODEL_TASKS, type ModelTask } from '../../ledger/models/model.ts';
import { DATASET_SOURCES } from '../../ledger/models/training.ts';
import { FEATURE_KINDS } from '../../models/card.ts';
import { isFeatureName, MAX_FEATURES } from '../../models/learn/train/field-names.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { idSchema, textSchema } from '../kit/schemas.ts';
import { featureDescription } from './card-schema.ts';
import { findLedgerFaults, querySchema } from './ledger-query.ts';

/** Largest body with inline rows; more rows have to be uploaded as a file. */
export const MAX_INLINE_BYTES = 4 * 1024 * 1024;
const MAX_INLINE_ROWS = 20_000;

const ALGORITHMS = ['auto', 'logistic', 'gbdt'] as const;

/**
 * Returns the schema of an offered value. A value that the specification names and the bank does
 * not offer is refused with its own code.
 */
function offeredValue<T extends string>(
  all: readonly T[],
  notOffered: readonly string[],
  code: string,
) {
  return z
    .unknown()
    .superRefine((value, ctx) => {
      if ((all as readonly unknown[]).includes(value)) return;
      const isNotOffered = (notOffered as readonly unknown[]).includes(value);
      const message = isNotOffered
        ? `The bank does not offer ${value}; expected one of ${all.join(', ')}.`
        : `Expected one of ${all.join(', ')}.`;
      ctx.addIssue({ code: 'custom', message, ...(isNotOffered ? { params: { code } } : {}) });
    })
    .transform((value) => value as T)
    .openapi({ type: 'string', enum: [...all] });
}

const fieldName = z
  .string()
  .refine(isFeatureName, 'Expected a letter, then letters, digits and _ . : -')
  .openapi({ maxLength: 80 });

const featureSchema = z
  .strictObject({
    name: fieldName,
    ...featureDescription,
    mayBeMissing: z.boolean().optional().openapi({ description: 'True by default.' }),
    kind: z
      .enum(FEATURE_KINDS)
      .optional()
      .openapi({
        description:
          'A category is a text with few values; a date is ISO 8601, with an offset when ' +
          'it has a time. By default, the kind follows from the column.',
      }),
    monotone: z
      .union([z.literal(-1), z.literal(0), z.literal(1)])
      .optional()
      .openapi({ description: 'Whether the score may only rise (1) or fall (-1) with it.' }),
  })
  .refine(({ kind = 'number', monotone = 0 }) => kind !== 'category' || monotone === 0, {
    path: ['monotone'],
    message: 'A category has no order that a score could rise with.',
  })
  .refine(({ kind = 'number', min, max }) => kind === 'number' || (min ?? max ?? null) === null, {
    path: ['min'],
    message: 'Only a number has bounds.',
  })
  .refine(({ min, max }) => (min ?? -Infinity) <= (max ?? Infinity), {
    path: ['max'],
    message: 'Expected at least the value of min.',
  });

const datasetSchema = z
  .strictObject({
    source: z.enum(DATASET_SOURCES),
    rows: z
      .array(z.unknown())
      .max(MAX_INLINE_ROWS)
      .optional()
      .openapi({
        type: 'array',
        items: { type: 'object', additionalProperties: true },
        description:
          'With `inline`: each row an object of numbers, booleans, texts, dates and nulls.',
      }),
    uploadId: idSchema('trainingDataset').optional(),
    query: querySchema.optional().openapi({
      description: 'With `ledger_query`: the selection of your payments; all by default.',
    }),
    labelField: fieldName.optional().openapi({
      description: 'Holds 0 or 1, or false or true. Rows of the ledger have their own.',
    }),
    timeField: fieldName.optional().openapi({ description: 'RFC 3339, or milliseconds.' }),
    groupField: fieldName.optional().openapi({
      description:
        'Rows with the same value, such as a customer, are on one side of the split. The field is ' +
        'not a feature. Equal rows are always on one side.',
    }),
  })
  .superRefine((dataset, ctx) => {
    const { source, rows, uploadId, query, labelField, timeField, groupField } = dataset;
    const addIssue = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if ((source === 'inline') !== (rows !== undefined))
      addIssue('rows', 'Only the source inline takes rows, and it requires them.');
    if ((source === 'upload') !== (uploadId !== undefined))
      addIssue('uploadId', 'Only the source upload takes an uploadId, and it requires one.');
    const isLedger = source === 'ledger_query';
    if (query !== undefined && !isLedger)
      addIssue('query', 'Only the source ledger_query takes a query.');
    if (labelField === undefined && !isLedger)
      addIssue('labelField', 'This field is required for rows that you send.');
    if (timeField !== undefined && labelField === timeField)
      addIssue('timeField', 'Expected a field other than the label.');
    if (groupField !== undefined && (isLedger || groupField === labelField))
      addIssue('groupField', 'Expected a field of rows that you send, other than the label.');
  });

const boundedNumber = (min: number, max: number) => z.number().min(min).max(max);

const hyperparametersSchema = z.strictObject({
  rounds: z.int().min(1).max(1_000).optional(),
  learningRate: boundedNumber(0.001, 1).optional(),
  leaves: z.int().min(2).max(127).optional(),
  minRows: z.int().min(1).max(10_000).optional(),
  lambda: boundedNumber(0, 1_000).optional(),
  rowShare: boundedNumber(0.1, 1).optional(),
  featureShare: boundedNumber(0.1, 1).optional(),
  patience: z.int().min(1).max(1_000).optional(),
  positiveWeight: boundedNumber(0.01, 1_000).optional(),
  l2: boundedNumber(0, 1_000).optional(),
});

export const trainBody = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Expected lower-case letters, digits and hyphens.')
      .max(64),
    task: offeredValue<ModelTask>(
      MODEL_TASKS,
      ['intent', 'category', 'regression'],
      'task_not_offered',
    ),
    dataset: datasetSchema,
    features: z
      .array(z.union([fieldName, featureSchema]))
      .min(1)
      .max(MAX_FEATURES)
      .optional()
      .openapi({ description: 'Left out: every field of the rows but label and time.' }),
    algorithm: offeredValue(ALGORITHMS, ['mlp'], 'algorithm_not_offered').optional().openapi({
      description: '`auto`: trees, or the logistic regression where it ranks as well.',
    }),
    hyperparameters: hyperparametersSchema.optional(),
    classWeight: z
      .enum(['balanced'])
      .optional()
      .openapi({
        description:
          '`balanced`: both labels have the same weight in the training; the calibration ' +
          'corrects this, so that probabilities remain those of the data.',
      }),
    tuning: z
      .strictObject({ budgetSeconds: z.int().min(1).max(600) })
      .optional()
      .openapi({
        description:
          'Time for tuning the trees; given hyperparameters stay fixed. The card states ' +
          'the chosen settings.',
      }),
    split: z
      .strictObject({
        method: z.enum(['time', 'random']),
        testFraction: boundedNumber(0.05, 0.4).openapi({
          description: 'Share of the rows that measures; an equal share calibrates.',
        }),
      })
      .optional(),
    acceptLeakage: textSchema(500)
      .min(10)
      .optional()
      .openapi({
        example: 'The limit is set after the decision, from the same figures.',
        description:
          'The reason why a suspected leak (a feature that alone gives the label, or a ' +
          'perfect hold-out) is acceptable. It is written on the card. Without it, a ' +
          'suspected leak stops the training.',
      }),
    gates: z
      .strictObject({
        minAuc: boundedNumber(0.5, 1).optional(),
        maxFprAt: z
          .strictObject({ recall: boundedNumber(0.01, 1), rate: boundedNumber(0, 1) })
          .optional(),
        maxLatencyMs: boundedNumber(0.001, 2).optional(),
      })
      .optional(),
    seed: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
    metadata: metadataSchema.optional(),
  })
  .superRefine((body, ctx) => {
    if (body.dataset.source !== 'ledger_query') return;
    for (const fault of findLedgerFaults(body)) ctx.addIssue({ code: 'custom', ...fault });
  })
  .superRefine(({ algorithm, classWeight, hyperparameters, tuning }, ctx) => {
    if (classWeight && hyperparameters?.positiveWeight !== undefined) {
      const message = 'Expected either this field or hyperparameters.positiveWeight.';
      ctx.addIssue({ code: 'custom', path: ['classWeight'], message });
    }
    if (tuning && algorithm === 'logistic') {
      const message = 'Only trees have settings that can be tuned.';
      ctx.addIssue({ code: 'custom', path: ['tuning'], message });
    }
  })
  .superRefine(({ dataset, split, features = [] }, ctx) => {
    const isLedger = dataset.source === 'ledger_query';
    if (split?.method === 'time' && dataset.timeField === undefined && !isLedger) {
      const path = ['dataset', 'timeField'];
      ctx.addIssue({ code: 'custom', path, message: 'A split by time requires this field.' });
    }
    const names = features.map((feature) => (typeof feature === 'string' ? feature : feature.name));
    for (const [index, name] of names.entries()) {
      const isTaken = [dataset.labelField, dataset.timeField, dataset.groupField].includes(name);
      if (!isTaken && names.indexOf(name) === index) continue;
      const message =
        'Expected each feature once, and neither label, time nor group field among them.';
      ctx.addIssue({ code: 'custom', path: ['features', index], message });
    }
  })
  .openapi('TrainingRequest');

export type TrainBody = z.output<typeof trainBody>;
