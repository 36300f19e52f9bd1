// /v1/ops/screening-clearances: two operators agree, for the payments of all customers, that an
// external name is not the list entry that it resembles. One operator can withdraw the agreement.

import { createRoute, z } from '@hono/zod-openapi';
import {
  clearanceOf,
  listClearances,
  withdrawClearance as withdraw,
} from '../../../db/screening/agreements.ts';
import { invalidField } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../../kit/schemas.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';
import { clearanceSchema } from './agreed-schema.ts';
import { CLEARANCE, readClearanceTerms } from './clearance-act.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/screening-clearances',
  operationId: 'listScreeningClearances',
  tags: ['ops'],
  summary: 'List clearances of names for all customers, newest first',
  request: { query: pageQuery.extend({ environment: environmentField }) },
  responses: { 200: jsonAnswer('A page of clearances.', listOf(clearanceSchema)) },
});

const askRoute = createRoute({
  method: 'post',
  path: '/v1/ops/screening-clearances',
  operationId: 'clearScreeningForAll',
  tags: ['ops'],
  summary: 'Request or approve the clearance of an external name for all customers',
  description:
    'Takes a hit about an external party. A second operator sends the same request, or decides ' +
    'about the approval. The clearance applies to the present version of the list entry, and ' +
    'expires.',
  request: {
    body: actBody('ScreeningClearanceOrder', {
      hitId: z.string(),
      validForDays: z
        .number()
        .int()
        .min(1)
        .optional()
        .openapi({
          description:
            'Default: KONTOR_SCREENING_CLEARANCE_DAYS; at most ' +
            'KONTOR_SCREENING_CLEARANCE_MOST_DAYS.',
        }),
    }),
  },
  responses: {
    200: jsonAnswer('The clearance is in force.', clearanceSchema),
    202: jsonAnswer('The request waits for a second operator.', approvalSchema),
  },
});

const withdrawRoute = createRoute({
  method: 'post',
  path: '/v1/ops/screening-clearances/{clearanceId}/withdraw',
  operationId: 'withdrawScreeningClearance',
  tags: ['ops'],
  summary: 'Withdraw a clearance for all customers',
  request: {
    params: pathId('screeningClearance', 'clearanceId'),
    body: actBody('ScreeningClearanceWithdrawal', {}),
  },
  responses: { 200: jsonAnswer('The clearance.', clearanceSchema) },
});

export const listAllClearances = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, ...query } = c.req.valid('query');
  const order = pageOrder('screeningClearance', query);
  return c.json(listBody(listClearances(deps.environments[environment].ledger, order)), 200);
});

export const clearForAll = operation('operator', askRoute, (deps) => async (c) => {
  const { environment, hitId, reason, validForDays: days } = c.req.valid('json');
  const { operatorId, roles } = operatorOf(c);
  const { usual, max } = deps.config.screening.clearanceDays;
  const validForDays = days ?? usual;
  if (validForDays > max) {
    throw invalidField('/validForDays', `Expected at most ${max} days.`, 'validation_failed');
  }
  const terms = await readClearanceTerms(deps, environment, { hitId, validForDays });
  const approvalOrder = {
    act: CLEARANCE,
    objectId: hitId,
    environment,
    terms: { ...terms },
    reason,
    by: operatorId,
  };
  const pendingApproval = await requestOrApprove(deps, {
    approvalOrder,
    roles,
    cause: operatorCauseOf(c),
  });
  if (pendingApproval) return c.json(platformApprovalView(pendingApproval), 202);
  const clearance = clearanceOf(deps.environments[environment].ledger, hitId);
  if (!clearance) throw new Error('the agreed act has no record');
  return c.json(clearance, 200);
});

export const withdrawClearance = operation('operator', withdrawRoute, (deps) => async (c) => {
  const { clearanceId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const operatorId = operatorOf(c).operatorId;
  const { ledger } = deps.environments[environment];
  const clearance = await ledger.run(withdraw, { id: clearanceId, by: operatorId, reason });
  await deps.platform.record({
    actor: operatorId,
    action: 'screening_clearance.withdrawn',
    objectId: clearanceId,
    environment,
    detail: { reason },
  });
  return c.json(clearance, 200);
});
