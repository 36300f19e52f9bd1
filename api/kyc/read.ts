// GET /v1/ai/kyc-assessments and GET /v1/ai/kyc-assessments/{kycAssessmentId}

import { createRoute, z } from '@hono/zod-openapi';
import { findKycAssessment, listKycAssessments as readAssessments } from '../../db/kyc/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { kycAssessmentSchema } from './kyc-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ai/kyc-assessments/{kycAssessmentId}',
  operationId: 'getKycAssessment',
  tags: ['kyc'],
  summary: 'Read an identity assessment',
  request: { params: pathId('kycAssessment', 'kycAssessmentId') },
  responses: {
    200: jsonAnswer('The assessment.', kycAssessmentSchema),
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ai/kyc-assessments',
  operationId: 'listKycAssessments',
  tags: ['kyc'],
  summary: 'List identity assessments of one or all customers, newest first',
  request: {
    query: addMetadataFilters(pageQuery.extend({ customerId: z.string().max(64).optional() })),
  },
  responses: {
    200: jsonAnswer('A page of assessments.', listOf(kycAssessmentSchema)),
  },
});

export const getKycAssessment = operation('kyc:read', route, (deps) => async (c) => {
  const { kycAssessmentId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const assessment = await findKycAssessment(ledger, developerOf(c).tenantId, kycAssessmentId);
  if (!assessment) throw new Problem('kyc_assessment_not_found');
  setEtag(c, assessment);
  return c.json(assessment, 200);
});

export const listKycAssessments = operation('kyc:read', listRoute, (deps) => async (c) => {
  const { customerId, ...query } = c.req.valid('query');
  const page = await readAssessments(servicesOf(c, deps).ledger, {
    ...pageOrder('kycAssessment', query),
    tenantId: developerOf(c).tenantId,
    customerId,
  });
  return c.json(listBody(page), 200);
});
