// Request and answer of investment advice.

import { z } from '@hono/zod-openapi';
import { CATEGORIES, RISK_PARTS, TOLERANCES } from '../../ai/insight/allocation.ts';
import { ASSET_CLASSES } from '../../ai/insight/market-assumptions.ts';
import { BLOCKS, type BlockCode } from '../../ai/insight/suitability.ts';
import {
  amountSchema,
  currencySchema,
  idSchema,
  textSchema,
  thresholdSchema,
} from '../kit/schemas.ts';
import { basisFields, minorSchema, modelSchema, zoneSchema } from './insight-schema.ts';

const BLOCK_CODES = Object.keys(BLOCKS) as [BlockCode, ...BlockCode[]];

export const DISCLAIMER =
  'General information by written rules, and no advice about any security. Projections follow ' +
  'from the stated assumptions and are no forecasts; the value of investments may fall.';

const goalSchema = z.strictObject({
  name: textSchema(100).min(1),
  targetAmount: amountSchema.optional(),
  years: z.number().int().min(1).max(60).optional(),
});

const profileSchema = z
  .strictObject({
    age: z.number().int().min(0).max(120).optional().openapi({
      description: 'Required when the bank has no date of birth; otherwise it must agree with it.',
    }),
    riskTolerance: z.enum(TOLERANCES),
    horizonYears: z.number().int().min(1).max(60),
    goals: z.array(goalSchema).max(10).optional(),
    monthlyContribution: thresholdSchema,
    initialAmount: thresholdSchema.optional().openapi({
      description: 'Part of the balance of the accounts; the reserve excludes it.',
    }),
    monthlyExpenses: amountSchema.optional().openapi({
      description: 'The higher of this value and the spending in the books is used.',
    }),
    existingHoldings: z
      .array(z.strictObject({ assetClass: z.enum(ASSET_CLASSES), amount: amountSchema }))
      .max(50)
      .optional(),
    debts: z
      .array(
        z.strictObject({
          balance: amountSchema,
          annualRateBps: z.number().int().min(0).max(100_000),
        }),
      )
      .max(50)
      .optional()
      .openapi({ description: 'Debts at other banks; overdrafts at this bank are known.' }),
    constraints: z
      .strictObject({ excludedAssetClasses: z.array(z.enum(ASSET_CLASSES)).max(6).optional() })
      .optional(),
  })
  .openapi('InvestmentProfile');

export const investmentBody = z
  .strictObject({
    customerId: idSchema('customer'),
    profile: profileSchema,
    currency: currencySchema.optional(),
    timezone: zoneSchema.optional(),
    seed: z.number().int().min(1).max(2_147_483_647).optional().openapi({
      description: 'Seed of the projections; default 1. The same seed gives the same figures.',
    }),
  })
  .openapi('InvestmentAdviceRequest');

const lineSchema = z
  .object({ assetClass: z.enum(ASSET_CLASSES), percent: z.number().int(), rationale: z.string() })
  .openapi('AllocationLine');

const yearSchema = z
  .object({
    year: z.number().int(),
    paidIn: minorSchema,
    p10: minorSchema,
    p50: minorSchema,
    p90: minorSchema,
  })
  .openapi('ProjectedYear');

const suitabilitySchema = z.object({
  passed: z.boolean(),
  blocks: z.array(z.object({ code: z.enum(BLOCK_CODES), message: z.string() })),
  riskScore: z.number().int().nullable().openapi({ description: 'Null: not suitable.' }),
  category: z.enum(CATEGORIES).nullable(),
  limitedBy: z.enum(RISK_PARTS).nullable(),
  emergencyFundMonths: z
    .number()
    .nullable()
    .openapi({ description: '99 when there is no spending.' }),
  age: z.number().int().nullable(),
  monthlySpending: minorSchema.nullable(),
  spendingFrom: z.enum(['ledger', 'stated']).nullable(),
});

const assumptionsSchema = z.object({
  classes: z.array(
    z.object({
      assetClass: z.enum(ASSET_CLASSES),
      meanPercent: z.number(),
      volatilityPercent: z.number(),
    }),
  ),
  costsPercent: z.number(),
  inflationPercent: z.number(),
  paths: z.number().int(),
  seed: z.number().int(),
  returns: z.string(),
  figures: z.string(),
});

const { analysisId: _, ...basis } = basisFields;

export const adviceSchema = z
  .object({
    ...basis,
    object: z.literal('investment_advice'),
    adviceId: z.string().openapi({
      description:
        'Derived from request and answer: equal requests on equal books have the same id.',
    }),
    suitability: suitabilitySchema,
    facts: z.object({
      isIndividual: z.boolean(),
      age: z.number().int().nullable().openapi({ description: 'From the date of birth.' }),
      liquid: minorSchema,
      overdraftUsed: z.boolean(),
      monthlySpending: minorSchema.nullable(),
      monthlyIncome: minorSchema.nullable(),
      historyDays: z.number().int(),
    }),
    allocation: z.array(lineSchema).openapi({ description: 'Adds up to 100, or is empty.' }),
    glidePath: z.array(z.object({ year: z.number().int(), riskyPercent: z.number().int() })),
    projections: z.array(yearSchema),
    goals: z.array(
      z.object({
        name: z.string(),
        targetAmount: minorSchema.nullable(),
        year: z.number().int(),
        chance: z.number().nullable(),
      }),
    ),
    assumptions: assumptionsSchema,
    alternatives: z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        allocation: z.array(lineSchema),
        end: yearSchema.nullable(),
      }),
    ),
    firstSteps: z.array(
      z.object({ code: z.string(), message: z.string(), amount: minorSchema.nullable() }),
    ),
    warnings: z.array(z.string()),
    humanReviewRequired: z.boolean(),
    disclaimer: z.string(),
    model: modelSchema,
  })
  .openapi('InvestmentAdvice');
