// GET /v1/ops/kyc and the decision about one assessment, which uses the act that also verifies or
// denies customers without an assessment.

import { createRoute, z } from '@hono/zod-openapi';
import { changeCustomer } from '../../../db/customers/acts.ts';
import { CLAIMED_PARTS, readClaims } from '../../../db/kyc/claims.ts';
import { findKycAssessment, findOpenKyc, listKycByStage } from '../../../db/kyc/reads.ts';
import type { KycAssessmentView } from '../../../db/kyc/view.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId, textSchema } from '../../kit/schemas.ts';
import { kycAssessmentSchema } from '../../kyc/kyc-schema.ts';
import { signalKycWorkflow } from '../../kyc/start.ts';
import { readDevelopers, readSubjects, subjectSchema } from '../customers/subject.ts';
import { environmentField } from '../kit/environment.ts';

const reviewedSchema = kycAssessmentSchema
  .extend({
    developerId: z.string(),
    customer: subjectSchema.nullable(),
    claims: z
      .array(
        z.object({
          role: z.enum(CLAIMED_PARTS),
          name: z.string(),
          aliases: z.array(z.string()),
          dateOfBirth: z.string().nullable(),
          nationality: z.string().nullable(),
          country: z.string().nullable(),
          percent: z
            .number()
            .nullable()
            .openapi({ description: 'Share of an owner in the business.' }),
        }),
      )
      .openapi({
        description: "The customer's claimed identity in the request: the person first, if any.",
      }),
  })
  .openapi('KycReview');

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/kyc',
  operationId: 'listKycReviews',
  tags: ['ops'],
  summary:
    'List identity assessments by stage, newest first; by default those that wait for a person',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      stage: z
        .enum(['manual_review', 'awaiting_documents', 'checking', 'done'])
        .default('manual_review'),
    }),
  },
  responses: {
    200: jsonAnswer('A page of assessments.', listOf(reviewedSchema)),
  },
});

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/kyc/{kycAssessmentId}/decision',
  operationId: 'decideKycAssessment',
  tags: ['ops'],
  summary: 'Approve or reject an assessment, or ask for documents',
  description:
    'Verifies or denies the customer, and its accounts that waited, in the same transaction. In ' +
    'production no customer is verified while a sanctions hit is undecided or confirmed.',
  request: {
    params: pathId('kycAssessment', 'kycAssessmentId'),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              environment: environmentField,
              decision: z.enum(['approve', 'reject', 'request_documents']),
              reason: textSchema(500).min(1),
            })
            .openapi('KycDecisionOrder'),
        },
      },
    },
  },
  responses: {
    200: jsonAnswer('The assessment.', kycAssessmentSchema),
  },
});

const STATUS = {
  approve: 'verified',
  reject: 'denied',
  request_documents: 'awaiting_documents',
} as const;

export const listKycReviews = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, stage, ...query } = c.req.valid('query');
  const order = { ...pageOrder('kycAssessment', query), stage };
  const { ledger } = deps.environments[environment];
  const assessments = await listKycByStage(ledger, order);
  const customerIds = assessments.data.map(({ customerId }) => customerId);
  const customerOf = readSubjects(ledger, customerIds);
  const ownerOf = readDevelopers(ledger, 'customers', customerIds);
  const claimsOf = readClaims(
    ledger,
    assessments.data.map(({ id }) => id),
  );
  const data = assessments.data.map((assessment) => ({
    ...assessment,
    developerId: ownerOf(assessment.customerId),
    customer: customerOf(assessment.customerId),
    claims: claimsOf(assessment.id),
  }));
  return c.json(listBody({ ...assessments, data }), 200);
});

export const decideKycAssessment = operation('operator', decisionRoute, (deps) => async (c) => {
  const { kycAssessmentId = '' } = c.req.valid('param');
  const { environment, decision, reason } = c.req.valid('json');
  const services = deps.environments[environment];
  const { ledger } = services;
  const storedAssessment = await findKycAssessment(ledger, null, kycAssessmentId);
  if (!storedAssessment) throw new Problem('kyc_assessment_not_found');
  const openAssessment = findOpenKyc(ledger, storedAssessment.customerId);
  await ledger.run(changeCustomer, {
    tenantId: null,
    customerId: storedAssessment.customerId,
    assessmentId: kycAssessmentId,
    fields: {},
    kycStatus: STATUS[decision],
    reason,
    ifVersion: null,
    cause: operatorCauseOf(c),
  });
  const assessment = (await findKycAssessment(
    ledger,
    null,
    storedAssessment.id,
  )) as KycAssessmentView;
  if (openAssessment) signalKycWorkflow(deps, services, openAssessment);
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: `kyc.${decision}`,
    objectId: kycAssessmentId,
    environment,
    detail: { reason },
  });
  return c.json(assessment, 200);
});
