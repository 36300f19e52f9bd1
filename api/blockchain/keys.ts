// GET /v1/blockchain/keys: the public keys that checkpoints of this environment were signed with.

import { createRoute, z } from '@hono/zod-openapi';
import { listLogKeys } from '../../db/log/checkpoint-reads.ts';
import { operation, servicesOf } from '../kit/operation.ts';
import { timestampSchema } from '../kit/schemas.ts';
import { createLedgerFinder } from './proofs.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/blockchain/keys',
  operationId: 'listLogKeys',
  tags: ['blockchain'],
  summary: 'List the public keys of the log, newest first',
  description: 'Store the key that you trust and pass it to `verify-proof --key`.',
  responses: {
    200: {
      description: 'The keys.',
      content: {
        'application/json': {
          schema: z.object({
            object: z.literal('list'),
            data: z.array(
              z
                .object({
                  object: z.literal('log_key'),
                  keyId: z.string(),
                  verifierKey: z.string().openapi({ description: 'C2SP signed-note: Ed25519.' }),
                  firstUsedAt: timestampSchema,
                })
                .openapi('LogKey'),
            ),
          }),
        },
      },
    },
  },
});

export const getLogKeys = operation('ledger:read', route, (deps) => async (c) => {
  const { ledger } = servicesOf(c, deps);
  const data = await listLogKeys(ledger, createLedgerFinder(deps, ledger));
  return c.json({ object: 'list' as const, data }, 200);
});
