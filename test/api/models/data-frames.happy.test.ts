// A developer uploads a pipeline that was fitted on a data frame of texts, whole numbers, booleans
// and doubles, exported with the defaults of its library: it scores the same rows as its library
// does, alone and in evaluations.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { upload } from '../../kit/models/custom-models.ts';
import { waitForScores } from '../../kit/models/scorings.ts';
import { uploadRows } from '../../kit/models/training.ts';

const EXPORTS = new URL('../../models/exports/as-people-do/', import.meta.url);
const FILE = readFileSync(new URL('data-frame.onnx', EXPORTS));
const GOLDEN = JSON.parse(readFileSync(new URL('golden.json', EXPORTS), 'utf8'))['data-frame'] as {
  readonly rows: number[][];
  readonly probability: number[];
  readonly features: { readonly name: string; readonly categories?: string[] }[];
};
const [town] = GOLDEN.features.flatMap(({ categories = [] }) => categories);

/** The rows with the texts of the data frame. */
const ROWS = GOLDEN.rows.map((row) => [
  GOLDEN.features[0]?.categories?.[row[0] as number] ?? 'Hull',
  ...row.slice(1),
]);
const nameValues = (row: readonly (string | number | undefined)[]) =>
  Object.fromEntries(GOLDEN.features.map(({ name }, index) => [name, row[index]]));

const makeFrameCard = (overrides: object = {}) => ({
  name: 'frame',
  version: '1.0.0',
  task: 'churn',
  features: GOLDEN.features,
  golden: ROWS.map((features, index) => ({ features, probability: GOLDEN.probability[index] })),
  background: ROWS.slice(0, 12),
  ...overrides,
});

let bank: CheckedBank;
let key: string;
let path: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const sendAnswer = await upload(bank, key, { file: FILE, card: makeFrameCard() });
  expect([sendAnswer.status, sendAnswer.body.detail]).toEqual([201, undefined]);
  path = `/v1/ai/custom-models/${sendAnswer.body.modelId}/versions/1.0.0`;
}, 60_000);
afterAll(() => bank.close());

it('a data-frame model scores rows as its library does, and gives reasons with its text values', async () => {
  const { status, body } = await bank.call(`${path}/score`, {
    key,
    body: { rows: ROWS.map(nameValues) },
  });
  expect(status).toBe(200);
  for (const [index, expected] of GOLDEN.probability.entries()) {
    expect(Math.abs(body.scores[index].probability - expected)).toBeLessThan(1e-5);
  }
  const request = { rows: [nameValues(ROWS[0] as string[])], includeReasons: true };
  const answer = await bank.call(`${path}/score`, { key, body: request });
  expect([answer.status, answer.body.reasonsKind]).toEqual([200, 'approximate']);
  const texts = answer.body.scores[0].reasons.filter(
    ({ feature }: { feature: string }) => feature === 'town',
  );
  for (const { valueText } of texts) expect(valueText).toBe(ROWS[0]?.[0]);
}, 60_000);

it('a data-frame model can be evaluated on a CSV file of the same columns', async () => {
  const head = [...GOLDEN.features.map(({ name }) => name), 'left'].join(',');
  const lines = ROWS.map((row, index) => [...row, index % 3 === 0 ? 1 : 0].join(','));
  const rows = { text: [head, ...lines].join('\n'), format: 'csv' as const };
  const { id: datasetId } = (await uploadRows(bank, key, rows)).body;
  const request = { key, body: { datasetId, labelField: 'left' } };
  const acceptedAnswer = await bank.call(`${path}/evaluations`, request);
  const { status, report } = await waitForScores(
    bank,
    key,
    `${path}/evaluations/${acceptedAnswer.body.id}`,
  );
  expect([status, report?.rows]).toEqual(['succeeded', ROWS.length]);
}, 60_000);

const knownValue = (ROWS[0] as string[])[0] ?? '';
const UNKNOWN_VALUES = [
  ` ${knownValue}`,
  `${knownValue} `,
  knownValue.toUpperCase(),
  `${knownValue}\u0301`,
  'true',
  '1',
  'nan',
];

it.each(UNKNOWN_VALUES)(
  'a text unknown to the model, such as "%s", is named in a warning',
  async (town) => {
    const rows = [nameValues(ROWS[0] as string[]), { ...nameValues(ROWS[0] as string[]), town }];
    const { status, body } = await bank.call(`${path}/score`, { key, body: { rows } });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.warnings).toMatchObject([{ pointer: '/rows/1/town', code: 'unknown_category' }]);
  },
);

it.each([true, false, 1, 0, 12.5])(
  '%s is not a text and is refused as a category',
  async (town) => {
    const rows = [{ ...nameValues(ROWS[0] as string[]), town }];
    const { status, body } = await bank.call(`${path}/score`, { key, body: { rows } });
    expect([status, body.code]).toEqual([422, 'model_input_invalid']);
    expect(body.errors).toMatchObject([{ pointer: '/rows/0/town', code: 'invalid_feature' }]);
  },
);

const FAULTS: readonly (readonly [string, object, string])[] = [
  ['a fraction in place of a whole number', { visits: 2.5 }, '/rows/0/visits'],
  ['a whole number that a float cannot represent', { visits: 2 ** 24 + 2 }, '/rows/0/visits'],
  ['null in place of a whole number', { visits: null }, '/rows/0/visits'],
  ['a boolean with the value 2', { member: 2 }, '/rows/0/member'],
  ['a number as a text', { spent: '12' }, '/rows/0/spent'],
];

it.each(FAULTS)('%s is refused, and the field is named', async (_label, wrongFields, pointer) => {
  const rows = [{ ...nameValues(ROWS[0] as string[]), ...wrongFields }];
  const { status, body } = await bank.call(`${path}/score`, { key, body: { rows } });
  expect([status, body.code, body.errors[0].pointer]).toEqual([
    422,
    'model_input_invalid',
    pointer,
  ]);
});

const CARDS: readonly (readonly [string, object, string])[] = [
  [
    'a golden row with a fraction',
    { golden: [{ features: [town, 2.5, 1, 3, 4], probability: 0.5 }] },
    '/card/golden/0/features/1',
  ],
  [
    'a background with a text as a number',
    { background: Array(10).fill([town, 2, 1, 'x', 4]) },
    '/card/background/0/3',
  ],
  [
    'a category without its texts',
    { features: [{ name: 'town', kind: 'category' }, ...GOLDEN.features.slice(1)] },
    '/card/features/0/categories',
  ],
  [
    'a whole number that may be missing',
    { features: [{ name: 'visits', kind: 'integer', mayBeMissing: true }] },
    '/card/features/0/mayBeMissing',
  ],
  [
    'the schema of the bank and no features',
    { schema: 'kontor.model-card/1', features: [null], limits: 'x' },
    '/card/features/0',
  ],
  ['texts for a task of payments', { task: 'fraud' }, '/card/features/0/kind'],
];

it.each(CARDS)(
  'a card with %s is refused, and the field is named',
  async (_label, wrongFields, pointer) => {
    const card = makeFrameCard({ name: 'wrong', ...wrongFields });
    const { status, body } = await upload(bank, key, { file: FILE, card });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  },
);
