// Uploads: concurrent uploads are limited per developer, no part of a refused or broken upload is
// kept, and files left by a crash are deleted.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openUploadStorage } from '../../../api/kit/uploads/storage.ts';
import { storesIn } from '../../../bank/opening/models.ts';
import { sweepOrphans } from '../../../bank/sweeps/orphans.ts';
import { createArtifactStore } from '../../../models/artifact-store.ts';
import { hasModule, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { recordImage } from '../../kit/bank/objects-of-each-kind.ts';
import { makeCard, readExport, upload } from '../../kit/models/custom-models.ts';
import { uploadRows } from '../../kit/models/training.ts';
import { makeJpeg, upload as uploadImage } from '../../kit/people/images.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
}, 60_000);
afterAll(() => bank.close());

const DATASETS = '/v1/ai/custom-models/datasets';
/** Returns the files of a folder of the bank, which creates a folder with its first file. */
function filesUnder(...path: string[]): string[] {
  const folder = join(bank.dataDir, ...path);
  return existsSync(folder) ? readdirSync(folder) : [];
}
const ROWS = { text: 'a,b\n1,2\n', format: 'csv' };

/** Begins an upload of 20 MB and sends its first bytes. */
function beginUpload(key: string): Socket {
  const socket = connect(Number(new URL(bank.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const head = `POST ${DATASETS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;
  const type = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 20000000\r\n\r\n';
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n1,2\n';
  socket.write(`${head}${type}${part}`);
  return socket;
}

it.runIf(hasModule('kyc'))(
  'a developer with all upload places taken has to wait, and no other developer does',
  async () => {
    const slowDeveloper = await register(bank);
    const otherDeveloper = await register(bank);
    const sockets = [1, 2, 3, 4].map(() => beginUpload(slowDeveloper.key));
    await vi.waitFor(() => expect(filesUnder('uploads')).toHaveLength(4), { timeout: 20_000 });
    const fifthAnswer = await uploadRows(bank, slowDeveloper.key, ROWS);
    expect([fifthAnswer.status, fifthAnswer.body.code]).toEqual([429, 'concurrency_limited']);
    expect(fifthAnswer.headers.get('retry-after')).toBe('5');
    const uploads = [
      uploadRows(bank, otherDeveloper.key, ROWS),
      uploadImage(bank, otherDeveloper.key, await makeJpeg()),
    ];
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual([201, 201]);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(filesUnder('uploads')).toEqual([]), { timeout: 20_000 });
    expect((await uploadRows(bank, slowDeveloper.key, ROWS)).status).toBe(201);
    expect(filesUnder('uploads')).toEqual([]);
  },
  60_000,
);

it.each([
  ['csv', '{"a":1}\n'],
  ['csv', 'a,b\n1,\u0000\n'],
  ['json', 'not json'],
  ['json', '{"a":1}'],
  ['ndjson', 'a,b\n1,2\n'],
  ['csv', Buffer.from([0x61, 0x2c, 0xff, 0xfe, 0x0a])],
])(
  'a data set that is not valid %s is refused, and nothing is stored (%j)',
  async (format, text) => {
    const { key } = await register(bank);
    const filesBefore = filesUnder('datasets', 'sandbox');
    const { status, body } = await uploadRows(bank, key, { text, format });
    expect([status, body.code]).toEqual([422, 'dataset_invalid']);
    expect(body.errors).toMatchObject([{ pointer: '/file', code: 'unreadable' }]);
    expect([filesUnder('uploads'), filesUnder('datasets', 'sandbox')]).toEqual([[], filesBefore]);
    expect((await bank.call(DATASETS, { key })).body.data).toEqual([]);
  },
);

it('a declared length above the limit is refused before a byte is read, and takes no place', async () => {
  const { key } = await register(bank);
  const file = Buffer.alloc(33 * 1024 * 1024, 49);
  const answer = await uploadRows(bank, key, { text: file, format: 'csv' });
  expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  expect(filesUnder('uploads')).toEqual([]);
  expect((await bank.call(DATASETS, { key })).body.data).toEqual([]);
});

it('a form with two files or a foreign field is refused by its pointers', async () => {
  const { key } = await register(bank);
  const form = new FormData();
  for (const text of ['a', 'b']) form.append('file', new Blob([text]), 'x');
  form.set('format', 'csv');
  form.set('card', '{}');
  const answer = await fetch(`${bank.url}${DATASETS}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const { errors } = (await answer.json()) as { errors: { pointer: string }[] };
  expect(answer.status).toBe(422);
  expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/card', '/file']);
});

it('a model that passed the gate and was not registered leaves no file', async () => {
  const { key } = await register(bank);
  const [firstUpload, secondUpload] = ['xgboost', 'lightgbm'].map((name) => {
    return { file: readExport(name), card: makeCard(name, { name: 'twice' }) };
  });
  const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
  expect((await upload(bank, key, firstUpload!)).status).toBe(201);
  const refusedAnswer = await upload(bank, key, secondUpload!);
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'model_version_exists']);
  expect(filesUnder('models')).toContain(`${hashOf(firstUpload!.file)}.onnx`);
  expect(filesUnder('models')).not.toContain(`${hashOf(secondUpload!.file)}.onnx`);
}, 60_000);

it.runIf(hasModule('kyc'))(
  'images are counted across all resets of a sandbox',
  async () => {
    const { key, developerId } = await register(bank);
    for (let index = 0; index < 200; index += 1) await recordImage(bank, developerId);
    await bank.call('/v1/sandbox/reset', { key, body: { confirm: 'reset' } });
    const answer = await uploadImage(bank, key, await makeJpeg());
    expect([answer.status, answer.body.code]).toEqual([409, 'kyc_file_limit']);
    expect((await bank.call('/v1/ai/kyc-files', { key })).body.data).toEqual([]);
  },
  60_000,
);

it.runIf(hasModule('kyc'))(
  'unreferenced files are deleted after an hour, and the others are kept',
  async () => {
    const { key } = await register(bank);
    const uploadAnswer = await uploadRows(bank, key, { ...ROWS, text: 'a,b\n3,4\n' });
    const stores = storesIn(bank.dataDir);
    const { sha256 } = uploadAnswer.body;
    await stores.datasets.sandbox.put('1'.repeat(64), Buffer.from('orphan'));
    await stores.documents.production.put('2'.repeat(64), Buffer.from('orphan'));
    const { sandbox, production } = bank.bank.environments;
    const ledgers = {
      sandbox: sandbox.ledger,
      production: production.ledger,
    };
    const artifacts = createArtifactStore(join(bank.dataDir, 'models'));
    const deps = { ledgers, artifacts, ...stores, log: pino({ level: 'silent' }) };
    const filesBefore = {
      models: filesUnder('models'),
      pictures: filesUnder('documents', 'sandbox'),
    };
    expect(await sweepOrphans(deps, Date.now())).toBe(0);
    expect(await sweepOrphans(deps, Date.now() + 7_200_000)).toBe(2);
    expect(filesUnder('datasets', 'sandbox')).toContain(`${sha256}.rows`);
    expect(filesUnder('documents', 'production')).toEqual([]);
    expect({ models: filesUnder('models'), pictures: filesUnder('documents', 'sandbox') }).toEqual(
      filesBefore,
    );
  },
);

it('request bodies left by a dead process are deleted when the bank starts', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-uploads-'));
  const folder = join(dataDir, 'uploads');
  const ownPrefix = basename(openUploadStorage(dataDir).newPath()).split('.')[0];
  const livePid = process.ppid;
  const names = [`${ownPrefix}.${process.pid}.1.part`, `${ownPrefix}.99999999.1.part`, 'x'];
  for (const name of [...names, `${ownPrefix}.${livePid}.1.part`])
    writeFileSync(join(folder, name), 'body');
  writeFileSync(join(folder, `${ownPrefix}.${livePid}.2.part`), 'body');
  utimesSync(join(folder, `${ownPrefix}.${livePid}.2.part`), 0, 0);
  openUploadStorage(dataDir);
  expect(readdirSync(folder)).toEqual([`${ownPrefix}.${livePid}.1.part`]);
  rmSync(dataDir, { recursive: true });
});

it('a starting container removes no body that another container receives, and takes no place from that container', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-uploads-'));
  const folder = join(dataDir, 'uploads');
  openUploadStorage(dataDir);
  // The processes of two containers have the same pid.
  const otherHostFile = `other-host.${process.pid}.1.part`;
  writeFileSync(join(folder, otherHostFile), 'body');
  const storage = openUploadStorage(dataDir);
  expect(readdirSync(folder)).toEqual([otherHostFile]);
  expect(storage.newPath()).not.toBe(openUploadStorage(dataDir).newPath());
  utimesSync(join(folder, otherHostFile), 0, 0);
  openUploadStorage(dataDir);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(dataDir, { recursive: true });
});
