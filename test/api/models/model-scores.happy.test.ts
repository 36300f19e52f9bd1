// Versions over HTTP: each returns its own scores, by its number or by an alias.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { register, type TestBank } from '../../kit/bank/bank.ts';
import { openSharedBank } from '../../kit/bank/shared-bank.ts';
import { makeCard, readExport, upload } from '../../kit/models/custom-models.ts';

let bank: TestBank;
let key: string;
let path: string;
const firstCard = makeCard('xgboost');
const secondCard = makeCard('lightgbm', { version: '2.0.0', threshold: 0.9 });
const names = firstCard.features.map(({ name }) => name);

beforeAll(async () => {
  bank = await openSharedBank();
  key = (await register(bank)).key;
  const { body } = await upload(bank, key, { file: readExport('xgboost'), card: firstCard });
  await upload(bank, key, { file: readExport('lightgbm'), card: secondCard });
  path = `/v1/ai/custom-models/${body.modelId}/versions`;
}, 90_000);
afterAll(() => bank.close());

const rows = firstCard.golden.map(({ features }) =>
  Object.fromEntries(names.map((name, index) => [name, features[index]])),
);
const statedScores = (card: typeof firstCard) => card.golden.map(({ probability }) => probability);

it.each([
  ['1.0.0', '1.0.0', firstCard],
  ['2.0.0', '2.0.0', secondCard],
  ['latest', '2.0.0', secondCard],
] as const)('%s scores as its library does', async (label, modelVersion, card) => {
  const { status, body } = await bank.call(`${path}/${label}/score`, { key, body: { rows } });
  expect([status, body.modelVersion]).toEqual([200, modelVersion]);
  const scores: { probability: number; flagged: boolean }[] = body.scores;
  for (const [index, probability] of statedScores(card as typeof firstCard).entries()) {
    expect(scores[index]?.probability).toBeCloseTo(probability ?? Number.NaN, 5);
  }
  const threshold = modelVersion === '2.0.0' ? 0.9 : 0.5;
  expect(body.threshold).toBe(threshold);
  expect(scores.map(({ flagged }) => flagged)).toEqual(
    scores.map(({ probability }) => probability >= threshold),
  );
});

it('a model of the bank gives its golden scores', async () => {
  const { body } = await bank.call('/v1/ai/custom-models?limit=100', { key });
  const shippedModel = body.data.find((item: { name: string }) => item.name === 'credit-scoring');
  const versions = `/v1/ai/custom-models/${shippedModel.id}/versions/latest`;
  const { card } = (await bank.call(versions, { key })).body;
  const golden: { features: (number | null)[]; probability: number }[] = card.golden;
  const cardFeatures = card.features as { name: string }[];
  const input = golden.map(({ features }) =>
    Object.fromEntries(cardFeatures.map(({ name }, index) => [name, features[index]])),
  );
  const answer = await bank.call(`${versions}/score`, { key, body: { rows: input } });
  expect(answer.status).toBe(200);
  for (const [index, { probability }] of golden.entries()) {
    expect(answer.body.scores[index].probability).toBeCloseTo(probability, 5);
  }
});

it('the value true is scored as 1 and false as 0, as in training rows', async () => {
  const [row] = rows;
  const rowsWithBooleans = [
    { ...row, a: true, b: false },
    { ...row, a: 1, b: 0 },
  ];
  const { body } = await bank.call(`${path}/1.0.0/score`, {
    key,
    body: { rows: rowsWithBooleans },
  });
  expect(body.scores[0]).toEqual(body.scores[1]);
});
