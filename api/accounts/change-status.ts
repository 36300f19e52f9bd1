// POST /v1/accounts/{accountId}/freeze, /unfreeze, /reactivate and /close: the status changes that
// a developer controls. Only the bank unfreezes an account that the bank froze.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AccountMove } from '../../db/accounts/acts.ts';
import { moveAccount } from '../../db/accounts/acts.ts';
import { findAccount } from '../../db/accounts/reads.ts';
import type { AccountView } from '../../db/accounts/view.ts';
import type { FreezeReason } from '../../ledger/account.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { readIfMatch } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId, textSchema } from '../kit/schemas.ts';
import { accountSchema } from './account-schema.ts';
import { answerAccount } from './answer.ts';

const DEVELOPER_FREEZE_REASONS = ['customer_request', 'fraud'] as const;

const freezeBody = z
  .strictObject({
    reason: z.enum(DEVELOPER_FREEZE_REASONS).default('customer_request'),
    message: textSchema(500).optional(),
    creditsBlocked: z.boolean().default(false),
  })
  .openapi('AccountFreezeOrder');

const responses = {
  200: jsonAnswer(
    'The account in its present state; unchanged when it was already in this state.',
    accountSchema,
  ),
};

const freezeRoute = createRoute({
  method: 'post',
  path: '/v1/accounts/{accountId}/freeze',
  operationId: 'freezeAccount',
  tags: ['accounts'],
  summary: 'Block debits of an account',
  description: 'Credits are still booked unless creditsBlocked is set.',
  request: {
    params: pathId('account', 'accountId'),
    body: jsonBody(freezeBody),
  },
  responses,
});

const unfreezeRoute = createRoute({
  method: 'post',
  path: '/v1/accounts/{accountId}/unfreeze',
  operationId: 'unfreezeAccount',
  tags: ['accounts'],
  summary: 'Allow debits again',
  request: { params: pathId('account', 'accountId') },
  responses,
});

const reactivateRoute = createRoute({
  method: 'post',
  path: '/v1/accounts/{accountId}/reactivate',
  operationId: 'reactivateAccount',
  tags: ['accounts'],
  summary: 'Reactivate a dormant account at the request of its customer',
  description:
    'An account becomes dormant when its customer has not used it for a long time: credits ' +
    'are booked, and payments from it are declined with account_dormant.',
  request: { params: pathId('account', 'accountId') },
  responses,
});

const closeRoute = createRoute({
  method: 'post',
  path: '/v1/accounts/{accountId}/close',
  operationId: 'closeAccount',
  tags: ['accounts'],
  summary: 'Close an empty account for good',
  request: { params: pathId('account', 'accountId') },
  responses,
});

type Move = Pick<AccountMove, 'to' | 'freezeReason' | 'creditsBlocked' | 'message' | 'permitted'>;

async function changeStatus(c: Context<AppEnv>, deps: Deps, accountId: string, target: Move) {
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { replayed } = await ledger.run(moveAccount, {
    ...target,
    tenantId,
    accountId,
    ifVersion: readIfMatch(c),
    cause: causeOf(c),
  });
  const account = await answerAccount(c, ledger, { tenantId, accountId });
  if (replayed) refuseOtherTerms(account, target);
  return account;
}

/** Refuses other terms for an account that is already frozen, which do not take effect. */
function refuseOtherTerms({ freezeReason, restrictions }: AccountView, target: Move): void {
  const { creditsBlocked } = restrictions;
  if (freezeReason === target.freezeReason && creditsBlocked === target.creditsBlocked) return;
  throw new Problem(
    'invalid_state_transition',
    'The account is already frozen with other terms: unfreeze it first.',
  );
}

/**
 * Limits the request to the developer's own freezes, also when the bank freezes the account during
 * the request.
 */
const DEVELOPER_FREEZES = { freezeReasons: DEVELOPER_FREEZE_REASONS } as const;

const NO_FREEZE = { freezeReason: null, creditsBlocked: false, message: null } as const;

/** False for a freeze by the bank, which only the bank lifts. */
function isByDeveloper(freezeReason: FreezeReason | null): boolean {
  return DEVELOPER_FREEZE_REASONS.some((reason) => reason === freezeReason);
}

export const freezeAccount = operation('accounts:write', freezeRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { reason, message, creditsBlocked } = c.req.valid('json');
  const target: Move = {
    to: 'frozen',
    freezeReason: reason,
    creditsBlocked,
    message: message ?? null,
  };
  return c.json(await changeStatus(c, deps, accountId, target), 200);
});

export const unfreezeAccount = operation('accounts:write', unfreezeRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const account = await findAccount(ledger, developerOf(c).tenantId, accountId);
  if (!account) throw new Problem('account_not_found');
  const { status, freezeReason } = account;
  if (status !== 'active' && !(status === 'frozen' && isByDeveloper(freezeReason))) {
    throw new Problem(
      'invalid_state_transition',
      'The account is not frozen, or only an operator can unfreeze it.',
    );
  }
  const permitted = { ...DEVELOPER_FREEZES, from: [] };
  return c.json(
    await changeStatus(c, deps, accountId, { to: 'active', ...NO_FREEZE, permitted }),
    200,
  );
});

export const reactivateAccount = operation(
  'accounts:write',
  reactivateRoute,
  (deps) => async (c) => {
    const { accountId = '' } = c.req.valid('param');
    const { ledger } = servicesOf(c, deps);
    const account = await findAccount(ledger, developerOf(c).tenantId, accountId);
    if (!account) throw new Problem('account_not_found');
    if (account.status !== 'dormant' && account.status !== 'active') {
      throw new Problem(
        'invalid_state_transition',
        `The account is ${account.status}: only a dormant account can be reactivated.`,
      );
    }
    const permitted = { from: ['dormant' as const], freezeReasons: [] };
    return c.json(
      await changeStatus(c, deps, accountId, { to: 'active', ...NO_FREEZE, permitted }),
      200,
    );
  },
);

export const closeAccount = operation('accounts:write', closeRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const account = await findAccount(servicesOf(c, deps).ledger, developerOf(c).tenantId, accountId);
  if (account?.status === 'frozen' && !isByDeveloper(account.freezeReason)) {
    throw new Problem(
      'invalid_state_transition',
      'The bank froze the account: an operator has to unfreeze it first.',
    );
  }
  const permitted = { ...DEVELOPER_FREEZES, from: ['pending', 'active', 'dormant'] as const };
  return c.json(
    await changeStatus(c, deps, accountId, { to: 'closed', ...NO_FREEZE, permitted }),
    200,
  );
});
