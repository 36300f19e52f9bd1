// POST /v1/accounts

import { createRoute, z } from '@hono/zod-openapi';
import { openAccount } from '../../db/accounts/acts.ts';
import { findAccount } from '../../db/accounts/reads.ts';
import { ACCOUNT_TYPES } from '../../ledger/account.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { metadataSchema } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { currencySchema, idSchema, jsonAnswer, jsonBody, labelSchema } from '../kit/schemas.ts';
import { accountSchema } from './account-schema.ts';

const bodySchema = z
  .strictObject({
    customerId: idSchema('customer'),
    type: z.enum(ACCOUNT_TYPES).openapi({ example: 'checking' }),
    currency: currencySchema,
    name: labelSchema(200).openapi({ example: 'Main account' }),
    metadata: metadataSchema.optional(),
  })
  .openapi('AccountCreate');

const route = createRoute({
  method: 'post',
  path: '/v1/accounts',
  operationId: 'createAccount',
  bindsKey: true,
  tags: ['accounts'],
  summary: 'Open an account for a customer',
  description: 'The account of a customer who is not verified yet is pending.',
  request: {
    body: jsonBody(bodySchema),
  },
  responses: {
    201: jsonAnswer('The account.', accountSchema),
  },
});

export const createAccount = operation('accounts:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const { id, replayed } = await ledger.run(openAccount, {
    ...body,
    tenantId,
    metadata: body.metadata ?? {},
    requestHash: hashRequest(body),
    cause: causeOf(c),
  });
  const account = await findAccount(ledger, tenantId, id);
  if (!account) throw new Problem('account_not_found');
  if (replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, account);
  return c.json(account, 201);
});
