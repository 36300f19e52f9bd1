// GET /v1/accounts/{accountId}/balance

import { createRoute } from '@hono/zod-openapi';
import { readBalance, readBalanceAsOf } from '../../db/accounts/reads.ts';
import { balanceView } from '../../db/accounts/view.ts';
import { exponentOf } from '../../ledger/currency.ts';
import { Problem } from '../kit/errors.ts';
import { setReadTag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, pathId } from '../kit/schemas.ts';
import { asOfQuery, balanceSchema, readAsOf } from './account-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/accounts/{accountId}/balance',
  operationId: 'getBalance',
  tags: ['accounts'],
  summary: 'Read the balance of an account, including pending amounts',
  description:
    'With asOf, the figures are those of an earlier time, and pendingTransactions is ' +
    'empty. Figures follow the booking time; only valueDated follows value dates.',
  request: { params: pathId('account', 'accountId'), query: asOfQuery },
  responses: {
    200: jsonAnswer('The balance.', balanceSchema),
  },
});

export const getBalance = operation('accounts:read', route, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const asOf = readAsOf(c.req.valid('query'), ledger.clock(tenantId));
  const reading =
    asOf === null
      ? await readBalance(ledger, tenantId, accountId)
      : await readBalanceAsOf(ledger, tenantId, accountId, asOf.at, asOf.day);
  if (!reading) throw new Problem('account_not_found');
  const { row } = reading;
  const balance = balanceView(reading);
  const enabled = row.overdraftMode !== null || row.overdraftLimit > 0;
  const body = {
    object: 'balance' as const,
    accountId,
    livemode: ledger.livemode,
    currency: row.currency,
    currencyExponent: exponentOf(row.currency),
    ...balance,
    valueDated: reading.valueDated,
    overdraft: { enabled, ...balance.overdraft },
    pendingTransactions: [...reading.pendingTransactions],
    ledgerSequence: reading.ledgerSequence,
    version: row.version,
    asOf: new Date(reading.asOf).toISOString(),
  };
  if (asOf === null) setReadTag(c, body);
  return c.json(body, 200);
});
