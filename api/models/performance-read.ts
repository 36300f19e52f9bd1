// GET /v1/ai/model-performance

import { createRoute, z } from '@hono/zod-openapi';
import type { IntentGuesses } from '../../ai/intents/judge.ts';
import type { EncoderState } from '../../ai/intents/reader.ts';
import { LOAN_STATUSES } from '../../ai/serving/performance/loans.ts';
import { buildPerformanceReport } from '../../ai/serving/performance/report.ts';
import { UNKNOWN_CODES } from '../../ai/serving/performance/unknown-figures.ts';
import { servingEngineVersions } from '../../db/inventory/engine-reads.ts';
import { fileOf } from '../../db/kernel/read-only.ts';
import { ENGINE_TASKS } from '../../ledger/models/inventory.ts';
import { MODEL_STAGES, MODEL_TASKS } from '../../ledger/models/model.ts';
import { PSI_BINS, PSI_REFERENCE } from '../../models/distribution.ts';
import type { Deps } from '../kit/context.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { timestampSchema } from '../kit/schemas.ts';
import { alarmSchema } from './alarm-schema.ts';
import { listCallingOperations } from './calling-operations.ts';
import { buildEngineFigures } from './engine-figures.ts';
import { fairnessReport } from './fairness-schema.ts';
import { waiversSchema } from './model-schema.ts';
import { driftEvaluationSchema } from './performance-drift-schema.ts';
import { latencySchema, shadowSchema } from './performance-shadow-schema.ts';
import { reviewFiguresSchema } from './review-figures-schema.ts';
import {
  sentenceEncoderSchema,
  sentenceEncoderView,
  textMeasurement,
  textModelSchema,
  textModelView,
} from './text-performance.ts';

const boundsSchema = z.object({ low: z.number(), high: z.number() });

const measuredSchema = z
  .object({
    on: z.literal('hold_out').openapi({ description: 'Rows that decided nothing in training.' }),
    samples: z.number().int(),
    labelled: z.number().int(),
    threshold: z.number(),
    accuracy: z.number().openapi({
      description: 'Accuracy at the threshold in use, and of always predicting the majority.',
    }),
    majorityAccuracy: z.number(),
    precision: z.number().nullable(),
    recall: z.number().nullable(),
    f1: z.number().nullable(),
    falsePositiveRate: z.number().nullable(),
    auc: z.number(),
    ks: z.number(),
    brier: z.number(),
    confusion: z.object({
      truePositives: z.number().int(),
      falsePositives: z.number().int(),
      trueNegatives: z.number().int(),
      falseNegatives: z.number().int(),
    }),
    ci95: z.object({
      accuracy: boundsSchema,
      auc: boundsSchema,
      ks: boundsSchema,
      brier: boundsSchema,
    }),
    baseline: z.object({ what: z.string(), accuracy: z.number(), auc: z.number() }).nullable(),
  })
  .openapi('ModelMeasurement');

const shareSchema = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .nullable()
  .openapi({ description: 'With its 95 % interval after Wilson; null: there is no case.' });

const outcomesSchema = z
  .object({
    labelled: z.number().int(),
    events: z.number().int(),
    truePositives: z.number().int(),
    falsePositives: z.number().int(),
    trueNegatives: z.number().int(),
    falseNegatives: z.number().int(),
    precision: shareSchema,
    recall: shareSchema,
    falsePositiveRate: shareSchema,
    unlabelled: z.number().int().openapi({ description: 'Decisions without a known outcome.' }),
    caveat: z.string().openapi({ description: 'The rows to which the shares refer.' }),
  })
  .openapi({
    description: 'Flagged decisions of 180 days compared with outcomes that are known since.',
  });

const liveSchema = z.object({
  window: z.object({ from: timestampSchema, to: timestampSchema }),
  decisions: z.number().int(),
  samples: z.number().int().openapi({ description: 'Decisions for which the model gave a score.' }),
  labelled: z.number().int().openapi({ description: 'Decisions whose outcome is known.' }),
  degraded: z
    .number()
    .int()
    .openapi({ description: 'Number of decisions that it failed to answer.' }),
  meanProbability: z.number().nullable(),
  byDecision: z.record(z.string(), z.number().int()),
  outcomes: outcomesSchema.nullable(),
  reviews: reviewFiguresSchema.nullable().openapi({
    description: 'Reviews in the window, by model and rules together.',
  }),
  questions: z
    .object({
      samples: z.number().int(),
      degraded: z.number().int(),
      meanProbability: z.number().nullable(),
      byDecision: z.record(z.string(), z.number().int()),
    })
    .nullable()
    .openapi({
      description:
        'Fresh answers of `POST /v1/ai/risk-score` in the window, which no payment followed: ' +
        'they are in no other figure, and have no outcome. Null: there are none.',
    }),
});

const loansSchema = z
  .object({
    labelled: z.number().int(),
    defaulted: z.number().int(),
    observedRate: shareSchema,
    expectedRate: z.number().openapi({ description: 'Mean predicted probability of these loans.' }),
    auc: shareSchema.openapi({ description: 'With its interval; null: all ended alike.' }),
    status: z.enum(LOAN_STATUSES).openapi({
      description:
        '`decayed`: more defaults than 1.25 times those expected, or an area under ROC below ' +
        'the hold-out value, each beyond chance. `too_few`: fewer than 20 loans of either outcome.',
    }),
  })
  .openapi({
    description:
      'Loans that their lender reported as repaid or defaulted; null: none of this version. ' +
      'What was denied has no outcome: these are the better applications.',
  });

const driftSchema = z.object({
  rows: z.number().int(),
  psi: z.number().openapi({ description: 'Index of the feature that changed most.' }),
  bins: z.string(),
  reference: z.string(),
  score: z.number().nullable().openapi({
    description: 'Index of its answers; null when their distribution was not kept.',
  }),
  status: z.enum(['stable', 'warning', 'drift']),
  features: z.array(z.object({ feature: z.string(), psi: z.number() })),
});

const measuredFairness = fairnessReport
  .extend({ evaluationId: z.string(), measuredAt: timestampSchema })
  .openapi('MeasuredFairness');

const modelSchema = z
  .object({
    modelId: z.string(),
    versionId: z.string(),
    name: z.string(),
    version: z.string(),
    task: z.enum([...MODEL_TASKS, ...ENGINE_TASKS]),
    stage: z.enum(MODEL_STAGES).openapi({
      description: 'The stage for you: `production` decides your requests now.',
    }),
    waivers: waiversSchema,
    askedBy: z.array(z.string()).openapi({
      example: ['POST /v1/ai/credit-assessment'],
      description:
        'Operations that ask it now without naming it. Empty: none does; it answers where you name ' +
        'it (`POST …/versions/{label}/score`, `options.modelVersion` of `risk-score`).',
    }),
    heads: z
      .array(
        z.object({
          head: z.string(),
          askedBy: z
            .array(z.string())
            .openapi({ description: 'Empty: no operation uses its answers.' }),
          statedAccuracy: z
            .number()
            .nullable()
            .openapi({ description: 'Always null: of a head alone nothing is stated.' }),
          measured: z.array(textMeasurement),
        }),
      )
      .optional()
      .openapi({ description: 'Figures of each head of a model that reads messages.' }),
    owner: z.enum(['platform', 'developer']),
    artifactSha256: z
      .string()
      .nullable()
      .openapi({ description: 'Null: written rules have no file.' }),
    statedAccuracy: z.number().nullable().openapi({ description: 'Stated, not measured.' }),
    statedBy: z.string().nullable(),
    measured: measuredSchema.nullable(),
    live: liveSchema.nullable(),
    latency: latencySchema.nullable(),
    drift: driftSchema.nullable(),
    driftHistory: z.array(driftEvaluationSchema).openapi({
      description: 'Daily checks by your clock, newest first, at most 30.',
    }),
    shadow: z.array(shadowSchema).openapi({
      description: 'Shadow versions that scored the same decisions, newest first.',
    }),
    calibration: z
      .object({ error: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .openapi({ description: 'Expected calibration error on the hold-out.' }),
    loans: loansSchema.nullable(),
    alarms: z.array(alarmSchema).openapi({
      description: 'Alarms about worse performance than promised, newest first, at most 20.',
    }),
    fairness: measuredFairness.nullable().openapi({
      description: 'Figures of your newest evaluation of the version that names groups.',
    }),
    fairnessHistory: z.array(measuredFairness).openapi({
      description:
        'Figures of your newest ten evaluations of the version that name groups, newest first.',
    }),
    lastTrainedAt: timestampSchema.nullable(),
    dataset: z.object({ id: z.string(), sha256: z.string() }).nullable(),
    unknown: z
      .array(z.object({ field: z.string(), code: z.enum(UNKNOWN_CODES), reason: z.string() }))
      .openapi({
        description:
          'Why a field is null or empty. `not_configured`: a required part is missing; ' +
          '`not_run`: it may be available later.',
      }),
  })
  .openapi('ModelPerformance');

export type ModelPerformance = z.infer<typeof modelSchema>;

/** Explanation in the answer, because the share alone would be misunderstood. */
const RECALL_CAVEAT =
  'Only decisions with a known outcome count. Fraud that nobody noticed or reported is counted as ' +
  'good after 30 days, so the true recall is lower.';

const route = createRoute({
  method: 'get',
  path: '/v1/ai/model-performance',
  operationId: 'getModelPerformance',
  tags: ['models'],
  summary: 'Read the stated, measured and live performance of models',
  description:
    'A stated figure is an assertion, not a measurement. `measured` figures are from rows ' +
    'without decisions; `live` figures are from your recorded decisions of the last 30 ' +
    'days. Unknown figures are null, with the reason in `unknown`.',
  responses: {
    200: {
      description: 'The newest hundred versions that you see.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('model_performance'),
              asOf: timestampSchema,
              models: z.array(modelSchema),
              textModel: textModelSchema,
              sentenceEncoder: sentenceEncoderSchema,
            })
            .openapi('ModelPerformanceReport'),
        },
      },
    },
  },
});

/** Reads the state of the text model and of its encoder; a bank without language has neither. */
async function readTextModel(
  { intents }: Partial<Pick<Deps, 'intents'>>,
  ledgerFile: { readonly file: string | null },
): Promise<{ readonly card: IntentGuesses['card']; readonly encoder: EncoderState }> {
  if (!intents) {
    const reason = 'This bank was opened without the subject language.';
    return { card: null, encoder: { status: 'not_configured', reason } };
  }
  const encoder = await intents.encoder(ledgerFile);
  return { card: (await intents.guess(ledgerFile, '')).card, encoder };
}

export const getModelPerformance = operation('models:read', route, (deps) => async (c) => {
  const { ledger, latency: latencies } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const sources = { latencies, spreads: deps.spreads };
  const { from, to, models } = await buildPerformanceReport(ledger, tenantId, sources);
  const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const views = models.map(({ version, stated, calibration, live, measured, ...figures }) => ({
    modelId: version.modelId,
    versionId: version.id,
    name: version.name,
    version: version.modelVersion,
    task: version.task,
    stage: version.stage,
    waivers: version.waivers,
    askedBy: listCallingOperations(version.task, version.stage),
    owner: version.source === 'platform' ? ('platform' as const) : ('developer' as const),
    artifactSha256: version.artifact.sha256,
    statedAccuracy: stated?.accuracy ?? null,
    statedBy: stated?.by ?? null,
    measured,
    live: live && {
      ...live,
      byDecision: { ...live.byDecision },
      window,
      labelled: figures.outcomes?.labelled ?? 0,
      outcomes: figures.outcomes && {
        ...figures.outcomes,
        unlabelled: figures.paid - figures.outcomes.labelled,
        caveat: RECALL_CAVEAT,
      },
      reviews: figures.reviews,
      questions: figures.questions && {
        samples: figures.questions.decisions,
        degraded: figures.questions.degraded,
        meanProbability: figures.questions.meanProbability,
        byDecision: { ...figures.questions.byDecision },
      },
    },
    latency: figures.latency,
    driftHistory: figures.driftHistory,
    drift: figures.drift && {
      ...figures.drift,
      bins: PSI_BINS,
      reference: PSI_REFERENCE,
      features: [...figures.drift.features],
    },
    shadow: [...figures.shadow],
    calibration: calibration && {
      error: calibration.value,
      low: calibration.low,
      high: calibration.high,
    },
    loans: figures.loans,
    alarms: [...figures.alarms],
    fairness: figures.fairness && { ...figures.fairness, groups: [...figures.fairness.groups] },
    fairnessHistory: figures.fairnessHistory.map((entry) => ({
      ...entry,
      groups: [...entry.groups],
    })),
    lastTrainedAt: null,
    dataset: figures.dataset,
    unknown: figures.unknown,
  }));
  const { card, encoder } = await readTextModel(deps, { file: fileOf(ledger.database) });
  const engine = buildEngineFigures(servingEngineVersions(ledger), card);
  const language = {
    textModel: textModelView(card),
    sentenceEncoder: sentenceEncoderView(encoder),
  };
  const object = 'model_performance' as const;
  return c.json({ object, asOf: window.to, models: [...views, ...engine], ...language }, 200);
});
