// The request for the risk of a payment, and the answer.

import { z } from '@hono/zod-openapi';
import { RISK_DECISIONS } from '../../ledger/decisions/risk.ts';
import { pageQuery } from '../kit/page.ts';
import {
  amountSchema,
  currencySchema,
  idSchema,
  minorUnitsSchema,
  textSchema,
} from '../kit/schemas.ts';
import { suspicionsSchema } from '../kit/suspicion-schema.ts';
import { context, externalParty } from '../transactions/create-schema.ts';
import { contributionUnitSchema, reasonsKindSchema, riskDecisionSchema } from './risk-schema.ts';

type Issue = readonly [path: string, message: string, code?: string];

const paymentSchema = z
  .strictObject({
    type: z.enum(['transfer', 'withdrawal']),
    amount: amountSchema,
    currency: currencySchema,
    sourceAccountId: idSchema('account'),
    destinationAccountId: idSchema('account').optional(),
    externalParty: externalParty.optional(),
  })
  .superRefine(({ type, sourceAccountId, destinationAccountId: to }, ctx) => {
    const issues: Issue[] = [];
    if (type === 'transfer' && to === undefined) {
      issues.push(['destinationAccountId', 'A transfer requires this field.']);
    }
    if (type === 'withdrawal' && to !== undefined) {
      issues.push(['destinationAccountId', 'A withdrawal does not take this field.']);
    }
    if (to === sourceAccountId) {
      const message = 'Source and destination are the same account: choose two.';
      issues.push(['destinationAccountId', message, 'same_account']);
    }
    for (const [path, message, code] of issues) {
      ctx.addIssue({
        code: 'custom',
        path: [path],
        message,
        ...(code ? { params: { code } } : {}),
      });
    }
  })
  .openapi('RiskPayment');

export const scoreBodySchema = z
  .strictObject({
    transactionId: idSchema('transaction')
      .optional()
      .openapi({ description: 'An existing payment, whose recorded decision is returned.' }),
    transaction: paymentSchema.optional().openapi({
      description: 'A hypothetical payment. Also requires the scope ai:invoke.',
    }),
    context: context.optional().openapi({
      description: 'Kept with the decision; no feature or rule reads it.',
    }),
    options: z
      .strictObject({
        includeFeatures: z.boolean().default(false),
        includeCounterfactual: z.boolean().default(false),
        modelVersion: textSchema(96)
          .min(1)
          .optional()
          .openapi({
            example: '2.1.0',
            description:
              'Pins an approved version for fraud: its id, `name@2.1.0`, or `2.1.0`. An ' +
              'ambiguous name is refused, and the answer lists the candidates.',
          }),
      })
      .optional(),
  })
  .superRefine((body, ctx) => {
    const isStored = body.transactionId !== undefined;
    const issues: [path: string[], message: string][] = [];
    if (isStored === (body.transaction !== undefined)) {
      issues.push([['transactionId'], 'Expected exactly one of transactionId and transaction.']);
    } else if (isStored) {
      const message =
        'The decision about a transaction exists already: send this field with `transaction` only.';
      if (body.context) issues.push([['context'], message]);
      if (body.options?.modelVersion) issues.push([['options', 'modelVersion'], message]);
    }
    for (const [path, message] of issues) ctx.addIssue({ code: 'custom', path, message });
  })
  .openapi('RiskScoreRequest');

const questionSchema = z
  .object({
    type: z.enum(['transfer', 'withdrawal']),
    amount: minorUnitsSchema,
    currency: z.string(),
    sourceAccountId: z.string(),
    destinationAccountId: z.string().nullable(),
    externalParty: z.record(z.string(), z.unknown()).nullable(),
    context: z.record(z.string(), z.unknown()).nullable(),
  })
  .openapi('RiskQuestion');

/** A single decision also has the hypothetical payment. */
export const askedDecisionSchema = riskDecisionSchema
  .extend({
    reasonsKind: reasonsKindSchema.nullable().openapi({
      description: 'Null when not computed yet; the decision has it when it is read by id.',
    }),
    contributionUnit: contributionUnitSchema.nullable().openapi({
      description: 'Unit of the contributions; null without reasons.',
    }),
    features: z
      .record(z.string(), z.number().nullable())
      .nullable()
      .optional()
      .openapi({
        description:
          "The model's input by name; null for a missing value. Present when the decision " +
          'is read by id, and on a score that requested it.',
      }),
    question: questionSchema.nullable().openapi({
      description: 'The hypothetical payment; null for a decision about an existing payment.',
    }),
  })
  .openapi('RiskDecisionDetail');

export const riskScoreSchema = askedDecisionSchema
  .extend({
    decisionId: z.string().openapi({ description: 'The same as id.' }),
    suspicions: suspicionsSchema,
    counterfactual: z
      .array(
        z.object({
          feature: z.string(),
          from: z.number(),
          to: z.number(),
          scoreAfter: z.number().int(),
        }),
      )
      .nullable()
      .optional()
      .openapi({
        description:
          'For some features the smallest single change after which the model approves; a ' +
          'changed amount also changes the features derived from it. The score is the ' +
          "model's answer with the points of the rules. Null when the model that decided " +
          'is not available.',
      }),
    latencyMs: z.number().openapi({ description: 'Processing time in milliseconds.' }),
  })
  .openapi('RiskScore');

export const decisionQuery = pageQuery.extend({
  transactionId: z.string().max(64).optional(),
  decision: z.enum(RISK_DECISIONS).optional(),
});
