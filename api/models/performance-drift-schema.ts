// A daily measurement of a model's drift in the report and the events.

import { z } from '@hono/zod-openapi';
import { PSI_BINS, PSI_REFERENCE } from '../../models/distribution.ts';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

export const driftEvaluationSchema = z
  .object({
    id: z.string(),
    object: z.literal('drift_evaluation'),
    livemode: z.boolean(),
    versionId: z.string(),
    day: z.string().openapi({ format: 'date', description: 'By your clock.' }),
    rows: z.number().int().openapi({ description: 'Number of examined decisions.' }),
    psi: z.number().openapi({
      description: `Index of the feature that moved most, over ${PSI_BINS}. Reference: ${PSI_REFERENCE}.`,
    }),
    score: z.number().nullable().openapi({ description: "Index of the model's answers." }),
    drifted: z.boolean().openapi({
      description: 'True from above 0.25 on, until the larger of both is below 0.2.',
    }),
    features: z.array(z.object({ feature: z.string(), psi: z.number() })),
    version: objectVersionSchema,
    createdAt: timestampSchema,
  })
  .openapi('DriftEvaluation');
