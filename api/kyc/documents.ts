// POST /v1/ai/kyc-assessments/{kycAssessmentId}/documents

import { createRoute } from '@hono/zod-openapi';
import { addKycDocuments as add } from '../../db/kyc/acts.ts';
import { findKycAssessment } from '../../db/kyc/reads.ts';
import { readWaitMs } from '../kit/answer-transaction.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonBody, pathId } from '../kit/schemas.ts';
import { waitQuery } from '../transactions/create-schema.ts';
import { documentsBody, documentsOf } from './kyc-request.ts';
import { kycAnswer, kycAnswers, signalKycWorkflow, waitForChecks } from './start.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/kyc-assessments/{kycAssessmentId}/documents',
  operationId: 'addKycDocuments',
  bindsKey: true,
  tags: ['kyc'],
  summary: 'Add documents that an assessment waits for',
  description:
    'Contains only metadata: the file stays with you, under a name of your choice. A ' +
    'document that is expired or has no number is `invalid` and requested again until the ' +
    'deadline.',
  request: {
    params: pathId('kycAssessment', 'kycAssessmentId'),
    query: waitQuery,
    body: jsonBody(documentsBody),
  },
  responses: kycAnswers,
});

export const addKycDocuments = operation('kyc:write', route, (deps) => async (c) => {
  const { kycAssessmentId: id = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const outcome = await services.ledger.run(add, {
    tenantId,
    assessmentId: id,
    documents: documentsOf(body.documents, tenantId, deps.seal),
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  if (outcome.kind === 'over') {
    throw new Problem(
      'invalid_state_transition',
      `The assessment is ${outcome.status} and takes no more documents: start a new one.`,
    );
  }
  if (outcome.replayed) c.header('Idempotency-Replayed', 'true');
  const assessment = await findKycAssessment(services.ledger, tenantId, id);
  if (!assessment) throw new Problem('kyc_assessment_not_found');
  signalKycWorkflow(deps, services, { id, tenantId, customerId: assessment.customerId });
  return kycAnswer(c, await waitForChecks(services, { tenantId, id, waitMs }));
});
