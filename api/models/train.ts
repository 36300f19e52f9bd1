// POST /v1/ai/custom-models/train: checks what was asked for, keeps the rows, accepts the training
// and starts its workflow.

import { createRoute, type z } from '@hono/zod-openapi';
import { LEDGER_LABEL, LEDGER_TIME } from '../../ai/serving/training/ledger-rows.ts';
import { findDataset, findTraining } from '../../db/trainings/reads.ts';
import type { Feature } from '../../models/card.ts';
import { creditColumns } from '../../models/features/credit-columns.ts';
import { namesProtected } from '../../models/features/protected-names.ts';
import { hashInTurns } from '../../models/file-hash.ts';
import { withCategories, withKinds } from '../../models/learn/train/column-kinds.ts';
import { secondsFor } from '../../models/learn/train/estimate.ts';
import {
  featuresIn,
  isFeatureName,
  NAME_RULE,
  plainFeature,
} from '../../models/learn/train/field-names.ts';
import { groupFaults } from '../../models/learn/train/group-keys.ts';
import { LEAST_ROWS } from '../../models/learn/train/leakage.ts';
import { byColumn, type RowFault, readExamples } from '../../models/learn/train/read-examples.ts';
import type { LedgerQuery, TrainingRequest } from '../../models/learn/train/request.ts';
import { ensure } from '../../workflows/carried.ts';
import type { Deps, Desk } from '../kit/context.ts';
import { type FieldError, Problem } from '../kit/errors.ts';
import { causeOf, requestHash } from '../kit/idempotency.ts';
import { deskOf, developerOf, operation } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { moneyHeaders } from '../transactions/create-schema.ts';
import { ledgerData, ledgerFeatures } from './ledger-query.ts';
import { type TrainBody, trainBody } from './train-schema.ts';
import { trainingSchema } from './training-schema.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/custom-models/train',
  operationId: 'trainModel',
  tags: ['models'],
  summary: 'Train a model on rows of your own',
  description:
    'At most 4 MiB with the rows in the body; more rows are uploaded first. The training goes on ' +
    'by itself: read it at its Location, or wait for its event. A sound result is registered as ' +
    'a candidate; otherwise the training says why, and nothing is registered.',
  request: {
    headers: moneyHeaders,
    body: jsonBody(trainBody),
  },
  responses: {
    202: jsonAnswer('Accepted and on its way.', trainingSchema),
  },
});

const MOST_FAULTS = 100;
/** Faults of one column are one: so many are counted. */
const MOST_READ = 10_000;
const TEST_FRACTION = 0.2;
const SEED = 7;

/** Rows that are there to be kept, or that were uploaded before. */
interface Data {
  readonly format: TrainingRequest['format'];
  /** Null: they are read from the ledger when the training begins. */
  readonly sha256: string | null;
  readonly dataName: string;
  /** Values, about: for the estimate. */
  readonly values: number;
  /** Null: kept already, or not there yet. */
  readonly file: { readonly sha256: string; readonly bytes: Buffer } | null;
  readonly query?: LedgerQuery;
}

export const trainModel = operation('models:train', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const desk = deskOf(c, deps);
  const { tenantId } = developerOf(c);
  refuseProtected(body);
  const data = await dataOf(desk, tenantId, body);
  const store = deps.datasets[desk.ledger.environment];
  if (data.file) await store.put(data.file.sha256, data.file.bytes);
  const { rows: _, ...dataset } = body.dataset;
  const { id, replayed } = await desk.ledger.trainings.accept({
    tenantId,
    name: body.name,
    task: body.task,
    source: body.dataset.source,
    datasetSha256: data.sha256,
    estimatedSeconds: secondsOf(body, data.values),
    request: JSON.stringify(requestOf(body, data)),
    requestHash: requestHash({ ...body, dataset: { ...dataset, sha256: data.sha256 } }),
    cause: causeOf(c),
  });
  // A training that ended in between may have taken the file with it: now nothing does.
  if (data.file) await store.put(data.file.sha256, data.file.bytes);
  if (replayed) c.header('Idempotency-Replayed', 'true');
  else deps.failPoint('after-accept-training');
  start(deps, desk, { id, tenantId });
  const training = await findTraining(desk.ledger, tenantId, id);
  if (!training) throw new Problem('training_not_found');
  c.header('Location', `/v1/ai/custom-models/jobs/${id}`);
  return c.json(training, 202);
});

async function dataOf(desk: Desk, tenantId: string, body: TrainBody): Promise<Data> {
  const { rows, uploadId = '', query, source } = body.dataset;
  if (rows) return inlineData(body, rows);
  if (source === 'upload') return uploadedData(desk, tenantId, uploadId);
  const asked = await ledgerData(desk.ledger, tenantId, query);
  return { format: 'csv', sha256: null, dataName: 'payments of the ledger', file: null, ...asked };
}

/** Rows of the body: a fault in one refuses the whole request at once. */
async function inlineData(body: TrainBody, rows: readonly unknown[]): Promise<Data> {
  const { labelField, timeField, groupField } = fieldsOf(body);
  const others = [labelField, timeField, groupField];
  const described = withKinds(rows, featuresOf(body) ?? featuresIn(rows, others));
  const { features, faults } = withCategories(rows, described);
  const errors = [
    ...nameFaults(features),
    ...faults.map(asError),
    ...rowFaults(body, rows, features),
    ...groupFaults(rows, groupField).map(asError),
  ].slice(0, MOST_FAULTS);
  if (errors.length > 0) throw new Problem('dataset_invalid', undefined, { errors });
  if (rows.length < LEAST_ROWS) {
    const message = `The data set has ${rows.length} rows; training requires ${LEAST_ROWS}.`;
    throw new Problem('dataset_too_small', undefined, {
      errors: [{ pointer: '/dataset/rows', code: 'dataset_too_small', message }],
    });
  }
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const sha256 = await hashInTurns(bytes);
  const values = rows.length * features.length;
  return {
    format: 'ndjson',
    sha256,
    dataName: 'rows of the request',
    values,
    file: { sha256, bytes },
  };
}

function nameFaults(features: readonly Feature[]): FieldError[] {
  const unfit = features.filter(({ name }) => !isFeatureName(name));
  return unfit.slice(0, MOST_FAULTS).map(({ name }) => {
    const pointer = `/dataset/rows/0/${escaped(name)}`;
    return { pointer, code: 'unknown_field', message: NAME_RULE };
  });
}

function rowFaults(
  body: TrainBody,
  rows: readonly unknown[],
  features: readonly Feature[],
): FieldError[] {
  const { labelField, timeField } = fieldsOf(body);
  const rules = { features, labelField, timeField, ignoresOthers: true, mostFaults: MOST_READ };
  return byColumn(readExamples(rows, rules).faults).map(asError);
}

function asError({ row, field, code, message }: RowFault): FieldError {
  const at = `/dataset/rows/${row}`;
  return { pointer: field === null ? at : `${at}/${escaped(field)}`, code, message };
}

function escaped(name: string): string {
  return name.slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A number with its comma takes about so many bytes. */
const BYTES_OF_A_VALUE = 8;

async function uploadedData({ ledger }: Desk, tenantId: string, id: string): Promise<Data> {
  const found = await findDataset(ledger, tenantId, id);
  if (!found) throw new Problem('dataset_not_found');
  const { format, sha256, bytes } = found;
  const values = bytes / BYTES_OF_A_VALUE;
  return { format, sha256, dataName: `data set ${id}`, values, file: null };
}

/** What no deployment for credit would take: refused before the training, where it can be known. */
function refuseProtected(body: TrainBody): void {
  if (body.task !== 'credit') return;
  const names = featuresOf(body)?.map(({ name }) => name) ?? namesIn(body);
  const at = names.findIndex(namesProtected);
  if (at === -1) return;
  const name = names[at] ?? '';
  const message = `${name} is protected, or a proxy of such an attribute: leave it out.`;
  const pointer = body.features ? `/features/${at}` : `/dataset/rows/0/${escaped(name)}`;
  throw new Problem('model_protected_attribute', undefined, {
    errors: [{ pointer, code: 'model_protected_attribute', message }],
  });
}

/** The fields that are no features. */
function fieldsOf({ dataset }: TrainBody) {
  const isLedger = dataset.source === 'ledger_query';
  const { labelField = LEDGER_LABEL, timeField = isLedger ? LEDGER_TIME : null } = dataset;
  return { labelField, timeField, groupField: dataset.groupField ?? null };
}

function featuresOf(body: TrainBody): readonly Feature[] | null {
  const { features, dataset, task } = body;
  if (dataset.source === 'ledger_query') return ledgerFeatures(features);
  const columns = task === 'credit' ? creditColumns(features ?? namesIn(body)) : null;
  if (columns) return columns;
  if (!features) return null;
  return features.map((one) => {
    if (typeof one === 'string') return plainFeature(one);
    const given = Object.entries(one).filter(([, value]) => value !== undefined);
    return { ...plainFeature(one.name), ...Object.fromEntries(given) };
  });
}

/** Columns of the rows in the body; those of an upload are looked at when it trains. */
function namesIn(body: TrainBody): string[] {
  const { labelField, timeField, groupField } = fieldsOf(body);
  return featuresIn(body.dataset.rows ?? [], [labelField, timeField, groupField]).map(
    ({ name }) => name,
  );
}

function requestOf(body: z.output<typeof trainBody>, data: Data): TrainingRequest {
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
    features: featuresOf(body),
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

function secondsOf(body: TrainBody, values: number): number {
  const { algorithm = 'auto', hyperparameters, tuning } = body;
  const tuningSeconds = tuning?.budgetSeconds ?? 0;
  return secondsFor({ algorithm, values, rounds: hyperparameters?.rounds, tuningSeconds });
}

/** Starts the workflow; if Temporal is away, the sweeper starts it later. */
function start(deps: Deps, desk: Desk, training: { id: string; tenantId: string }): void {
  const place = desk.place();
  if (!place) return;
  ensure(place, 'training', training).catch((error: unknown) => {
    const said = { training: training.id, cause: String(error) };
    deps.log.warn(said, 'starting the workflow of a training job failed; the sweeper tries again');
  });
}
