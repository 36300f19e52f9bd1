// POST /v1/sandbox/simulations/review-decision: simulates a reviewer's decision about a payment of
// the developer's own.

import { createRoute, z } from '@hono/zod-openapi';
import { reviewPayment } from '../../db/risk/acts.ts';
import { findReviewOf } from '../../db/risk/review-reads.ts';
import { REVIEW } from '../../workflows/messages.ts';
import { requireTransaction } from '../kit/answer-transaction.ts';
import { carryOutDecision } from '../kit/carry-out-decision.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { jsonBody } from '../kit/schemas.ts';
import { sandboxServices } from '../sandbox/sandbox-services.ts';
import {
  answerDecided,
  causeOfSimulation,
  decidedResponses,
  SIMULATION,
  simulatedFields,
} from '../sandbox/simulated-decision.ts';

const { transactionId, reason } = simulatedFields;

const reviewBody = z
  .strictObject({ transactionId, decision: z.enum(['approved', 'rejected']), reason })
  .openapi('ReviewDecisionSimulation');

const reviewRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/review-decision',
  operationId: 'simulateReviewDecision',
  tags: ['sandbox'],
  summary: "Simulate the decision of a payment's review",
  description:
    'A payment in `pending_review` is booked, or declined with `review_rejected`; for a ' +
    'booked payment with an alert, the decision records whether the alert was right. Hits ' +
    'of sanctions lists are decided first (409 `screening_unresolved`).',
  request: { body: jsonBody(reviewBody) },
  responses: decidedResponses,
});

export const simulateReviewDecision = operation('transactions:write', reviewRoute, (deps) => {
  return async (c) => {
    const { transactionId: id, ...verdict } = c.req.valid('json');
    const services = sandboxServices(c, deps);
    const { tenantId } = developerOf(c);
    const { status } = await requireTransaction(services, tenantId, id);
    const review = await findReviewOf(services.ledger, id);
    if (!review) {
      const detail = `The transaction is ${status}, and no person was asked to look at it.`;
      throw new Problem('invalid_state_transition', detail);
    }
    const decidedBy = SIMULATION;
    const order = { ...verdict, reviewId: review.id, decidedBy, cause: causeOfSimulation(c) };
    await services.ledger.run(reviewPayment, order);
    await carryOutDecision(services, REVIEW, id);
    return c.json(await answerDecided(c, services, tenantId, id), 200);
  };
});
