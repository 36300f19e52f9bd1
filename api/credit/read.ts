// GET /v1/ai/credit-assessments and GET /v1/ai/credit-assessments/{creditAssessmentId}

import { createRoute, z } from '@hono/zod-openapi';
import {
  findCreditAssessment,
  listCreditAssessments as readAssessments,
  readCreditFeatures,
} from '../../db/credit/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { CREDIT_FEATURES } from '../../models/features/credit-features.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { creditAssessmentSchema } from './credit-schema.ts';

const detailSchema = creditAssessmentSchema
  .extend({
    features: z
      .record(z.string(), z.number().nullable())
      .nullable()
      .openapi({
        description:
          "The model's input by feature name; null when no model was asked. `…/score` of " +
          'the version reproduces the answer.',
      }),
  })
  .openapi('CreditAssessmentDetail');

const route = createRoute({
  method: 'get',
  path: '/v1/ai/credit-assessments/{creditAssessmentId}',
  operationId: 'getCreditAssessment',
  tags: ['credit'],
  summary: 'Read a credit assessment: its findings and its current state',
  request: { params: pathId('creditAssessment', 'creditAssessmentId') },
  responses: {
    200: jsonAnswer('The assessment.', detailSchema),
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ai/credit-assessments',
  operationId: 'listCreditAssessments',
  tags: ['credit'],
  summary: 'List credit assessments, newest first',
  request: {
    query: addMetadataFilters(pageQuery.extend({ customerId: z.string().max(64).optional() })),
  },
  responses: {
    200: jsonAnswer('A page of assessments.', listOf(creditAssessmentSchema)),
  },
});

export const getCreditAssessment = operation('credit:read', route, (deps) => async (c) => {
  const { creditAssessmentId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const assessment = await findCreditAssessment(ledger, tenantId, creditAssessmentId);
  if (!assessment) throw new Problem('credit_assessment_not_found');
  setEtag(c, assessment);
  const features = creditFeaturesOf(ledger, creditAssessmentId);
  return c.json({ ...assessment, features }, 200);
});

/** Returns the features of an assessment by name; every credit model has the same ones. */
function creditFeaturesOf(ledger: Ledger, id: string): Record<string, number | null> | null {
  const row = readCreditFeatures(ledger, id);
  return (
    row && Object.fromEntries(CREDIT_FEATURES.map(({ name }, index) => [name, row[index] ?? null]))
  );
}

export const listCreditAssessments = operation('credit:read', listRoute, (deps) => async (c) => {
  const { customerId, ...query } = c.req.valid('query');
  const page = await readAssessments(servicesOf(c, deps).ledger, {
    ...pageOrder('creditAssessment', query),
    tenantId: developerOf(c).tenantId,
    customerId,
  });
  return c.json(listBody(page), 200);
});
