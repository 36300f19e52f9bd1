// The performance of the intent model. It takes no decisions, so its figures are separate from
// those of models that do.

import { z } from '@hono/zod-openapi';
import type { IntentGuesses } from '../../ai/intents/judge.ts';
import type { EncoderState } from '../../ai/intents/reader.ts';
import { ENCODER } from '../../models/encoder/encoder-file.ts';
import type { TextMeasurement } from '../../models/text-session.ts';

export const textMeasurement = z.object({
  head: z.string().openapi({ description: 'Head of the model; `intent` is the one in use.' }),
  what: z.string(),
  rows: z.number().int(),
  accuracy: z.number(),
  ci95: z.object({ low: z.number(), high: z.number() }),
  majorityAccuracy: z.number(),
  calibrationError: z.number().nullable(),
  outOfScopeRecall: z.number().nullable(),
  target: z.string(),
});

export const textModelSchema = z
  .object({
    name: z.string(),
    version: z.string(),
    artifactSha256: z.string(),
    statedAccuracy: z.number().openapi({ description: 'Stated, not measured.' }),
    statedBy: z.string(),
    measured: z.array(textMeasurement),
  })
  .nullable()
  .openapi({
    description:
      'The text model; null when its file cannot be read, so that only the grammar parses ' +
      'messages.',
  });

export const sentenceEncoderSchema = z
  .object({
    status: z.enum(['not_configured', 'active', 'failed']),
    reason: z.string().nullable().openapi({ description: 'The reason why it is not active.' }),
    name: z.string().nullable(),
    artifactSha256: z.string().nullable(),
  })
  .openapi({
    description: 'The sentence encoder, which supports the text model when it is active.',
  });

/** Returns the identity of the encoder, when one is configured, and whether it answers. */
export function sentenceEncoderView({
  status,
  reason,
}: EncoderState): z.infer<typeof sentenceEncoderSchema> {
  const { name, sha256: artifactSha256 } = ENCODER;
  if (status === 'not_configured') return { status, reason, name: null, artifactSha256: null };
  return { status, reason, name, artifactSha256 };
}

/** Returns the figures of the card. */
export function textModelView(card: IntentGuesses['card']): z.infer<typeof textModelSchema> {
  if (card === null) return null;
  const { name, version, artifact, stated, measured } = card;
  return {
    name,
    version,
    artifactSha256: artifact.sha256,
    statedAccuracy: stated.accuracy,
    statedBy: stated.by,
    measured: measured.map(measurementView),
  };
}

/** Returns the wire form of a head's measurement. */
export function measurementView(measurement: TextMeasurement): z.infer<typeof textMeasurement> {
  const [low, high] = measurement.ci95;
  return {
    ...measurement,
    ci95: { low, high },
    outOfScopeRecall: measurement.outOfScopeRecall ?? null,
  };
}
