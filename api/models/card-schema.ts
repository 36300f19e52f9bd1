// The card of an uploaded model: fields that the engine checks, and free text of the model's
// author.

import { z } from '@hono/zod-openapi';
import { isLiveTask } from '../../ledger/models/deployment.ts';
import { MODEL_TASKS } from '../../ledger/models/model.ts';
import { isExactInteger, LARGEST_INTEGER } from '../../models/card.ts';
import { parseDays } from '../../models/learn/train/iso-date.ts';
import { textSchema } from '../kit/schemas.ts';

const MAX_FEATURES = 512;
const MAX_GOLDEN = 500;
const MIN_BACKGROUND = 10;
const MAX_BACKGROUND = 200;
const MAX_CATEGORIES = 500;
const KINDS = ['number', 'integer', 'category', 'date'] as const;

/** The description of a feature, of an uploaded and of a trained model. */
export const featureDescription = {
  meaning: textSchema(300).optional(),
  unit: textSchema(40).optional(),
  min: z
    .number()
    .nullable()
    .optional()
    .openapi({ description: 'Rows with a smaller value are refused.' }),
  max: z
    .number()
    .nullable()
    .optional()
    .openapi({ description: 'Rows with a larger value are refused.' }),
};

const featureSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z_][\w.:-]{0,79}$/, 'Expected a letter, then letters, digits and _ . : -'),
    ...featureDescription,
    mayBeMissing: z
      .boolean()
      .optional()
      .openapi({ description: 'The model gets NaN for null, or an empty text for a category.' }),
    kind: z
      .enum(KINDS)
      .optional()
      .openapi({
        description:
          'A number when it is left out. An integer is for inputs of whole numbers or booleans, ' +
          'a category for inputs of texts, a date for inputs of days since 1970-01-01 UTC.',
      }),
    categories: z.array(z.string().min(1).max(200)).min(1).max(MAX_CATEGORIES).optional().openapi({
      description: 'The texts that the model knows; any other one reaches it as unknown.',
    }),
  })
  .refine(({ min, max }) => (min ?? -Infinity) <= (max ?? Infinity), {
    path: ['max'],
    message: 'Expected at least the value of min.',
  })
  .refine(({ kind, categories }) => (kind === 'category') === (categories !== undefined), {
    path: ['categories'],
    message: 'A category has the texts that the model knows; other features have none.',
  })
  .refine(({ categories = [] }) => new Set(categories).size === categories.length, {
    path: ['categories'],
    message: 'A text occurs twice.',
  })
  .refine(({ kind, min, max }) => !hasNoBounds(kind) || (min ?? max ?? null) === null, {
    path: ['min'],
    message: 'Only a number has bounds.',
  })
  .refine(({ kind, mayBeMissing }) => kind !== 'integer' || mayBeMissing !== true, {
    path: ['mayBeMissing'],
    message: 'An integer cannot be missing, because no integer stands for a missing value.',
  });

function hasNoBounds(kind: (typeof KINDS)[number] | undefined): boolean {
  return kind === 'category' || kind === 'date';
}

type CardFeature = z.infer<typeof featureSchema>;

const rowSchema = z
  .array(z.union([z.number(), z.string().max(200)]).nullable())
  .max(MAX_FEATURES)
  .openapi({ description: 'Values in the order of the features; for a category its text.' });

type CardRow = z.infer<typeof rowSchema>;

const goldenSchema = z.strictObject({
  features: rowSchema,
  probability: z.number().min(0).max(1),
});

type Fault = readonly [path: readonly number[], message: string];

/**
 * Returns the faults of a row that could not be scored: a wrong length, or values outside the
 * bounds.
 */
function findRowFaults(row: CardRow, features: readonly CardFeature[]): Fault[] {
  if (row.length !== features.length) return [[[], `Expected ${features.length} values.`]];
  return features.flatMap((feature, index): Fault[] => {
    const fault = findValueFault(row[index] ?? null, feature);
    return fault === null ? [] : [[[index], fault]];
  });
}

function findValueFault(value: CardRow[number], feature: CardFeature): string | null {
  const { min, max, mayBeMissing, kind, categories } = feature;
  if (value === null) {
    return mayBeMissing ? null : 'A value is missing, and this feature does not allow that.';
  }
  if (categories) {
    const isCode = typeof value === 'number' && value >= 0 && value <= categories.length;
    return typeof value === 'string' || (isCode && isExactInteger(value))
      ? null
      : 'Expected a text.';
  }
  if (kind === 'date' && typeof value === 'string') {
    return parseDays(value) === null ? 'Expected a date of ISO 8601, as 2026-11-23.' : null;
  }
  if (typeof value === 'string') return 'Expected a number: only a category has texts.';
  if (!Number.isFinite(Math.fround(value))) return 'The value is too large for a 32-bit float.';
  if (kind === 'integer' && !isExactInteger(value)) {
    return `Expected a whole number of at most ${LARGEST_INTEGER}.`;
  }
  const isWithinBounds = value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  return isWithinBounds ? null : 'The value is outside the bounds of the feature.';
}

/**
 * Encodes a row as the model's input: the days of a date, and the number of a category; an unknown
 * category has the next number.
 */
function encodeRow(row: CardRow, features: readonly CardFeature[]): (number | null)[] {
  return row.map((value, index) => {
    if (typeof value !== 'string') return value;
    const { kind, categories = [] } = features[index] ?? {};
    if (kind === 'date') return parseDays(value);
    const code = categories.indexOf(value);
    return code === -1 ? categories.length : code;
  });
}

/** A field that the bank adds to cards. Accepted, so that a downloaded card can be uploaded. */
const bankField = z.unknown().optional().openapi({
  description: 'Fields that the bank adds to a downloaded card; ignored in an upload.',
});

export const cardSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Expected lower-case letters, digits and hyphens.')
      .max(64),
    version: z
      .string()
      .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'Expected three numbers such as 1.0.0.')
      .openapi({ example: '1.0.0' }),
    task: z.enum(MODEL_TASKS),
    title: textSchema(120).optional(),
    predicts: textSchema(300).optional(),
    limits: z.array(textSchema(300)).max(50).optional(),
    features: z
      .array(featureSchema)
      .min(1)
      .max(MAX_FEATURES)
      .openapi({ description: 'Values in the order of the columns.' }),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .openapi({ description: 'From this score on a row is flagged; 0.5 when it is left out.' }),
    golden: z
      .array(goldenSchema)
      .max(MAX_GOLDEN)
      .optional()
      .openapi({ description: 'Rows with the score that the file has to give, within 1e-5.' }),
    background: z
      .array(rowSchema)
      .min(MIN_BACKGROUND)
      .max(MAX_BACKGROUND)
      .optional()
      .openapi({
        description:
          'Rows that stand for the population. Reasons of a score of trees are exact Shapley ' +
          'values against them; without them there are none. The same rows give the same reasons.',
      }),
    data: z
      .record(textSchema(64), z.union([textSchema(500), z.number()]))
      .optional()
      .openapi({ description: 'Your description of the training data.' }),
    metrics: z.record(textSchema(64), z.number()).optional(),
    live: bankField,
    lineage: bankField,
  })
  .superRefine(({ task, features, golden = [], background = [] }, ctx) => {
    for (const [index, { kind = 'number' }] of features.entries()) {
      if (kind === 'number' || !isLiveTask(task)) continue;
      const message = 'The bank makes the values of this task itself, as numbers: leave it out.';
      ctx.addIssue({ code: 'custom', path: ['features', index, 'kind'], message });
    }
    const names = new Set(features.map(({ name }) => name));
    if (names.size !== features.length) {
      ctx.addIssue({ code: 'custom', path: ['features'], message: 'The name occurs twice.' });
    }
    for (const [index, row] of golden.entries()) {
      for (const [path, message] of findRowFaults(row.features, features)) {
        const pointerPath = ['golden', index, 'features', ...path];
        ctx.addIssue({ code: 'custom', path: pointerPath, message });
      }
    }
    for (const [index, row] of background.entries()) {
      for (const [path, message] of findRowFaults(row, features)) {
        ctx.addIssue({ code: 'custom', path: ['background', index, ...path], message });
      }
    }
  })
  .transform(({ live: _live, lineage: _lineage, golden, background, ...card }) => ({
    ...card,
    ...(golden && {
      golden: golden.map((row) => ({ ...row, features: encodeRow(row.features, card.features) })),
    }),
    ...(background && { background: background.map((row) => encodeRow(row, card.features)) }),
  }))
  .openapi('ModelCard');

export type UploadedCard = z.infer<typeof cardSchema>;
