// Parses and checks the bytes of a training request: the terms and the rows. It is a pure
// computation of half a second for 4 MiB, so a large body is read on another thread
// (train-worker.ts).

import { createHash } from 'node:crypto';
import { LEDGER_LABEL, LEDGER_TIME } from '../../ai/serving/training/ledger-rows.ts';
import type { Feature } from '../../models/card.ts';
import { matchCreditColumns } from '../../models/features/credit-columns.ts';
import { isProtectedName } from '../../models/features/protected-names.ts';
import { addCategories, assignKinds } from '../../models/learn/train/column-kinds.ts';
import {
  createFeature,
  isFeatureName,
  listFeatures,
  NAME_RULE,
} from '../../models/learn/train/field-names.ts';
import { findGroupFaults } from '../../models/learn/train/group-keys.ts';
import { MIN_ROWS } from '../../models/learn/train/leakage.ts';
import {
  type RowFault,
  readExamples,
  reduceToColumns,
} from '../../models/learn/train/read-examples.ts';
import { type FieldError, Problem } from '../kit/errors.ts';
import { type Fault, parseBody, toFault } from '../kit/read-on-thread.ts';
import { selectLedgerFeatures } from './ledger-query.ts';
import { type TrainBody, trainBody } from './train-schema.ts';

const MAX_FAULTS = 100;
/** Maximum number of faults that are collected before those of one column are merged. */
const MAX_COLLECTED_FAULTS = 10_000;

/** Rows of the body as the stored file. */
interface InlineRows {
  readonly sha256: string;
  readonly bytes: Uint8Array;
  /** Number of rows times number of columns. */
  readonly values: number;
}

export interface TrainingOrder {
  /** The body without rows. */
  readonly body: TrainBody;
  /** Null when every field of the rows is a feature. */
  readonly features: readonly Feature[] | null;
  readonly rows: InlineRows | null;
}

/** Returns the requested training, or the fault of the request. */
export function readTraining(bytes: ArrayBuffer): TrainingOrder | Fault {
  try {
    const body = parseBody(bytes, trainBody);
    refuseProtected(body);
    const features = resolveFeatures(body);
    const { rows, ...dataset } = body.dataset;
    const storedRows = rows ? readInlineRows(body, rows) : null;
    return { body: { ...body, dataset }, features, rows: storedRows };
  } catch (error) {
    return toFault(error);
  }
}

/** Reads the rows of the body; a fault in one row refuses the request. */
function readInlineRows(body: TrainBody, rows: readonly unknown[]): InlineRows {
  const { labelField, timeField, groupField } = fieldsOf(body);
  const otherFields = [labelField, timeField, groupField];
  const described = assignKinds(rows, resolveFeatures(body) ?? listFeatures(rows, otherFields));
  const { features, faults } = addCategories(rows, described);
  const errors = [
    ...findNameFaults(features),
    ...faults.map(toFieldError),
    ...findRowFaults(body, rows, features),
    ...findGroupFaults(rows, groupField).map(toFieldError),
  ].slice(0, MAX_FAULTS);
  if (errors.length > 0) throw new Problem('dataset_invalid', undefined, { errors });
  if (rows.length < MIN_ROWS) {
    const message = `The data set has ${rows.length} rows; training requires ${MIN_ROWS}.`;
    throw new Problem('dataset_too_small', undefined, {
      errors: [{ pointer: '/dataset/rows', code: 'dataset_too_small', message }],
    });
  }
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, bytes, values: rows.length * features.length };
}

function findNameFaults(features: readonly Feature[]): FieldError[] {
  const unfit = features.filter(({ name }) => !isFeatureName(name));
  return unfit.slice(0, MAX_FAULTS).map(({ name }) => {
    const pointer = `/dataset/rows/0/${escapePointer(name)}`;
    return { pointer, code: 'unknown_field', message: NAME_RULE };
  });
}

function findRowFaults(
  body: TrainBody,
  rows: readonly unknown[],
  features: readonly Feature[],
): FieldError[] {
  const { labelField, timeField } = fieldsOf(body);
  const rules = {
    features,
    labelField,
    timeField,
    ignoresOthers: true,
    maxFaults: MAX_COLLECTED_FAULTS,
  };
  return reduceToColumns(readExamples(rows, rules).faults).map(toFieldError);
}

function toFieldError({ row, field, code, message }: RowFault): FieldError {
  const pointer = `/dataset/rows/${row}`;
  return {
    pointer: field === null ? pointer : `${pointer}/${escapePointer(field)}`,
    code,
    message,
  };
}

function escapePointer(name: string): string {
  return name.slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Refuses features that no credit deployment would accept, when their names are known before the
 * training.
 */
function refuseProtected(body: TrainBody): void {
  if (body.task !== 'credit') return;
  const names = resolveFeatures(body)?.map(({ name }) => name) ?? listInlineColumns(body);
  const index = names.findIndex(isProtectedName);
  if (index === -1) return;
  const name = names[index] ?? '';
  const message = `${name} is protected, or a proxy of such an attribute: leave it out.`;
  const pointer = body.features ? `/features/${index}` : `/dataset/rows/0/${escapePointer(name)}`;
  throw new Problem('model_protected_attribute', undefined, {
    errors: [{ pointer, code: 'model_protected_attribute', message }],
  });
}

/** Returns the fields that are not features. */
export function fieldsOf({ dataset }: TrainBody) {
  const isLedger = dataset.source === 'ledger_query';
  const { labelField = LEDGER_LABEL, timeField = isLedger ? LEDGER_TIME : null } = dataset;
  return { labelField, timeField, groupField: dataset.groupField ?? null };
}

function resolveFeatures(body: TrainBody): readonly Feature[] | null {
  const { features, dataset, task } = body;
  if (dataset.source === 'ledger_query') return selectLedgerFeatures(features);
  const columns =
    task === 'credit' ? matchCreditColumns(features ?? listInlineColumns(body)) : null;
  if (columns) return columns;
  if (!features) return null;
  return features.map((feature) => {
    if (typeof feature === 'string') return createFeature(feature);
    const properties = Object.entries(feature).filter(([, value]) => value !== undefined);
    return { ...createFeature(feature.name), ...Object.fromEntries(properties) };
  });
}

/** Returns the columns of inline rows; columns of an upload are checked during the training. */
function listInlineColumns(body: TrainBody): string[] {
  const { labelField, timeField, groupField } = fieldsOf(body);
  return listFeatures(body.dataset.rows ?? [], [labelField, timeField, groupField]).map(
    ({ name }) => name,
  );
}
