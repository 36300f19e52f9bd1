// GET …/versions/{label}/lineage and POST …/versions/{label}/expiry: the origin of a version, and
// the time until which it may be deployed.

import { createRoute, z } from '@hono/zod-openapi';
import { setExpiry } from '../../db/models/expiry.ts';
import { findModelVersion } from '../../db/models/reads.ts';
import { readLineage } from '../../db/trainings/lineage.ts';
import { DATASET_SOURCES } from '../../ledger/models/training.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, timeSchema, timestampSchema } from '../kit/schemas.ts';
import { modelVersionSchema } from './model-schema.ts';
import { VERSION_PATH, versionParams } from './scoring-kit.ts';

/** The origin of a version, and whether its training rows still exist. */
export const lineageSchema = z
  .object({
    object: z.literal('model_lineage'),
    versionId: z.string(),
    artifactSha256: z.string(),
    source: modelVersionSchema.shape.source,
    training: z
      .object({
        jobId: z.string(),
        trainedAt: timestampSchema.nullable(),
        dataset: z.object({
          sha256: z.string().nullable(),
          source: z.enum(DATASET_SOURCES),
          status: z.enum(['kept', 'gone']).openapi({
            description:
              '`kept`: the rows are available while a version trained on them is neither ' +
              'archived nor expired. `gone`: deleted, expired, or sent with the request.',
          }),
          datasetId: z.string().nullable(),
          expiresAt: timestampSchema.nullable().openapi({
            description:
              'Time at which the rows are deleted; null when they are gone or still needed ' +
              'by a version.',
          }),
          query: z.unknown().openapi({
            description: 'For ledger rows: the query that reproduces them.',
          }),
        }),
      })
      .nullable()
      .openapi({ description: 'Null for an uploaded or shipped version.' }),
  })
  .openapi('ModelLineage');

const lineageRoute = createRoute({
  method: 'get',
  path: `${VERSION_PATH}/lineage`,
  operationId: 'getModelLineage',
  tags: ['models'],
  summary: 'Read the training data of a version and their availability',
  request: { params: versionParams },
  responses: {
    200: jsonAnswer('The lineage.', lineageSchema),
  },
});

const expiryRoute = createRoute({
  method: 'post',
  path: `${VERSION_PATH}/expiry`,
  operationId: 'setModelExpiry',
  tags: ['models'],
  summary: 'Set the expiry of your version',
  description:
    'An expired version can no longer be deployed or promoted, and a deployment in ' +
    'progress is stopped. A version that decides continues, with the warning ' +
    '`version_expired` in its inventory entry and in the metrics.',
  request: {
    params: versionParams,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              expiresAt: timeSchema.nullable().openapi({ description: 'Null for no expiry.' }),
            })
            .openapi('ModelExpiry'),
        },
      },
    },
  },
  responses: {
    200: jsonAnswer('The version.', modelVersionSchema),
  },
});

export const getModelLineage = operation('models:read', lineageRoute, (deps) => async (c) => {
  const { modelId = '', label = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const version = await findModelVersion(ledger, { tenantId, modelId, label });
  if (!version) throw new Problem('model_not_found');
  const training = readLineage(ledger, { tenantId, versionId: version.id });
  return c.json(
    {
      object: 'model_lineage' as const,
      versionId: version.id,
      artifactSha256: version.artifact.sha256,
      source: version.source,
      training: training as z.output<typeof lineageSchema>['training'],
    },
    200,
  );
});

export const setModelExpiry = operation('models:deploy', expiryRoute, (deps) => async (c) => {
  const { modelId = '', label = '' } = c.req.valid('param');
  const { expiresAt } = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const version = await findModelVersion(ledger, { tenantId, modelId, label });
  if (!version) throw new Problem('model_not_found');
  const expiryMs = expiresAt === null ? null : Date.parse(expiresAt);
  const order = { tenantId, versionId: version.id, expiresAt: expiryMs, cause: causeOf(c) };
  const next = await ledger.run(setExpiry, order);
  setEtag(c, next);
  return c.json(next, 200);
});
