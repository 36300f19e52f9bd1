// Credit models of a developer: rows for a training, and files for an upload.

import { readArtifact, readArtifactForest, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { CREDIT_FEATURES } from '../../../models/features/credit-features.ts';
import { makeCalibrationSteps } from '../../../models/learn/export/calibration.ts';
import { makeLinearSteps } from '../../../models/learn/export/linear.ts';
import { encodeOnnxFile } from '../../../models/learn/export/onnx-model.ts';
import { makeForestSteps } from '../../../models/learn/export/tree-ensemble.ts';
import { UNCALIBRATED_PLATT } from '../../../models/learn/train/calibration.ts';
import { createRandom } from '../../../models/learn/train/random.ts';
import type { TestBank } from '../bank/bank.ts';
import { type ApplicationFields, applicationOf } from '../people/credit.ts';
import { upload } from './custom-models.ts';

/**
 * Makes loans: the larger a loan is in relation to the income, and after an earlier default, the
 * more often it defaults.
 */
export function makeLoans(rows: number, seed = 5): Record<string, number>[] {
  const random = createRandom(seed);
  const integerBelow = (max: number) => Math.floor(random.next() * max);
  return Array.from({ length: rows }, () => {
    const income = 20_000 + integerBelow(100_000);
    const loanAmount = 500 + integerBelow(30_000);
    const hasDefaulted = random.next() < 0.2 ? 1 : 0;
    const margin = 6 * (loanAmount / income) + 2 * hasDefaulted - 3;
    return {
      // The fields stand in another order than the columns of the task.
      purpose: integerBelow(6),
      homeOwnership: integerBelow(4),
      loanToIncome: loanAmount / income,
      loanAmount,
      income,
      hasDefaulted,
      creditHistoryYears: integerBelow(30),
      employmentYears: integerBelow(30),
      failed: random.next() < 1 / (1 + Math.exp(-margin)) ? 1 : 0,
    };
  });
}

/** Returns the body of a training on such loans that takes some seconds. */
export function makeCreditTraining(rows: readonly object[], overrides: object = {}) {
  return {
    name: 'own-credit',
    task: 'credit',
    dataset: { source: 'inline', rows, labelField: 'failed' },
    algorithm: 'gbdt',
    hyperparameters: { rounds: 25, leaves: 6 },
    ...overrides,
  };
}

/** Returns the bank's own model as an upload of a developer. */
export function readShippedCreditModel(): Uint8Array {
  return readArtifact(SHIPPED_FOLDER, 'credit-scoring', '3.2.0').model;
}

/**
 * Returns the bank's trees with only a sigmoid behind them, as boosting libraries export models.
 */
export function exportUncalibratedCreditModel(): Uint8Array {
  const forest = readArtifactForest(readArtifact(SHIPPED_FOLDER, 'credit-scoring', '3.2.0'));
  const steps = [makeForestSteps(forest), makeCalibrationSteps(UNCALIBRATED_PLATT)];
  return encodeOnnxFile({ name: 'plain', columns: CREDIT_FEATURES.length, steps, metadata: {} });
}

/**
 * Returns loans in the order of the columns, as background rows of an uploaded model's
 * explanations.
 */
export function makeCreditBackground(rows: number): number[][] {
  return makeLoans(rows, 3).map((loan) => CREDIT_FEATURES.map(({ name }) => loan[name] ?? 0));
}

/** Returns a model with the same probability of default for every application. */
export function makeConstantCreditModel(logOdds: number): Uint8Array {
  const columns = CREDIT_FEATURES.length;
  const constantColumn = (value: number) => Array.from({ length: columns }, () => value);
  const linear = {
    columns,
    mean: constantColumn(0),
    scale: constantColumn(1),
    weight: constantColumn(0),
    intercept: logOdds,
  };
  const steps = [makeLinearSteps(linear), makeCalibrationSteps(UNCALIBRATED_PLATT)];
  return encodeOnnxFile({ name: 'constant', columns, steps, metadata: {} });
}

const FEATURES = CREDIT_FEATURES.map(({ name, min, max, mayBeMissing }) => {
  return { name, min, max, mayBeMissing };
});

interface UploadOptions {
  readonly file: Uint8Array;
  readonly name?: string;
  readonly features?: readonly object[];
  readonly background?: readonly (readonly number[])[];
}

/** Uploads a credit model and returns its version. */
export async function uploadCreditModel(bank: TestBank, key: string, options: UploadOptions) {
  const { file, name = 'brought-credit', features = FEATURES, background } = options;
  const card = { name, version: '1.0.0', task: 'credit', features, background };
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await upload(bank, key, { file, card });
    // On a busy machine a model may fail the gate of speed: a client uploads it again.
    if (body.code === 'model_too_slow' && attempt < 5) continue;
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }
}

/** Applies for credit and returns the assessment. */
export async function assessCredit(
  bank: TestBank,
  key: string,
  { customerId, ...fields }: ApplicationFields & { readonly customerId: string },
) {
  const body = applicationOf(customerId, fields);
  const answer = await bank.call('/v1/ai/credit-assessment', { key, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
