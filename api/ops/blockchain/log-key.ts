// POST /v1/ops/log-key/rotate: two operators agree that a log is signed with a new key. The worker
// makes it at its next start, because only a worker has keys.

import { createRoute } from '@hono/zod-openapi';
import { LOG_KEY_ROTATION } from '../../../identity/operator-approvals.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer } from '../../kit/schemas.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { actBody } from '../kit/act-body.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ops/log-key/rotate',
  operationId: 'rotateLogKey',
  tags: ['ops'],
  summary: 'Request or approve a new log key of an environment',
  description:
    'A second operator sends the same, or decides about the approval. The next start of the ' +
    'worker makes the key; `carriedOutAt` says when. Old checkpoints keep their key.',
  request: { body: actBody('LogKeyRotation', {}) },
  responses: {
    202: jsonAnswer(
      'The request waits for a second operator, or for the next start.',
      approvalSchema,
    ),
  },
});

export const rotateLogKey = operation('operator', route, (deps) => async (c) => {
  const { environment, reason } = c.req.valid('json');
  const { operatorId, roles } = operatorOf(c);
  const objectId = `log-key/${environment}`;
  const approvalOrder = {
    act: LOG_KEY_ROTATION,
    objectId,
    environment,
    terms: {},
    reason,
    by: operatorId,
  };
  const { approvals } = deps.platform;
  const pendingApproval =
    (await requestOrApprove(deps, { approvalOrder, roles, cause: operatorCauseOf(c) })) ??
    approvals.about(objectId, LOG_KEY_ROTATION);
  if (!pendingApproval) throw new Error('the requested act has no approval');
  return c.json(platformApprovalView(pendingApproval), 202);
});
