// Credit models that cannot decide are refused before their deployment, each with its reason; and
// the decision when a deployed model does not answer.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CREDIT_FEATURES } from '../../../models/features/credit-features.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  assessCredit,
  makeConstantCreditModel,
  makeCreditTraining,
  makeLoans,
  readShippedCreditModel,
  uploadCreditModel,
} from '../../kit/models/credit-models.ts';
import { deploy, waitForStatus } from '../../kit/models/deployments.ts';
import { TRAIN_PATH, uploadRows, waitForEnd } from '../../kit/models/training.ts';
import { HOPELESS_LOAN } from '../../kit/people/credit.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  customerId = (await openAccounts(bank, key, [0])).customerId;
}, 60_000);
afterAll(() => bank.close());

const unrestrictedFields = CREDIT_FEATURES.map(({ name }) => ({ name, mayBeMissing: true }));
const renameColumn = (from: string, name: string) =>
  unrestrictedFields.map((item) => (item.name === from ? { ...item, name } : item));
const stageOf = async ({ modelId }: { modelId: string }) =>
  (await bank.call(`/v1/ai/custom-models/${modelId}/versions/1.0.0`, { key })).body.stage;

it.each([
  ['another feature', 'score-of-others', renameColumn('purpose', 'bureauScore'), 'Feature 8'],
  [
    'another order',
    'turned',
    [...unrestrictedFields].reverse(),
    'Feature 1 is purpose; expected income.',
  ],
])('a credit model with %s is not deployed', async (_label, name, features, detail) => {
  const version = await uploadCreditModel(bank, key, {
    file: makeConstantCreditModel(-3),
    name,
    features,
  });
  const { status, body } = await deploy(bank, key, version);
  expect([status, body.code]).toEqual([422, 'model_features_mismatch']);
  expect(body.detail).toContain(detail);
  expect(await stageOf(version)).toBe('candidate');
});

it.each(['maritalStatus', 'applicant_age'])(
  'a credit model with the feature %s is not deployed',
  async (to) => {
    const features = renameColumn('homeOwnership', to);
    const name = `knows-${to.toLowerCase().replaceAll('_', '-')}`;
    const version = await uploadCreditModel(bank, key, {
      file: makeConstantCreditModel(-3),
      name,
      features,
    });
    const { status, body } = await deploy(bank, key, version);
    expect([status, body.code]).toEqual([422, 'model_protected_attribute']);
    expect(body.detail).toMatch(new RegExp(`^Feature 7 is ${to}, a protected attribute`));
    expect(await stageOf(version)).toBe('candidate');
  },
);

it("rows with the task's columns must respect the bounds of those columns", async () => {
  const goodRows = makeLoans(3);
  const [firstRow = {}, ...otherRows] = goodRows;
  const rows = [...otherRows, { ...firstRow, homeOwnership: 9, loanToIncome: null }];
  const { status, body } = await bank.call(TRAIN_PATH, { key, body: makeCreditTraining(rows) });
  expect([status, body.code]).toEqual([422, 'dataset_invalid']);
  const pointers = body.errors.map((error: { pointer: string; code: string }) => error.pointer);
  expect(pointers.sort()).toEqual([
    '/dataset/rows/2/homeOwnership',
    '/dataset/rows/2/loanToIncome',
  ]);
  // With other bounds or columns the same rows are only too few.
  const names = Object.keys(firstRow).filter((name) => name !== 'failed');
  const features = names.map((name) => {
    const mayBeMissing = name === 'loanToIncome';
    return name === 'homeOwnership' ? { name, max: 9 } : { name, mayBeMissing };
  });
  for (const overrides of [{ features }, { features: names.slice(1) }]) {
    const otherAnswer = await bank.call(TRAIN_PATH, {
      key,
      body: makeCreditTraining(rows, overrides),
    });
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'dataset_too_small']);
  }
});

it('a protected attribute is refused before any training', async () => {
  const rows = makeLoans(3).map((item) => ({ ...item, SEX: 1 }));
  const train = (overrides: object) =>
    bank.call(TRAIN_PATH, { key, body: makeCreditTraining(rows, overrides) });
  const features = ['income', { name: 'applicantAge' }];
  for (const [overrides, pointer] of [
    [{}, '/dataset/rows/0/SEX'],
    [{ features }, '/features/1'],
  ] as const) {
    const { status, body } = await train(overrides);
    expect([status, body.code]).toEqual([422, 'model_protected_attribute']);
    expect(body.errors[0].pointer).toBe(pointer);
  }
  // The bank does not restrict the features of models for other purposes.
  expect((await train({ task: 'churn' })).body.code).toBe('dataset_too_small');
  expect((await train({ features: ['income'] })).body.code).toBe('dataset_too_small');
});

/** Trains on uploaded rows without naming features. */
async function trainUnnamed(rows: readonly object[]) {
  const [first = {}] = rows;
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row))];
  const text = lines.map((cells) => cells.join(',')).join('\n');
  const { body } = await uploadRows(bank, key, { text, format: 'csv' });
  const dataset = { source: 'upload', uploadId: body.id, labelField: 'failed' };
  const trainingFields = { name: `unnamed-${Object.keys(first).length}`, dataset };
  const sendAnswer = await bank.call(TRAIN_PATH, {
    key,
    body: makeCreditTraining([], trainingFields),
  });
  expect(sendAnswer.status, JSON.stringify(sendAnswer.body)).toBe(202);
  return waitForEnd(bank, key, sendAnswer.body.id);
}

it('protected attributes in uploaded columns are refused when the columns are read', async () => {
  const rows = makeLoans(500);
  const answer = await trainUnnamed(rows.map((row) => ({ ...row, SEX: 1, zip_code: 7 })));
  expect([answer.status, answer.error.code]).toEqual(['failed', 'model_protected_attribute']);
  const pointers = answer.error.errors.map((error: { pointer: string }) => error.pointer);
  expect(pointers).toEqual(['/dataset/rows/0/SEX', '/dataset/rows/0/zip_code']);
  // The columns of the task have its order and its bounds, so the model can be deployed.
  const { status, error, card } = await trainUnnamed(rows);
  expect([status, error]).toEqual(['succeeded', null]);
  const names = card.features.map(({ name }: { name: string }) => name);
  expect(names).toEqual(CREDIT_FEATURES.map(({ name }) => name));
  expect(card.features[0]).toMatchObject({ min: 1, max: 10_000_000 });
}, 60_000);

it('an applicant outside the bounds of the model card is left to a person, without an error', async () => {
  const narrowFeatures = CREDIT_FEATURES.map(({ name, mayBeMissing }) => {
    return { name, mayBeMissing, ...(name === 'income' ? { max: 50_000 } : {}) };
  });
  const brought = { file: readShippedCreditModel(), name: 'narrow', features: narrowFeatures };
  const { body } = await deploy(bank, key, await uploadCreditModel(bank, key, brought));
  await waitForStatus(bank, key, body.id, 'active');
  expect(await assessCredit(bank, key, { customerId })).toMatchObject({
    decision: 'manual_review',
    humanReview: { reason: 'outside_of_model' },
    model: { name: 'narrow', asked: false, reasonsKind: null },
    degraded: false,
  });
  const incompleteFields = { applicant: { income: 400_000, expenses: 100_000 } };
  const answer = await assessCredit(bank, key, { customerId, ...incompleteFields });
  expect(answer.model).toMatchObject({ name: 'narrow', asked: true });
});

it('a lost model file approves nothing: the rules alone decide, or the previous model', async () => {
  const loseModelFile = async (owner: string, logOdds: number) => {
    // A file that is not in the cache.
    const file = makeConstantCreditModel(logOdds);
    const version = await uploadCreditModel(bank, owner, { file, name: 'lost' });
    const { body } = await deploy(bank, owner, version);
    await waitForStatus(bank, owner, body.id, 'active');
    rmSync(join(bank.dataDir, 'models', `${version.artifact.sha256}.onnx`));
  };
  const otherKey = (await register(bank)).key;
  const foreignAnswer = (await openAccounts(bank, otherKey, [0])).customerId;
  await loseModelFile(otherKey, -3.25);
  // No earlier model of this developer exists.
  const soundLoan = await assessCredit(bank, otherKey, { customerId: foreignAnswer });
  expect(soundLoan).toMatchObject({
    decision: 'manual_review',
    humanReview: { reason: 'model_unavailable' },
    score: null,
    probabilityOfDefault: null,
    model: { name: 'lost', asked: false },
    degraded: true,
  });
  const poorApplication = {
    ...HOPELESS_LOAN,
    applicant: { income: 100_000, expenses: 90_000, obligations: 90_000 },
  };
  const deniedAssessment = await assessCredit(bank, otherKey, {
    customerId: foreignAnswer,
    ...poorApplication,
  });
  expect(deniedAssessment).toMatchObject({ decision: 'denied', degraded: true, score: null });
  for (const { contribution } of deniedAssessment.adverseActionReasons)
    expect(contribution).toBeNull();

  await loseModelFile(key, -3.5);
  const less = { applicant: { income: 400_000, expenses: 100_000 } };
  for (let n = 0; n < 3; n++) {
    const storedAssessment = await assessCredit(bank, key, { customerId, ...less });
    expect(storedAssessment).toMatchObject({
      model: { name: 'narrow', asked: true },
      degraded: false,
    });
  }
}, 60_000);
