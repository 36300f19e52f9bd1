// PATCH /v1/transactions/{transactionId}: changes the client's metadata of a transaction, the only
// field that can be changed.

import { createRoute, z } from '@hono/zod-openapi';
import { describeTransaction } from '../../db/money/calls.ts';
import { addTimeline, requireTransaction } from '../kit/answer-transaction.ts';
import { readIfMatch, setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { metadataChange } from '../kit/metadata.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { transactionDetailSchema } from './transaction-schema.ts';

const route = createRoute({
  method: 'patch',
  path: '/v1/transactions/{transactionId}',
  operationId: 'updateTransaction',
  tags: ['transactions'],
  summary: 'Change the metadata of a transaction',
  description:
    'Allowed in any status. Earlier events keep the earlier metadata. Send If-Match with ' +
    'the ETag that was read to refuse lost updates.',
  request: {
    params: pathId('transaction', 'transactionId'),
    body: jsonBody(z.strictObject({ metadata: metadataChange }).openapi('TransactionUpdate')),
  },
  responses: {
    200: jsonAnswer('The transaction after the change.', transactionDetailSchema),
  },
});

export const updateTransaction = operation('transactions:write', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const { metadata } = c.req.valid('json');
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  await services.ledger.run(describeTransaction, {
    ...{ tenantId, transactionId, metadata },
    ifVersion: readIfMatch(c),
    cause: causeOf(c),
  });
  const transaction = await requireTransaction(services, tenantId, transactionId);
  setEtag(c, transaction);
  return c.json(await addTimeline(services, transaction), 200);
});
