// POST /v1/ai/custom-models/train: checks the request, stores the rows, accepts the training and
// starts its workflow.

import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { areRowsReferenced } from '../../db/models/model-files.ts';
import { acceptTraining } from '../../db/trainings/acts.ts';
import { findDataset, findTraining } from '../../db/trainings/reads.ts';
import { estimateSeconds } from '../../models/learn/train/estimate.ts';
import type { LedgerQuery, TrainingRequest } from '../../models/learn/train/request.ts';
import { ensureWorkflow, type SubjectOf } from '../../workflows/record-workflows.ts';
import { readBodyBytes } from '../kit/body.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { isFault, problemOfFault } from '../kit/read-on-thread.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { moneyHeaders } from '../transactions/create-schema.ts';
import { selectLedgerData } from './ledger-query.ts';
import { fieldsOf, type TrainingOrder } from './read-training.ts';
import { createTrainingReader } from './train-reader.ts';
import { MAX_INLINE_BYTES, type TrainBody, trainBody } from './train-schema.ts';
import { trainingSchema } from './training-schema.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/custom-models/train',
  operationId: 'trainModel',
  bindsKey: true,
  tags: ['models'],
  summary: 'Train a model on your own rows',
  description:
    'At most 4 MiB with the rows in the body; larger data sets are uploaded first. The ' +
    'training runs in the background: read it at its Location, or wait for its event. A ' +
    'sound result is registered as a candidate; otherwise the training states the reason, ' +
    'and nothing is registered.',
  request: {
    headers: moneyHeaders,
    body: jsonBody(trainBody),
  },
  responses: {
    202: jsonAnswer('Accepted and in progress.', trainingSchema),
  },
});

const TEST_FRACTION = 0.2;
const SEED = 7;

/** The rows of a training: inline rows to be stored, or an uploaded data set. */
interface TrainingData {
  readonly format: TrainingRequest['format'];
  /** Null when the rows are read from the ledger at the start of the training. */
  readonly sha256: string | null;
  readonly dataName: string;
  /** Approximate number of values, for the estimate of the duration. */
  readonly values: number;
  /** Null when the rows are already stored, or not selected yet. */
  readonly file: { readonly sha256: string; readonly bytes: Buffer } | null;
  readonly query?: LedgerQuery;
}

export const trainModel = operation(
  'models:train',
  route,
  (deps) => {
    const reader = createTrainingReader(deps.closing);
    return async (c) => {
      const order = await reader.read(await readBodyBytes(c));
      if (isFault(order)) throw problemOfFault(order);
      return acceptJob(c, deps, order);
    };
  },
  { readsItself: true, maxBytes: MAX_INLINE_BYTES },
);

async function acceptJob(c: Context<AppEnv>, deps: Deps, request: TrainingOrder) {
  const { body } = request;
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const data = await resolveData(services, tenantId, request);
  const store = deps.datasets[services.ledger.environment];
  if (data.file) await store.put(data.file.sha256, data.file.bytes);
  const order = {
    tenantId,
    name: body.name,
    task: body.task,
    source: body.dataset.source,
    datasetSha256: data.sha256,
    bodyBytes: data.file?.bytes.length ?? 0,
    estimatedSeconds: estimateDuration(body, data.values),
    request: JSON.stringify(createRequest(request, data)),
    requestHash: hashRequest({ ...body, dataset: { ...body.dataset, sha256: data.sha256 } }),
    cause: causeOf(c),
  };
  const { id, replayed } = await services.ledger
    .run(acceptTraining, order)
    .catch((error: unknown) => {
      // The rows of a refused training are removed.
      if (data.file && !areRowsReferenced(services.ledger, data.file.sha256))
        store.remove(data.file.sha256);
      throw error;
    });
  // The end of another training may have deleted the same file meanwhile, so it is stored again.
  if (data.file) await store.put(data.file.sha256, data.file.bytes);
  if (replayed) c.header('Idempotency-Replayed', 'true');
  else deps.failPoint('after-accept-training');
  startTraining(deps, services, { id, tenantId, task: order.task });
  const training = await findTraining(services.ledger, tenantId, id);
  if (!training) throw new Problem('training_not_found');
  c.header('Location', `/v1/ai/custom-models/jobs/${id}`);
  return c.json(training, 202);
}

async function resolveData(
  services: Services,
  tenantId: string,
  { body, rows }: TrainingOrder,
): Promise<TrainingData> {
  const { uploadId = '', query, source } = body.dataset;
  if (rows) {
    const { sha256, values, bytes } = rows;
    const file = { sha256, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
    return { format: 'ndjson', sha256, dataName: 'rows of the request', values, file };
  }
  if (source === 'upload') return readUploadedData(services, tenantId, uploadId);
  const data = await selectLedgerData(services.ledger, tenantId, query);
  return { format: 'csv', sha256: null, dataName: 'payments of the ledger', file: null, ...data };
}

/** Approximate number of bytes of a value with its comma. */
const BYTES_OF_A_VALUE = 8;

async function readUploadedData(
  { ledger }: Services,
  tenantId: string,
  id: string,
): Promise<TrainingData> {
  const dataset = await findDataset(ledger, tenantId, id);
  if (!dataset) throw new Problem('dataset_not_found');
  const { format, sha256, bytes } = dataset;
  const values = bytes / BYTES_OF_A_VALUE;
  return { format, sha256, dataName: `data set ${id}`, values, file: null };
}

function createRequest({ body, features }: TrainingOrder, data: TrainingData): TrainingRequest {
  const { labelField, timeField, groupField } = fieldsOf(body);
  const method = timeField === null ? 'random' : 'time';
  const { split = { method, testFraction: TEST_FRACTION } } = body;
  return {
    format: data.format,
    dataName: data.dataName,
    labelField,
    timeField,
    groupField,
    acceptLeakage: body.acceptLeakage,
    features,
    algorithm: body.algorithm ?? 'auto',
    hyperparameters: (body.hyperparameters ?? {}) as Record<string, number>,
    classWeight: body.classWeight,
    tuningSeconds: body.tuning?.budgetSeconds,
    split,
    gates: body.gates ?? {},
    seed: body.seed ?? SEED,
    metadata: body.metadata ?? {},
    query: data.query,
  };
}

function estimateDuration(body: TrainBody, values: number): number {
  const { algorithm = 'auto', hyperparameters, tuning } = body;
  const tuningSeconds = tuning?.budgetSeconds ?? 0;
  return estimateSeconds({ algorithm, values, rounds: hyperparameters?.rounds, tuningSeconds });
}

/** Starts the workflow. When Temporal is unavailable, the sweeper starts it later. */
function startTraining(deps: Deps, services: Services, training: SubjectOf<'training'>): void {
  const target = services.workflowTarget();
  if (!target) return;
  ensureWorkflow(target, 'training', training).catch((error: unknown) => {
    const failure = { training: training.id, cause: String(error) };
    deps.log.warn(
      failure,
      'starting the workflow of a training job failed; the sweeper tries again',
    );
  });
}
