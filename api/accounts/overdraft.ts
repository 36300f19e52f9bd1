// POST and GET /v1/accounts/{accountId}/overdraft: the terms and the use of an overdraft.

import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { OverdraftTerms } from '../../db/overdrafts/acts.ts';
import { setOverdraft as set } from '../../db/overdrafts/acts.ts';
import { findOverdraft } from '../../db/overdrafts/reads.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { readIfMatch, setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { type OverdraftBody, overdraftBody, overdraftSchema } from './overdraft-schema.ts';

const answer = (description: string) => ({
  200: jsonAnswer(description, overdraftSchema),
});

const postRoute = createRoute({
  method: 'post',
  path: '/v1/accounts/{accountId}/overdraft',
  operationId: 'setOverdraft',
  bindsKey: true,
  tags: ['accounts'],
  summary: 'Set up, change or disable the overdraft of an account',
  request: {
    params: pathId('account', 'accountId'),
    body: jsonBody(overdraftBody),
  },
  responses: answer('The overdraft in its present state.'),
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/accounts/{accountId}/overdraft',
  operationId: 'getOverdraft',
  tags: ['accounts'],
  summary: 'Read the overdraft of an account and its use',
  request: { params: pathId('account', 'accountId') },
  responses: answer('The overdraft.'),
});

function termsOf(body: OverdraftBody): OverdraftTerms | null {
  if (!body.enabled) return null;
  return {
    limit: body.limit ?? 0,
    mode: body.mode ?? 'decline',
    linkedAccountId: body.linkedAccountId ?? null,
    feePolicy: body.feePolicy ?? null,
    consentAt: Date.parse(body.consent?.at ?? ''),
  };
}

async function readOverdraft(
  c: Context<AppEnv>,
  deps: Deps,
  accountId: string,
): Promise<z.output<typeof overdraftSchema>> {
  const overdraft = await findOverdraft(
    servicesOf(c, deps).ledger,
    developerOf(c).tenantId,
    accountId,
  );
  if (!overdraft) throw new Problem('account_not_found');
  setEtag(c, overdraft);
  return overdraft;
}

export const setOverdraft = operation('overdraft:write', postRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  if (body.enabled && Date.parse(body.consent?.at ?? '') > ledger.clock(developerOf(c).tenantId)) {
    throw fieldProblem(
      'validation_failed',
      '/consent/at',
      'Expected a time that is not in the future.',
    );
  }
  const { replayed } = await ledger.run(set, {
    tenantId: developerOf(c).tenantId,
    accountId,
    terms: termsOf(body),
    ifVersion: readIfMatch(c),
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  return c.json(await readOverdraft(c, deps, accountId), 200);
});

export const getOverdraft = operation('accounts:read', getRoute, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  return c.json(await readOverdraft(c, deps, accountId), 200);
});
