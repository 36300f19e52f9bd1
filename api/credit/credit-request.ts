// The request of a credit assessment. No field is about a protected attribute, and metadata named
// after one is refused.

import { z } from '@hono/zod-openapi';
import type { CreditInput } from '../../ai/credit/assess-application.ts';
import { keysIn } from '../../ledger/metadata.ts';
import { HOME_OWNERSHIPS, LOAN_PURPOSES } from '../../models/features/credit-features.ts';
import { isProtectedName } from '../../models/features/protected-names.ts';
import { metadataSchema } from '../kit/metadata.ts';
import {
  amountSchema,
  currencySchema,
  idSchema,
  textSchema,
  thresholdSchema,
} from '../kit/schemas.ts';

const MAX_MONTHS = 1_200;

const months = z.number().int().min(0).max(MAX_MONTHS);
const monthly = (subject: string) =>
  thresholdSchema.openapi({ description: `${subject} a month, minor units of the currency.` });

const applicantSchema = z
  .strictObject({
    income: monthly('Income before tax').optional(),
    expenses: monthly('Living costs, without obligations').optional(),
    obligations: monthly('Instalments of other debts').optional(),
    employmentMonths: months.optional(),
    homeOwnership: z.enum(HOME_OWNERSHIPS).optional(),
    creditHistoryMonths: months.optional(),
    hasDefaulted: z
      .boolean()
      .optional()
      .openapi({ description: 'True when a default is recorded.' }),
  })
  .openapi('CreditApplicant');

const alternativeSchema = z
  .strictObject({
    consentId: textSchema(64)
      .min(1)
      .optional()
      .openapi({ description: 'Your reference to the consent of the customer.' }),
    cashflow: z.boolean().default(false),
    rent: z.boolean().default(false),
    utilities: z.boolean().default(false),
    telecom: z.boolean().default(false),
  })
  .superRefine((data, ctx) => {
    if (data.consentId !== undefined) return;
    const message = 'Expected the consent of the customer to the use of account data.';
    ctx.addIssue({
      code: 'custom',
      path: ['consentId'],
      message,
      params: { code: 'consent_missing' },
    });
  })
  .openapi('CreditAlternativeData');

const metadataWithoutProtected = metadataSchema.superRefine((metadata, ctx) => {
  for (const { key, path } of keysIn(metadata)) {
    if (!isProtectedName(key)) continue;
    const message = 'Remove this field: it is a protected attribute or a proxy for one.';
    ctx.addIssue({
      code: 'custom',
      path: [...path],
      message,
      params: { code: 'protected_attribute' },
    });
  }
});

export const creditBodySchema = z
  .strictObject({
    customerId: idSchema('customer'),
    product: z.strictObject({
      type: z.literal('personal_loan'),
      amount: amountSchema.openapi({
        example: 750_000,
        description: 'Minor units of the currency; at least the equivalent of 500 USD.',
      }),
      currency: currencySchema,
      termMonths: z.number().int().min(3).max(84),
    }),
    applicant: applicantSchema.optional(),
    alternativeData: alternativeSchema.optional(),
    purpose: z.enum(LOAN_PURPOSES).optional(),
    metadata: metadataWithoutProtected.optional(),
  })
  .openapi('CreditAssessmentCreate');

type CreditBody = z.infer<typeof creditBodySchema>;

/**
 * Converts a request to the input of the rules. An omitted field counts as unknown.
 */
export function creditInputOf(tenantId: string, body: CreditBody): CreditInput {
  const { applicant = {}, alternativeData: data, product } = body;
  const bills = (['rent', 'utilities', 'telecom'] as const).filter((bill) => data?.[bill]);
  const isUsed = data && (data.cashflow || bills.length > 0);
  return {
    tenantId,
    customerId: body.customerId,
    productType: product.type,
    currency: product.currency,
    amount: product.amount,
    termMonths: product.termMonths,
    purpose: body.purpose ?? null,
    applicant: {
      income: applicant.income ?? null,
      expenses: applicant.expenses ?? null,
      obligations: applicant.obligations ?? null,
      employmentMonths: applicant.employmentMonths ?? null,
      homeOwnership: applicant.homeOwnership ?? null,
      creditHistoryMonths: applicant.creditHistoryMonths ?? null,
      hasDefaulted: applicant.hasDefaulted ?? null,
    },
    consent: isUsed ? { consentId: data.consentId ?? '', cashflow: data.cashflow, bills } : null,
  };
}
