// POST /v1/wallets/{walletId}/currencies

import { createRoute, z } from '@hono/zod-openapi';
import { addCurrency } from '../../db/wallets/acts.ts';
import { findWallet } from '../../db/wallets/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { currencySchema, jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { walletSchema } from './wallet-schema.ts';

const bodySchema = z.strictObject({ currency: currencySchema }).openapi('WalletCurrencyAdd');

const route = createRoute({
  method: 'post',
  path: '/v1/wallets/{walletId}/currencies',
  operationId: 'addWalletCurrency',
  bindsKey: true,
  tags: ['wallets'],
  summary: 'Open another currency in a wallet',
  description: 'A currency whose account was closed can be opened again, with a new account.',
  request: {
    params: pathId('wallet', 'walletId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('The wallet.', walletSchema),
  },
});

export const addWalletCurrency = operation('accounts:write', route, (deps) => async (c) => {
  const { walletId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { replayed } = await ledger.run(addCurrency, {
    tenantId,
    walletId,
    currency: body.currency,
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  const wallet = await findWallet(ledger, tenantId, walletId);
  if (!wallet) throw new Problem('wallet_not_found');
  if (replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, wallet);
  return c.json(wallet, 201);
});
