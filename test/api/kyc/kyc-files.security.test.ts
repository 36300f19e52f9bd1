// Images of documents: the formats accepted, the parts kept, and their readers.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, countRows, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { KYC_FILES_PATH, makeJpeg, upload } from '../../kit/people/images.ts';
import { APPROVABLE_KYC, KYC_PATH, PASSPORT } from '../../kit/people/kyc.ts';
import { createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let other: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  other = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

const folder = () => join(bank.dataDir, 'documents', 'sandbox');
const sealedFiles = () => readdirSync(folder());
const faultOf = ({
  status,
  body,
}: {
  status: number;
  body: { code: string; errors?: object[] };
}) => [status, body.code, body.errors?.[0]];

async function customer(callerKey = key): Promise<string> {
  const person = { type: 'individual', name: 'Ada Lovelace', dateOfBirth: '1985-12-10' };
  return (await bank.call('/v1/customers', { key: callerKey, body: { ...person, country: 'GB' } }))
    .body.id;
}

const readFile = (id: string, callerKey = OPERATOR_KEY, reason: string | null = 'Ticket 4711') =>
  fetch(`${bank.url}/v1/ops/kyc-files/${id}/content?environment=sandbox`, {
    headers: {
      authorization: `Bearer ${callerKey}`,
      ...(reason === null ? {} : { 'x-audit-reason': reason }),
    },
  });

describe('a stored identity file', () => {
  it('is a new image without metadata, sealed: no byte of the original is on disk', async () => {
    const file = await makeJpeg({ software: 'Adobe Photoshop 25.0' });
    const { status, body } = await upload(bank, key, file, { type: 'image/jpeg' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'kyc_file',
      customerId: null,
      givenType: 'image/jpeg',
      width: 900,
      height: 600,
      removedMetadata: ['exif'],
      editors: ['Adobe Photoshop'],
      barcodes: [],
    });
    const [name = ''] = sealedFiles();
    const sealed = readFileSync(join(folder(), name));
    expect(sealed.toString('latin1')).toMatch(/^v1\.[0-9a-f]{12}\n/);
    expect(sealed.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    const response = await readFile(body.id);
    const picture = Buffer.from(await response.arrayBuffer());
    const metadata = await sharp(picture).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 900, height: 600 });
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined]);
    expect(picture.includes(Buffer.from('Photoshop'))).toBe(false);
  });

  it('is a single file for one Idempotency-Key, and another file with that key gives 422', async () => {
    const file = await makeJpeg({ shade: '#101010' });
    const headers = { 'idempotency-key': 'photo-1' };
    const firstAnswer = await upload(bank, key, file, { headers });
    const before = sealedFiles().length;
    const repeatedAnswer = await upload(bank, key, file, { headers });
    expect(repeatedAnswer.body).toEqual(firstAnswer.body);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    const changeAnswer = await upload(bank, key, await makeJpeg({ shade: '#111111' }), { headers });
    expect(faultOf(changeAnswer).slice(0, 2)).toEqual([422, 'idempotency_key_reused']);
    expect(sealedFiles()).toHaveLength(before);
  });

  it('belongs to one customer once a document names the file, and can then not be deleted', async () => {
    const { id } = (await upload(bank, key, await makeJpeg({ shade: '#202020' }))).body;
    const unusedId = (await upload(bank, key, await makeJpeg({ shade: '#212121' }))).body.id;
    const assess = (customerId: string, fileId: string, callerKey = key) => {
      const documents = [{ ...PASSPORT, number: fileId, fileId }];
      return bank.call(`${KYC_PATH}?wait=10`, {
        key: callerKey,
        body: { ...APPROVABLE_KYC, documents, customerId },
      });
    };
    const ada = await customer();
    expect((await assess(ada, id)).body.documents[0]).toMatchObject({ fileId: id });
    const usedFile = (await bank.call(`${KYC_FILES_PATH}/${id}`, { key })).body;
    expect(usedFile).toMatchObject({ customerId: ada, expiresAt: null });
    const listAnswer = await bank.call(`${KYC_FILES_PATH}?customerId=${ada}`, { key });
    expect(listAnswer.body.data).toEqual([usedFile]);
    const method = 'DELETE';
    const answer = await bank.call(`${KYC_FILES_PATH}/${id}`, { key, method });
    expect([answer.status, answer.body.code]).toEqual([409, 'kyc_file_in_use']);
    const deletion = await bank.call(`${KYC_FILES_PATH}/${unusedId}`, { key, method });
    expect(deletion.body).toEqual({ id: unusedId, object: 'kyc_file', deleted: true });
    const refusedAssessments = [
      await assess(await customer(), id),
      await assess(await customer(), unusedId),
      await assess(await customer(other), id, other),
    ];
    expect(refusedAssessments.map(faultOf)).toMatchObject([
      [409, 'kyc_file_in_use', { pointer: '/documents/0/fileId' }],
      [404, 'kyc_file_not_found', { pointer: '/documents/0/fileId' }],
      [404, 'kyc_file_not_found', { pointer: '/documents/0/fileId' }],
    ]);
  });
});

describe('an upload of an identity file', () => {
  it('of a wrong type, a decompression bomb, a stub, an animation or two formats writes nothing', async () => {
    const photo = await makeJpeg();
    const create = { width: 16_000, height: 16_000, channels: 3, background: '#fff' } as const;
    const bomb = await sharp({ create, limitInputPixels: false }).png().toBuffer();
    const page = (background: string) =>
      sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
    const pages = [await page('#f00'), await page('#0f0')];
    const film = await sharp(pages, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
    const archive = Buffer.from('504b0506000000000100010047000000460000000000', 'hex');
    const comment = Buffer.from('%PDF-1.7 hello');
    const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    const pdfToo = Buffer.concat([photo.subarray(0, 2), marker, comment, photo.subarray(2)]);
    const cases: readonly (readonly [Buffer, string, string?])[] = [
      [Buffer.alloc(0), 'unsupported_type'],
      [Buffer.from('GIF89a'), 'unsupported_type'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_type'],
      [Buffer.from('%PDF-1.7'), 'unsupported_type'],
      [photo, 'type_mismatch', 'image/png'],
      [photo.subarray(0, 700), 'damaged'],
      [bomb, 'too_many_pixels'],
      [await makeJpeg({ width: 100, height: 100 }), 'too_small'],
      [film, 'animated'],
      [Buffer.concat([photo, archive]), 'several_formats'],
      [pdfToo, 'several_formats'],
    ];
    const { changes: _, ...before } = countRows(bank, 'sandbox');
    const files = sealedFiles().length;
    for (const [file, code, type] of cases) {
      const answer = await upload(bank, key, file, type === undefined ? {} : { type });
      expect(faultOf(answer), code).toMatchObject([
        422,
        'kyc_file_invalid',
        { pointer: '/file', code },
      ]);
    }
    const hugeFile = await upload(bank, key, Buffer.alloc(15 * 1024 * 1024 + 1, 0xff));
    expect([hugeFile.status, hugeFile.body.code]).toEqual([413, 'payload_too_large']);
    const { changes: __, ...after } = countRows(bank, 'sandbox');
    expect(after).toEqual(before);
    expect(sealedFiles()).toHaveLength(files);
  });

  it('cannot be seen, named or deleted by another developer', async () => {
    const { id } = (await upload(bank, key, await makeJpeg({ shade: '#303030' }))).body;
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await bank.call(`${KYC_FILES_PATH}/${id}`, { key: other, method });
      expect([status, body.code]).toEqual([404, 'kyc_file_not_found']);
    }
    expect((await bank.call(KYC_FILES_PATH, { key: other })).body.data).toEqual([]);
    expect((await readFile(id, key)).status).toBe(404);
  });
});

describe('an operator', () => {
  it('gets a file as a download that no browser displays, with a reason recorded in the audit log', async () => {
    const { id } = (await upload(bank, key, await makeJpeg({ shade: '#404040' }))).body;
    const missingReasonAnswer = await readFile(id, OPERATOR_KEY, null);
    const { code } = (await missingReasonAnswer.json()) as { code: string };
    expect([missingReasonAnswer.status, code]).toEqual([400, 'missing_parameter']);
    const { headers, status } = await readFile(id);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.jpg"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(headers.get('cache-control')).toBe('no-store');
    const path = `/v1/ops/audit?action=read.getKycFileContent&limit=1`;
    const { body } = await bank.call(path, { key: OPERATOR_KEY });
    expect(body.data[0]).toMatchObject({ objectId: id, detail: { reason: 'Ticket 4711' } });
  });

  it('with another role gets no file, and a tampered file is not shown', async () => {
    const { id } = (await upload(bank, key, await makeJpeg({ shade: '#505050' }))).body;
    const treasurer = await createOperator(bank, ['treasury']);
    expect((await readFile(id, treasurer.key)).status).toBe(403);
    const sha256 = bank.bank.environments.sandbox.ledger.database.raw
      .prepare<[string], string>('SELECT sealed_sha256 FROM kyc_files WHERE id = ?')
      .pluck()
      .get(id);
    const path = join(folder(), `${sha256}.sealed`);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const damaged = await readFile(id);
    const { code } = (await damaged.json()) as { code: string };
    expect([damaged.status, code]).toEqual([503, 'kyc_file_damaged']);
  });
});
