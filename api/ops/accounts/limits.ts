// PUT /v1/ops/accounts/{accountId}/limits: the limits that the bank sets for an account. Limits
// above KONTOR_OPERATOR_LIMIT take two operators.

import { createRoute } from '@hono/zod-openapi';
import { tenantOfAccount } from '../../../db/accounts/reads.ts';
import { findLimits } from '../../../db/limits/reads.ts';
import { PERIODS } from '../../../ledger/limits.ts';
import { limitsBody, limitsSchema } from '../../accounts/limits-schema.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId, textSchema } from '../../kit/schemas.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { isWithinDailyAllowance } from '../approvals/daily-allowance.ts';
import { setLimits } from '../approvals/terms.ts';
import { environmentField } from '../kit/environment.ts';

const bodySchema = limitsBody
  .omit({ effectiveFrom: true, temporary: true })
  .extend({ environment: environmentField, reason: textSchema(500).min(1) })
  .strict()
  .openapi('OperatorLimits');

const route = createRoute({
  method: 'put',
  path: '/v1/ops/accounts/{accountId}/limits',
  operationId: 'setLimitsAsOperator',
  tags: ['ops'],
  summary: 'Replace the limits of an account on behalf of the bank',
  description:
    'They apply at once. A second operator has to approve, at /v1/ops/approvals, when the raises ' +
    'of the day together exceed KONTOR_OPERATOR_LIMIT, or when no limit for a day, a week or a ' +
    'month is left.',
  request: {
    params: pathId('account', 'accountId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The current limits.', limitsSchema),
    202: jsonAnswer('A second operator has to approve.', approvalSchema),
  },
});

/**
 * Returns the tightest limit of the periods, which alone bounds the outflow of a day. A limit per
 * payment bounds nothing, because the number of payments is unlimited.
 */
function findTightest(amounts: readonly (number | null | undefined)[]): bigint | null {
  const numbers = amounts.filter((amount) => typeof amount === 'number');
  return numbers.length === 0 ? null : BigInt(Math.min(...numbers));
}

export const setLimitsAsOperator = operation('operator', route, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { environment, reason, ...body } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const tenantId = tenantOfAccount(ledger, accountId);
  if (tenantId === null) throw new Problem('account_not_found');
  const { currency } = body;
  const { operatorId, roles } = operatorOf(c);
  const act = 'limits';
  const before = await findLimits(ledger, tenantId, accountId);
  const isWithin = await isWithinDailyAllowance(deps, {
    ...{ operatorId, act, objectId: accountId, environment, currency },
    amount: findTightest([body.daily, body.weekly, body.monthly]),
    before: findTightest(
      (before?.limits ?? []).map(({ period, maxAmount }) =>
        PERIODS.some((knownPeriod) => knownPeriod === period) ? maxAmount : null,
      ),
    ),
  });
  const cause = operatorCauseOf(c);
  if (!isWithin) {
    const approvalOrder = {
      act,
      objectId: accountId,
      environment,
      terms: { ...body },
      reason,
      by: operatorId,
    };
    const pendingApproval = await requestOrApprove(deps, { approvalOrder, roles, cause });
    if (pendingApproval) return c.json(platformApprovalView(pendingApproval), 202);
  } else await setLimits(deps, { environment, accountId, body }, cause);
  const limits = await findLimits(ledger, tenantId, accountId);
  if (!limits) throw new Problem('account_not_found');
  return c.json(limits, 200);
});
