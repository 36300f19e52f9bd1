// Risk decisions and reviews on the wire.

import { z } from '@hono/zod-openapi';
import {
  NOT_SCREENED,
  REVIEW_STATUSES,
  RISK_DECISIONS,
  RISK_LEVELS,
} from '../../ledger/decisions/risk.ts';
import { EXPLANATION_KINDS } from '../../models/explain/explanation.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';
import { figureSchema } from '../kit/suspicion-schema.ts';
import { riskSchema } from '../transactions/transaction-schema.ts';

export const reasonsKindSchema = z.enum([...EXPLANATION_KINDS, 'none']).openapi({
  description:
    'The definition under which contributions are exact. tree_shap: an absent feature ' +
    'follows the training rows; linear: it has their mean; interventional: it has the ' +
    "values of the card's background rows. approximate: the same as interventional, but " +
    'estimated from answers of the file, in log-odds. none: the model has no explanation.',
});

export const contributionUnitSchema = z
  .enum(['log_odds', 'probability'])
  .openapi({ description: 'The scale on which contributions add up, before calibration.' });

export const reasonSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    feature: z.string(),
    value: z.number().nullable().openapi({ description: 'Null: the value was missing.' }),
    contribution: z.number().openapi({
      description:
        'Shapley value in the unit `contributionUnit`. Exact unless reasonsKind is approximate.',
    }),
    direction: z.enum(['increases', 'decreases']),
    weight: z.number().openapi({ description: 'Its share of all contributions, 0 to 1.' }),
  })
  .openapi('RiskReason');

const ruleSchema = z
  .object({
    ruleId: z.string(),
    version: z.number().int(),
    outcome: z.enum(['hit', 'no_hit', 'error', 'not_run', 'snoozed']),
    scoreDelta: z.number().int(),
    figures: z.array(figureSchema).optional().openapi({
      description: 'The figures that the rule compared. Amounts in euros.',
    }),
    matches: z
      .array(
        z.object({
          list: z.string(),
          listAsOf: z.string().nullable(),
          entityId: z.string(),
          matchedName: z.string(),
          score: z.number(),
        }),
      )
      .optional()
      .openapi({ description: 'Entries of sanctions lists, best first, at most five.' }),
    why: z.enum(NOT_SCREENED).optional().openapi({
      description:
        'Why the rule about sanctions was not run; with a list that is relied on: it was.',
    }),
    stale: z
      .array(
        z.object({
          list: z.string(),
          listAsOf: z.string().nullable(),
          reliedUntil: z.string().optional().openapi({
            description: 'Time until which two operators have approved its use.',
          }),
        }),
      )
      .optional()
      .openapi({ description: 'The lists that were too old for it.' }),
  })
  .openapi('RiskRule');

export const riskDecisionSchema = z
  .object({
    id: z.string(),
    object: z.literal('risk_decision'),
    livemode: z.boolean(),
    transactionId: z.string().nullable().openapi({
      description: 'Null for a question about a hypothetical payment.',
    }),
    accountId: z.string(),
    customerId: z.string(),
    score: z.number().int().nullable().openapi({
      description: 'Probability in percent and the points of rules; null: no model answered.',
    }),
    probability: z.number().nullable(),
    level: z.enum(RISK_LEVELS),
    decision: z.enum(RISK_DECISIONS),
    reasons: z.array(reasonSchema).nullable().openapi({
      description: 'Null when not computed; the decision has them when it is read by id.',
    }),
    rules: z
      .array(ruleSchema)
      .openapi({ description: 'Rules that matched or could not be evaluated.' }),
    thresholds: z
      .object({
        review: z.number(),
        blockAndReview: z.number().nullable(),
        decline: z.number().nullable(),
      })
      .nullable()
      .openapi({ description: 'Probabilities; null: never by the model alone.' }),
    model: z
      .object({
        name: z.string(),
        version: z.string(),
        artifactSha256: z.string(),
        mode: z.enum(['production', 'canary', 'pinned']),
      })
      .nullable(),
    degraded: z.boolean(),
    degradedReason: z.string().nullable(),
    workflowId: z.string().nullable(),
    asOf: timestampSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
  })
  .openapi('RiskDecision');

export const riskReviewSchema = z
  .object({
    id: z.string(),
    object: z.literal('risk_review'),
    livemode: z.boolean(),
    kind: z.enum(['hold', 'alert']).openapi({
      description: '`hold`: the payment waits; `alert`: it was booked and is suspicious.',
    }),
    status: z.enum(REVIEW_STATUSES),
    developerId: z.string(),
    accountId: z.string(),
    transactionId: z.string(),
    transaction: z.object({
      type: z.string(),
      status: z.string(),
      amount: minorUnitsSchema,
      currency: z.string(),
      initiator: z.string().openapi({ description: 'The key or operator that made the request.' }),
      expiresAt: timestampSchema.nullable(),
    }),
    risk: riskSchema,
    decidedBy: z.string().nullable(),
    reason: z.string().nullable(),
    decidedAt: timestampSchema.nullable(),
    version: objectVersionSchema,
    createdAt: timestampSchema,
  })
  .openapi('RiskReview');
