// GET /v1/ops/applications and the decision about one: whether a developer may have production
// keys.

import { createRoute, z } from '@hono/zod-openapi';
import { claimOf } from '../../../identity/claims.ts';
import { PRODUCTION_ACCESS } from '../../../identity/operator-approvals.ts';
import { ALL_SCOPES } from '../../../identity/scopes.ts';
import { invalidState } from '../../../ledger/refusal.ts';
import {
  claimSchema,
  claimView,
  developerSchema,
  developerView,
  scopeSchema,
} from '../../developer/developer-schema.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId, textSchema } from '../../kit/schemas.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { decideRequest, requestOrApprove } from '../approvals/carry-out.ts';
import { decideProductionAccess } from './production-access.ts';

const decidedSchema = developerSchema
  .extend({ claim: claimSchema.nullable() })
  .openapi('DecidedApplication');

const listedSchema = developerSchema
  .extend({
    approval: approvalSchema.nullable().openapi({
      description: 'The pending request of the first operator: operator, time, reason and subject.',
    }),
    grantable: z.array(scopeSchema).openapi({ description: 'The scopes that live keys can have.' }),
  })
  .openapi('ListedApplication');

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/applications',
  operationId: 'listApplications',
  tags: ['ops'],
  summary: 'List applications for production access, newest first',
  request: {
    query: pageQuery.extend({
      status: z.enum(['pending', 'approved', 'rejected']).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('A page of developers with their applications.', listOf(listedSchema)),
  },
});

const decisionRoute = createRoute({
  method: 'post',
  path: '/v1/ops/applications/{applicationId}/decision',
  operationId: 'decideApplication',
  tags: ['ops'],
  summary: 'Approve or reject an application',
  description:
    'Two operators approve: the first one asks, another one sends the same decision or grants it ' +
    'at /v1/ops/approvals/{applicationId}/decision. With fewer scopes, the second one grants a part ' +
    'of the requested scopes. One operator rejects.',
  request: {
    params: pathId('application', 'applicationId'),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              decision: z.enum(['approved', 'rejected']),
              reason: textSchema(500).min(1).optional(),
              scopes: z.array(scopeSchema).min(1).optional().openapi({
                description: 'The maximum scopes of live keys; all by default.',
              }),
            })
            .refine(({ decision, scopes }) => decision === 'approved' || !scopes, {
              path: ['scopes'],
              message: 'A rejected application has no scopes: leave it out.',
            })
            .openapi('ApplicationDecision'),
        },
      },
    },
  },
  responses: {
    200: jsonAnswer(
      'The developer with the decided application and the claim code.',
      decidedSchema,
    ),
    202: jsonAnswer('A second operator has to approve.', approvalSchema),
  },
});

const claimRoute = createRoute({
  method: 'post',
  path: '/v1/ops/applications/{applicationId}/claim',
  operationId: 'renewClaim',
  tags: ['ops'],
  summary: 'Reissue the claim code of an approved application',
  description: 'For an expired code, or a developer who lost the live keys.',
  request: {
    params: pathId('application', 'applicationId'),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({ reason: textSchema(500).min(1) })
            .openapi('ApplicationClaimRenewal'),
        },
      },
    },
  },
  responses: {
    200: jsonAnswer('The developer with the new code; the previous code is void.', decidedSchema),
  },
});

export const listApplications = operation('operator', listRoute, (deps) => async (c) => {
  const query = c.req.valid('query');
  const page = pageOrder('application', query);
  const applications = await deps.platform.listApplications(query.status ?? null, page);
  const listApplication = (row: (typeof applications.data)[number]) => {
    const pendingApproval = deps.platform.approvals.about(row.applicationId, PRODUCTION_ACCESS);
    const isOpen = pendingApproval?.status === 'requested';
    const approval = isOpen ? platformApprovalView(pendingApproval) : null;
    return { ...developerView(row), approval, grantable: [...ALL_SCOPES] };
  };
  const body = listBody({ ...applications, data: applications.data.map(listApplication) });
  const lastId = applications.data.at(-1)?.applicationId ?? null;
  return c.json({ ...body, nextCursor: applications.hasMore ? lastId : null }, 200);
});

const ALL_SCOPES_TEXT = [...ALL_SCOPES].sort().join(' ');

export const decideApplication = operation('operator', decisionRoute, (deps) => async (c) => {
  const { applicationId = '' } = c.req.valid('param');
  const { decision, reason = null, scopes } = c.req.valid('json');
  const { operatorId, roles } = operatorOf(c);
  const application = await deps.platform.findApplication(applicationId);
  if (!application) throw new Problem('application_not_found');
  const requestedScopes = scopes && [...new Set(scopes)].sort();
  const approval = deps.platform.approvals.about(applicationId, PRODUCTION_ACCESS);
  const isRequestedByOther =
    approval?.status === 'requested' && approval.requestedBy !== operatorId;
  const cause = operatorCauseOf(c);
  if (
    decision === 'approved' &&
    application.applicationStatus === 'pending' &&
    requestedScopes &&
    isRequestedByOther
  ) {
    const verdict = {
      environment: 'production',
      decision: 'granted',
      reason: reason ?? '',
    } as const;
    const claim = { subjectId: approval.id, by: operatorId, scopes: requestedScopes };
    await decideRequest(deps, { verdict: { ...verdict, ...claim }, roles, cause });
  } else if (decision === 'approved' && application.applicationStatus === 'pending') {
    const approvalOrder = {
      act: PRODUCTION_ACCESS,
      objectId: applicationId,
      environment: 'production' as const,
      terms: { developerId: application.id, ...(requestedScopes && { scopes: requestedScopes }) },
      reason: reason ?? '',
      by: operatorId,
    };
    const pendingApproval = await requestOrApprove(deps, { approvalOrder, roles, cause });
    if (pendingApproval) return c.json(platformApprovalView(pendingApproval), 202);
  } else {
    const terms = { applicationId, status: decision, reason, operatorId };
    await decideProductionAccess(deps, terms, cause);
  }
  const decided = await deps.platform.findApplication(applicationId);
  if (
    requestedScopes &&
    decided &&
    requestedScopes.join(' ') !== (decided.applicationScopes ?? ALL_SCOPES_TEXT)
  ) {
    throw invalidState('The application was approved already, with other scopes.');
  }
  if (!decided) throw new Problem('application_not_found');
  const claim = claimView(claimOf(decided, deps.seal, Date.now()));
  return c.json({ ...developerView(decided), claim }, 200);
});

export const renewClaim = operation('operator', claimRoute, (deps) => async (c) => {
  const { applicationId = '' } = c.req.valid('param');
  const { reason } = c.req.valid('json');
  const { operatorId } = operatorOf(c);
  const row = await deps.platform.renewClaim({
    applicationId,
    operatorId,
    reason,
    seal: deps.seal,
  });
  if (row === 'not_found') throw new Problem('application_not_found');
  if (row === 'not_approved') {
    throw new Problem('invalid_state_transition', 'The application is not approved.');
  }
  const claim = claimView(claimOf(row, deps.seal, Date.now()));
  return c.json({ ...developerView(row), claim }, 200);
});
