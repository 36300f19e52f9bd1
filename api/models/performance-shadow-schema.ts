// The scores of a version in the shadow, and latencies, on the wire.

import { z } from '@hono/zod-openapi';
import { DEPLOYMENT_STATUSES } from '../../ledger/models/deployment.ts';

export const latencySchema = z
  .object({ samples: z.number().int(), p50: z.number(), p95: z.number(), p99: z.number() })
  .openapi({
    description:
      'Milliseconds. Of credit, single answers, as recorded with each decision; of payments, ' +
      'the newest thousand groups of them in this process; in the shadow, single answers.',
  });

export const shadowSchema = z
  .object({
    deploymentId: z.string(),
    versionId: z.string(),
    name: z.string(),
    version: z.string(),
    status: z
      .enum(DEPLOYMENT_STATUSES)
      .openapi({ description: 'Current status of its deployment.' }),
    samples: z.number().int().openapi({
      description: 'Decisions that it was asked to score in the shadow, the newest 5,000.',
    }),
    errors: z.number().int().openapi({ description: 'Number of these without its score.' }),
    meanDifference: z.number().nullable().openapi({
      description: 'Its score minus the other’s; null when no decision has both.',
    }),
    meanAbsoluteDifference: z.number().nullable(),
    agreement: z.array(
      z.object({
        at: z.enum(['review', 'block', 'decline']).openapi({
          description:
            'For credit, nothing is approved above the first threshold, and applications above ' +
            'the last one are denied.',
        }),
        champion: z.number(),
        challenger: z.number(),
        agreement: z.number().openapi({
          description: 'Share of decisions for which both scores are on the same side.',
        }),
      }),
    ),
    latency: latencySchema.nullable(),
  })
  .openapi('ShadowFigures');
