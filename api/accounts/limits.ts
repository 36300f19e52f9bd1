// PUT and GET /v1/accounts/{accountId}/limits: the spending limits of an account and the amounts
// left under them.

import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { replaceLimits as replace } from '../../db/limits/acts.ts';
import { findLimits } from '../../db/limits/reads.ts';
import type { LimitTerms } from '../../ledger/limits.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { readIfMatch, setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { type LimitsBody, limitsBody, limitsSchema } from './limits-schema.ts';

const answer = (description: string) => ({
  200: jsonAnswer(description, limitsSchema),
});

const putRoute = createRoute({
  method: 'put',
  path: '/v1/accounts/{accountId}/limits',
  operationId: 'replaceLimits',
  tags: ['accounts'],
  summary: 'Replace the limits of an account',
  request: {
    params: pathId('account', 'accountId'),
    body: jsonBody(limitsBody),
  },
  responses: answer('The current limits, and the pending change.'),
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/accounts/{accountId}/limits',
  operationId: 'getLimits',
  tags: ['accounts'],
  summary: 'Read the limits of an account and their use',
  request: { params: pathId('account', 'accountId') },
  responses: answer('The limits.'),
});

/** Returns the terms of a request. An omitted field sets no limit. */
export function termsOf(body: LimitsBody): LimitTerms {
  const { windows, blockedCategories, blockedCounterparties } = body;
  return {
    perTransaction: body.perTransaction ?? null,
    daily: body.daily ?? null,
    weekly: body.weekly ?? null,
    monthly: body.monthly ?? null,
    dailyCount: body.dailyCount ?? null,
    windows,
    allowedCategories: body.allowedCategories ?? null,
    blockedCategories,
    allowedCountries: body.allowedCountries ?? null,
    blockedCounterparties,
    requireApprovalAbove: body.requireApprovalAbove ?? null,
    requireMfaAbove: body.requireMfaAbove ?? null,
  };
}

const timeOf = (text: string | undefined) => (text === undefined ? null : Date.parse(text));

async function readLimits(
  c: Context<AppEnv>,
  deps: Deps,
  accountId: string,
): Promise<z.output<typeof limitsSchema>> {
  const limits = await findLimits(servicesOf(c, deps).ledger, developerOf(c).tenantId, accountId);
  if (!limits) throw new Problem('account_not_found');
  setEtag(c, limits);
  return limits;
}

export const replaceLimits = operation('limits:write', putRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const effectiveFrom = timeOf(body.effectiveFrom);
  if (effectiveFrom !== null && effectiveFrom < ledger.clock(tenantId)) {
    throw invalidField('/effectiveFrom', 'Expected a time in the future.', 'validation_failed');
  }
  await ledger.run(replace, {
    tenantId,
    accountId,
    currency: body.currency,
    terms: termsOf(body),
    effectiveFrom,
    effectiveUntil: timeOf(body.temporary?.until),
    coolOffMs: deps.config.limitCoolOffSeconds * 1000,
    ifVersion: readIfMatch(c),
    cause: causeOf(c),
  });
  return c.json(await readLimits(c, deps, accountId), 200);
});

export const getLimits = operation('accounts:read', getRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  return c.json(await readLimits(c, deps, accountId), 200);
});
