// Credit models of a developer's own: rows that one can be trained on, files that can be brought.

import { forestOf, readArtifact, SHIPPED } from '../../../models/artifact.ts';
import { CREDIT_FEATURES } from '../../../models/features/credit-features.ts';
import { calibrationSteps } from '../../../models/learn/export/calibration.ts';
import { linearSteps } from '../../../models/learn/export/linear.ts';
import { onnxFile } from '../../../models/learn/export/onnx-model.ts';
import { forestSteps } from '../../../models/learn/export/tree-ensemble.ts';
import { PLAIN } from '../../../models/learn/train/calibration.ts';
import { randomFrom } from '../../../models/learn/train/random.ts';
import type { TestBank } from '../bank/bank.ts';
import { applicationOf, type Wish } from '../people/credit.ts';
import { upload } from './custom-models.ts';

/** Made-up loans: the more of an income a loan is, and after a default, the more often it fails. */
export function loans(rows: number, seed = 5): Record<string, number>[] {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random.next() * most);
  return Array.from({ length: rows }, () => {
    const income = 20_000 + below(100_000);
    const loanAmount = 500 + below(30_000);
    const hasDefaulted = random.next() < 0.2 ? 1 : 0;
    const margin = 6 * (loanAmount / income) + 2 * hasDefaulted - 3;
    return {
      // In another order than the columns of the task.
      purpose: below(6),
      homeOwnership: below(4),
      loanToIncome: loanAmount / income,
      loanAmount,
      income,
      hasDefaulted,
      creditHistoryYears: below(30),
      employmentYears: below(30),
      failed: random.next() < 1 / (1 + Math.exp(-margin)) ? 1 : 0,
    };
  });
}

/** A training on such loans that is over in some seconds. */
export function creditTraining(rows: readonly object[], more: object = {}) {
  return {
    name: 'own-credit',
    task: 'credit',
    dataset: { source: 'inline', rows, labelField: 'failed' },
    algorithm: 'gbdt',
    hyperparameters: { rounds: 25, leaves: 6 },
    ...more,
  };
}

/** The trees that come with the bank, as a developer would bring them. */
export function sameCreditTrees(): Uint8Array {
  return readArtifact(SHIPPED, 'credit-scoring', '3.2.0').model;
}

/** Those trees with nothing behind them but a sigmoid, as boosting libraries export theirs. */
export function plainCreditTrees(): Uint8Array {
  const forest = forestOf(readArtifact(SHIPPED, 'credit-scoring', '3.2.0'));
  const steps = [forestSteps(forest), calibrationSteps(PLAIN)];
  return onnxFile({ name: 'plain', columns: CREDIT_FEATURES.length, steps, metadata: {} });
}

/** Loans in the order of the columns, to explain a brought model against. */
export function creditBackground(rows: number): number[][] {
  return loans(rows, 3).map((loan) => CREDIT_FEATURES.map(({ name }) => loan[name] ?? 0));
}

/** A model that gives every application the same probability of default. */
export function constantCredit(logOdds: number): Uint8Array {
  const columns = CREDIT_FEATURES.length;
  const of = (value: number) => Array.from({ length: columns }, () => value);
  const linear = { columns, mean: of(0), scale: of(1), weight: of(0), intercept: logOdds };
  const steps = [linearSteps(linear), calibrationSteps(PLAIN)];
  return onnxFile({ name: 'constant', columns, steps, metadata: {} });
}

const FEATURES = CREDIT_FEATURES.map(({ name, min, max, mayBeMissing }) => {
  return { name, min, max, mayBeMissing };
});

interface Brought {
  readonly file: Uint8Array;
  readonly name?: string;
  readonly features?: readonly object[];
  readonly background?: readonly (readonly number[])[];
}

/** Brings a model for credit; answers with its version. */
export async function bringCredit(bank: TestBank, key: string, brought: Brought) {
  const { file, name = 'brought-credit', features = FEATURES, background } = brought;
  const card = { name, version: '1.0.0', task: 'credit', features, background };
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await upload(bank, key, { file, card });
    // On a busy machine no model is quick: a client asks again.
    if (body.code === 'model_too_slow' && attempt < 5) continue;
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }
}

/** Asks for credit; answers with the assessment. */
export async function assessCredit(
  bank: TestBank,
  key: string,
  { customerId, ...wish }: Wish & { readonly customerId: string },
) {
  const body = applicationOf(customerId, wish);
  const answer = await bank.call('/v1/ai/credit-assessment', { key, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
