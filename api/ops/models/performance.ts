// GET /v1/ops/models/{versionId}/performance: the performance of one version across all developers,
// as curves. It contains only counts and means and names no customer and no payment.

import { createRoute, z } from '@hono/zod-openapi';
import { periodStart, readWatch } from '../../../ai/serving/performance/watch.ts';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import { readModelVersion, versionViewFor } from '../../../db/models/reads.ts';
import { DEPLOYMENT_STATUSES } from '../../../ledger/models/deployment.ts';
import { MODEL_STAGES, MODEL_TASKS } from '../../../ledger/models/model.ts';
import { Problem } from '../../kit/errors.ts';
import { operation } from '../../kit/operation.ts';
import { pathId, timestampSchema } from '../../kit/schemas.ts';
import { reviewDaySchema } from '../../models/review-figures-schema.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';

const count = z.number().int();
const day = z.string().openapi({ format: 'date' });
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });

const driftDaySchema = z
  .object({
    day: day.openapi({ description: 'By the clocks of the developers.' }),
    developers: count.openapi({
      description: 'Number of developers with examined payments or loans.',
    }),
    drifted: count.openapi({ description: 'Number of these with an index above 0.25.' }),
    rows: count,
    psi: z.number().openapi({
      description:
        'Index of the feature that changed most, at the developer where it changed most.',
    }),
    score: z
      .number()
      .nullable()
      .openapi({ description: 'Index of the scores, at the developer where they changed most.' }),
  })
  .openapi('DriftDay');

const calibrationPoints = z.array(
  z.object({
    from: z.number(),
    to: z.number(),
    rows: count,
    meanProbability: z.number(),
    observed: interval.nullable(),
  }),
);

const evaluationSchema = z
  .object({
    evaluationId: z.string(),
    developerId: z.string(),
    at: timestampSchema,
    rows: count,
    positives: count,
    areaUnderRoc: interval,
    calibrationError: interval.openapi({ description: 'Expected, over 15 equally wide bins.' }),
    flagged: z.number().openapi({
      description: 'Share of the rows that it flags at the threshold in use.',
    }),
    calibration: calibrationPoints.openapi({ description: 'In tenths by probability.' }),
  })
  .openapi('WatchedEvaluation');

const calibrationSchema = z.object({
  holdOut: interval.nullable().openapi({
    description: 'Expected calibration error on the hold-out; null for an uploaded version.',
  }),
  live: z
    .object({
      labelled: count,
      events: count,
      points: calibrationPoints,
    })
    .nullable()
    .openapi({
      description:
        'Payments of 180 days with a known outcome, or the newest 10,000 loans that ended, ' +
        'in tenths by probability. Empty when fewer than 50 are known or all ended alike. ' +
        'Null for other tasks, whose answers are not stored.',
    }),
});

const deploymentCourseSchema = z
  .object({
    deploymentId: z.string(),
    status: z.enum(DEPLOYMENT_STATUSES),
    champion: z.string().nullable().openapi({ description: 'Version that decided before.' }),
    samples: count.openapi({
      description: 'Decisions that it was asked to score, the newest 5,000.',
    }),
    compared: count.openapi({ description: 'Number of these with scores of both.' }),
    decided: count.openapi({ description: 'Number of these that the version decided.' }),
    disagreement: z.number().nullable().openapi({
      description: 'Share of those compared that the two flag differently.',
    }),
    scores: z.array(
      z.object({ from: z.number(), to: z.number(), champion: count, challenger: count }),
    ),
    course: z
      .array(
        z.object({
          at: timestampSchema,
          samples: count,
          champion: z.number(),
          challenger: z.number(),
          disagreement: z.number(),
        }),
      )
      .openapi({ description: 'Mean scores in up to 40 pieces of equal length.' }),
  })
  .openapi('DeploymentCourse');

const route = createRoute({
  method: 'get',
  path: '/v1/ops/models/{versionId}/performance',
  operationId: 'getModelPerformanceAsOperator',
  tags: ['ops'],
  summary: 'Read the daily performance of a version across all developers',
  description:
    'Drift, calibration, reviewed payments or loans, findings of evaluations, and its ' +
    'scores beside the deciding version. Contains no personal data.',
  request: { params: pathId('modelVersion', 'versionId'), query: environmentQuery },
  responses: {
    200: {
      description: 'The figures.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('model_watch'),
              environment: environmentField,
              versionId: z.string(),
              modelId: z.string(),
              name: z.string(),
              version: z.string(),
              task: z.enum(MODEL_TASKS),
              stage: z.enum(MODEL_STAGES),
              developerId: z.string(),
              window: z.object({ from: timestampSchema, to: timestampSchema }),
              drift: z.array(driftDaySchema),
              reviews: z.array(reviewDaySchema).openapi({
                description: 'For a credit model, applications take the place of payments.',
              }),
              calibration: calibrationSchema,
              evaluations: z.array(evaluationSchema).openapi({
                description: 'The newest 20 of all developers, the oldest of them first.',
              }),
              deployments: z.array(deploymentCourseSchema),
            })
            .openapi('ModelWatch'),
        },
      },
    },
  },
});

export const getModelPerformanceAsOperator = operation('operator', route, (deps) => async (c) => {
  const { versionId = '' } = c.req.valid('param');
  const { environment } = c.req.valid('query');
  const { ledger } = deps.environments[environment];
  const row = readModelVersion(ledger, versionId);
  if (!row) throw new Problem('model_not_found');
  const to = Date.now();
  const from = periodStart(to);
  const { task, artifactSha256 } = row;
  const order = { task, artifactSha256, from, now: to };
  const live = await deps.modelHistories.read('modelLive', ledger, order);
  const figures = await readWatch(ledger, row, live);
  const body = {
    object: 'model_watch' as const,
    environment,
    ...{ versionId, modelId: row.modelId, name: row.name, version: row.label },
    ...{ task: row.task, developerId: developerOfTenant(row.tenantId) },
    // The stage of a version of the bank is the one for developers without a model of their own.
    stage: versionViewFor(ledger, row.tenantId, row).stage,
    window: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    ...figures,
  };
  return c.json(body, 200);
});
