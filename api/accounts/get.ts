// GET /v1/accounts/{accountId}

import { createRoute } from '@hono/zod-openapi';
import { findAccount, readBalanceAsOf } from '../../db/accounts/reads.ts';
import { balanceView } from '../../db/accounts/view.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';
import { accountSchema, asOfQuery, readAsOf } from './account-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/accounts/{accountId}',
  operationId: 'getAccount',
  tags: ['accounts'],
  summary: 'Read an account',
  description: 'With asOf, the balance is that of the given time; all other fields are current.',
  request: { params: pathId('account', 'accountId'), query: asOfQuery },
  responses: {
    200: jsonAnswer('The account.', accountSchema),
  },
});

export const getAccount = operation('accounts:read', route, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const asOf = readAsOf(c.req.valid('query'), ledger.clock(tenantId));
  const account = await findAccount(ledger, tenantId, accountId);
  if (!account) throw new Problem('account_not_found');
  setEtag(c, account);
  if (asOf === null) return c.json(account, 200);
  const reading = await readBalanceAsOf(ledger, tenantId, accountId, asOf.at);
  if (!reading) throw new Problem('account_not_found');
  const { posted, current, available, held } = balanceView(reading);
  return c.json({ ...account, balance: { posted, current, available, held } }, 200);
});
