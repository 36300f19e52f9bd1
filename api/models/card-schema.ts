// The card that comes with an uploaded model: what the engine checks is spelled out, the rest is
// its maker's own words.

import { z } from '@hono/zod-openapi';
import { MODEL_TASKS } from '../../ledger/models/model.ts';
import { textSchema } from '../kit/schemas.ts';

const MOST_FEATURES = 512;
const MOST_GOLDEN = 500;
const LEAST_BACKGROUND = 10;
const MOST_BACKGROUND = 200;

const featureSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z_][\w.:-]{0,79}$/, 'Expected a letter, then letters, digits and _ . : -'),
    meaning: textSchema(300).optional(),
    unit: textSchema(40).optional(),
    min: z.number().nullable().optional().openapi({ description: 'Below it, a row is refused.' }),
    max: z.number().nullable().optional().openapi({ description: 'Above it, a row is refused.' }),
    mayBeMissing: z.boolean().optional().openapi({ description: 'Null reaches the model as NaN.' }),
  })
  .refine(({ min, max }) => (min ?? -Infinity) <= (max ?? Infinity), {
    path: ['max'],
    message: 'Expected at least the value of min.',
  });

const goldenSchema = z.strictObject({
  features: z.array(z.number().nullable()).max(MOST_FEATURES),
  probability: z.number().min(0).max(1),
});

type Fault = readonly [path: readonly number[], message: string];

/** A row that a score could be asked for: of the right length, and within the bounds. */
function faultsOf(
  row: readonly (number | null)[],
  features: readonly z.infer<typeof featureSchema>[],
): Fault[] {
  if (row.length !== features.length) return [[[], `Expected ${features.length} values.`]];
  return features.flatMap(({ min, max, mayBeMissing }, at): Fault[] => {
    const value = row[at] ?? null;
    if (value === null)
      return mayBeMissing
        ? []
        : [[[at], 'A value is missing, and this feature does not allow that.']];
    if (!Number.isFinite(Math.fround(value)))
      return [[[at], 'The value is too large for a 32-bit float.']];
    const isIn = value >= (min ?? -Infinity) && value <= (max ?? Infinity);
    return isIn ? [] : [[[at], 'The value is outside the bounds of the feature.']];
  });
}

/** A card that was downloaded can be sent as it is. */
const ofTheBank = z
  .unknown()
  .optional()
  .openapi({ description: 'What the bank adds to a card that it hands out: not read.' });

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
      .max(MOST_FEATURES)
      .openapi({ description: 'In the order of the columns.' }),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .openapi({ description: 'From this score on a row is flagged; 0.5 when it is left out.' }),
    golden: z
      .array(goldenSchema)
      .max(MOST_GOLDEN)
      .optional()
      .openapi({ description: 'Rows with the score that the file has to give, within 1e-5.' }),
    background: z
      .array(z.array(z.number().nullable()).max(MOST_FEATURES))
      .min(LEAST_BACKGROUND)
      .max(MOST_BACKGROUND)
      .optional()
      .openapi({
        description:
          'Rows that stand for the population. Reasons of a score of trees are exact Shapley ' +
          'values against them; without them there are none. The same rows give the same reasons.',
      }),
    data: z
      .record(textSchema(64), z.union([textSchema(500), z.number()]))
      .optional()
      .openapi({ description: 'What it was trained on, in your words.' }),
    metrics: z.record(textSchema(64), z.number()).optional(),
    live: ofTheBank,
    lineage: ofTheBank,
  })
  .superRefine(({ features, golden = [], background = [] }, ctx) => {
    const names = new Set(features.map(({ name }) => name));
    if (names.size !== features.length) {
      ctx.addIssue({ code: 'custom', path: ['features'], message: 'The name occurs twice.' });
    }
    for (const [at, row] of golden.entries()) {
      if (row.features.length !== features.length) {
        const path = ['golden', at, 'features'];
        const message = `Expected ${features.length} values.`;
        ctx.addIssue({ code: 'custom', path, message });
      }
    }
    for (const [at, row] of background.entries()) {
      for (const [path, message] of faultsOf(row, features)) {
        ctx.addIssue({ code: 'custom', path: ['background', at, ...path], message });
      }
    }
  })
  .transform(({ live: _live, lineage: _lineage, ...card }) => card)
  .openapi('ModelCard');

export type UploadedCard = z.infer<typeof cardSchema>;
