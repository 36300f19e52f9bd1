// POST and GET /v1/ai/custom-models/datasets, GET and DELETE …/{datasetId}: training rows, kept for
// a week. The training process reads them, not this one.

import { createRoute, z } from '@hono/zod-openapi';
import { discardDataset, keepDataset, releaseDataset } from '../../db/trainings/datasets.ts';
import { findDataset, listDatasets as readDatasets } from '../../db/trainings/reads.ts';
import { DATASET_FORMATS } from '../../ledger/models/training.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../kit/page.ts';
import { jsonAnswer, listOf, pathId } from '../kit/schemas.ts';
import { ReceivedFile, withUpload } from '../kit/uploads/form.ts';
import { findShapeFault } from './dataset-shape.ts';
import { datasetSchema, deletedDatasetSchema } from './training-schema.ts';

const MAX_DATASET_BYTES = 32 * 1024 * 1024;

const formSchema = z
  .strictObject({
    file: z.instanceof(ReceivedFile, { message: 'Expected a file.' }).openapi({
      type: 'string',
      format: 'binary',
      description: 'CSV with a line of names, a JSON array of rows, or one JSON row a line.',
    }),
    format: z.enum(DATASET_FORMATS),
  })
  .openapi('TrainingDatasetUpload');

const postRoute = createRoute({
  method: 'post',
  path: '/v1/ai/custom-models/datasets',
  operationId: 'uploadDataset',
  bindsKey: true,
  tags: ['models'],
  summary: 'Upload a data set',
  description:
    'At most 32 MiB, at most 20 data sets at a time; each is kept for a week. A file whose ' +
    'beginning does not match its format is refused; the training reports faults of rows.',
  request: {
    body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } },
  },
  responses: {
    201: jsonAnswer('The data set.', datasetSchema),
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ai/custom-models/datasets',
  operationId: 'listDatasets',
  tags: ['models'],
  summary: 'List data sets, newest first',
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer('A page of data sets.', listOf(datasetSchema)),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/ai/custom-models/datasets/{datasetId}',
  operationId: 'getDataset',
  tags: ['models'],
  summary: 'Read a data set',
  request: { params: pathId('trainingDataset', 'datasetId') },
  responses: {
    200: jsonAnswer('The data set.', datasetSchema),
  },
});

const deleteRoute = createRoute({
  method: 'delete',
  path: '/v1/ai/custom-models/datasets/{datasetId}',
  operationId: 'deleteDataset',
  tags: ['models'],
  summary: 'Delete a data set before its week is over',
  description:
    'It no longer counts towards the limit. Trainings that were accepted before still use it; its ' +
    'rows are deleted when they end. Models that were trained on it stay.',
  request: { params: pathId('trainingDataset', 'datasetId') },
  responses: {
    200: jsonAnswer('The object is deleted.', deletedDatasetSchema),
  },
});

const UPLOAD_TERMS = {
  schema: formSchema,
  file: {
    name: 'file',
    maxBytes: MAX_DATASET_BYTES,
    tooLarge: () =>
      new Problem('payload_too_large', `The data set exceeds ${MAX_DATASET_BYTES} bytes.`),
  },
  texts: { format: 64 },
};

export const uploadDataset = operation(
  'models:train',
  postRoute,
  (deps) => (c) =>
    withUpload(c, deps, UPLOAD_TERMS, async ({ file, format }) => {
      const { sha256, bytes, path } = file;
      if (bytes === 0) {
        throw invalidField('/file', 'The file is empty.');
      }
      const message = await findShapeFault(path, format);
      if (message !== null) {
        const errors = [{ pointer: '/file', code: 'unreadable', message }];
        throw new Problem('dataset_invalid', undefined, { errors });
      }
      const { ledger } = servicesOf(c, deps);
      const store = deps.datasets[ledger.environment];
      await store.adopt(sha256, path);
      const order = {
        tenantId: developerOf(c).tenantId,
        format,
        sha256,
        bytes,
        requestHash: hashRequest({ format, sha256 }),
        cause: causeOf(c),
      };
      const storedDataset = ledger.run(keepDataset, order).catch(async (error: unknown) => {
        if (error instanceof Refusal) {
          await ledger.run(releaseDataset, { sha256 });
        }
        throw error;
      });
      const { dataset, replayed } = await storedDataset;
      // The expiry of another data set may have deleted the same file meanwhile, so it is stored
      // again.
      await store.adopt(sha256, path);
      if (replayed) c.header('Idempotency-Replayed', 'true');
      c.header('Location', `/v1/ai/custom-models/datasets/${dataset.id}`);
      return c.json(dataset, 201);
    }),
  { readsItself: true, takesForm: true },
);

export const listDatasets = operation('models:read', listRoute, (deps) => async (c) => {
  const { tenantId } = developerOf(c);
  const order = pageOrder('trainingDataset', c.req.valid('query'));
  const page = await readDatasets(servicesOf(c, deps).ledger, { ...order, tenantId });
  return c.json(listBody(page), 200);
});

export const getDataset = operation('models:read', getRoute, (deps) => async (c) => {
  const { datasetId = '' } = c.req.valid('param');
  const { tenantId } = developerOf(c);
  const dataset = await findDataset(servicesOf(c, deps).ledger, tenantId, datasetId);
  if (!dataset) throw new Problem('dataset_not_found');
  return c.json(dataset, 200);
});

export const deleteDataset = operation('models:train', deleteRoute, (deps) => async (c) => {
  const { datasetId: id = '' } = c.req.valid('param');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  await ledger.run(discardDataset, { tenantId, id });
  return c.json({ id, object: 'training_dataset' as const, deleted: true as const }, 200);
});
