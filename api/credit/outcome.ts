// POST /v1/ai/credit-assessments/{creditAssessmentId}/outcome: the outcome of a loan.

import { createRoute, z } from '@hono/zod-openapi';
import { recordOutcome } from '../../db/credit/outcomes.ts';
import { CREDIT_OUTCOMES } from '../../ledger/decisions/credit.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { creditAssessmentSchema } from './credit-schema.ts';

const MAX_DAYS = 36_500;

const bodySchema = z
  .strictObject({
    outcome: z.enum(CREDIT_OUTCOMES).openapi({
      description:
        '`performing`: payments are made, or not long overdue. `defaulted` and `repaid` are what ' +
        'models are measured by; neither is taken back.',
    }),
    observedAt: z.iso.datetime({ offset: true }).openapi({
      description: 'Time of the outcome: not before the last reported outcome, not in the future.',
    }),
    daysPastDue: z.number().int().min(0).max(MAX_DAYS).optional(),
    lossAmount: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().openapi({
      description: 'Loss of a default, in minor units; at most the approved amount.',
    }),
  })
  .refine(({ outcome, lossAmount }) => lossAmount === undefined || outcome === 'defaulted', {
    path: ['lossAmount'],
    message: 'Only a default has a loss; leave the field out.',
  })
  .openapi('CreditOutcomeReport');

const route = createRoute({
  method: 'post',
  path: '/v1/ai/credit-assessments/{creditAssessmentId}/outcome',
  operationId: 'recordCreditOutcome',
  bindsKey: true,
  tags: ['credit'],
  summary: 'Record the outcome of a loan',
  description:
    'Only for an approved application. Each report is added to earlier ones; the last one ' +
    'counts. `GET /v1/ai/model-performance` measures models by repaid and defaulted loans.',
  request: {
    params: pathId('creditAssessment', 'creditAssessmentId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('The assessment with its outcome.', creditAssessmentSchema),
  },
});

export const recordCreditOutcome = operation('credit:write', route, (deps) => async (c) => {
  const { creditAssessmentId: assessmentId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { outcome, observedAt, daysPastDue = null, lossAmount = null } = body;
  const { assessment, replayed } = await servicesOf(c, deps).ledger.run(recordOutcome, {
    tenantId: developerOf(c).tenantId,
    assessmentId,
    outcome,
    observedAt: Date.parse(observedAt),
    daysPastDue,
    lossAmount,
    requestHash: hashRequest({ ...body, assessmentId }),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, assessment);
  return c.json(assessment, 201);
});
