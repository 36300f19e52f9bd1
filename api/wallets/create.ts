// POST /v1/wallets

import { createRoute, z } from '@hono/zod-openapi';
import { createWallet as create } from '../../db/wallets/acts.ts';
import { findWallet } from '../../db/wallets/reads.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { currencySchema, idSchema, jsonAnswer, jsonBody, labelSchema } from '../kit/schemas.ts';
import { walletSchema } from './wallet-schema.ts';

const MAX_CURRENCIES = 50;

const bodySchema = z
  .strictObject({
    customerId: idSchema('customer'),
    name: labelSchema(190).openapi({ example: 'Travel' }),
    currencies: z
      .array(currencySchema)
      .min(1)
      .max(MAX_CURRENCIES)
      .refine((codes) => new Set(codes).size === codes.length, 'Expected each currency once.')
      .openapi({ example: ['EUR', 'USD'] }),
    metadata: metadataSchema.optional(),
  })
  .openapi('WalletCreate');

const route = createRoute({
  method: 'post',
  path: '/v1/wallets',
  operationId: 'createWallet',
  bindsKey: true,
  tags: ['wallets'],
  summary: 'Open a wallet: one account per currency behind one object',
  description:
    'Its accounts are ordinary accounts of the type checking and can be used everywhere. ' +
    'Either all of them are opened with the wallet, or none.',
  request: {
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('The wallet.', walletSchema),
  },
});

export const createWallet = operation('accounts:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { id, replayed } = await ledger.run(create, {
    ...body,
    tenantId,
    metadata: body.metadata ?? {},
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  const wallet = await findWallet(ledger, tenantId, id);
  if (!wallet) throw new Problem('wallet_not_found');
  if (replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, wallet);
  return c.json(wallet, 201);
});
