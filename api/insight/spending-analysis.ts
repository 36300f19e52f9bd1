// POST /v1/ai/spending-analysis: a customer's spending, and its forecast.

import { createRoute, z } from '@hono/zod-openapi';
import { FREQUENCIES } from '../../ai/insight/recurring.ts';
import { GROUPINGS } from '../../ai/insight/spending.ts';
import { operation } from '../kit/operation.ts';
import { currencySchema, jsonAnswer, jsonBody } from '../kit/schemas.ts';
import {
  basisFields,
  bookFields,
  evidenceSchema,
  minorSchema,
  modelSchema,
  rulesOf,
} from './insight-schema.ts';
import { analyse, asWritable, basisOf, insightOrder } from './order.ts';

const bodySchema = z
  .strictObject({
    ...bookFields,
    groupBy: z.enum(GROUPINGS).optional().openapi({ description: 'Default category.' }),
    currency: currencySchema.optional(),
    forecastDays: z.number().int().min(1).max(90).optional().openapi({
      description: 'Number of days of the forecast from tomorrow. Default 30.',
    }),
  })
  .openapi('SpendingAnalysisRequest');

const groupSchema = z
  .object({
    name: z.string(),
    amount: minorSchema,
    percent: z.number().nullable(),
    count: z.number().int(),
    changePercent: z.number().nullable().openapi({
      description: 'Change from the same number of days before the period; null: no such data.',
    }),
    trend: z.enum(['up', 'down', 'steady', 'new', 'not_enough_history']),
    evidence: evidenceSchema,
  })
  .openapi('SpendingGroup');

const recurringSchema = z
  .object({
    counterparty: z.string(),
    direction: z.enum(['in', 'out']),
    category: z.string().nullable(),
    amount: minorSchema.openapi({ description: 'The median, in minor units.' }),
    lastAmount: minorSchema,
    frequency: z.enum(FREQUENCIES),
    count: z.number().int(),
    lastDate: z.string(),
    nextExpected: z.string().nullable().openapi({
      description: 'Null when the last expected payment did not come, so it counts as ended.',
    }),
    fit: z.number().openapi({ description: 'Share of the intervals that match the frequency.' }),
    evidence: evidenceSchema,
  })
  .openapi('RecurringPayment');

const answerSchema = z
  .object({
    ...basisFields,
    object: z.literal('spending_analysis'),
    totals: z.object({
      inflow: minorSchema,
      outflow: minorSchema,
      net: minorSchema,
      fees: minorSchema.openapi({ description: 'Not part of `outflow`.' }),
      exchanged: minorSchema.openapi({ description: 'Not part of `outflow`.' }),
    }),
    categories: z.array(groupSchema),
    groups: z.array(groupSchema).openapi({ description: 'Groups by `groupBy`.' }),
    recurring: z.array(recurringSchema),
    anomalies: z.array(
      z
        .object({
          code: z.enum(['possible_duplicate', 'unusual_amount', 'price_increase']),
          counterparty: z.string().nullable(),
          observed: minorSchema,
          expected: minorSchema,
          evidence: evidenceSchema,
        })
        .openapi('SpendingAnomaly'),
    ),
    forecast: z
      .array(
        z.object({
          date: z.string(),
          balance: minorSchema,
          low: minorSchema,
          high: minorSchema,
        }),
      )
      .openapi({ description: 'Empty when the history is too short.' }),
    forecastBasis: z.object({
      status: z.enum(['computed', 'not_enough_history']),
      method: z.string(),
      interval: z
        .number()
        .openapi({ description: 'Share of the simulated futures between low and high.' }),
      paths: z.number().int(),
      seed: z.number().int(),
      startBalance: minorSchema,
      pastDays: z.number().int(),
      leastDays: z.number().int(),
    }),
    insights: z.array(
      z.object({ code: z.string(), message: z.string(), evidence: evidenceSchema }),
    ),
    coverage: z.object({
      transactions: z.number().int(),
      movements: z.number().int(),
      uncategorised: z.number().int(),
      uncategorisedAmount: minorSchema,
      categoryFrom: z
        .object({ stated: z.number().int(), mcc: z.number().int(), name: z.number().int() })
        .openapi({
          description: 'Movements with a category from the caller, the merchant code or the name.',
        }),
    }),
    model: modelSchema,
  })
  .openapi('SpendingAnalysis');

const route = createRoute({
  method: 'post',
  path: '/v1/ai/spending-analysis',
  operationId: 'analyseSpending',
  tags: ['insight'],
  summary: 'Analyse the spending of a customer',
  description:
    'Totals, categories with their change, recurring payments, unusual payments, and a ' +
    'forecast of the balance with an interval. Every amount is a sum over booked movements ' +
    'in one currency. Nothing is written.',
  request: {
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The analysis.', answerSchema),
  },
});

export const analyseSpendingOperation = operation('ai:invoke', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { groupBy = 'category', forecastDays = 30 } = body;
  const order = { ...(await insightOrder(c, deps, body)), groupBy, forecastDays };
  const { digest, result: analysis } = await analyse(c, deps, 'spending', order);
  const { kind: _, books, ...result } = analysis;
  const source = { prefix: 'spa', body, books, digest };
  return c.json(
    {
      object: 'spending_analysis' as const,
      ...basisOf(c, deps, order, source),
      ...asWritable(result),
      model: rulesOf('spending-analysis'),
    },
    200,
  );
});
