// GET /v1/wallets/{walletId} and GET /v1/wallets

import { createRoute, z } from '@hono/zod-openapi';
import { findWallet, listWallets as readWallets } from '../../db/wallets/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { addMetadataFilters, listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { currencySchema, jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { computeTotal } from './total.ts';
import { walletDetailSchema, walletSchema } from './wallet-schema.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/wallets/{walletId}',
  operationId: 'getWallet',
  tags: ['wallets'],
  summary: 'Read a wallet with its balances, and their total in a currency',
  description:
    'The total uses middle rates without a spread; an exchange would yield less. ' +
    'Production answers rates_unavailable rather than using stale rates, unless the bank ' +
    'is set to serve them.',
  request: {
    params: pathId('wallet', 'walletId'),
    query: z.strictObject({
      currency: currencySchema.optional().openapi({ description: 'Currency of the total.' }),
    }),
  },
  responses: {
    200: jsonAnswer('The wallet.', walletDetailSchema),
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/wallets',
  operationId: 'listWallets',
  tags: ['wallets'],
  summary: 'List wallets, newest first',
  request: {
    query: addMetadataFilters(pageQuery.extend({ customerId: z.string().max(64).optional() })),
  },
  responses: {
    200: jsonAnswer('A page of wallets.', listOf(walletSchema)),
  },
});

export const getWallet = operation('accounts:read', route, (deps) => async (c) => {
  const { walletId = '' } = c.req.valid('param');
  const { currency } = c.req.valid('query');
  const { ledger } = servicesOf(c, deps);
  const wallet = await findWallet(ledger, developerOf(c).tenantId, walletId);
  if (!wallet) throw new Problem('wallet_not_found');
  const total = currency === undefined ? null : computeTotal(ledger, wallet, currency);
  setEtag(c, wallet);
  return c.json({ ...wallet, total }, 200);
});

export const listWallets = operation('accounts:read', listRoute, (deps) => async (c) => {
  const { customerId, ...query } = c.req.valid('query');
  const wallets = await readWallets(servicesOf(c, deps).ledger, {
    ...pageOrder('wallet', query),
    tenantId: developerOf(c).tenantId,
    customerId,
  });
  return c.json(listBody(wallets), 200);
});
