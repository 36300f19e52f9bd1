// A developer trains on texts, dates and missing values as they occur in the data, and requests
// scores with the same texts.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../models/learn/train/random.ts';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { upload } from '../../kit/models/custom-models.ts';
import { deploy, waitForStatus } from '../../kit/models/deployments.ts';
import { evaluate, uploadPaymentRows, waitForScores } from '../../kit/models/scorings.ts';
import { TRAIN_PATH, waitForEnd } from '../../kit/models/training.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

const SHARES = { rent: 0.6, own: 0.15, mortgage: 0.3 } as const;
type Home = keyof typeof SHARES;

function applicants(count: number, seed: number) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const home = (['rent', 'own', 'mortgage'] as Home[])[random.below(3)] as Home;
    const income = random.next() < 0.1 ? null : Math.round(1_000 + 3_000 * random.next());
    const since = `20${10 + random.below(15)}-0${1 + random.below(9)}-1${random.below(10)}`;
    const chance = SHARES[home] + (income !== null && income > 2_500 ? -0.1 : 0.1);
    return { home, income, since, late: random.next() < chance ? 1 : 0 };
  });
}

const bodyOf = (rows: readonly object[], overrides: object = {}) => ({
  name: 'payers',
  task: 'binary_classification',
  dataset: { source: 'inline', rows, labelField: 'late' },
  ...overrides,
});

/**
 * Returns the scores of the rows by a copy of the version, whose downloaded file and card another
 * developer uploads.
 */
async function scoreElsewhere(path: string, rows: readonly object[]): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}` };
  const file = await fetch(`${bank.url}${path}/artifact`, { headers });
  const card = (await bank.call(`${path}/card`, { key })).body;
  const other = (await register(bank)).key;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const uploadAnswer = await upload(bank, other, { file: bytes, card });
  expect([uploadAnswer.status, uploadAnswer.body.detail]).toEqual([201, undefined]);
  const copyPath = `/v1/ai/custom-models/${uploadAnswer.body.modelId}/versions/1.0.0`;
  const { body } = await bank.call(`${copyPath}/score`, { key: other, body: { rows } });
  return body.scores.map((score: { probability: number }) => score.probability);
}

it('texts, dates and gaps are learnt as given, and scored in the same form', async () => {
  const acceptedAnswer = await bank.call(TRAIN_PATH, { key, body: bodyOf(applicants(900, 4)) });
  const job = await waitForEnd(bank, key, acceptedAnswer.body.id);
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  const kinds = job.card.features.map(({ kind }: { kind?: string }) => kind ?? 'number');
  expect(kinds).toEqual(['category', 'number', 'date']);
  expect(job.card.selection.method).toBe('cross_validation');
  expect(job.card.measured.rows).toBe(180);
  expect(job.card.measured.areaUnderRoc.low).toBeGreaterThan(0.6);

  const path = `/v1/ai/custom-models/${job.modelId}/versions/1.0.0`;
  const row = { income: 2_000, since: '2019-05-11' };
  const rows = ['rent', 'own', 'boat', null].map((home) => ({ ...row, home }));
  const body = { rows, includeReasons: true };
  const { status, body: scored } = await bank.call(`${path}/score`, { key, body });
  expect([status, scored.code]).toEqual([200, undefined]);
  const [rentScore, ownHomeScore, boatScore, noRentScore] = scored.scores.map(
    (score: { probability: number }) => score.probability,
  );
  expect(rentScore).toBeGreaterThan(ownHomeScore + 0.2);
  expect(boatScore).toBeLessThan(rentScore);
  expect(boatScore).toBeGreaterThan(ownHomeScore);
  expect(noRentScore).toBeGreaterThan(0);
  const reason = scored.scores[0].reasons.find(
    ({ feature }: { feature: string }) => feature === 'home',
  );
  expect(reason).toMatchObject({ valueText: 'rent', direction: 'increases' });

  expect(await scoreElsewhere(path, rows)).toEqual([
    rentScore,
    ownHomeScore,
    boatScore,
    noRentScore,
  ]);

  const datasetId = await uploadPaymentRows(bank, key, applicants(500, 9));
  const version = { modelId: job.modelId, modelVersion: '1.0.0' };
  const evaluation = await evaluate(bank, key, version, { datasetId, labelField: 'late' });
  const finishedEvaluation = await waitForScores(
    bank,
    key,
    evaluation.headers.get('location') ?? '',
  );
  expect(finishedEvaluation).toMatchObject({ status: 'succeeded' });

  // The next model numbers the texts differently; both models receive the texts of the rows.
  const strategy = { type: 'immediate' };
  const firstAnswer = await deploy(bank, key, version, { strategy });
  await waitForStatus(bank, key, firstAnswer.body.id, 'active');
  const otherApplicants = applicants(500, 5).map((item) => ({
    ...item,
    home: item.home.replace('own', 'a'),
  }));
  const quickFields = { name: 'next', algorithm: 'logistic' };
  const repeatedAnswer = await bank.call(TRAIN_PATH, {
    key,
    body: bodyOf(otherApplicants, quickFields),
  });
  const nextJob = await waitForEnd(bank, key, repeatedAnswer.body.id);
  const { champion, test } = nextJob.metrics;
  expect(champion).toMatchObject({ name: 'payers', version: '1.0.0' });
  const difference = Math.abs(champion.measured.areaUnderRoc.value - test.areaUnderRoc.value);
  expect(difference).toBeLessThan(0.1);
  const challenger = { modelId: nextJob.modelId, modelVersion: '1.0.0' };
  const answer = await evaluate(bank, key, challenger, { datasetId, labelField: 'late' });
  const evaluated = await waitForScores(bank, key, answer.headers.get('location') ?? '');
  expect(evaluated.report.comparison).toMatchObject({ name: 'payers', version: '1.0.0' });
  const secondAnswer = await deploy(bank, key, challenger, { strategy });
  // These rows have `own` instead of the learnt `a`, so the version is worse and is not deployed at
  // once.
  const { gates } = await waitForStatus(bank, key, secondAnswer.body.id, 'failed');
  const gate = gates.find(({ name }: { name: string }) => name === 'quality_against_champion');
  expect(gate).toMatchObject({ passed: false, findings: ['champion_better'] });
  expect(gate.detail).toContain(`${answer.body.id}: `);
}, 120_000);

it('both classes have the same weight, and probabilities match the data', async () => {
  const random = createRandom(11);
  const rows = Array.from({ length: 2_400 }, () => {
    const [a, b] = [random.normal(), random.normal()];
    return { a, b, c: random.normal(), late: random.next() < (a * b > 0 ? 0.22 : 0.02) ? 1 : 0 };
  });
  const features = [{ name: 'a' }, 'b', { name: 'c', monotone: 1 }];
  const trainingFields = { classWeight: 'balanced', tuning: { budgetSeconds: 2 }, features };
  const acceptedAnswer = await bank.call(TRAIN_PATH, {
    key,
    body: bodyOf(rows, { name: 'tried', ...trainingFields }),
  });
  expect(acceptedAnswer.body.estimatedSeconds).toBeGreaterThan(2);
  const { card, status } = await waitForEnd(bank, key, acceptedAnswer.body.id);
  expect(status).toBe('succeeded');
  expect(card.learner.options.positiveWeight).toBeGreaterThan(3);
  expect(card.tuning).toMatchObject({ budgetSeconds: 2 });
  expect(card.tuning.tried).toBeGreaterThan(0);
  expect(card.tuning.loss).toBeLessThanOrEqual(card.tuning.usualLoss);
  // With class weights every second row would be positive; the calibration corrects that.
  const { brierScore, positives, rows: measured } = card.measured;
  const share = positives / measured;
  expect(brierScore.value).toBeLessThan(share * (1 - share) * 1.05);
});

it.each([
  [{ algorithm: 'logistic', tuning: { budgetSeconds: 5 } }, '/tuning'],
  [{ classWeight: 'balanced', hyperparameters: { positiveWeight: 3 } }, '/classWeight'],
  [{ tuning: { budgetSeconds: 601 } }, '/tuning/budgetSeconds'],
])('%j is refused at %s', async (overrides, pointer) => {
  const { status, body } = await bank.call(TRAIN_PATH, {
    key,
    body: bodyOf(applicants(300, 5), overrides),
  });
  expect(status).toBe(422);
  expect(body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
});

it('an invalid column is reported once, with its first row, and nothing is accepted', async () => {
  const rows = applicants(300, 5);
  const badRows = rows.map((row, index) => ({
    ...row,
    since: index > 99 ? '03/04/2019' : row.since,
  }));
  await writesNothing(bank, async () => {
    const { status, body } = await bank.call(TRAIN_PATH, { key, body: bodyOf(badRows) });
    expect([status, body.code]).toEqual([422, 'dataset_invalid']);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({
      pointer: '/dataset/rows/100/since',
      code: 'ambiguous_date',
    });
    expect(body.errors[0].message).toContain('(200 rows)');
  });
});

it('a category with a monotone order, or with bounds, is refused by its field', async () => {
  const features = [{ name: 'home', kind: 'category', monotone: 1 }, 'income'];
  const { status, body } = await bank.call(TRAIN_PATH, {
    key,
    body: bodyOf(applicants(300, 5), { features }),
  });
  expect(status).toBe(422);
  expect(body.errors[0].pointer).toContain('/features/0');
});
