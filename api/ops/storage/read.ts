// GET /v1/ops/storage: the stored bytes of each developer, the largest number first.

import { createRoute, z } from '@hono/zod-openapi';
import { ledgerTerms } from '../../../db/kernel/terms.ts';
import { STORED_KINDS } from '../../../db/storage/stored-kind.ts';
import { listStored, totalOf } from '../../../db/storage/usage.ts';
import { operation } from '../../kit/operation.ts';
import { jsonAnswer } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

/**
 * Maximum number of developers shown, the largest first, so that a developer who fills the disk is
 * included.
 */
const MAX_SHOWN = 100;

const bytes = z.number().int();

const ownerSchema = z
  .object({
    developerId: z.string(),
    models: bytes.openapi({ description: 'Files of versions, with their cards.' }),
    datasets: bytes,
    results: bytes.openapi({ description: 'Results of batches of scores.' }),
    documents: bytes,
    total: bytes,
    share: z.number().nullable().openapi({ description: 'Share of the quota; null without one.' }),
  })
  .openapi('StorageOfDeveloper');

const route = createRoute({
  method: 'get',
  path: '/v1/ops/storage',
  operationId: 'getStorage',
  tags: ['ops'],
  summary: 'Read the storage of each developer',
  description:
    'Of every kind of file that developers bring or have made: the setting ' +
    'KONTOR_STORAGE_QUOTA_MB bounds all of them together, for each developer and environment.',
  request: {
    query: z.strictObject({ environment: environmentField }),
  },
  responses: {
    200: jsonAnswer(
      `The ${MAX_SHOWN} developers that keep the most, in that order.`,
      z
        .object({
          object: z.literal('storage'),
          environment: environmentField,
          quotaBytes: bytes.openapi({ description: 'Quota of each developer; 0: no limit.' }),
          totalBytes: bytes.openapi({ description: 'Sum over all developers.' }),
          developers: z.array(ownerSchema),
        })
        .openapi('Storage'),
    ),
  },
});

export const getStorage = operation('operator', route, (deps) => async (c) => {
  const { environment } = c.req.valid('query');
  const { database } = deps.environments[environment].ledger;
  const quotaBytes = ledgerTerms(database).storageQuotaBytes;
  const developers = (await listStored(database))
    .map((usage) => ({ ...usage, total: totalOf(usage) }))
    .sort((a, b) => b.total - a.total);
  return c.json(
    {
      object: 'storage' as const,
      environment,
      quotaBytes,
      totalBytes: developers.reduce((sum, { total }) => sum + total, 0),
      developers: developers.slice(0, MAX_SHOWN).map(({ developerId, total, ...kinds }) => ({
        developerId,
        ...(Object.fromEntries(STORED_KINDS.map((kind) => [kind, kinds[kind]])) as typeof kinds),
        total,
        share: quotaBytes === 0 ? null : total / quotaBytes,
      })),
    },
    200,
  );
});
