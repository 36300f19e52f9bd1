// Uploads that are refused: each with its code, and nothing is registered.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { register, type TestBank } from '../../kit/bank/bank.ts';
import { openSharedBank } from '../../kit/bank/shared-bank.ts';
import { makeCard, readExport, type Upload, upload } from '../../kit/models/custom-models.ts';
import { model, node, oneOperatorModel, value } from '../../models/gate/onnx-builder.ts';

let bank: TestBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedBank();
  key = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

const file = readExport('xgboost');
const card = makeCard('xgboost');
const sigmoid = node({ op: 'Sigmoid', inputs: ['features'], outputs: ['probability'] });
const threeFeatures = { features: ['a', 'b', 'c'].map((name) => ({ name })), golden: [] };

const REFUSED_UPLOADS: readonly (readonly [string, Upload, number, string, string?])[] = [
  ['no file', { card }, 422, 'validation_failed', '/file'],
  ['a file that is a text', { file: 'model', card }, 422, 'validation_failed', '/file'],
  ['no card', { file }, 422, 'validation_failed', '/card'],
  ['an unknown field', { file, card, extraFields: { x: '1' } }, 422, 'validation_failed', '/x'],
  ['a card that is not JSON', { file, card: '{' }, 400, 'malformed_json', '/card'],
  ['a card of the wrong kind', { file, card: '[]' }, 422, 'validation_failed', '/card'],
  [
    'an unknown field of the card',
    { file, card: { ...card, owner: 'x' } },
    422,
    'validation_failed',
    '/card/owner',
  ],
  [
    'an unknown task',
    { file, card: { ...card, task: 'astrology' } },
    422,
    'validation_failed',
    '/card/task',
  ],
  [
    'an invalid version',
    { file, card: { ...card, version: '1' } },
    422,
    'validation_failed',
    '/card/version',
  ],
  [
    'the same feature twice',
    { file, card: { ...card, golden: [], features: [{ name: 'a' }, { name: 'a' }] } },
    422,
    'validation_failed',
    '/card/features',
  ],
  [
    'a golden row that is too short',
    { file, card: { ...card, golden: [{ features: [1], probability: 0.5 }] } },
    422,
    'validation_failed',
    '/card/golden/0/features',
  ],
  ...(
    [
      ['of too few rows', [[0, 0, 0, 0, 0]], ''],
      ['of too many rows', Array(201).fill([0, 0, 0, 0, 0]), ''],
      ['with a short row', [...Array(9).fill([0, 0, 0, 0, 0]), [0]], '/9'],
      ['with a missing value', [...Array(9).fill([0, 0, 0, 0, 0]), [0, null, 0, 0, 0]], '/9/1'],
      ['beyond 32 bits', [...Array(9).fill([0, 0, 0, 0, 0]), [0, 0, 1e39, 0, 0]], '/9/2'],
      ['of texts', Array(10).fill(['0', 0, 0, 0, 0]), '/0/0'],
    ] as const
  ).map(([label, background, pointer]): (typeof REFUSED_UPLOADS)[number] => [
    `a background ${label}`,
    { file, card: { ...card, background } },
    422,
    'validation_failed',
    `/card/background${pointer}`,
  ]),
  ['random bytes', { file: Buffer.alloc(500, 201), card }, 422, 'model_malformed'],
  ['an empty file', { file: Buffer.alloc(0), card }, 422, 'model_malformed'],
  ['an incomplete file', { file: file.subarray(0, 900), card }, 422, 'model_malformed'],
  ['a file of 33 MB', { file: Buffer.alloc(33 * 1024 * 1024), card }, 413, 'model_too_large'],
  ['a file of 50 MB', { file: Buffer.alloc(50 * 1024 * 1024), card }, 413, 'payload_too_large'],
  [
    'a model with a loop',
    { file: oneOperatorModel('Loop'), card: { ...card, ...threeFeatures } },
    422,
    'model_operator_not_allowed',
  ],
  [
    'a card with too few features',
    { file, card: { ...card, ...threeFeatures } },
    422,
    'model_signature_mismatch',
  ],
  [
    'a model whose output is not a probability',
    {
      file: model({ nodes: [sigmoid], output: value(12, 'probability', 3) }),
      card: { ...card, ...threeFeatures },
    },
    422,
    'model_signature_mismatch',
  ],
  [
    'a model that answers NaN for ordinary rows',
    { file: oneOperatorModel('Log'), card: { ...card, ...threeFeatures } },
    422,
    'model_output_invalid',
  ],
  [
    'a model whose scores are not those of its card',
    { file: readExport('lightgbm'), card },
    422,
    'model_golden_mismatch',
  ],
];

for (const [label, refusedUpload, status, code, pointer] of REFUSED_UPLOADS) {
  it(`an upload with ${label} is refused and registers nothing`, async () => {
    const answer = await upload(bank, key, refusedUpload);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (pointer) expect(answer.body.errors[0].pointer).toBe(pointer);
    const ownAnswer = await bank.call('/v1/ai/custom-models?limit=100', { key });
    expect(
      ownAnswer.body.data.filter((item: { owner: string }) => item.owner === 'developer'),
    ).toEqual([]);
  }, 60_000);
}

it('an upload that is not a form is refused', async () => {
  const answer = await bank.call('/v1/ai/custom-models/upload', { key, body: card });
  expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
});

it('a version number can be used once, a model keeps its task, and an idempotency key accepts one body only', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const firstAnswer = await upload(bank, key, { file, card, headers });
  expect(firstAnswer.status).toBe(201);
  const repeatedAnswer = await upload(bank, key, { file, card });
  expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([409, 'model_version_exists']);
  expect(repeatedAnswer.body.existingId).toBe(firstAnswer.body.id);
  const otherCard = { ...card, version: '2.0.0', task: 'churn' };
  const answer = await upload(bank, key, { file, card: otherCard });
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/card/task']);
  const reusedKeyAnswer = await upload(bank, key, {
    file,
    card: { ...card, version: '3.0.0' },
    headers,
  });
  expect([reusedKeyAnswer.status, reusedKeyAnswer.body.code]).toEqual([
    422,
    'idempotency_key_reused',
  ]);
}, 60_000);

it('reading an unknown model is answered with 404', async () => {
  const missingPath = '/v1/ai/custom-models/mdl_06ayx0rw7mf5w0h1y6k2v3c4d5';
  for (const path of [missingPath, `${missingPath}/versions`, `${missingPath}/versions/1.0.0`]) {
    expect((await bank.call(path, { key })).body.code).toBe('model_not_found');
  }
});
