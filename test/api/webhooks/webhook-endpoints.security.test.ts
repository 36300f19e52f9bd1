// A webhook secret is shown only by the request that created it: it is in no database file and no
// log, and no other tenant sees it. With another sealing key the bank does not start.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { openBank } from '../../../bank/open.ts';
import { SealError } from '../../../db/kernel/seal.ts';
import { temporaryFolder } from '../../db/ledger-file.ts';
import { callApi, openTestBank, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

const PATH = '/v1/webhook-endpoints';
// No test of this file causes the event of this subscription, because a delivery would write rows
// meanwhile.
const ENDPOINT_BODY = { url: 'https://example.com/hook', events: ['account.closed'] };

describe('a webhook secret', () => {
  it('appears in no file, no log line and no answer other than the one that created the secret', async () => {
    const dataDir = temporaryFolder();
    let log = '';
    const logStream = new Writable({
      write(chunk, _, done) {
        log += chunk;
        done();
      },
    });
    const config = {
      ...readConfig({
        KONTOR_DATA_DIR: dataDir,
        // Uses the bundle of the run, because building one takes three processor seconds.
        KONTOR_CACHE_DIR: fileURLToPath(new URL('../../../.cache', import.meta.url)),
        TEMPORAL_ADDRESS: inject('temporalAddress'),
      }),
      port: 0,
      adminPort: 0,
      logLevel: 'debug' as const,
    };
    const bank = await openBank(config, pino({ level: 'trace' }, logStream));
    await bank.ready;
    const url = `http://127.0.0.1:${bank.port}`;
    const operatorKey = bank.firstAdmins.key ?? '';
    const call = (path: string, body?: object, key?: string) =>
      callApi(url, path, { ...(body ? { body } : {}), ...(key ? { key } : {}) });
    const email = `dev-${crypto.randomUUID()}@example.com`;
    const developer = { company: 'Example Ltd', email, country: 'GB' };
    const { body } = await call('/v1/developer/register', developer);
    const key = body.environment.sandbox.apiKey as string;
    const urlSecrets = ['Tk7qZr', 'B4mX9wQe1Ld3Rs8Vy2'];
    const bodyWithSecrets = {
      ...ENDPOINT_BODY,
      url: `https://example.com/in/${urlSecrets[1]}?token=${urlSecrets[0]}`,
    };
    const creationAnswer = await call(PATH, bodyWithSecrets, key);
    expect(creationAnswer.body.url).toBe(bodyWithSecrets.url);
    const rotationAnswer = await call(`${PATH}/${creationAnswer.body.id}/rotate-secret`, {}, key);
    await call(`${PATH}/${creationAnswer.body.id}/ping`, {}, key);
    const answers = [
      await call(PATH, undefined, key),
      await call(`${PATH}/${creationAnswer.body.id}`, undefined, key),
      await call('/v1/events?limit=100', undefined, key),
      rotationAnswer,
      await call(
        `/v1/ops/webhooks/${creationAnswer.body.id}?environment=sandbox`,
        undefined,
        operatorKey,
      ),
      await call('/v1/ops/audit?limit=100', undefined, operatorKey),
    ];
    expect(answers[1]?.body.url).toBe('https://example.com/in/…?token=…');
    // A client may send the secret in a body by mistake, which must not get into the log.
    await call(PATH, { ...ENDPOINT_BODY, secret: creationAnswer.body.secret }, key);
    const secrets = [creationAnswer.body.secret, rotationAnswer.body.secret] as string[];
    const sealingKey = readFileSync(join(dataDir, 'payload.key'), 'utf8').trim();
    const storedForms = [
      ...[...secrets, sealingKey].flatMap(listForms),
      ...urlSecrets.map((text) => Buffer.from(text)),
    ];
    // The files are read while the bank runs, so that the write-ahead log is included.
    for (const file of listFiles(dataDir)) {
      const bytes = readFileSync(file);
      const foundForms = storedForms.filter((storedForm) => bytes.includes(storedForm));
      const isKey = file.endsWith('payload.key');
      expect(foundForms.length > 0 && !isKey, file).toBe(false);
    }
    await bank.close();
    for (const storedForm of storedForms) {
      expect(log.includes(storedForm.toString())).toBe(false);
      for (const { body: shownEndpoint } of answers) {
        const { secret: _, ...otherFields } = shownEndpoint;
        expect(JSON.stringify(otherFields)).not.toContain(storedForm.toString());
      }
    }
    expect(log.length).toBeGreaterThan(0);
    expect(statSync(join(dataDir, 'payload.key')).mode & 0o777).toBe(0o600);
  });
});

/**
 * Lists the forms in which a secret could be stored: as shown without its prefix, as bytes, and as
 * hexadecimal text.
 */
function listForms(secret: string): Buffer[] {
  const text = secret.replace('whsec_', '');
  const bytes = Buffer.from(text, 'base64');
  return [Buffer.from(text), bytes, Buffer.from(bytes.toString('hex'))];
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a URL with secrets in it', () => {
  let bank: CheckedBank;
  beforeAll(async () => {
    bank = await openCheckedBank();
  });
  afterAll(() => bank.close());
  const bodyWithUrl = (url: string) => ({ ...ENDPOINT_BODY, url });

  it.each([
    ['https://example.com/hook', 'https://example.com/hook'],
    ['https://example.com/v1/hooks/kontor', 'https://example.com/v1/hooks/kontor'],
    ['https://example.com/hook?key=abc&mode=live', 'https://example.com/hook?key=…&mode=…'],
    ['https://example.com/hook?abc', 'https://example.com/hook?…'],
    [
      'https://example.com/services/T02AB34CD/xoxbcdefghijklmnop',
      'https://example.com/services/…/…',
    ],
    ['https://example.com/7b0c2f1e-1111-4c4c-9d9d-0123456789ab', 'https://example.com/…'],
    ['https://example.com/hook;token=abc', 'https://example.com/…'],
  ])('%s is shown as %s', async (url, maskedUrl) => {
    const { key } = await register(bank);
    const answer = await bank.call(PATH, { key, body: bodyWithUrl(url) });
    expect([answer.status, answer.body.url]).toEqual([201, url]);
    const readAnswer = await bank.call(`${PATH}/${answer.body.id}`, { key });
    expect(readAnswer.body.url).toBe(maskedUrl);
  });

  it('is kept when its masked form or the same URL is sent; a new URL must not be masked', async () => {
    const { key } = await register(bank);
    const url = 'https://example.com/hook?token=first';
    const maskedUrl = 'https://example.com/hook?token=…';
    const { id } = (await bank.call(PATH, { key, body: bodyWithUrl(url) })).body;
    const patch = (body: object) => bank.call(`${PATH}/${id}`, { key, method: 'PATCH', body });
    for (const sameUrl of [url, maskedUrl]) {
      const answer = await patch({ url: sameUrl });
      expect([answer.body.version, answer.body.url]).toEqual([1, maskedUrl]);
    }
    const maskedUrlAnswer = await patch({ url: 'https://example.com/other?token=…' });
    expect([maskedUrlAnswer.status, maskedUrlAnswer.body.errors[0].pointer]).toEqual([422, '/url']);
    const newUrlAnswer = await patch({ url: 'https://example.com/hook?token=second' });
    expect([newUrlAnswer.body.version, newUrlAnswer.body.url]).toEqual([
      2,
      'https://example.com/hook?token=second',
    ]);
  });
});

describe('another sealing key', () => {
  it('stops the start when secrets are stored, and only then', async () => {
    const dataDir = temporaryFolder();
    const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
    const firstBank = await openTestBank({ payloadKey: keyOf(1) }, dataDir);
    const { key } = await register(firstBank);
    await firstBank.close();
    const secondBank = await openTestBank({ payloadKey: keyOf(2) }, dataDir);
    await secondBank.call(PATH, { key, body: ENDPOINT_BODY });
    await secondBank.close();
    await expect(openTestBank({ payloadKey: keyOf(1) }, dataDir)).rejects.toThrow(SealError);
    await expect(openTestBank({}, dataDir)).rejects.toThrow('KONTOR_PAYLOAD_KEY');
    const reopenedBank = await openTestBank({ payloadKey: keyOf(2) }, dataDir);
    await reopenedBank.close();
  });
});

describe('a webhook endpoint', () => {
  let bank: CheckedBank;
  let ownerKey: string;
  let strangerKey: string;
  beforeAll(async () => {
    bank = await openCheckedBank({ webhookAllow: ['127.0.0.0/8'] });
    ownerKey = (await register(bank)).key;
    strangerKey = (await register(bank)).key;
  });
  afterAll(() => bank.close());

  it('of another developer is answered like an unknown one, whatever is sent', async () => {
    const { id } = (await bank.call(PATH, { key: ownerKey, body: ENDPOINT_BODY })).body;
    const missingId = 'wh_06ayx0rw7mf5w0h1y6k2v3c4d5';
    const calls = [
      ['PATCH', '', { url: 'http://[::1]/' }],
      ['PATCH', '', { status: 'disabled' }],
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', { overlapHours: 0 }],
      ['POST', '/ping', undefined],
      ['GET', '', undefined],
    ] as const;
    await writesNothing(bank, async () => {
      for (const [method, verb, body] of calls) {
        const call = (endpointId: string) =>
          bank.call(`${PATH}/${endpointId}${verb}`, {
            key: strangerKey,
            method,
            headers: { 'if-match': '"v7"' },
            ...(body ? { body } : {}),
          });
        const [foreignAnswer, unknownIdAnswer] = [await call(id), await call(missingId)];
        expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([
          404,
          'webhook_endpoint_not_found',
        ]);
        expect(foreignAnswer.body.detail).toBe(unknownIdAnswer.body.detail);
      }
    });
  });

  it('of production accepts https only, also in an allowed network', async () => {
    const liveKey = await claimLiveKey(bank, ownerKey);
    const body = { url: 'http://127.0.0.1:4000/hook' };
    const refusedAnswer = await bank.call(PATH, { key: liveKey, body });
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([422, 'url_not_allowed']);
    expect((await bank.call(PATH, { key: ownerKey, body })).status).toBe(201);
    const httpsBody = { url: 'https://127.0.0.1:4000/hook' };
    expect((await bank.call(PATH, { key: liveKey, body: httpsBody })).status).toBe(201);
  });

  it("cannot take over another developer's idempotency key", async () => {
    const headers = { 'idempotency-key': 'the-same-for-both' };
    const createEndpoint = (key: string) => bank.call(PATH, { key, body: ENDPOINT_BODY, headers });
    const [firstAnswer, otherAnswer] = [
      await createEndpoint(ownerKey),
      await createEndpoint(strangerKey),
    ];
    expect(otherAnswer.status).toBe(201);
    expect(otherAnswer.body.id).not.toBe(firstAnswer.body.id);
    expect(otherAnswer.body.secret).not.toBe(firstAnswer.body.secret);
  });
});
