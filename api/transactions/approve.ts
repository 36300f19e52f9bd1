// POST /v1/transactions/{transactionId}/approve and /reject: the decision of the developer's second
// person about a transaction above the threshold of its account. The decision is written first;
// then the waiting workflow carries it out.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { decideApproval } from '../../db/approvals/acts.ts';
import { APPROVAL } from '../../workflows/messages.ts';
import { addTimeline, answerTransaction, requireTransaction } from '../kit/answer-transaction.ts';
import { carryOutDecision } from '../kit/carry-out-decision.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId, textSchema } from '../kit/schemas.ts';
import { transactionDetailSchema } from './transaction-schema.ts';

const bodySchema = z
  .strictObject({ reason: textSchema(500).min(1).optional() })
  .openapi('TransactionApproval');

const content = { 'application/json': { schema: bodySchema } };

const routeOf = (verb: 'approve' | 'reject', summary: string, description: string) =>
  createRoute({
    method: 'post',
    path: `/v1/transactions/{transactionId}/${verb}`,
    operationId: `${verb}Transaction`,
    tags: ['transactions'],
    summary,
    description:
      `${description} The credential that requested the transaction, and keys that replaced it, ` +
      'cannot decide. Repeating the same decision is not an error. Transactions that wait for a ' +
      'review, or were requested by an operator, are decided by the bank.',
    request: { params: pathId('transaction', 'transactionId'), body: { content } },
    responses: {
      200: jsonAnswer('The transaction in its resulting state.', transactionDetailSchema),
    },
  });

const approveRoute = routeOf(
  'approve',
  'Approve a transaction that waits for a second person',

  'The transaction is booked, or waits for its capture or its network; when the payer no ' +
    'longer has the funds, the answer is 422.',
);
const rejectRoute = routeOf(
  'reject',
  'Reject a transaction that waits for a second person',
  'The transaction is declined with `approval_denied`, and its money is released.',
);

interface ApprovalDecision {
  readonly transactionId: string;
  readonly decision: 'granted' | 'denied';
  readonly reason: string | null;
}

async function decide(c: Context<AppEnv>, deps: Deps, verdict: ApprovalDecision) {
  const { transactionId } = verdict;
  const { tenantId, keyId: decidedBy, developerId } = developerOf(c);
  const services = servicesOf(c, deps);
  const credentials = deps.platform.sameCredentials(developerId, decidedBy);
  const order = { ...verdict, decidedBy, cause: causeOf(c) };
  await services.ledger.run(decideApproval, { ...order, ofDeveloper: { tenantId, credentials } });
  await carryOutDecision(services, APPROVAL, transactionId);
  return { services, transaction: await requireTransaction(services, tenantId, transactionId) };
}

export const approveTransaction = operation('transactions:approve', approveRoute, (deps) => {
  return async (c) => {
    const { transactionId = '' } = c.req.valid('param');
    const { reason = null } = c.req.valid('json') ?? {};
    const verdict = { transactionId, decision: 'granted', reason } as const;
    const { services, transaction } = await decide(c, deps, verdict);
    return c.json((await answerTransaction(c, services, transaction)).body, 200);
  };
});

export const rejectTransaction = operation('transactions:approve', rejectRoute, (deps) => {
  return async (c) => {
    const { transactionId = '' } = c.req.valid('param');
    const { reason = null } = c.req.valid('json') ?? {};
    const verdict = { transactionId, decision: 'denied', reason } as const;
    const { services, transaction } = await decide(c, deps, verdict);
    setEtag(c, transaction);
    return c.json(await addTimeline(services, transaction), 200);
  };
});
