// GET /v1/ops/credit-reviews and the decision about one: assessments that the engine left to a
// person.

import { createRoute, z } from '@hono/zod-openapi';
import { doesFloorAllow } from '../../../ai/credit/assess-application.ts';
import { makeReviewerReasons, REASON_CODES, type ReasonCode } from '../../../ai/credit/reasons.ts';
import { reviewAssessment } from '../../../db/credit/acts.ts';
import {
  findCreditAssessment,
  listCreditReviews,
  readCreditRequest,
} from '../../../db/credit/reads.ts';
import type { CreditAssessmentView } from '../../../db/credit/view.ts';
import { ledgerMarket } from '../../../db/exchange/market.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { creditAssessmentSchema } from '../../credit/credit-schema.ts';
import { invalidField, Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { amountSchema, jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/credit-reviews',
  operationId: 'listCreditReviews',
  tags: ['ops'],
  summary: 'List credit applications for manual review, newest first',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(['open', 'decided']).default('open'),
    }),
  },
  responses: {
    200: jsonAnswer('A page of assessments.', listOf(creditAssessmentSchema)),
  },
});

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/credit-reviews/{creditAssessmentId}/decision',
  operationId: 'decideCreditReview',
  tags: ['ops'],
  summary: 'Decide a credit application after manual review',
  description:
    'The decision is stored next to the result of the engine, which stays unchanged. A denial, ' +
    'or an approval of less than the requested amount, needs one to four reasons. The written ' +
    'rules apply to people too: an amount that does not pass the floor, or whose floor could not ' +
    'be calculated, is refused. Each application is decided only once.',
  request: {
    params: pathId('creditAssessment', 'creditAssessmentId'),
    body: actBody('CreditReviewDecision', {
      decision: z.enum(['approved', 'denied']),
      approvedAmount: amountSchema.optional(),
      reasonCodes: z.array(z.enum(REASON_CODES)).max(4).default([]),
    }),
  },
  responses: {
    200: jsonAnswer('The assessment with both decisions.', creditAssessmentSchema),
  },
});

export const listCreditReviewsToDecide = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const order = { ...pageOrder('creditAssessment', query), status };
  const page = await listCreditReviews(deps.environments[environment].ledger, order);
  return c.json(listBody(page), 200);
});

export const decideCreditReview = operation('operator', decisionRoute, (deps) => async (c) => {
  const { creditAssessmentId = '' } = c.req.valid('param');
  const { environment, decision, reasonCodes, reason, approvedAmount } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const assessment = await findCreditAssessment(ledger, null, creditAssessmentId);
  if (!assessment) throw new Problem('credit_assessment_not_found');
  const codes = [...new Set(reasonCodes)];
  const amount = decision === 'approved' ? (approvedAmount ?? assessment.product.amount) : null;
  if (decision === 'denied' && approvedAmount !== undefined) {
    throw invalidField(
      '/approvedAmount',
      'A denial takes no approved amount; leave the field out.',
    );
  }
  requireReasons(assessment, amount, codes);
  if (amount !== null) await requireWithinFloor(ledger, assessment, amount);
  const reviewed = await ledger.run(reviewAssessment, {
    assessmentId: creditAssessmentId,
    decision,
    approvedAmount: amount,
    reasons: makeReviewerReasons(codes),
    comment: reason,
    cause: operatorCauseOf(c),
  });
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: `credit.${decision}`,
    objectId: creditAssessmentId,
    environment,
    detail: { reason },
  });
  return c.json(reviewed, 200);
});

function requireReasons(
  { product }: CreditAssessmentView,
  amount: number | null,
  codes: readonly ReasonCode[],
): void {
  const isAdverse = amount === null || amount < product.amount;
  if (isAdverse && codes.length === 0) {
    throw invalidField(
      '/reasonCodes',
      'A denial, or an approval of less than the requested amount, requires reasons.',
    );
  }
  if (!isAdverse && codes.length > 0) {
    throw invalidField(
      '/reasonCodes',
      'An approval of the requested amount takes no adverse reasons; leave the field out.',
    );
  }
}

async function requireWithinFloor(
  ledger: Ledger,
  { id, product }: CreditAssessmentView,
  amount: number,
): Promise<void> {
  if (amount > product.amount) {
    throw invalidField('/approvedAmount', 'Expected at most the requested amount.');
  }
  const rates = product.currency === 'USD' ? null : ledgerMarket(ledger.database).rates();
  if (product.currency !== 'USD' && !rates) throw new Problem('rates_unavailable');
  const request = await readCreditRequest(ledger, id);
  if (doesFloorAllow(request, { ...product, amount }, rates?.table ?? null)) return;
  throw invalidField(
    '/approvedAmount',
    'The written rules do not allow this amount; approve less, or deny.',
    'affordability_floor',
  );
}
