// POST /v1/ai/behavior-analysis: payments of a customer that differ from the usual pattern.

import { createRoute, z } from '@hono/zod-openapi';
import type { AnalysisResult } from '../../ai/insight/analyses.ts';
import {
  getDefaultPeriod,
  LEVELS,
  type Level,
  PERIOD_DAYS,
  toSuspicion,
} from '../../ai/insight/behaviour.ts';
import { SIGNALS, type SignalCode } from '../../ai/insight/behaviour-signals.ts';
import type { Ledger } from '../../db/ledger.ts';
import { recordBehaviorSuspicion } from '../../db/risk/acts.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { operation, servicesOf } from '../kit/operation.ts';
import {
  countrySchema,
  currencySchema,
  idSchema,
  jsonAnswer,
  jsonBody,
  textSchema,
} from '../kit/schemas.ts';
import { suspicionsSchema } from '../kit/suspicion-schema.ts';
import {
  basisFields,
  evidenceSchema,
  minorSchema,
  modelSchema,
  periodSchema,
  rulesOf,
  zoneSchema,
} from './insight-schema.ts';
import { analyse, asWritable, basisOf, insightOrder } from './order.ts';

const CODES = Object.keys(SIGNALS) as [SignalCode, ...SignalCode[]];
const FAMILIARITY = ['known', 'new', 'not_enough_history', 'not_given'] as const;

const bodySchema = z
  .strictObject({
    customerId: idSchema('customer'),
    accountId: idSchema('account').optional(),
    period: periodSchema.optional().openapi({
      description: `Days, both inclusive; default: the last ${PERIOD_DAYS} days including today.`,
    }),
    timezone: zoneSchema.optional(),
    currency: currencySchema.optional(),
    session: z
      .strictObject({
        country: countrySchema.optional(),
        deviceId: textSchema(200).min(1).optional(),
      })
      .optional()
      .openapi({ description: 'Compared with the contexts of earlier payments.' }),
    compareTo: z.enum(['own_history', 'peer_group']).optional().openapi({
      description: 'Default: own_history, which is always included.',
    }),
  })
  .openapi('BehaviorAnalysisRequest');

const profileSchema = z
  .object({
    payments: z.number().int(),
    totalAmount: minorSchema,
    counterparties: z.number().int(),
    avgAmount: minorSchema,
    medianAmount: minorSchema,
    p95Amount: minorSchema,
    activeHours: z.array(z.number().int()).openapi({
      description: 'The fewest hours of the day that contain 80 % of the payments.',
    }),
    topCounterparties: z.array(
      z.object({ name: z.string(), count: z.number().int(), amount: minorSchema }),
    ),
    countries: z.array(z.object({ country: z.string(), count: z.number().int() })),
    velocity: z
      .object({ h1: z.number().int(), h24: z.number().int(), d7: z.number().int() })
      .openapi({ description: 'Maximum number of payments within an hour, a day, a week.' }),
  })
  .openapi('BehaviorProfile');

const anomalySchema = z
  .object({
    code: z.enum(CODES),
    description: z.string(),
    severity: z.enum(['low', 'medium', 'high']),
    evidence: evidenceSchema,
    expected: z.union([z.number(), z.string()]).nullable(),
    observed: z.union([z.number(), z.string()]),
    zScore: z
      .number()
      .nullable()
      .openapi({ description: 'Computed from the logarithm of the amount.' }),
    at: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('BehaviorAnomaly');

const peerSchema = z
  .object({
    status: z.enum(['not_asked', 'not_available', 'computed']),
    leastMembers: z.number().int().optional(),
    membersAtLeast: z.number().int().optional(),
    metrics: z
      .array(
        z.object({
          name: z.enum(['payments', 'amount', 'average_amount']),
          own: z.number().int(),
          quarters: z.array(z.number().int()).openapi({
            description:
              'Means of several members, with two digits, which reveal no single member.',
          }),
          ownQuarter: z.enum(['lowest', 'second', 'third', 'highest']),
        }),
      )
      .optional(),
  })
  .openapi('PeerComparison');

const answerSchema = z
  .object({
    ...basisFields,
    object: z.literal('behavior_analysis'),
    status: z.enum(['computed', 'not_enough_history']),
    anomalyScore: z.number().int().nullable().openapi({
      description: '0 to 100, for the worst day; null: too few payments to compare with.',
    }),
    level: z.enum(LEVELS).nullable(),
    profile: profileSchema,
    baseline: profileSchema
      .nullable()
      .openapi({ description: 'The same figures before the period.' }),
    anomalies: z.array(anomalySchema),
    suspicions: suspicionsSchema,
    peerGroup: peerSchema,
    session: z
      .object({
        country: z.enum(FAMILIARITY),
        device: z.enum(FAMILIARITY),
        hour: z.enum(FAMILIARITY),
      })
      .nullable(),
    leastHistory: z.object({ payments: z.number().int(), days: z.number().int() }),
    recommendation: z.enum(['none', 'step_up', 'review', 'freeze']).openapi({
      description: 'Recommendations only: the bank freezes no account automatically.',
    }),
    heardUntil: z
      .string()
      .nullable()
      .openapi({
        format: 'date-time',
        description:
          'Time until which payment decisions use this finding, unless the customer or a ' +
          'person has cleared it; null when it is not severe, or its evidence is older than ' +
          'seven days.',
      }),
    sampleSize: z.number().int().openapi({ description: 'Number of examined outgoing payments.' }),
    model: modelSchema,
  })
  .openapi('BehaviorAnalysis');

const route = createRoute({
  method: 'post',
  path: '/v1/ai/behavior-analysis',
  operationId: 'analyseBehavior',
  tags: ['insight'],
  summary: 'Analyse the payment behaviour of a customer',
  description:
    'Compares the payments of a period with earlier ones of the same customer and, on ' +
    'request, with a group of at least ten customers of the same developer. Each anomaly ' +
    'names its transactions. No account is frozen. High and critical anomalies of the last ' +
    'seven days are reported to the scoring of payments: for a day, payments of the accounts ' +
    'to new payees wait for the customer or a person, until one of them has cleared it.',
  request: {
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The analysis.', answerSchema),
  },
});

export const analyseBehaviorOperation = operation('ai:invoke', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { accountId, compareTo = 'own_history', session = null, ...rest } = body;
  const scope = accountId === undefined ? {} : { accountIds: [accountId] };
  const insight = await insightOrder(c, deps, { ...rest, ...scope }, '/accountId');
  const period = insight.period ?? getDefaultPeriod(insight.now, insight.timezone);
  const order = { ...insight, period, compareTo, session };
  const { digest, result: analysis } = await analyse(c, deps, 'behaviour', order);
  const { kind: _, books, ...result } = analysis;
  const source = { prefix: 'bha', body, books, digest };
  const anomalies = result.anomalies.map((anomaly) => ({
    ...anomaly,
    at: new Date(anomaly.at).toISOString(),
  }));
  const heardUntil = await reportAnomalies(servicesOf(c, deps).ledger, result, order.now);
  return c.json(
    {
      object: 'behavior_analysis' as const,
      ...basisOf(c, deps, order, source),
      ...asWritable({ ...result, anomalies }),
      suspicions: result.anomalies.map(toSuspicion),
      heardUntil,
      model: rulesOf('behavior-analysis'),
    },
    200,
  );
});

const RECENT_MS = 7 * DAY_MS;
const GRAVE_LEVELS: readonly (Level | null)[] = ['high', 'critical'];

/**
 * Reports severe and recent anomalies to the scoring of payments. Returns the time until which the
 * report is used; null when there is nothing to report, or payments are not scored.
 */
async function reportAnomalies(
  ledger: Ledger,
  {
    level,
    anomalies,
  }: Pick<AnalysisResult<'behaviour'> & { kind: 'analysed' }, 'level' | 'anomalies'>,
  time: number,
): Promise<string | null> {
  const recent = anomalies.filter((anomaly) => anomaly.at > time - RECENT_MS);
  if (!GRAVE_LEVELS.includes(level) || recent.length === 0) return null;
  const transactionIds = [...new Set(recent.flatMap(({ evidence }) => evidence))];
  const isHeeded = await ledger.run(recordBehaviorSuspicion, { transactionIds, at: time });
  if (!isHeeded) return null;
  return new Date(time + DAY_MS).toISOString();
}
