// GET /v1/ops/approvals and the decision about one: the second pair of eyes on a large payment.
// The decision is written first; the workflow that waits with the transaction then acts on it.

import { createRoute, z } from '@hono/zod-openapi';
import { decideApproval as decide } from '../../../db/approvals/acts.ts';
import { findAccountApproval, findApproval, listApprovals } from '../../../db/approvals/reads.ts';
import { decideUnfreeze } from '../../../db/approvals/unfreeze.ts';
import type { ApprovalView } from '../../../db/approvals/view.ts';
import { pageOf } from '../../../db/kernel/page.ts';
import { notIndependent } from '../../../identity/operator-approvals.ts';
import { isId } from '../../../ledger/id.ts';
import { APPROVAL } from '../../../workflows/messages.ts';
import { scopeSchema } from '../../developer/developer-schema.ts';
import { carryOutDecision } from '../../kit/carry-out-decision.ts';
import { Problem } from '../../kit/errors.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';
import { approvalSchema, platformApprovalView } from './approval-schema.ts';
import { createScopesProblem, decideRequest, requireApprovingRole } from './carry-out.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/approvals',
  operationId: 'listApprovals',
  tags: ['ops'],
  summary: 'List approval requests, pending or decided, newest first',
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(['requested', 'granted', 'denied']).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('A page of approvals.', listOf(approvalSchema)),
  },
});

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/approvals/{subjectId}/decision',
  operationId: 'decideApproval',
  tags: ['ops'],
  summary: 'Approve or refuse the request of another operator',
  description:
    'Takes the id of the transaction or the account, otherwise the id of the approval or its object. ' +
    'The requesting operator cannot decide. Repeating the same decision is not an error. For an ' +
    'application, the second operator may grant a part of the scopes with `scopes`.',
  request: {
    params: pathId('approval', 'subjectId'),
    body: actBody('ApprovalDecision', {
      decision: z.enum(['granted', 'denied']),
      scopes: z
        .array(scopeSchema)
        .min(1)
        .optional()
        .openapi({
          description:
            'The maximum scopes of live keys, a part of the requested ones; all of them by ' +
            'default.',
        }),
    }),
  },
  responses: {
    200: jsonAnswer('The approval, with the status that its subject has now.', approvalSchema),
  },
});

export const listApprovalRequests = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const order = { ...pageOrder('approval', query), status };
  const ledgerApprovals = await listApprovals(deps.environments[environment].ledger, order);
  const platformApprovals = deps.platform.approvals.list({ ...order, environment });
  const all: (ApprovalView | ReturnType<typeof platformApprovalView>)[] = [
    ...ledgerApprovals.data,
    ...platformApprovals.map((row) => platformApprovalView(row)),
  ];
  all.sort((a, b) => (a.id < b.id ? 1 : -1));
  const page = pageOf(all, order.limit);
  return c.json(listBody({ ...page, hasMore: page.hasMore || ledgerApprovals.hasMore }), 200);
});

export const decideApproval = operation('operator', decisionRoute, (deps) => async (c) => {
  const { subjectId = '' } = c.req.valid('param');
  const { environment, decision, reason, scopes } = c.req.valid('json');
  const { operatorId, roles } = operatorOf(c);
  if (scopes && decision === 'denied') throw createScopesProblem('A denial has no scopes.');
  const services = deps.environments[environment];
  const { ledger } = services;
  const cause = { actor: operatorId, requestId: c.get('requestId'), idempotencyKey: null };
  const [isAccount, isPayment] = [isId('account', subjectId), isId('transaction', subjectId)];
  if (!isAccount && !isPayment) {
    const verdict = { subjectId, environment, decision, reason, by: operatorId, scopes };
    const row = await decideRequest(deps, { verdict, roles, cause });
    return c.json(platformApprovalView(row), 200);
  }
  if (scopes) throw createScopesProblem('Only the approval of an application has scopes.');
  requireApprovingRole(roles, isAccount ? 'unfreeze' : 'payment');
  const find = isAccount ? findAccountApproval : findApproval;
  const waitingApproval = await find(ledger, subjectId);
  const initiator =
    waitingApproval?.account?.initiator ?? waitingApproval?.transaction?.initiator ?? '';
  const needsIndependence = decision === 'granted' && initiator !== operatorId;
  if (needsIndependence && !deps.platform.operators.areIndependent(operatorId, initiator))
    throw notIndependent();
  const decisionFields = { decision, reason, cause };
  if (isAccount)
    await ledger.run(decideUnfreeze, { ...decisionFields, accountId: subjectId, operatorId });
  else
    await ledger.run(decide, {
      ...decisionFields,
      transactionId: subjectId,
      decidedBy: operatorId,
    });
  await deps.platform.record({
    actor: operatorId,
    action: `approval.${decision}`,
    objectId: subjectId,
    environment,
    detail: { reason },
  });
  if (!isAccount) await carryOutDecision(services, APPROVAL, subjectId);
  const approval = await find(ledger, subjectId);
  if (!approval) throw new Problem('transaction_not_found');
  return c.json(approval, 200);
});
