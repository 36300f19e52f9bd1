// POST …/versions/{label}/archive, GET …/versions/{label}/artifact and …/card: acts of the owner of
// a version other than deployments.

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { readLiveReviews } from '../../ai/serving/performance/live-reviews.ts';
import { archiveVersion } from '../../db/models/acts.ts';
import { findModel, findModelVersion } from '../../db/models/reads.ts';
import { readLineage } from '../../db/trainings/lineage.ts';
import { ArtifactMismatch } from '../../models/artifact-store.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { lineageSchema } from './lineage.ts';
import { modelVersionSchema } from './model-schema.ts';
import { liveReviewsSchema } from './review-figures-schema.ts';
import { VERSION_PATH, versionParams } from './scoring-kit.ts';

const emptyBody = z.strictObject({}).openapi('ModelArchival');

const archiveRoute = createRoute({
  method: 'post',
  path: `${VERSION_PATH}/archive`,
  operationId: 'archiveModelVersion',
  tags: ['models'],
  summary: 'Archive a version that is not in use',
  description:
    'The version must be a candidate, or rolled back. It can no longer be deployed; its ' +
    'file, card and decisions stay. This cannot be undone: upload the file as another ' +
    'version.',
  request: {
    params: versionParams,
    body: jsonBody(emptyBody),
  },
  responses: {
    200: jsonAnswer('The version, archived.', modelVersionSchema),
  },
});

const artifactRoute = createRoute({
  method: 'get',
  path: `${VERSION_PATH}/artifact`,
  operationId: 'getModelArtifact',
  tags: ['models'],
  summary: 'Download the ONNX file of your version',
  description: 'The bytes are those of `artifact.sha256`, which `ETag` repeats.',
  request: { params: versionParams },
  responses: {
    200: {
      description: 'The file.',
      content: {
        'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) },
      },
    },
  },
});

const cardSchema = z
  .object({
    live: liveReviewsSchema.optional(),
    lineage: lineageSchema.shape.training.unwrap().optional(),
  })
  .catchall(z.unknown())
  .openapi('VersionCard');

const cardRoute = createRoute({
  method: 'get',
  path: `${VERSION_PATH}/card`,
  operationId: 'getModelCard',
  tags: ['models'],
  summary: 'Download the card of a version',
  description:
    'With golden rows and figures, as it was registered; an upload takes it again. The card of a ' +
    'fraud model has `live` beside them: the share of your payments in 30 days that people had to ' +
    'review. The card of a version that the bank trained has `lineage`: its training data, and ' +
    'whether the rows are `kept` or `gone`.',
  request: { params: versionParams },
  responses: {
    200: jsonAnswer('The card.', cardSchema),
  },
});

async function requireOwnedVersion(c: Context<AppEnv>, deps: Deps, { modelId = '', label = '' }) {
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const version = await findModelVersion(ledger, { tenantId, modelId, label });
  const model = await findModel(ledger, tenantId, modelId);
  if (!version || !model) throw new Problem('model_not_found');
  return { version, isOwn: model.owner === 'developer' };
}

export const archiveModelVersion = operation('models:deploy', archiveRoute, (deps) => async (c) => {
  const { version, isOwn } = await requireOwnedVersion(c, deps, c.req.valid('param'));
  if (!isOwn) throw new Problem('model_not_found', 'A model of the bank is not yours to archive.');
  const order = { tenantId: developerOf(c).tenantId, versionId: version.id, cause: causeOf(c) };
  const archived = await servicesOf(c, deps).ledger.run(archiveVersion, order);
  if (archived.replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, archived.version);
  return c.json(archived.version, 200);
});

export const getModelArtifact = operation('models:read', artifactRoute, (deps) => async (c) => {
  const { version, isOwn } = await requireOwnedVersion(c, deps, c.req.valid('param'));
  if (!isOwn) throw new Problem('model_not_found', 'The files of the bank are not handed out.');
  const { sha256, bytes } = version.artifact;
  await deps.artifacts.verify(sha256).catch((error: unknown) => {
    if (!(error instanceof ArtifactMismatch)) throw error;
    throw new Problem('artifact_hash_mismatch', undefined, { cause: error });
  });
  c.header('Content-Type', 'application/octet-stream');
  c.header('Content-Length', String(bytes));
  c.header('Content-Disposition', `attachment; filename="${fileNameOf(version)}.onnx"`);
  c.header('ETag', `"${sha256}"`);
  const file = createReadStream(deps.artifacts.pathOf(sha256));
  return c.body(Readable.toWeb(file) as ReadableStream, 200);
});

export const getModelCard = operation('models:read', cardRoute, (deps) => async (c) => {
  const { version } = await requireOwnedVersion(c, deps, c.req.valid('param'));
  c.header('Content-Disposition', `attachment; filename="${fileNameOf(version)}.json"`);
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const lineage = readLineage(ledger, { tenantId, versionId: version.id });
  const card: Record<string, unknown> = { ...version.card, ...(lineage ? { lineage } : {}) };
  if (version.task !== 'fraud') return c.json(card, 200);
  const model = { tenantId, artifactSha256: version.artifact.sha256 };
  return c.json({ ...card, live: await readLiveReviews(ledger, model) }, 200);
});

/**
 * Returns the file name; names of models and versions have no character that is special in a
 * header.
 */
function fileNameOf({ name, modelVersion }: { name: string; modelVersion: string }): string {
  return `${name}-${modelVersion}`.replaceAll(/[^\w.-]/g, '_');
}
