// POST /v1/ai/credit-assessment

import { createRoute } from '@hono/zod-openapi';
import { assessCredit } from '../../ai/credit/assess-application.ts';
import { findAssessed, recordAssessment } from '../../db/credit/acts.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { fieldProblem, invalidField, Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { creditBodySchema, creditInputOf } from './credit-request.ts';
import { creditAssessmentSchema } from './credit-schema.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/credit-assessment',
  operationId: 'assessCredit',
  bindsKey: true,
  tags: ['credit'],
  summary: 'Assess an application for credit',
  description:
    'Written rules are the floor; the current model (your own, if you deployed one) can ' +
    'only refuse more. A denial or a smaller offer has up to four reasons in the words of ' +
    'Regulation B; if there is none, a person decides. Without an answer of the model ' +
    'nothing is approved. No money moves. Amounts in other currencies are converted to ' +
    'dollars at the current reference rate.',
  request: {
    body: jsonBody(creditBodySchema),
  },
  responses: {
    201: jsonAnswer('The assessment.', creditAssessmentSchema),
  },
});

export const requestCreditAssessment = operation('credit:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { ledger, serving } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { metadata = {} } = body;
  const request = { tenantId, requestHash: hashRequest(body), cause: causeOf(c) };
  const recorded = (await ledger.run(findAssessed, request)) ?? (await createAssessment());
  const { assessment, replayed } = recorded;
  if (replayed) c.header('Idempotency-Replayed', 'true');
  c.header('Location', `/v1/ai/credit-assessments/${assessment.id}`);
  setEtag(c, assessment);
  return c.json(assessment, 201);

  async function createAssessment() {
    const customer = await findCustomer(ledger, tenantId, body.customerId);
    if (!customer) throw new Problem('customer_not_found');
    if (customer.type !== 'individual') {
      const message = 'Expected an individual: the bank does not assess businesses for credit.';
      throw invalidField('/customerId', message);
    }
    if (customer.kycStatus !== 'verified') {
      throw new Problem(
        'kyc_required',
        `The KYC status of the customer is ${customer.kycStatus}; credit requires verified.`,
      );
    }
    const onFault = (cause: unknown) => {
      deps.log.error(
        { cause: String(cause), requestId: c.get('requestId') },
        'the credit model failed; the written rules decided alone',
      );
    };
    const outcome = await assessCredit(creditInputOf(tenantId, body), { ledger, serving, onFault });
    if (outcome.kind === 'no_market') throw new Problem('rates_unavailable');
    if (outcome.kind === 'no_rate') {
      const { currency } = body.product;
      const message = `No reference rate converts ${currency} to USD, the currency of the model.`;
      throw fieldProblem('rate_not_available', '/product/currency', message);
    }
    if (outcome.kind === 'too_small') {
      const message = `Expected at least ${outcome.minimumAmount}: the bank lends no less.`;
      throw invalidField('/product/amount', message, outcome.kind);
    }
    if (outcome.kind === 'insufficient_history') {
      const message =
        'Expected accounts in this currency with at least 90 days of history and three credits.';
      const errors = [{ pointer: '/alternativeData', code: outcome.kind, message }];
      throw new Problem('insufficient_history', message, { errors });
    }
    return ledger.run(recordAssessment, { ...outcome.record, ...request, metadata });
  }
});
