// POST /v1/ops/transactions/{transactionId}/erase-leaf: forgets the content of a leaf, so that its
// hash in the log reveals nothing about a person.

import { createRoute, z } from '@hono/zod-openapi';
import { eraseLeaf as erase } from '../../../db/log/erasures.ts';
import { readRecord } from '../../../db/log/proofs.ts';
import { recordSchema } from '../../blockchain/proof-schema.ts';
import { createLedgerFinder } from '../../blockchain/proofs.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer, pathId, textSchema } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';
import { recordAuditOnce } from '../kit/record-audit-once.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ops/transactions/{transactionId}/erase-leaf',
  operationId: 'eraseLeaf',
  tags: ['ops'],
  summary: 'Erase the content of a leaf of the log for good',
  description:
    'Deletes the salt: the hash in the log and all proofs stay, but the content can no ' +
    'longer be connected with the hash. The booking itself stays in the journal. Repeating ' +
    'it changes nothing.',
  request: {
    params: pathId('transaction', 'transactionId'),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({ environment: environmentField, reason: textSchema(500).min(1) })
            .openapi('LeafErasure'),
        },
      },
    },
  },
  responses: {
    200: jsonAnswer('The blockchain record, with the time of the erasure.', recordSchema),
  },
});

export const eraseLeaf = operation('operator', route, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const { operatorId } = operatorOf(c);
  const { ledger } = deps.environments[environment];
  const cause = { actor: operatorId, requestId: c.get('requestId'), idempotencyKey: null };
  const { tenantId, replayed } = await ledger.run(erase, { transactionId, reason, cause });
  const record = await readRecord(
    ledger,
    { tenantId, transactionId },
    createLedgerFinder(deps, ledger),
  );
  if (record.kind !== 'record') {
    throw new Error(`transaction ${transactionId} has no blockchain record after its erasure`);
  }
  await recordAuditOnce(deps, replayed, {
    actor: operatorId,
    action: 'leaf.erased',
    objectId: transactionId,
    environment,
    detail: { reason },
  });
  return c.json(record.record, 200);
});
