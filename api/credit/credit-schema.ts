// Credit assessments on the wire.

import { z } from '@hono/zod-openapi';
import { COUNTERFACTUAL_STATUSES } from '../../db/credit/view.ts';
import { CREDIT_OUTCOMES, SHOWN_CREDIT_DECISIONS } from '../../ledger/decisions/credit.ts';
import { EXACT_KINDS } from '../../models/explain/explanation.ts';
import { metadataViewSchema } from '../kit/metadata.ts';
import { minorUnitsSchema, objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

const ruleSchema = z
  .object({
    code: z.string().openapi({ example: 'debt_service_to_income' }),
    passed: z.boolean(),
    value: z.number().int().nullable(),
    limit: z.number().int(),
    unit: z.enum(['minor_units', 'basis_points', 'days']),
    direction: z.enum(['at_least', 'at_most']),
  })
  .openapi('CreditRule');

export const adverseReasonSchema = z
  .object({
    code: z.string().openapi({ example: 'excessive_obligations' }),
    regBText: z.string().openapi({ example: 'Excessive obligations in relation to income' }),
    feature: z
      .string()
      .openapi({ description: 'A feature of the model, the failed rule, or `reviewer`.' }),
    contribution: z
      .number()
      .nullable()
      .openapi({ description: 'Log-odds of default that the feature added; null for a rule.' }),
    rank: z.number().int(),
  })
  .openapi('AdverseActionReason');

const policySchema = z.object({
  version: z.string(),
  floorPassed: z.boolean(),
  rules: z.array(ruleSchema),
  rate: z
    .object({
      source: z.string(),
      asOf: timestampSchema,
      stale: z.boolean(),
      currency: z.string(),
      minorUnits: z.number().int(),
      dollars: z.number(),
    })
    .nullable()
    .openapi({ description: 'Rate that converted amounts to USD for the model and the limits.' }),
});

const decisionSchema = z.object({
  id: z.string().openapi({ example: 'crdd_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
  decision: z.enum(SHOWN_CREDIT_DECISIONS),
  approvedAmount: minorUnitsSchema.nullable(),
  decidedBy: z.string().openapi({ description: '`workflow`, or the id of an operator.' }),
  comment: z.string().nullable(),
  decidedAt: timestampSchema,
});

const factorSchema = z.object({
  code: z.string(),
  direction: z.enum(['raises', 'lowers']).openapi({ description: 'Raises or lowers the risk.' }),
  contribution: z.number().openapi({
    description: 'Exact, in the unit that the model sums before calibration: usually log-odds.',
  }),
});

const changeSchema = z.object({
  feature: z.string(),
  from: z.number(),
  to: z.number(),
  probabilityAfter: z.number(),
});

const usedSchema = z.object({ name: z.string(), value: z.number(), unit: z.string() });

const costFields = {
  amount: minorUnitsSchema,
  stressedInstalment: minorUnitsSchema.openapi({
    description: 'The first and largest instalment at the stress rate of the policy.',
  }),
  stressedTotal: minorUnitsSchema.openapi({
    description: 'Total repayment at that rate, which is not an offered price.',
  }),
};

const counterOfferSchema = z
  .object({
    ...costFields,
    probabilityOfDefault: z.number(),
    score: z.number().int(),
    grade: z.string(),
    asked: z
      .object(costFields)
      .openapi({ description: 'The same figures for the requested loan.' }),
  })
  .openapi('CreditCounterOffer', {
    description: 'A smaller loan that both the rules and the model approve.',
  });

export const creditAssessmentSchema = z
  .object({
    id: z.string(),
    object: z.literal('credit_assessment'),
    livemode: z.boolean(),
    customerId: z.string(),
    product: z.object({
      type: z.literal('personal_loan'),
      amount: minorUnitsSchema,
      currency: z.string().openapi({ example: 'USD' }),
      termMonths: z.number().int(),
    }),
    purpose: z.string().nullable(),
    decision: z.enum(SHOWN_CREDIT_DECISIONS),
    score: z.number().int().nullable().openapi({ description: '300 to 850.' }),
    probabilityOfDefault: z.number().nullable(),
    grade: z.string().nullable().openapi({ description: 'A (740 and more) to F (below 580).' }),
    approvedAmount: minorUnitsSchema.nullable(),
    counterOffer: counterOfferSchema.nullable().openapi({
      description:
        "The model's answer about the smaller loan; `score` and `grade` outside are those " +
        'of the requested loan. Null unless the engine decided `counter_offer`.',
    }),
    aprBps: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'Always null: there is no table of prices.' }),
    termMonths: z.number().int().nullable(),
    policy: policySchema,
    adverseActionReasons: z.array(adverseReasonSchema),
    keyFactors: z.array(factorSchema),
    counterfactual: z.array(changeSchema),
    counterfactualStatus: z.enum(COUNTERFACTUAL_STATUSES).openapi({
      description:
        '`none_within_reach`: no single change of amount, income, obligations or length of ' +
        'employment within three times the income and ten years leads to a yes. `not_needed`: it ' +
        'was a yes. `not_run`: the model was not asked, or did not answer.',
    }),
    alternativeDataUsed: z.array(usedSchema),
    consentId: z.string().nullable().openapi({ example: null }),
    excludedAttributes: z.array(z.string()),
    notice: z.object({
      required: z.boolean(),
      text: z.string().nullable(),
      deadlineAt: timestampSchema,
    }),
    humanReview: z.object({ required: z.boolean(), reason: z.string().nullable() }),
    decisions: z.array(decisionSchema),
    validUntil: timestampSchema.nullable(),
    model: z.object({
      name: z.string(),
      version: z.string(),
      artifactSha256: z.string(),
      asked: z.boolean(),
      serving: z.enum(['production', 'canary']),
      reasonsKind: z
        .enum([...EXACT_KINDS, 'none'])
        .nullable()
        .openapi({
          description:
            'How reasons and key factors were computed; `none` when the model has no exact ' +
            'explanation, so that only rules give reasons; null when the model did not ' +
            'answer.',
        }),
    }),
    degraded: z.boolean(),
    outcome: z
      .object({
        outcome: z.enum(CREDIT_OUTCOMES),
        observedAt: timestampSchema,
        daysPastDue: z.number().int().nullable(),
        lossAmount: minorUnitsSchema.nullable(),
        recordedAt: timestampSchema,
      })
      .nullable()
      .openapi({ description: 'The last reported outcome of the loan; null: none.' }),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .openapi('CreditAssessment');
