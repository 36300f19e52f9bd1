// Ownership of trainings and data sets, and the share of the bank's capacity that one developer may
// use.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_OPEN_TRAININGS } from '../../../ledger/models/training.ts';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { makeRowsWithRule } from '../../kit/models/model-data.ts';
import { JOBS_PATH, makeTraining, TRAIN_PATH, uploadRows } from '../../kit/models/training.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
}, 60_000);
afterAll(() => bank.close());

const rows = makeRowsWithRule(400);

it("another developer's data set is answered like an unknown one", async () => {
  const owner = await register(bank);
  const stranger = await register(bank);
  const { body } = await uploadRows(bank, owner.key, { text: 'a,left\n1,0\n', format: 'csv' });
  const ask = (uploadId: string, key: string) => {
    const dataset = { source: 'upload', uploadId, labelField: 'left' };
    return bank.call(TRAIN_PATH, { key, body: makeTraining([], { dataset }) });
  };
  const foreignAnswer = await ask(body.id, stranger.key);
  expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'dataset_not_found']);
  const path = `/v1/ai/custom-models/datasets/${body.id}`;
  for (const method of ['GET', 'DELETE']) {
    const answer = await bank.call(path, { key: stranger.key, method });
    expect(answer.body.code).toBe('dataset_not_found');
  }
  expect((await bank.call(path, { key: owner.key })).status).toBe(200);
  for (const list of ['/v1/ai/custom-models/datasets', JOBS_PATH]) {
    const { data } = (await bank.call(`${list}?limit=100`, { key: stranger.key })).body;
    expect(data, list).toEqual([]);
  }
});

it("a developer's open trainings are limited; other developers are not affected", async () => {
  const { key } = await register(bank);
  const other = await register(bank);
  const slowOptions = {
    rounds: 1_000,
    patience: 1_000,
    learningRate: 0.001,
    leaves: 127,
    minRows: 1,
  };
  const ask = (key: string, name: string) =>
    bank.call(TRAIN_PATH, {
      key: key,
      body: makeTraining(rows, { name, hyperparameters: slowOptions }),
    });
  const openFolders: string[] = [];
  for (let n = 0; n < MAX_OPEN_TRAININGS; n++) openFolders.push((await ask(key, `n${n}`)).body.id);
  const refusedAnswer = await ask(key, 'more');
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([429, 'concurrency_limited']);
  expect(refusedAnswer.headers.get('retry-after')).toBe('30');
  const folder = join(bank.dataDir, 'datasets', 'sandbox');
  const before = readdirSync(folder).length;
  const otherRows = rows.map((row) => ({ ...row, more: 1 }));
  const otherTraining = await bank.call(TRAIN_PATH, {
    key,
    body: makeTraining(otherRows, { name: 'other' }),
  });
  expect(otherTraining.status).toBe(429);
  // The rows of a refused training are not kept.
  expect(readdirSync(folder).length).toBeLessThanOrEqual(before);
  const foreignAnswer = await ask(other.key, 'more');
  expect(foreignAnswer.status).toBe(202);
  const cancel = (id: string, key: string) =>
    bank.call(`${JOBS_PATH}/${id}/cancel`, { key: key, method: 'POST' });
  expect((await cancel(openFolders[0] ?? '', other.key)).body.code).toBe('training_not_found');
  for (const id of openFolders) expect((await cancel(id, key)).body.status).toBe('canceled');
  await cancel(foreignAnswer.body.id, other.key);
  expect((await ask(key, 'after')).status).toBe(202);
});

it('the number of data sets is limited, and an unreferenced file is not stored', async () => {
  const { key } = await register(bank);
  for (let n = 0; n < 20; n++) {
    const { status } = await uploadRows(bank, key, { text: `a\n${n}\n`, format: 'csv' });
    expect(status).toBe(201);
  }
  const folder = join(bank.dataDir, 'datasets', 'sandbox');
  const countKept = () => readdirSync(folder).length;
  const before = countKept();
  const refusedAnswer = await uploadRows(bank, key, { text: 'a\n20\n', format: 'csv' });
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'dataset_limit']);
  expect(countKept()).toBe(before);
  // After one is deleted with its file, another one is accepted.
  const { data } = (await bank.call('/v1/ai/custom-models/datasets', { key })).body;
  const path = `/v1/ai/custom-models/datasets/${data[0].id}`;
  const deletion = await bank.call(path, { key, method: 'DELETE' });
  expect(deletion.body).toEqual({ id: data[0].id, object: 'training_dataset', deleted: true });
  expect(countKept()).toBe(before - 1);
  for (const method of ['GET', 'DELETE']) {
    expect((await bank.call(path, { key, method })).body.code).toBe('dataset_not_found');
  }
  const nextAnswer = await uploadRows(bank, key, { text: 'a\n20\n', format: 'csv' });
  expect(nextAnswer.status).toBe(201);
});

it('a data set above 32 MiB, an empty one and an unknown format are refused', async () => {
  const { key } = await register(bank);
  const largeUpload = await uploadRows(bank, key, {
    text: Buffer.alloc(50_000_000),
    format: 'csv',
  });
  expect([largeUpload.status, largeUpload.body.code]).toEqual([413, 'payload_too_large']);
  const emptyFileAnswer = await uploadRows(bank, key, { text: '', format: 'csv' });
  expect([emptyFileAnswer.status, emptyFileAnswer.body.code]).toEqual([422, 'validation_failed']);
  const pickle = await uploadRows(bank, key, { text: 'x', format: 'pickle' });
  expect([pickle.status, pickle.body.errors[0].pointer]).toEqual([422, '/format']);
  const unknownKeyAnswer = await uploadRows(bank, 'sk_test_nobody', { text: 'x', format: 'csv' });
  expect(unknownKeyAnswer.status).toBe(401);
});

const utf16 = Buffer.from('\ufeffa,b\n1,2\n', 'utf16le');
const NO_DATA: readonly (readonly [string, string, string | Uint8Array])[] = [
  ['a spreadsheet', 'csv', Buffer.from('PK\u0003\u0004\0\0\u0008\0', 'latin1')],
  ['UTF-16', 'csv', utf16],
  ['Latin-1', 'csv', Buffer.from('stra\u00dfe,b\n1,2\n', 'latin1')],
  ['zeros', 'csv', Buffer.alloc(2_000)],
  ['JSON', 'csv', '[{"a":1}]'],
  ['one row', 'json', '{"a":1}'],
  ['an array', 'ndjson', '[{"a":1}]'],
  ['a page', 'json', '<!doctype html><p>Sign in</p>'],
];
it.each(NO_DATA)('%s as %s is refused, and nothing is stored', async (_, format, text) => {
  const { key } = await register(bank);
  const folders = [join(bank.dataDir, 'datasets', 'sandbox'), join(bank.dataDir, 'uploads')];
  const countKept = () => folders.map((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  const countsBefore = countKept();
  const { status, body } = await uploadRows(bank, key, { text, format });
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'dataset_invalid', '/file']);
  expect(countKept()).toEqual(countsBefore);
  expect((await bank.call('/v1/ai/custom-models/datasets', { key })).body.data).toEqual([]);
});

it('a key without models:train can neither train nor upload', async () => {
  const { key } = await register(bank);
  const narrowKeyBody = { name: 'Reader', environment: 'sandbox', scopes: ['models:read'] };
  const reader = (await bank.call('/v1/developer/keys', { key, body: narrowKeyBody })).body.apiKey;
  const answer = await bank.call(TRAIN_PATH, { key: reader, body: makeTraining(rows) });
  expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
  const uploadAnswer = await uploadRows(bank, reader, { text: 'a\n1\n', format: 'csv' });
  expect([uploadAnswer.status, uploadAnswer.body.code]).toEqual([403, 'insufficient_scope']);
});
