// POST and GET /v1/ai/custom-models/{modelId}/versions/{label}/batches, GET …/{modelBatchId} and
// …/{modelBatchId}/result: scores every row of a data set in the background, into a CSV file.

import { createRoute, z } from '@hono/zod-openapi';
import type { Ledger } from '../../db/ledger.ts';
import { acceptScoring } from '../../db/scorings/acts.ts';
import { listScorings, readScoring, readScoringViewParts } from '../../db/scorings/reads.ts';
import { batchView } from '../../db/scorings/view.ts';
import { ArtifactMismatch } from '../../models/artifact-store.ts';
import type { BatchRequest } from '../../models/evaluate/request.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, jsonBody, listOf, pathId } from '../kit/schemas.ts';
import { moneyHeaders } from '../transactions/create-schema.ts';
import {
  refuseUnapproved,
  requireDataset,
  requireVersion,
  startScoring,
  VERSION_PATH,
  versionParams,
} from './scoring-kit.ts';
import { batchBody, batchSchema } from './scoring-schema.ts';

const PATH = `${VERSION_PATH}/batches`;
const batchParams = versionParams.extend(pathId('modelBatch', 'modelBatchId').shape);
const batchAnswer = (description: string) => jsonAnswer(description, batchSchema);

const postRoute = createRoute({
  method: 'post',
  path: PATH,
  operationId: 'scoreBatchWithModel',
  tags: ['models'],
  summary: 'Score every row of a data set',
  description:
    'For more rows than the synchronous request accepts. Rows are scored separately from ' +
    'live decisions, and nothing is decided. The result is a CSV file that is kept for a ' +
    'week.',
  request: {
    params: versionParams,
    headers: moneyHeaders,
    body: jsonBody(batchBody),
  },
  responses: { 202: batchAnswer('Accepted and in progress.') },
});

const listRoute = createRoute({
  method: 'get',
  path: PATH,
  operationId: 'listModelBatches',
  tags: ['models'],
  summary: 'List your batches of scores of a version, newest first',
  request: { params: versionParams, query: pageQuery },
  responses: {
    200: jsonAnswer('A page of batches.', listOf(batchSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: `${PATH}/{modelBatchId}`,
  operationId: 'getModelBatch',
  tags: ['models'],
  summary: 'Read a batch of scores with its progress and result',
  request: { params: batchParams },
  responses: { 200: batchAnswer('The batch.') },
});

const resultRoute = createRoute({
  method: 'get',
  path: `${PATH}/{modelBatchId}/result`,
  operationId: 'getModelBatchResult',
  tags: ['models'],
  summary: 'Download the scores of a batch',
  description:
    'One line per row, in the order of the data set: its number from 0, the field that you ' +
    'named, the probability, and whether the version flags it.',
  request: { params: batchParams },
  responses: {
    200: { description: 'The scores.', content: { 'text/csv': { schema: z.string() } } },
  },
});

export const scoreBatchWithModel = operation('ai:invoke', postRoute, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const version = await requireVersion(services, tenantId, c.req.valid('param'));
  refuseUnapproved(version);
  const { format, sha256 } = await requireDataset(services, tenantId, body.datasetId);
  const { idField = null, metadata = {} } = body;
  const request: BatchRequest = { kind: 'batch', format, idField, metadata };
  const { id, replayed } = await services.ledger.run(acceptScoring, {
    tenantId,
    kind: 'batch',
    modelId: version.modelId,
    versionId: version.id,
    championVersionId: null,
    source: 'upload',
    datasetSha256: sha256,
    request: JSON.stringify(request),
    requestHash: hashRequest({ ...body, versionId: version.id }),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  else deps.failPoint('after-accept-scoring');
  startScoring(deps, services, { id, tenantId, kind: 'batch' });
  const { modelId, modelVersion } = version;
  c.header('Location', `/v1/ai/custom-models/${modelId}/versions/${modelVersion}/batches/${id}`);
  return c.json(
    viewOf(services.ledger, requireRow(services.ledger, tenantId, version.id, id)),
    202,
  );
});

function requireRow(ledger: Ledger, tenantId: string, versionId: string, id: string) {
  const row = readScoring(ledger, { tenantId, kind: 'batch', versionId }, id);
  if (!row) throw new Problem('model_batch_not_found');
  return row;
}

type BatchRow = ReturnType<typeof requireRow>;

function viewsOf(ledger: Ledger, rows: readonly BatchRow[]) {
  const parts = readScoringViewParts(ledger, rows);
  return rows.map((row) => viewOf(ledger, row, parts));
}

function viewOf(ledger: Ledger, row: BatchRow, parts = readScoringViewParts(ledger, [row])) {
  const view = batchView(row, parts);
  return { ...view, summary: view.summary as z.output<typeof batchSchema>['summary'] };
}

export const listModelBatches = operation('models:read', listRoute, (deps) => async (c) => {
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const { ledger } = services;
  const { id: versionId } = await requireVersion(services, tenantId, c.req.valid('param'));
  const order = pageOrder('modelBatch', c.req.valid('query'));
  const page = listScorings(ledger, { tenantId, kind: 'batch', versionId, ...order });
  return c.json(listBody({ ...page, data: viewsOf(ledger, page.data) }), 200);
});

export const getModelBatch = operation('models:read', getRoute, (deps) => async (c) => {
  const { modelBatchId = '', ...names } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const { id: versionId } = await requireVersion(services, tenantId, names);
  return c.json(
    viewOf(services.ledger, requireRow(services.ledger, tenantId, versionId, modelBatchId)),
    200,
  );
});

export const getModelBatchResult = operation('models:read', resultRoute, (deps) => async (c) => {
  const { modelBatchId = '', ...names } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const services = servicesOf(c, deps);
  const { id: versionId } = await requireVersion(services, tenantId, names);
  const { resultSha256 } = requireRow(services.ledger, tenantId, versionId, modelBatchId);
  if (resultSha256 === null) {
    throw new Problem('invalid_state_transition', 'The batch has no result: wait for its end.');
  }
  const store = deps.results[services.ledger.environment];
  const file = await store.get(resultSha256).catch((error: unknown) => {
    if (error instanceof ArtifactMismatch) throw new Problem('model_batch_not_found');
    throw error;
  });
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="${modelBatchId}.csv"`);
  return c.body(new Uint8Array(file), 200);
});
