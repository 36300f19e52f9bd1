// GET /v1/ops/reviews and the decision about one: an operator reviews payments that models or rules
// doubt. The decision is written first; the workflow that waits with the transaction then acts on
// it.

import { createRoute, z } from '@hono/zod-openapi';
import { findAccounts } from '../../../db/accounts/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { reviewPayment } from '../../../db/risk/acts.ts';
import { findReview, listReviews } from '../../../db/risk/review-reads.ts';
import { findTransactions } from '../../../db/transactions/reads.ts';
import type { TransactionView } from '../../../db/transactions/view.ts';
import { notIndependent } from '../../../identity/operator-approvals.ts';
import { REVIEW_STATUSES } from '../../../ledger/decisions/risk.ts';
import { REVIEW } from '../../../workflows/messages.ts';
import { carryOutDecision } from '../../kit/carry-out-decision.ts';
import { Problem } from '../../kit/errors.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { riskReviewSchema } from '../../risk/risk-schema.ts';
import { transactionSchema } from '../../transactions/transaction-schema.ts';
import { readSubjects, type Subject, subjectSchema } from '../customers/subject.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';

const { description, reference, category, externalParty, context } = transactionSchema.shape;
const { sourceAccountId, destinationAccountId } = transactionSchema.shape;

/** A review with the payment to decide about: payer, payee and purpose. */
const reviewFileSchema = riskReviewSchema
  .extend({
    payment: z
      .object({
        description,
        reference,
        category,
        sourceAccountId,
        destinationAccountId,
        externalParty,
        context,
      })
      .nullable(),
    payer: subjectSchema.nullable().openapi({ description: 'Null: outside of the bank.' }),
    payee: subjectSchema.nullable().openapi({ description: 'Null: outside of the bank.' }),
  })
  .openapi('RiskReviewDesk');

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/reviews',
  operationId: 'listRiskReviews',
  tags: ['ops'],
  summary: 'List reviews of payments, open or decided, newest first',
  description:
    'A hold keeps the money of its payment until an operator decides or it expires. An ' +
    'alert is about an account with booked but suspicious payments; an account has one at ' +
    'a time.',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(REVIEW_STATUSES).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('A page of reviews.', listOf(reviewFileSchema)),
  },
});

const createReviewRoute = (verb: 'approve' | 'reject', summary: string) =>
  createRoute({
    method: 'post',
    path: `/v1/ops/reviews/{reviewId}/${verb}`,
    operationId: `${verb}RiskReview`,
    tags: ['ops'],
    summary,
    description:
      'The initiator of the payment cannot decide, nor can an operator who invited the ' +
      'initiator or was invited by them approve. Repeating the same decision is not an ' +
      'error. For an alert no money moves; the decision records whether the alert was ' +
      'right.',
    request: {
      params: pathId('riskReview', 'reviewId'),
      body: actBody('RiskReviewDecision', {}),
    },
    responses: {
      200: jsonAnswer('The review, with the status that its payment has now.', riskReviewSchema),
    },
  });

const approveRoute = createReviewRoute('approve', 'Approve a held payment, or clear an alert');
const rejectRoute = createReviewRoute('reject', 'Reject a held payment, or confirm an alert');

export const listRiskReviews = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const order = pageOrder('riskReview', query);
  const { ledger } = deps.environments[environment];
  const reviews = await listReviews(ledger, { ...order, status });
  const data = ledger.database.read(() => addPayments(ledger, reviews.data));
  return c.json(listBody({ ...reviews, data }), 200);
});

function addPayments<Review extends { readonly transactionId: string }>(
  ledger: Ledger,
  reviews: readonly Review[],
) {
  const ids = reviews.map(({ transactionId }) => transactionId);
  const payments = findTransactions(ledger, ids);
  const accountIds = payments.flatMap((payment) => [
    payment.sourceAccountId,
    payment.destinationAccountId,
  ]);
  const accounts = findAccounts(
    ledger,
    [...new Set(accountIds)].filter((id) => id !== null),
  );
  const customerIds = accounts.map(({ customerId }) => customerId);
  const subjectOf = readSubjects(ledger, customerIds);
  const holders = new Map(accounts.map((account) => [account.id, subjectOf(account.customerId)]));
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  return reviews.map((review) => ({
    ...review,
    ...showPayment(byId.get(review.transactionId), holders),
  }));
}

function showPayment(
  transaction: TransactionView | undefined,
  holders: ReadonlyMap<string, Subject | null>,
) {
  if (!transaction) return { payment: null, payer: null, payee: null };
  const holderOf = (accountId: string | null) => holders.get(accountId ?? '') ?? null;
  return {
    payment: {
      description: transaction.description,
      reference: transaction.reference,
      category: transaction.category,
      sourceAccountId: transaction.sourceAccountId,
      destinationAccountId: transaction.destinationAccountId,
      externalParty: transaction.externalParty,
      context: transaction.context,
    },
    payer: holderOf(transaction.sourceAccountId),
    payee: holderOf(transaction.destinationAccountId),
  };
}

const createDecision = (
  decision: 'approved' | 'rejected',
  route: ReturnType<typeof createReviewRoute>,
) =>
  operation('operator', route, (deps) => async (c) => {
    const { reviewId = '' } = c.req.valid('param');
    const { environment, reason } = c.req.valid('json');
    const { operatorId: decidedBy } = operatorOf(c);
    const services = deps.environments[environment];
    const cause = { actor: decidedBy, requestId: c.get('requestId'), idempotencyKey: null };
    const storedReview = await findReview(services.ledger, reviewId);
    // A rejection takes no second person.
    const initiator = storedReview?.transaction.initiator ?? '';
    const needsIndependence = decision === 'approved' && initiator !== decidedBy;
    const { operators } = deps.platform;
    if (needsIndependence && !operators.areIndependent(decidedBy, initiator))
      throw notIndependent();
    const order = { reviewId, decision, reason, decidedBy, cause };
    const { transactionId } = await services.ledger.run(reviewPayment, order);
    await deps.platform.record({
      actor: decidedBy,
      action: `risk_review.${decision}`,
      objectId: reviewId,
      environment,
      detail: { reason },
    });
    deps.failPoint('after-review-decision');
    await carryOutDecision(services, REVIEW, transactionId);
    const review = await findReview(services.ledger, reviewId);
    if (!review) throw new Problem('review_not_found');
    return c.json(review, 200);
  });

export const approveRiskReview = createDecision('approved', approveRoute);
export const rejectRiskReview = createDecision('rejected', rejectRoute);
