// /v1/ops/operators: the people of the bank are invited, given roles, disabled, and get new keys.
// The last active admin keeps the role. No operator sees the key of another one.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Operator } from '../../../db/platform/operators.ts';
import { rolesIn } from '../../../identity/operators.ts';
import { HOUR_MS } from '../../../ledger/durations.ts';
import { emailSchema } from '../../kit/contact-schemas.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, jsonBody, listOf, pathId, textSchema } from '../../kit/schemas.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { ADMIN, type AdminTerms, requireSecondAdmin } from './admins.ts';
import { removeCode } from './invitation-delivery.ts';
import {
  operationsOf,
  operatorKeySchema,
  operatorSchema,
  operatorView,
  ownOperatorSchema,
  rolesSchema,
} from './operator-schema.ts';

const MAX_OVERLAP_HOURS = 24;

const params = pathId('operator', 'operatorId');
const reason = textSchema(500).min(1).openapi({ description: 'For the audit log.' });
const requireBody = <T extends z.ZodType>(schema: T) => ({ body: jsonBody(schema) });

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/operators',
  operationId: 'listOperators',
  tags: ['ops'],
  summary: 'List operators, newest first',
  request: {
    query: pageQuery.extend({ status: z.enum(['invited', 'active', 'disabled']).optional() }),
  },
  responses: { 200: jsonAnswer('A page of operators.', listOf(operatorSchema)) },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/ops/operators/{operatorId}',
  operationId: 'getOperator',
  tags: ['ops'],
  summary: 'Read an operator',
  request: { params },
  responses: { 200: jsonAnswer('The operator.', operatorSchema) },
});

const ownRoute = createRoute({
  method: 'get',
  path: '/v1/ops/operator',
  operationId: 'getOwnOperator',
  tags: ['ops'],
  summary: 'Read your own operator account and permissions',
  responses: { 200: jsonAnswer('The operator of this key.', ownOperatorSchema) },
});

const inviteRoute = createRoute({
  method: 'post',
  path: '/v1/ops/operators',
  operationId: 'inviteOperator',
  tags: ['ops'],
  summary: 'Invite an operator',
  description:
    'It takes two admins: the second one sends the same request, or agrees at /v1/ops/approvals. ' +
    'The person claims a key with a code within a week. The code is mailed; without a mail server ' +
    'it is in a file on the machine of the bank. No answer shows it. An admin and a person whom ' +
    'the admin invited can never be the two operators of one act.',
  request: requireBody(
    z
      .strictObject({
        name: textSchema(100).trim().min(1),
        email: emailSchema,
        roles: rolesSchema,
        reason,
      })
      .openapi('OperatorInvitation'),
  ),
  responses: {
    201: jsonAnswer('The invited operator, approved by two admins.', operatorSchema),
    202: jsonAnswer('Another admin has to approve.', approvalSchema),
  },
});

const claimRoute = createRoute({
  method: 'post',
  path: '/v1/ops/operators/claim',
  operationId: 'claimOperatorKey',
  tags: ['ops'],
  summary: 'Claim your own key with the code of an invitation',
  request: requireBody(
    z.strictObject({ invitationCode: z.string().min(1).max(128) }).openapi('OperatorClaim'),
  ),
  responses: { 201: jsonAnswer('The operator, with the key.', operatorKeySchema) },
});

const changeRoute = createRoute({
  method: 'patch',
  path: '/v1/ops/operators/{operatorId}',
  operationId: 'changeOperator',
  tags: ['ops'],
  summary: 'Change the roles of an operator',
  description:
    'Applies from the next request on. The last active admin keeps the role; granting it ' +
    'takes two admins.',
  request: {
    params,
    ...requireBody(z.strictObject({ roles: rolesSchema, reason }).openapi('OperatorChange')),
  },
  responses: {
    200: jsonAnswer('The operator.', operatorSchema),
    202: jsonAnswer('Another admin has to approve.', approvalSchema),
  },
});

const reasonBody = z.strictObject({ reason }).openapi('OperatorReason');

const disableRoute = createRoute({
  method: 'post',
  path: '/v1/ops/operators/{operatorId}/disable',
  operationId: 'disableOperator',
  tags: ['ops'],
  summary: 'Disable an operator at once',
  description: 'Repeating the request changes nothing.',
  request: { params, ...requireBody(reasonBody) },
  responses: { 200: jsonAnswer('The operator.', operatorSchema) },
});

const enableRoute = createRoute({
  method: 'post',
  path: '/v1/ops/operators/{operatorId}/enable',
  operationId: 'enableOperator',
  tags: ['ops'],
  summary: 'Enable a disabled operator',
  description:
    'The earlier keys of the operator work again, so two admins have to agree, as they do to an ' +
    'invitation. A request for an operator who is not disabled changes nothing.',
  request: { params, ...requireBody(reasonBody) },
  responses: {
    200: jsonAnswer('The operator, approved by two admins.', operatorSchema),
    202: jsonAnswer('Another admin has to approve.', approvalSchema),
  },
});

const renewRoute = createRoute({
  method: 'post',
  path: '/v1/ops/operators/{operatorId}/invitation',
  operationId: 'renewOperatorInvitation',
  tags: ['ops'],
  summary: 'Reissue an invitation code, and end the earlier keys',
  description:
    'For an expired invitation, or a person whose key is lost. It takes two admins. One admin is ' +
    'enough to end all access at once: disable the operator.',
  request: { params, ...requireBody(reasonBody) },
  responses: {
    200: jsonAnswer('The operator, approved by two admins.', operatorSchema),
    202: jsonAnswer('Another admin has to approve.', approvalSchema),
  },
});

const rotateRoute = createRoute({
  method: 'post',
  path: '/v1/ops/operator/key/rotate',
  operationId: 'rotateOwnOperatorKey',
  tags: ['ops'],
  summary: 'Rotate your own key',
  request: {
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              overlapHours: z.number().int().min(0).max(MAX_OVERLAP_HOURS).default(0).openapi({
                description: 'How long the earlier key still works.',
              }),
            })
            .openapi('OperatorKeyRotation'),
        },
      },
    },
  },
  responses: { 201: jsonAnswer('The operator, with the new key.', operatorKeySchema) },
});

const viewOf = ({ platform }: Deps, row: Operator) =>
  operatorView(row, platform.operators.keysOf(row.id), Date.now());

function findOperator({ platform }: Deps, id: string): Operator {
  const row = platform.operators.find(id);
  if (!row) throw new Problem('operator_not_found');
  return row;
}

export const listOperators = operation('operator', listRoute, (deps) => async (c) => {
  const { status, ...query } = c.req.valid('query');
  const page = deps.platform.operators.list({ ...pageOrder('operator', query), status });
  return c.json(listBody({ ...page, data: page.data.map((row) => viewOf(deps, row)) }), 200);
});

export const getOperator = operation('operator', getRoute, (deps) => async (c) => {
  const { operatorId = '' } = c.req.valid('param');
  return c.json(viewOf(deps, findOperator(deps, operatorId)), 200);
});

/**
 * Returns the wire form of an operator, with the served operations that their roles allow.
 * @throws Problem when there is no such operator
 */
export function ownOperatorView(deps: Deps, operatorId: string) {
  const view = viewOf(deps, findOperator(deps, operatorId));
  return { ...view, operations: operationsOf(view.roles, deps.operationIds) };
}

export const getOwnOperator = operation('operator', ownRoute, (deps) => async (c) => {
  return c.json(ownOperatorView(deps, operatorOf(c).operatorId), 200);
});

interface TwoPersonAct {
  readonly terms: AdminTerms;
  readonly objectId: string;
  readonly reason: string;
}

/**
 * Requests another admin's approval, or gives it as the other admin. Returns null when the act was
 * carried out.
 */
async function requestOrApproveAsAdmin(
  c: Context<AppEnv>,
  deps: Deps,
  { terms, objectId, reason }: TwoPersonAct,
) {
  requireSecondAdmin(deps);
  const { operatorId, roles } = operatorOf(c);
  const approvalOrder = {
    act: ADMIN,
    objectId,
    environment: 'production',
    terms,
    reason,
    by: operatorId,
  } as const;
  const pendingApproval = await requestOrApprove(deps, {
    approvalOrder,
    roles,
    cause: operatorCauseOf(c),
  });
  return pendingApproval && platformApprovalView(pendingApproval);
}

export const inviteOperator = operation('operator', inviteRoute, (deps) => async (c) => {
  const { reason, ...person } = c.req.valid('json');
  const { operators } = deps.platform;
  operators.requireNew(person.email);
  const objectId = person.email.toLowerCase();
  const roles = [...new Set(person.roles)].sort();
  const terms = { kind: 'invite', ...person, roles } as const;
  const pendingApproval = await requestOrApproveAsAdmin(c, deps, { terms, objectId, reason });
  if (pendingApproval) return c.json(pendingApproval, 202);
  const operator = operators.findByEmail(objectId);
  if (!operator) throw new Problem('operator_not_found');
  return c.json(viewOf(deps, operator), 201);
});

export const claimOperatorKey = operation('public', claimRoute, (deps) => async (c) => {
  const { invitationCode } = c.req.valid('json');
  const { operator, key } = await deps.platform.operators.claim(invitationCode);
  removeCode(deps, operator.id);
  return c.json({ ...viewOf(deps, operator), apiKey: key }, 201);
});

export const changeOperator = operation('operator', changeRoute, (deps) => async (c) => {
  const { operatorId = '' } = c.req.valid('param');
  const { roles, reason } = c.req.valid('json');
  const before = findOperator(deps, operatorId);
  if (roles.includes('admin') && !rolesIn(before).includes('admin')) {
    const terms = { kind: 'roles', roles: [...new Set(roles)].sort() } as const;
    const pendingApproval = await requestOrApproveAsAdmin(c, deps, {
      terms,
      objectId: operatorId,
      reason,
    });
    if (pendingApproval) return c.json(pendingApproval, 202);
    return c.json(viewOf(deps, findOperator(deps, operatorId)), 200);
  }
  const change = { operatorId, roles, reason, by: operatorOf(c).operatorId };
  return c.json(viewOf(deps, await deps.platform.operators.changeRoles(change)), 200);
});

export const disableOperator = operation('operator', disableRoute, (deps) => async (c) => {
  const { operatorId = '' } = c.req.valid('param');
  const { reason } = c.req.valid('json');
  const order = { operatorId, reason, by: operatorOf(c).operatorId };
  return c.json(viewOf(deps, await deps.platform.operators.disable(order)), 200);
});

export const enableOperator = operation('operator', enableRoute, (deps) => async (c) => {
  const { operatorId = '' } = c.req.valid('param');
  const { reason } = c.req.valid('json');
  if (findOperator(deps, operatorId).status === 'disabled') {
    const order = { terms: { kind: 'enable' }, objectId: operatorId, reason } as const;
    const pendingApproval = await requestOrApproveAsAdmin(c, deps, order);
    if (pendingApproval) return c.json(pendingApproval, 202);
  }
  return c.json(viewOf(deps, findOperator(deps, operatorId)), 200);
});

export const renewInvitation = operation('operator', renewRoute, (deps) => async (c) => {
  const { operatorId = '' } = c.req.valid('param');
  const { reason } = c.req.valid('json');
  findOperator(deps, operatorId);
  const order = { terms: { kind: 'invitation' }, objectId: operatorId, reason } as const;
  const pendingApproval = await requestOrApproveAsAdmin(c, deps, order);
  if (pendingApproval) return c.json(pendingApproval, 202);
  return c.json(viewOf(deps, findOperator(deps, operatorId)), 200);
});

export const rotateOwnKey = operation('operator', rotateRoute, (deps) => async (c) => {
  const { overlapHours } = c.req.valid('json');
  const { operatorId, sessionId } = operatorOf(c);
  // Otherwise somebody at an unattended page could take a key that outlives the session.
  if (sessionId !== undefined) {
    throw new Problem('insufficient_scope', 'A session gets no key: send the operator key itself.');
  }
  const { operators } = deps.platform;
  const { operator, key } = await operators.rotateKey(operatorId, overlapHours * HOUR_MS);
  return c.json({ ...viewOf(deps, operator), apiKey: key }, 201);
});
