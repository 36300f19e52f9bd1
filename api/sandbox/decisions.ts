// POST /v1/sandbox/simulations/review-decision, /approval-decision and /screening-decision: what a
// person of the bank says about something of the developer's own, so that no payment waits for
// staff of a sandbox. It takes the path of an operator's decision; only who decided is another one.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findCustomer } from '../../db/customers/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { findReviewOf } from '../../db/risk/review-reads.ts';
import { findHits, type HitsAbout } from '../../db/screening/reads.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import { APPROVAL, REVIEW } from '../../workflows/messages.ts';
import { requireTransaction, withTimeline } from '../kit/answer-transaction.ts';
import { carryOutSaid } from '../kit/carry-out-said.ts';
import type { AppEnv, Desk } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody, textSchema } from '../kit/schemas.ts';
import { screeningHitSchema } from '../screening/hit-schema.ts';
import { transactionDetailSchema } from '../transactions/transaction-schema.ts';
import { sandboxDesk } from './sandbox-desk.ts';

/** Who decided, in the timeline, the events and the decision. */
const SIMULATION = 'simulation';

const transactionId = idSchema('transaction');
const reason = textSchema(500).min(1).default('Simulated');

const reviewBody = z
  .strictObject({ transactionId, decision: z.enum(['approved', 'rejected']), reason })
  .openapi('ReviewDecisionSimulation');

const approvalBody = z
  .strictObject({ transactionId, decision: z.enum(['granted', 'denied']), reason })
  .openapi('ApprovalDecisionSimulation');

const screeningBody = z
  .strictObject({
    hitId: idSchema('screeningHit').optional(),
    transactionId: transactionId.optional().openapi({ description: 'Whose party was found.' }),
    customerId: idSchema('customer').optional().openapi({ description: 'Who was found.' }),
    decision: z.enum(['no_hit', 'confirmed_hit']),
    reason,
  })
  .refine(
    ({ hitId, transactionId: payment, customerId }) =>
      [hitId, payment, customerId].filter((one) => one !== undefined).length === 1,
    { message: 'Expected exactly one of hitId, transactionId and customerId.', path: ['hitId'] },
  )
  .openapi('ScreeningDecisionSimulation');

const decidedHits = z
  .object({
    object: z.literal('screening_decision'),
    livemode: z.literal(false),
    decision: z.enum(['no_hit', 'confirmed_hit']),
    hits: z.array(screeningHitSchema),
  })
  .openapi('ScreeningDecision');

const transactionAnswer = {
  200: jsonAnswer('The transaction as it stands then.', transactionDetailSchema),
};

const reviewRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/review-decision',
  operationId: 'simulateReviewDecision',
  tags: ['sandbox'],
  summary: 'Let the risk desk decide about a payment of yours',
  description:
    'A payment in `pending_review` is booked, or declined with `review_rejected`; of one that ' +
    'went through and was noted it is written down whether that was right. Hits of sanctions ' +
    'lists are decided first: 409 `screening_unresolved`.',
  request: { body: jsonBody(reviewBody) },
  responses: transactionAnswer,
});

const approvalRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/approval-decision',
  operationId: 'simulateApprovalDecision',
  tags: ['sandbox'],
  summary: 'Let a second person decide about a transaction of yours',
  description:
    'A transaction in `pending_approval` is booked, or declined with `approval_denied`. In ' +
    'production an operator decides, or another credential of yours (`…/approve`, `…/reject`).',
  request: { body: jsonBody(approvalBody) },
  responses: transactionAnswer,
});

const screeningRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/screening-decision',
  operationId: 'simulateScreeningDecision',
  tags: ['sandbox'],
  summary: 'Let a person decide whether somebody is the one on a sanctions list',
  description:
    'About one hit, or every open hit of a payment or of a customer. A payment that waits for it ' +
    'is decided afterwards by `review-decision`, a customer by `kyc-decision`.',
  request: { body: jsonBody(screeningBody) },
  responses: { 200: jsonAnswer('The hits that were decided.', decidedHits) },
});

/** As an operator decides; only the actor is another one. */
const causeOfSimulation = (c: Context<AppEnv>) => ({ ...causeOf(c), actor: SIMULATION });

async function answer(c: Context<AppEnv>, desk: Desk, tenantId: string, id: string) {
  const stands = await requireTransaction(desk, tenantId, id);
  setEtag(c, stands);
  return withTimeline(desk, stands);
}

export const simulateReviewDecision = operation('transactions:write', reviewRoute, (deps) => {
  return async (c) => {
    const { transactionId: id, ...verdict } = c.req.valid('json');
    const desk = sandboxDesk(c, deps);
    const { tenantId } = developerOf(c);
    const { status } = await requireTransaction(desk, tenantId, id);
    const review = await findReviewOf(desk.ledger, id);
    if (!review) {
      const detail = `The transaction is ${status}, and no person was asked to look at it.`;
      throw new Problem('invalid_state_transition', detail);
    }
    const decidedBy = SIMULATION;
    const order = { ...verdict, reviewId: review.id, decidedBy, cause: causeOfSimulation(c) };
    await desk.ledger.risk.review(order);
    await carryOutSaid(desk, REVIEW, id);
    return c.json(await answer(c, desk, tenantId, id), 200);
  };
});

export const simulateApprovalDecision = operation('transactions:write', approvalRoute, (deps) => {
  return async (c) => {
    const order = c.req.valid('json');
    const { transactionId: id } = order;
    const desk = sandboxDesk(c, deps);
    const { tenantId } = developerOf(c);
    const ofDeveloper = { tenantId, isSame: () => false };
    const by = { decidedBy: SIMULATION, ofDeveloper, cause: causeOfSimulation(c) };
    await desk.ledger.approvals.decide({ ...order, ...by });
    await carryOutSaid(desk, APPROVAL, id);
    return c.json(await answer(c, desk, tenantId, id), 200);
  };
});

type Named = Omit<z.infer<typeof screeningBody>, 'decision' | 'reason'>;

/** What is still open of it, or all of it once everything is decided. */
async function hitsToDecide(ledger: Ledger, tenantId: string, named: Named): Promise<string[]> {
  const hits = findHits(ledger, { tenantId, ...(await whomOf(ledger, tenantId, named)) });
  if (hits.length === 0) throw new Problem('screening_hit_not_found', 'There is no hit about it.');
  const open = hits.filter(({ status }) => status === 'pending');
  return (open.length > 0 ? open : hits).map(({ id }) => id);
}

async function whomOf(
  ledger: Ledger,
  tenantId: string,
  { hitId, transactionId: payment, customerId }: Named,
): Promise<Omit<HitsAbout, 'tenantId'>> {
  if (hitId !== undefined) return { hitId };
  if (payment !== undefined) {
    const found = await findTransaction(ledger, tenantId, payment);
    if (!found) throw notFound('transaction_not_found', '/transactionId');
    const { customerId: payer, externalParty } = found;
    return { customerId: payer, partyName: String(externalParty?.name ?? '') };
  }
  const customer = await findCustomer(ledger, tenantId, customerId ?? '');
  if (!customer) throw notFound('customer_not_found', '/customerId');
  return { customerId: customer.id };
}

function notFound(code: 'transaction_not_found' | 'customer_not_found', pointer: string): Problem {
  const message = 'Nothing of yours has this id.';
  return new Problem(code, undefined, { errors: [{ pointer, code, message }] });
}

export const simulateScreeningDecision = operation('transactions:write', screeningRoute, (deps) => {
  return async (c) => {
    const { decision, reason: why, ...about } = c.req.valid('json');
    const { ledger } = sandboxDesk(c, deps);
    const ids = await hitsToDecide(ledger, developerOf(c).tenantId, about);
    const cause = causeOfSimulation(c);
    const hits = [];
    for (const hitId of ids) {
      hits.push(await ledger.screening.decideHit({ hitId, decision, reason: why, cause }));
    }
    const fixed = { object: 'screening_decision' as const, livemode: false as const };
    return c.json({ ...fixed, decision, hits }, 200);
  };
});
