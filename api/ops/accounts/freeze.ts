// POST /v1/ops/accounts/{accountId}/freeze, /unfreeze and /reactivate: acts on an account that are
// reserved to the bank. Ending a freeze that the law requires (aml, court_order) takes two
// operators.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AccountMove } from '../../../db/accounts/acts.ts';
import { moveAccount } from '../../../db/accounts/acts.ts';
import { findAccountApproval } from '../../../db/approvals/reads.ts';
import { unfreezeAccount } from '../../../db/approvals/unfreeze.ts';
import { FREEZE_REASONS } from '../../../ledger/account.ts';
import { accountSchema } from '../../accounts/account-schema.ts';
import { answerAccount } from '../../accounts/answer.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { readIfMatch } from '../../kit/etag.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { pathId, textSchema } from '../../kit/schemas.ts';
import { approvalSchema } from '../approvals/approval-schema.ts';
import { environmentField } from '../kit/environment.ts';

const jsonOf = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });
const account = {
  description: 'The account in its present state.',
  content: jsonOf(accountSchema),
};
const accountPath = pathId('account', 'accountId');
const reason = textSchema(500).min(1);

const freezeRoute = createRoute({
  method: 'post',
  path: '/v1/ops/accounts/{accountId}/freeze',
  operationId: 'freezeAccountAsOperator',
  tags: ['ops'],
  summary: 'Freeze an account on behalf of the bank',
  request: {
    params: accountPath,
    body: {
      required: true,
      content: jsonOf(
        z
          .strictObject({
            environment: environmentField,
            reason: z.enum(FREEZE_REASONS),
            message: reason,
            creditsBlocked: z.boolean().default(false),
          })
          .openapi('OperatorFreeze'),
      ),
    },
  },
  responses: { 200: account },
});

const actSchema = z.strictObject({ environment: environmentField, reason }).openapi('OperatorAct');
const actRequest = {
  params: accountPath,
  body: { required: true, content: jsonOf(actSchema) },
};

const unfreezeRoute = createRoute({
  method: 'post',
  path: '/v1/ops/accounts/{accountId}/unfreeze',
  operationId: 'unfreezeAccountAsOperator',
  tags: ['ops'],
  summary: "End a freeze, or request the second operator's approval",
  description:
    'The second person agrees to the end of a freeze for aml or court_order at ' +
    '/v1/ops/approvals/{accountId}/decision.',
  request: actRequest,
  responses: {
    200: account,
    202: { description: 'A second operator has to approve.', content: jsonOf(approvalSchema) },
  },
});

const reactivateRoute = createRoute({
  method: 'post',
  path: '/v1/ops/accounts/{accountId}/reactivate',
  operationId: 'reactivateAccountAsOperator',
  tags: ['ops'],
  summary: 'Reactivate a dormant account on behalf of the bank',
  request: actRequest,
  responses: { 200: account },
});

type Environment = z.output<typeof environmentField>;

/** Records the operator, the act, the account and the reason in the audit log. */
async function recordAct(
  c: Context<AppEnv>,
  deps: Deps,
  act: { environment: Environment; objectId: string; action: string; detail: object },
): Promise<void> {
  await deps.platform.record({ actor: operatorOf(c).operatorId, ...act });
}

export const freezeAsOperator = operation('operator', freezeRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { environment, reason: freezeReason, ...terms } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const move: AccountMove = {
    tenantId: null,
    accountId,
    to: 'frozen',
    freezeReason,
    ...terms,
    ifVersion: readIfMatch(c),
    cause: operatorCauseOf(c),
  };
  const { replayed } = await ledger.run(moveAccount, move);
  const account = await answerAccount(c, ledger, { tenantId: null, accountId });
  const hasOtherReason = account.freezeReason !== freezeReason;
  if (replayed && hasOtherReason) {
    throw new Problem(
      'invalid_state_transition',
      'The account is already frozen with other terms: unfreeze it first.',
    );
  }
  const detail = { freezeReason, message: terms.message };
  await recordAct(c, deps, { environment, objectId: accountId, action: 'account.freeze', detail });
  return c.json(account, 200);
});

export const unfreezeAsOperator = operation('operator', unfreezeRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const { operatorId } = operatorOf(c);
  const order = { accountId, operatorId, reason, cause: operatorCauseOf(c) };
  const outcome = await ledger.run(unfreezeAccount, order);
  const action = outcome.kind === 'done' ? 'account.unfreeze' : 'account.unfreeze.request';
  await recordAct(c, deps, { environment, objectId: accountId, action, detail: { reason } });
  if (outcome.kind === 'done') {
    const accountKey = { tenantId: null, accountId };
    return c.json(await answerAccount(c, ledger, accountKey), 200);
  }
  const approval = await findAccountApproval(ledger, accountId);
  if (!approval) throw new Problem('account_not_found');
  return c.json(approval, 202);
});

export const reactivateAsOperator = operation('operator', reactivateRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const cause = operatorCauseOf(c);
  const noFreeze = { freezeReason: null, creditsBlocked: false, message: null, tenantId: null };
  await ledger.run(moveAccount, {
    ...noFreeze,
    accountId,
    to: 'active',
    permitted: { from: ['dormant'], freezeReasons: [] },
    ifVersion: readIfMatch(c),
    cause,
  });
  const account = await answerAccount(c, ledger, { tenantId: null, accountId });
  const action = 'account.reactivate';
  await recordAct(c, deps, { environment, objectId: accountId, action, detail: { reason } });
  return c.json(account, 200);
});
