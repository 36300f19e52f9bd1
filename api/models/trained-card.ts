// Converts the card of a trained version into an uploaded card, so that a developer can take a
// model from the sandbox to production, or to another bank.

import { z } from '@hono/zod-openapi';
import { CARD_SCHEMA } from '../../models/card.ts';

const figure = z.looseObject({ value: z.number() }).optional();

/** Fields that are kept of a trained card. */
const trainedSchema = z.looseObject({
  schema: z.literal(CARD_SCHEMA),
  features: z.array(
    z.looseObject({ monotone: z.unknown(), unit: z.string(), meaning: z.string() }).partial(),
  ),
  limits: z.array(z.string()).optional(),
  measured: z
    .looseObject({
      threshold: z.number(),
      areaUnderRoc: figure,
      averagePrecision: figure,
      brierScore: figure,
    })
    .optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** Longer texts would be refused. */
const LONGEST_NOTE = 300;
const MAX_DATA_LENGTH = 500;
const DATA_FIELDS = ['name', 'sha256', 'rows', 'positives', 'label', 'split'];

/**
 * Returns the fields of an uploaded card. The bank's own additions are left out, and the bank's
 * figures are kept as figures of the developer.
 * @param value a trained card; any other value is returned unchanged
 */
export function toUploadedCard(value: unknown): unknown {
  const read = trainedSchema.safeParse(value);
  if (!read.success) return value;
  const { name, version, task, title, predicts, golden, features, limits, measured } = read.data;
  const { areaUnderRoc, averagePrecision, brierScore } = measured ?? {};
  const figures = Object.entries({ areaUnderRoc, averagePrecision, brierScore });
  return {
    name,
    version,
    task,
    title,
    predicts,
    limits: limits?.filter((limit) => limit.length <= LONGEST_NOTE),
    features: features.map(({ monotone: _, unit, meaning, ...feature }) => ({
      ...feature,
      ...(unit ? { unit } : {}),
      ...(meaning ? { meaning } : {}),
    })),
    golden,
    threshold: measured?.threshold,
    metrics: Object.fromEntries(
      figures.flatMap(([key, figure]) => (figure ? [[key, figure.value]] : [])),
    ),
    data: Object.fromEntries(
      DATA_FIELDS.flatMap((key) => keepShortValue(key, read.data.data?.[key])),
    ),
  };
}

function keepShortValue(key: string, value: unknown): (readonly [string, string | number])[] {
  if (typeof value === 'number') return [[key, value]];
  return typeof value === 'string' && value.length <= MAX_DATA_LENGTH ? [[key, value]] : [];
}
