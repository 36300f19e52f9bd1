// GET /v1/ai/credit-assessments and GET /v1/ai/credit-assessments/{creditAssessmentId}

import { createRoute, z } from '@hono/zod-openapi';
import {
  findCreditAssessment,
  listCreditAssessments as readAssessments,
} from '../../db/credit/reads.ts';
import { Problem } from '../kit/errors.ts';
import { tagged } from '../kit/etag.ts';
import { deskOf, developerOf, operation } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery, withMetadata } from '../kit/page.ts';
import { listOf, pathId } from '../kit/schemas.ts';
import { creditAssessmentSchema } from './credit-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ai/credit-assessments/{creditAssessmentId}',
  operationId: 'getCreditAssessment',
  tags: ['credit'],
  summary: 'Read an assessment of credit, as it was found and as it stands',
  request: { params: pathId('creditAssessment', 'creditAssessmentId') },
  responses: {
    200: {
      description: 'The assessment.',
      content: { 'application/json': { schema: creditAssessmentSchema } },
    },
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ai/credit-assessments',
  operationId: 'listCreditAssessments',
  tags: ['credit'],
  summary: 'List assessments of credit, newest first',
  request: { query: withMetadata(pageQuery.extend({ customerId: z.string().max(64).optional() })) },
  responses: {
    200: {
      description: 'A page of assessments.',
      content: { 'application/json': { schema: listOf(creditAssessmentSchema) } },
    },
  },
});

export const getCreditAssessment = operation('credit:read', route, (deps) => async (c) => {
  const { creditAssessmentId = '' } = c.req.valid('param');
  const { ledger } = deskOf(c, deps);
  const { tenantId } = developerOf(c);
  const assessment = await findCreditAssessment(ledger, tenantId, creditAssessmentId);
  if (!assessment) throw new Problem('credit_assessment_not_found');
  tagged(c, assessment);
  return c.json(assessment, 200);
});

export const listCreditAssessments = operation('credit:read', listRoute, (deps) => async (c) => {
  const { customerId, ...query } = c.req.valid('query');
  const page = await readAssessments(deskOf(c, deps).ledger, {
    ...pageOrder('creditAssessment', query),
    tenantId: developerOf(c).tenantId,
    customerId,
  });
  return c.json(listBody(page), 200);
});
