// How the model that reads messages does: it judges nothing, so its figures stand apart from those
// of models that do.

import { z } from '@hono/zod-openapi';
import type { IntentGuesses } from '../../ai/intents/reader.ts';

export const textModelSchema = z
  .object({
    name: z.string(),
    version: z.string(),
    artifactSha256: z.string(),
    statedAccuracy: z.number().openapi({ description: 'Said, not measured.' }),
    statedBy: z.string(),
    measured: z.array(
      z.object({
        what: z.string(),
        rows: z.number().int(),
        accuracy: z.number(),
        ci95: z.object({ low: z.number(), high: z.number() }),
        majorityAccuracy: z.number(),
        calibrationError: z.number().nullable(),
        outOfScopeRecall: z.number().nullable(),
        target: z.string(),
      }),
    ),
  })
  .nullable()
  .openapi({
    description: 'Reads messages; null: its file cannot be read, and the grammar reads without it.',
  });

export const sentenceEncoderSchema = z
  .object({ status: z.literal('not_configured'), reason: z.string() })
  .openapi({ description: 'Would read messages beside the text model.' });

/** No encoder comes with the engine, and none can be added yet. */
export const SENTENCE_ENCODER = {
  status: 'not_configured' as const,
  reason: 'The engine has no sentence encoder: the text model alone reads messages.',
};

/** The figures of the card. */
export function textModel(card: IntentGuesses['card']): z.infer<typeof textModelSchema> {
  if (card === null) return null;
  const { name, version, artifact, stated, measured } = card;
  return {
    name,
    version,
    artifactSha256: artifact.sha256,
    statedAccuracy: stated.accuracy,
    statedBy: stated.by,
    measured: measured.map(({ ci95: [low, high], outOfScopeRecall = null, ...one }) => {
      return { ...one, ci95: { low, high }, outOfScopeRecall };
    }),
  };
}
