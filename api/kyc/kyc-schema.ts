// Identity assessments on the wire.

import { z } from '@hono/zod-openapi';
import {
  CHECK_RESULTS,
  CHECKS,
  DOCUMENT_CHECKS,
  DOCUMENT_STATUSES,
  DOCUMENT_TYPES,
  FACTOR_CATEGORIES,
  KYC_DECISIONS,
  KYC_FAILURES,
  KYC_LEVELS,
  KYC_OCCASIONS,
  KYC_STAGES,
  KYC_STATUSES,
  RISK_LEVELS,
} from '../../ledger/decisions/kyc.ts';
import { OWNER_CHECKS } from '../../ledger/decisions/kyc-owners.ts';
import { HIT_STATUSES } from '../../ledger/decisions/screening.ts';
import { customerSchema } from '../customers/customer-schema.ts';
import { metadataViewSchema } from '../kit/metadata.ts';
import { objectVersionSchema, timestampSchema } from '../kit/schemas.ts';

const factorSchema = z
  .object({
    category: z.enum(FACTOR_CATEGORIES),
    code: z.string().openapi({ example: 'not_face_to_face' }),
    weight: z.number().int(),
    message: z.string(),
  })
  .openapi('KycFactor');

const checkSchema = z
  .object({
    name: z.enum(CHECKS),
    result: z.enum(CHECK_RESULTS).openapi({
      description: '`not_run`: there was no data to check; `not_configured`: there is no provider.',
    }),
    detail: z.string(),
  })
  .openapi('KycCheck');

const requiredSchema = z
  .object({
    type: z.string().openapi({ example: 'identity_document' }),
    acceptedTypes: z.array(z.enum(DOCUMENT_TYPES)),
    reason: z.string(),
    status: z.enum(['required', 'received', 'invalid']),
  })
  .openapi('KycRequiredDocument');

const documentSchema = z
  .object({
    id: z.string().openapi({ example: 'kdoc_06ayx0rw7mf5w0h1y6k2v3c4d5' }),
    type: z.enum(DOCUMENT_TYPES),
    country: z.string().nullable(),
    numberLast4: z.string().nullable(),
    expiry: z.string().nullable(),
    issuedOn: z.string().nullable(),
    fileId: z
      .string()
      .openapi({ description: 'Id of an uploaded image, or a name that you chose.' }),
    checks: z.array(
      z.object({
        name: z.enum(DOCUMENT_CHECKS),
        result: z.enum(CHECK_RESULTS),
        detail: z.string(),
      }),
    ),
    status: z.enum(DOCUMENT_STATUSES),
    reason: z.string().nullable(),
    createdAt: timestampSchema,
  })
  .openapi('KycDocument');

const screeningSchema = z.object({
  hitId: z.string(),
  list: z.string(),
  name: z.string(),
  score: z.number(),
  status: z.enum(HIT_STATUSES),
});

export const kycAssessmentSchema = z
  .object({
    id: z.string(),
    object: z.literal('kyc_assessment'),
    livemode: z.boolean(),
    customerId: z.string(),
    status: z.enum(KYC_STATUSES),
    stage: z.enum(KYC_STAGES),
    decision: z
      .enum(KYC_DECISIONS)
      .nullable()
      .openapi({ description: '`review` while the assessment waits for a person.' }),
    kycStatus: customerSchema.shape.kycStatus.openapi({
      description: 'Current KYC status of the customer.',
    }),
    occasion: z
      .enum(KYC_OCCASIONS)
      .openapi({ description: '`periodic_review`: started by the bank.' }),
    level: z.enum(KYC_LEVELS),
    appliedLevel: z.enum(KYC_LEVELS).nullable(),
    riskLevel: z.enum(RISK_LEVELS).nullable(),
    riskScore: z.number().int().nullable().openapi({ description: '0 to 100.' }),
    factors: z.array(factorSchema),
    checks: z.array(checkSchema),
    requiredDocuments: z.array(requiredSchema),
    documents: z.array(documentSchema),
    screening: z.array(screeningSchema),
    reviewReasons: z.array(z.string()),
    owners: z.array(
      z.object({
        position: z.number().int().openapi({ description: 'Index in the request, from 0.' }),
        percent: z.number().nullable(),
        isBeneficial: z.boolean(),
        checks: z.array(
          z.object({
            name: z.enum(OWNER_CHECKS),
            result: z.enum(CHECK_RESULTS),
            detail: z.string(),
          }),
        ),
      }),
    ),
    reasons: z
      .array(z.string())
      .openapi({ description: 'Reasons of the rules for this outcome, in sentences.' }),
    failureCode: z.enum(KYC_FAILURES).nullable(),
    decidedBy: z
      .string()
      .nullable()
      .openapi({ description: '`workflow`, or the id of the person who decided.' }),
    comment: z.string().nullable(),
    deadlineAt: timestampSchema.nullable().openapi({ description: 'Deadline for the documents.' }),
    nextReviewAt: timestampSchema.nullable(),
    workflow: z.object({ id: z.string(), runId: z.string().nullable() }),
    policy: z.object({
      version: z.string(),
      countries: z.object({ source: z.string(), asOf: z.string() }),
    }),
    model: z
      .string()
      .nullable()
      .openapi({ description: 'Always null: written rules decide, no model.' }),
    metadata: metadataViewSchema,
    version: objectVersionSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
  })
  .openapi('KycAssessment');
