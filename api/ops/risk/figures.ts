// GET /v1/ops/risk: the number of payments that reviewers see, across all developers, and the share
// of honest ones among them.

import { createRoute, z } from '@hono/zod-openapi';
import { MAX_JUDGED } from '../../../ai/serving/performance/judgements.ts';
import { computeReviewFigures } from '../../../ai/serving/performance/review-rate.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { operation } from '../../kit/operation.ts';
import { timestampSchema } from '../../kit/schemas.ts';
import { reviewDaySchema, reviewFiguresSchema } from '../../models/review-figures-schema.ts';
import { environmentField } from '../kit/environment.ts';

const MAX_DAYS = 180;

const route = createRoute({
  method: 'get',
  path: '/v1/ops/risk',
  operationId: 'getRiskDesk',
  tags: ['ops'],
  summary: 'Read the review rate of payments and the share of needless reviews',
  description:
    `Covers all developers and at most the newest ${MAX_JUDGED} payments, by the bank's clock. ` +
    'Contains no personal data.',
  request: {
    query: z.strictObject({
      environment: environmentField,
      days: z.coerce.number().int().min(1).max(MAX_DAYS).default(30),
    }),
  },
  responses: {
    200: {
      description: 'The figures.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('risk_desk'),
              environment: environmentField,
              window: z.object({ from: timestampSchema, to: timestampSchema }),
              isWhole: z.boolean().openapi({
                description: 'False when there were more payments than are examined.',
              }),
              reviews: reviewFiguresSchema,
              days: z.array(reviewDaySchema),
              waiting: z.object({
                holds: z.number().int(),
                alerts: z.number().int(),
                oldestAt: timestampSchema.nullable(),
              }),
            })
            .openapi('RiskDesk'),
        },
      },
    },
  },
});

export const getRiskDesk = operation('operator', route, (deps) => async (c) => {
  const { environment, days } = c.req.valid('query');
  const to = Date.now();
  const from = to - days * DAY_MS;
  const { ledger } = deps.environments[environment];
  const figures = await deps.modelHistories.read('riskFigures', ledger, { from });
  const { counts, days: byDay, isWhole, waiting } = figures;
  const { holds, alerts, oldest } = waiting;
  return c.json(
    {
      object: 'risk_desk' as const,
      environment,
      window: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      isWhole,
      reviews: computeReviewFigures(counts),
      days: [...byDay],
      waiting: { holds, alerts, oldestAt: oldest === null ? null : new Date(oldest).toISOString() },
    },
    200,
  );
});
