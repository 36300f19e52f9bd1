// Deployments of models on the wire: the strategy and the progress.

import { z } from '@hono/zod-openapi';
import {
  DEPLOYMENT_APPROVALS,
  DEPLOYMENT_STATUSES,
  DEPLOYMENT_STRATEGIES,
  GRAVE_FINDINGS,
} from '../../ledger/models/deployment.ts';
import { MODEL_STAGES, MODEL_TASKS } from '../../ledger/models/model.ts';
import { metadataSchema, metadataViewSchema } from '../kit/metadata.ts';
import {
  idSchema,
  objectVersionSchema,
  textSchema,
  timeSchema,
  timestampSchema,
  versionLabelSchema,
} from '../kit/schemas.ts';
import { waiversSchema } from './model-schema.ts';

const MAX_MINUTES = 30 * 24 * 60;
const MAX_STEPS = 20;
const MAX_REPLAYED = 10_000;

const minutes = z.number().int().min(0).max(MAX_MINUTES);
const samples = z.number().int().min(0).max(1_000_000);
const percent = z.number().int().min(1).max(100);
const terms = z.strictObject({ minMinutes: minutes, minSamples: samples });
const step = z.strictObject({ percent, minMinutes: minutes, minSamples: samples });

/**
 * A positive number with a minimum, because generators of clients do not support exclusive bounds.
 */
const MIN_VALUE = 0.001;

const ruleSchema = z
  .strictObject({
    maxDisagreement: z.number().min(0).max(1).optional(),
    maxErrorRate: z.number().min(0).max(1).optional(),
    maxP99Ms: z.number().min(MIN_VALUE).max(10_000).optional(),
    minAucDelta: z
      .number()
      .min(-1)
      .max(1)
      .optional()
      .openapi({
        description:
          'Minimum difference of the area under ROC from the deciding version, in your ' +
          'newest evaluation that compares both; without one the gate fails.',
      }),
  })
  .openapi({ description: 'All given conditions must be met. When omitted, a person promotes.' });

const rollbackSchema = z.strictObject({
  maxErrorRate: z.number().min(0).max(1).optional(),
  maxP99Ms: z.number().min(MIN_VALUE).max(10_000).optional(),
  maxScoreDrift: z
    .number()
    .min(MIN_VALUE)
    .max(100)
    .optional()
    .openapi({
      description:
        "Maximum stability index of its scores relative to the deciding version's. A " +
        'different kind of model distributes its scores differently and needs a higher ' +
        'limit.',
    }),
  maxAlertRatio: z
    .number()
    .min(1)
    .max(1_000)
    .optional()
    .openapi({
      description:
        'Multiple of the share that the deciding version flags, which counts as at least ' +
        'three of the observed decisions; an increase of up to 5 % of all decisions raises ' +
        'no alarm.',
    }),
});

const strategySchema = z
  .strictObject({
    type: z.enum(DEPLOYMENT_STRATEGIES).openapi({
      description:
        'shadow: scores beside the one that decides, then the steps of the canary if there are ' +
        'any. canary: decides for a share of the customers. immediate: for all of them.',
    }),
    shadow: terms.optional().openapi({ description: 'Requirements on the shadow step.' }),
    canaryPercent: percent.optional().openapi({ description: 'Instead of `steps`: one step.' }),
    steps: z.array(step).min(1).max(MAX_STEPS).optional(),
    promoteIf: ruleSchema.optional(),
    autoRollback: z.boolean().default(true),
    rollbackIf: rollbackSchema.optional().openapi({
      description: 'Limits of the automatic rollback, instead of the default ones.',
    }),
    watchMinutes: minutes.optional().openapi({
      description: 'Time during which an active version can be rolled back automatically.',
    }),
  })
  .superRefine((value, ctx) => {
    const addIssue = (field: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [field], message });
    const { type, steps = [] } = value;
    if (value.rollbackIf && !value.autoRollback)
      addIssue('rollbackIf', 'This field requires autoRollback: true.');
    if (value.steps && value.canaryPercent !== undefined)
      addIssue('steps', 'Send either steps or canaryPercent, not both.');
    if (type !== 'shadow' && value.shadow)
      addIssue('shadow', 'Only the strategy shadow takes this field.');
    if (type === 'immediate') {
      for (const field of ['steps', 'canaryPercent', 'promoteIf'] as const) {
        if (value[field] !== undefined)
          addIssue(field, `The strategy immediate takes no ${field}.`);
      }
    }
    if (type === 'canary' && !value.steps && value.canaryPercent === undefined) {
      addIssue('steps', 'The strategy canary requires steps or canaryPercent.');
    }
    if (
      steps.some((step, index) => index > 0 && step.percent <= (steps[index - 1]?.percent ?? 0))
    ) {
      addIssue('steps', 'Expected a larger percentage than in the step before.');
    }
  });

export const deploymentBody = z
  .strictObject({
    modelId: idSchema('model'),
    version: z.string().min(1).max(32).openapi({ example: '1.0.0' }),
    environment: z
      .enum(['sandbox', 'production'])
      .openapi({ description: 'The environment of the key.' }),
    strategy: strategySchema,
    replay: z
      .strictObject({
        from: timeSchema,
        to: timeSchema,
        limit: z.number().int().min(1).max(MAX_REPLAYED),
      })
      .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
        path: ['to'],
        message: 'Expected a time after `from`.',
      })
      .optional()
      .openapi({ description: 'Past decisions that are replayed before the deployment begins.' }),
    approvedBy: textSchema(100).min(1).optional().openapi({
      description: 'Your note. In production an operator approves independently of it.',
    }),
    metadata: metadataSchema.optional(),
  })
  .openapi('ModelDeploymentCreate');

export const actBody = z
  .strictObject({ reason: textSchema(500).min(1).optional() })
  .openapi('ModelDeploymentAct');

const versionRef = z.object({ versionId: z.string(), name: z.string(), version: z.string() });

export const deploymentSchema = z
  .object({
    id: z.string(),
    object: z.literal('model_deployment'),
    livemode: z.boolean(),
    environment: z.enum(['sandbox', 'production']),
    modelId: z.string(),
    versionId: z.string(),
    modelName: z.string(),
    modelVersion: z.string(),
    task: z.enum(MODEL_TASKS),
    status: z.enum(DEPLOYMENT_STATUSES),
    stage: z.enum(MODEL_STAGES).openapi({ description: 'Stage of the version.' }),
    trafficPercent: z
      .number()
      .int()
      .openapi({ description: 'Share of the customers for whom it decides, in percent.' }),
    step: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'Number of the step of the canary, from 1.' }),
    stageSince: timestampSchema,
    strategy: z.object({
      type: z.enum(DEPLOYMENT_STRATEGIES),
      shadow: terms,
      steps: z.array(step),
      promoteIf: ruleSchema.nullable(),
      autoRollback: z.boolean(),
      rollbackIf: rollbackSchema.required(),
      watchMinutes: z.number().int(),
    }),
    champion: versionRef.nullable().openapi({
      description:
        'The version that decided before; null before the gates, or when there was none.',
    }),
    rollbackTo: versionRef
      .nullable()
      .openapi({ description: 'Your version that decides again; null: the model of the bank.' }),
    gates: z.array(
      z.object({
        name: z.string(),
        threshold: z.union([z.string(), z.number()]).nullable(),
        value: z.union([z.string(), z.number()]).nullable(),
        passed: z.boolean().nullable().openapi({ description: 'null: not run; see `detail`.' }),
        detail: z.string().nullable(),
        warning: z.boolean().optional().openapi({
          description: 'True for a warning that stops nothing.',
        }),
        findings: z.array(z.enum(GRAVE_FINDINGS)).optional().openapi({
          description:
            'Findings against the version, which cannot decide until all of them are waived.',
        }),
      }),
    ),
    waivers: waiversSchema,
    replayReport: z
      .object({
        decisions: z.number().int(),
        changed: z.number().int(),
        approveToDecline: z.number().int(),
        declineToApprove: z.number().int(),
        byAmount: z.array(
          z.object({
            from: z.number().int(),
            to: z.number().int().nullable(),
            decisions: z.number().int(),
            changed: z.number().int(),
          }),
        ),
        changedDecisions: z
          .array(
            z.object({
              id: z.string(),
              amount: z.number().int().openapi({ description: 'Minor units.' }),
              was: z.string(),
              is: z.string(),
            }),
          )
          .optional()
          .openapi({ description: 'The newest fifty; absent in older reports.' }),
      })
      .nullable(),
    approval: z.object({
      status: z.enum(DEPLOYMENT_APPROVALS),
      by: z.string().nullable(),
      reason: z.string().nullable(),
      stated: z.string().nullable(),
    }),
    statusReason: z.object({ code: z.string(), message: z.string() }).nullable(),
    workflow: z.object({ id: z.string(), runId: z.string().nullable() }),
    metadata: metadataViewSchema,
    version: versionLabelSchema,
    revision: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
  })
  .openapi('ModelDeployment');

const shareSchema = z.number().nullable();

export const watchedDeploymentSchema = deploymentSchema
  .extend({
    observed: z
      .object({
        samples: z
          .number()
          .int()
          .openapi({ description: 'Number of decisions that the version was asked to score.' }),
        decided: z
          .number()
          .int()
          .openapi({ description: 'Number of these that the version decided.' }),
        errors: z.number().int(),
        disagreement: shareSchema.openapi({
          description: 'Share of decisions that the two versions flag differently.',
        }),
        p50Ms: z.number().nullable(),
        p99Ms: z.number().nullable(),
        psi: z.number().nullable().openapi({
          description:
            'Stability index of its scores relative to those of the version that decided before.',
        }),
        psiBounds: z.array(z.number()).openapi({
          description: 'Bounds of the bins for which the index is computed.',
        }),
        total: z
          .object({
            samples: z.number().int(),
            decided: z.number().int(),
            errors: z.number().int(),
          })
          .openapi({ description: 'Observations in all steps so far.' }),
        championAlertRate: shareSchema,
        challengerAlertRate: shareSchema,
      })
      .nullable()
      .openapi({ description: 'Observations in the current step; null when it is not monitored.' }),
    waitingFor: z.string().nullable().openapi({
      description: 'The obstacles to the next step; null when there is no further step.',
    }),
  })
  .openapi('WatchedModelDeployment');
