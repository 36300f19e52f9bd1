// /v1/ops/relied-lists: two operators agree to use a stale sanctions list until a given day. One
// operator can withdraw the agreement.

import { createRoute, z } from '@hono/zod-openapi';
import { pageOfReliedLists, withdrawRelied as withdraw } from '../../../db/screening/agreements.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { invalidField } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';
import { reliedListSchema } from './agreed-schema.ts';
import { completeTerms, RELIED_LIST_ACT } from './relied-act.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/relied-lists',
  operationId: 'listReliedLists',
  tags: ['ops'],
  summary: 'List approvals to rely on stale sanctions lists, newest first',
  request: {
    query: pageQuery.extend({ environment: environmentField, list: z.string().optional() }),
  },
  responses: { 200: jsonAnswer('A page of approvals.', listOf(reliedListSchema)) },
});

const askRoute = createRoute({
  method: 'post',
  path: '/v1/ops/relied-lists',
  operationId: 'relyOnList',
  tags: ['ops'],
  summary: 'Request or approve the use of a stale sanctions list until a day',
  description:
    'A second operator sends the same, or decides about the approval. Payments that waited ' +
    'only for this list continue, with a reason that names the list and the day. A newer ' +
    'file of the list ends the approval.',
  request: {
    body: actBody('ReliedListOrder', {
      list: z.string().openapi({ example: 'un_security_council' }),
      until: z.iso.datetime({ offset: true }).openapi({
        description: 'At most KONTOR_SCREENING_STALE_MOST_DAYS ahead.',
      }),
    }),
  },
  responses: {
    200: jsonAnswer('The approval is in force.', reliedListSchema),
    202: jsonAnswer('The request waits for a second operator.', approvalSchema),
  },
});

const withdrawRoute = createRoute({
  method: 'post',
  path: '/v1/ops/relied-lists/{reliedListId}/withdraw',
  operationId: 'withdrawReliedList',
  tags: ['ops'],
  summary: 'Withdraw the approval of a stale sanctions list',
  request: {
    params: pathId('reliedList', 'reliedListId'),
    body: actBody('ReliedListWithdrawal', {}),
  },
  responses: { 200: jsonAnswer('The approval.', reliedListSchema) },
});

export const listReliedLists = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, list, ...query } = c.req.valid('query');
  const order = { ...pageOrder('reliedList', query), list };
  return c.json(listBody(pageOfReliedLists(deps.environments[environment].ledger, order)), 200);
});

export const relyOnList = operation('operator', askRoute, (deps) => async (c) => {
  const { environment, list, reason, until } = c.req.valid('json');
  const { operatorId, roles } = operatorOf(c);
  const max = deps.config.screening.maxReliedDays;
  const aheadMs = Date.parse(until) - Date.now();
  if (aheadMs <= 0 || aheadMs > max * DAY_MS) {
    throw invalidField('/until', `Expected a time in the next ${max} days.`, 'validation_failed');
  }
  const terms = await completeTerms(deps, { list, until: new Date(until).toISOString() });
  const objectId = `list/${environment}/${list}`;
  const approvalOrder = {
    act: RELIED_LIST_ACT,
    objectId,
    environment,
    terms: { ...terms },
    reason,
    by: operatorId,
  };
  const approval = await requestOrApprove(deps, {
    approvalOrder,
    roles,
    cause: operatorCauseOf(c),
  });
  if (approval) return c.json(platformApprovalView(approval), 202);
  const order = { ...pageOrder('reliedList', { limit: 1 }), list };
  const [reliedList] = pageOfReliedLists(deps.environments[environment].ledger, order).data;
  if (!reliedList) throw new Error('the agreed act has no record');
  return c.json(reliedList, 200);
});

export const withdrawReliedList = operation('operator', withdrawRoute, (deps) => async (c) => {
  const { reliedListId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const operatorId = operatorOf(c).operatorId;
  const { ledger } = deps.environments[environment];
  const reliedList = await ledger.run(withdraw, { id: reliedListId, by: operatorId, reason });
  await deps.platform.record({
    actor: operatorId,
    action: 'stale_list.withdrawn',
    objectId: reliedList.list,
    environment,
    detail: { id: reliedListId, reason },
  });
  return c.json(reliedList, 200);
});
