// PATCH /v1/accounts/{accountId}

import { createRoute, z } from '@hono/zod-openapi';
import { changeAccount } from '../../db/accounts/acts.ts';
import { readIfMatch } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { metadataChange } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, labelSchema, pathId } from '../kit/schemas.ts';
import { accountSchema } from './account-schema.ts';
import { answerAccount } from './answer.ts';

const bodySchema = z
  .strictObject({
    name: labelSchema(200).optional(),
    metadata: metadataChange.optional(),
  })
  .openapi('AccountUpdate');

const route = createRoute({
  method: 'patch',
  path: '/v1/accounts/{accountId}',
  operationId: 'updateAccount',
  tags: ['accounts'],
  summary: 'Change name or metadata of an account',
  description: 'Send If-Match with the ETag that was read to refuse lost updates.',
  request: {
    params: pathId('account', 'accountId'),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The account after the change.', accountSchema),
  },
});

export const updateAccount = operation('accounts:write', route, (deps) => async (c) => {
  const { accountId = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  await ledger.run(changeAccount, {
    ...c.req.valid('json'),
    tenantId,
    accountId,
    ifVersion: readIfMatch(c),
    cause: causeOf(c),
  });
  return c.json(await answerAccount(c, ledger, { tenantId, accountId }), 200);
});
