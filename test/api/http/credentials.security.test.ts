// Credentials, headers, methods, paths and broken connections: the API answers with the right
// refusal, gives nothing away, writes nothing and stays open for the next caller.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { requestText, sendRaw, statusOf } from '../../kit/bank/raw-http.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const NO_KEY = [401, 'invalid_api_key'];

describe('a credential', () => {
  it('that is missing, misspelt, invented or of another kind is refused with 401', async () => {
    const swappedKey = key.replace(/(.)(.)$/, '$2$1');
    const inventedKeys = ['x', 'sk_test_', 'sk_live_abc', `op_${'x'.repeat(40)}`, key.slice(0, -1)];
    const brokenKeys = [
      `${key}x`,
      key.toLowerCase(),
      swappedKey === key ? 'x' : swappedKey,
      'x'.repeat(8000),
    ];
    const otherValues = [
      'null',
      'undefined',
      "' OR 1=1 --",
      '{"$gt":""}',
      '\u00e9\u00e8',
      '../../etc',
    ];
    await writesNothing(bank, async () => {
      for (const badValue of [...inventedKeys, ...brokenKeys, ...otherValues]) {
        expect(outcomeOf(await bank.call('/v1/accounts', { key: badValue })), badValue).toEqual(
          NO_KEY,
        );
      }
      for (const authorization of ['Bearer', 'Basic x', `Bearer  ${key}`, `Bearer ${key} x`, key]) {
        const answer = await bank.call('/v1/accounts', { headers: { authorization } });
        expect(outcomeOf(answer), authorization).toEqual(NO_KEY);
      }
      const noCredential = await bank.call('/v1/accounts', { headers: { authorization: '' } });
      expect(outcomeOf(noCredential)).toEqual([401, 'missing_credentials']);
    });
  });

  it('in the query or in a body is ignored', async () => {
    const queryKeyAnswer = await bank.call(`/v1/accounts?api_key=${key}&access_token=${key}`);
    expect(outcomeOf(queryKeyAnswer)).toEqual([401, 'missing_credentials']);
    const bodyKeyAnswer = await bank.call('/v1/customers', { body: { apiKey: key } });
    expect(outcomeOf(bodyKeyAnswer)).toEqual([401, 'missing_credentials']);
  });

  it('is accepted in any case of its scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${key}` };
      expect((await bank.call('/v1/accounts', { headers })).status).toBe(200);
    }
  });

  it('that was revoked or has expired is refused at once with a distinct code', async () => {
    const body = { name: 'Short', environment: 'sandbox' };
    const answer = await bank.call('/v1/developer/keys', { key, body });
    const path = `/v1/developer/keys/${answer.body.id}`;
    const rotationAnswer = await bank.call(`${path}/rotate`, { key, body: { overlapHours: 0 } });
    expect(outcomeOf(await bank.call('/v1/accounts', { key: answer.body.apiKey }))).toEqual([
      401,
      'expired_api_key',
    ]);
    const { apiKey, id } = rotationAnswer.body;
    expect((await bank.call('/v1/accounts', { key: apiKey })).status).toBe(200);
    await bank.call(`/v1/developer/keys/${id}`, { key, method: 'DELETE' });
    expect(outcomeOf(await bank.call('/v1/accounts', { key: apiKey }))).toEqual([
      401,
      'revoked_api_key',
    ]);
  });

  it('for production finds nothing of the sandbox, and vice versa', async () => {
    const owner = await register(bank);
    const { accountIds, customerId } = await openAccounts(bank, owner.key, [100, 0]);
    const [sandboxId = '', productionId = ''] = accountIds;
    const liveKey = await claimLiveKey(bank, owner.key);
    await writesNothing(bank, async () => {
      const paths = [`/v1/accounts/${sandboxId}`, `/v1/customers/${customerId}`];
      for (const path of paths) expect((await bank.call(path, { key: liveKey })).status).toBe(404);
      for (const path of ['/v1/accounts', '/v1/customers', '/v1/transactions']) {
        expect((await bank.call(path, { key: liveKey })).body.data, path).toEqual([]);
      }
      const { data } = (await bank.call('/v1/events', { key: liveKey })).body;
      expect(data.map(({ type }: { type: string }) => type)).toEqual(['api_key.created']);
      const headers = { 'idempotency-key': 'across' };
      const body = transferOf(sandboxId, productionId, 5);
      const answer = await bank.call('/v1/transactions', { key: liveKey, body, headers });
      expect(outcomeOf(answer)).toEqual([404, 'account_not_found']);
    });
  });

  it('is never shown again: not in a list, an object, an event or an error', async () => {
    const owner = await register(bank);
    const secret = owner.key.slice('sk_test_'.length);
    const paths = ['/v1/developer', '/v1/developer/keys', '/v1/events', '/v1/accounts/nothing'];
    for (const path of paths) {
      const { body } = await bank.call(path, { key: owner.key });
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });
});

describe('HTTP headers', () => {
  it('of 8 kB are accepted and of 40 kB refused with 431', async () => {
    const longHeader = (size: number) => ({ key, headers: { 'x-padding': 'x'.repeat(size) } });
    expect((await bank.call('/v1/accounts', longHeader(8_000))).status).toBe(200);
    const refusedAnswer = await fetch(`${bank.url}/v1/accounts`, {
      headers: { 'x-padding': 'x'.repeat(40_000) },
    });
    const body = (await refusedAnswer.json()) as { code: string; requestId: string };
    expect([refusedAnswer.status, body.code]).toEqual([431, 'headers_too_large']);
    expect(body.requestId).toBe(refusedAnswer.headers.get('x-request-id'));
  });

  it.each([17_000, 60_000, 400_000, 3_000_000])(
    'are refused with 431 when the address has %i letters, however much is still to come',
    async (length) => {
      for (let n = 0; n < 5; n += 1) {
        const answer = await sendRaw(bank.url, [
          requestText('GET', `/v1/accounts?name=${'a'.repeat(length)}`, {}),
        ]);
        expect(statusOf(answer)).toBe(431);
        expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
          type: '/errors/headers_too_large',
          code: 'headers_too_large',
        });
      }
      expect((await bank.call('/v1/accounts', { key })).status).toBe(200);
    },
  );

  it('that are not HTTP are answered with 400, and the connection is closed', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      '\x16\x03\x01\x00\xa5\x01\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
    ]) {
      const answer = await sendRaw(bank.url, [bytes]);
      expect(statusOf(answer), bytes).toBe(400);
      expect(answer, bytes).toContain('"code":"malformed_http"');
    }
  });

  it('include X-Request-Id, which is echoed when valid and replaced otherwise', async () => {
    const ask = async (id: string) => {
      const answer = await bank.call('/v1/accounts', { key, headers: { 'x-request-id': id } });
      return answer.headers.get('x-request-id');
    };
    expect(await ask('my-request:1')).toBe('my-request:1');
    for (const badValue of ['<script>', 'a b', 'x'.repeat(129), '{}', '\u00e9']) {
      expect(await ask(badValue), badValue).toMatch(/^req_/);
    }
  });

  it('forbid caches and type guessing on every answer about money', async () => {
    for (const path of ['/v1/accounts', '/v1/nothing', '/v1/accounts/x']) {
      const { headers } = await bank.call(path, { key });
      expect(headers.get('cache-control'), path).toBe('no-store');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });

  it('cannot change method, path or host of a request', async () => {
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-original-url': '/v1/ops/invariants',
      'x-forwarded-host': 'evil.example',
    };
    const { status, body } = await bank.call('/v1/accounts', { key, headers });
    expect([status, JSON.stringify(body).includes('evil')]).toEqual([200, false]);
  });
});

describe('an HTTP method', () => {
  it('not supported by an address is refused with 405 and an Allow header', async () => {
    const ask = async (method: string, path: string) => {
      const { status, headers } = await bank.call(path, { method, key });
      return [status, headers.get('allow')];
    };
    await writesNothing(bank, async () => {
      for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'QUERY']) {
        expect(await ask(method, '/v1/accounts')).toEqual([405, 'POST, GET, HEAD']);
      }
      expect(await ask('DELETE', '/v1/accounts/')).toEqual([405, 'POST, GET, HEAD']);
      expect(await ask('DELETE', `/v1/transactions/${from}`)).toEqual([405, 'GET, PATCH, HEAD']);
      expect(await ask('GET', `/v1/accounts/${from}/close`)).toEqual([405, 'POST']);
      expect(await ask('POST', '/openapi.json')).toEqual([405, 'GET, HEAD']);
      expect(await ask('DELETE', '/healthz')).toEqual([405, 'GET, HEAD']);
    });
  });

  it('HEAD is answered like GET, without the body', async () => {
    const head = await bank.call('/v1/accounts', { key, method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
    expect((await bank.call('/v1/accounts', { method: 'HEAD' })).status).toBe(401);
  });
});

describe('a path', () => {
  it('that does not exist answers 404 in any spelling', async () => {
    const plainPaths = [
      '/',
      '/v1',
      '/v2/accounts',
      '/V1/accounts',
      '/v1/account',
      '/admin',
      '/.env',
    ];
    const invalidPaths = [
      '//evil.example/v1/accounts',
      '/v1//accounts',
      '/v1/accounts/%00',
      '/v1/%ff',
    ];
    const longPaths = [`/v1/accounts/${'a'.repeat(7_000)}`, `/v1/${'a/'.repeat(2_000)}`];
    const traversalPaths = [
      '/v1/accounts/..%2f..%2fops%2finvariants',
      '/v1/accounts/%2e%2e',
      '/metrics',
    ];
    for (const path of [...plainPaths, ...invalidPaths, ...longPaths, ...traversalPaths]) {
      expect((await bank.call(path, { key })).status, path).toBe(404);
    }
  });

  it('under /docs serves only its few files and nothing else of the machine', async () => {
    const traversals = [
      '..%2f..%2fpackage.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '..%5c..%5cconfig.ts',
    ];
    const otherFiles = ['package.json', 'files/redoc.js.map', 'index.html', 'files/site.ts', '%00'];
    for (const name of [...traversals, ...otherFiles, '....//config.ts', 'files/docs.css%00.png']) {
      const { status, body } = await bank.call(`/docs/${name}`);
      expect([status, body.code], name).toEqual([404, 'not_found']);
    }
    const raw = await sendRaw(bank.url, [requestText('GET', '/docs/../../package.json', {})]);
    expect(statusOf(raw)).toBe(404);
  });

  it('of the admin port is not served on the public port', async () => {
    expect((await bank.call('/metrics', { key: OPERATOR_KEY })).status).toBe(404);
  });
});

describe('a connection', () => {
  const auth = () => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' });
  const body = () => JSON.stringify(transferOf(from, to, 5));
  const post = (headers: Record<string, string>, text: string) =>
    requestText('POST', '/v1/transactions', { ...auth(), ...headers }, text);

  it('that breaks off in the middle of a body changes nothing', async () => {
    const length = { 'Content-Length': String(body().length) };
    const chunked = { 'Transfer-Encoding': 'chunked' };
    await writesNothing(bank, async () => {
      await sendRaw(bank.url, [post(length, body().slice(0, -1))], true);
      await sendRaw(bank.url, [post(chunked, `${body().length.toString(16)}\r\n${body()}`)], true);
      await sendRaw(bank.url, [post({}, '').slice(0, 40)], true);
      await sendRaw(bank.url, ['\u0000\u0001\u0002'], true);
      expect((await bank.call('/v1/accounts', { key })).status).toBe(200);
    });
  });

  it('with a body sent in small pieces is served normally', async () => {
    const text = JSON.stringify({ type: 'individual', name: 'Slow' });
    const headers = { ...auth(), 'Content-Length': String(text.length) };
    const head = requestText('POST', '/v1/customers', headers);
    const answer = await sendRaw(bank.url, [head, ...(text.match(/.{1,8}/g) ?? [])]);
    expect(statusOf(answer)).toBe(201);
  });

  it('cannot smuggle a second request past the length of the first', async () => {
    const smuggledRequest = `0\r\n\r\nGET /v1/ops/invariants HTTP/1.1\r\nHost: bank\r\n\r\n`;
    const bothHeaders = { 'Content-Length': '6', 'Transfer-Encoding': 'chunked' };
    await writesNothing(bank, async () => {
      for (const bytes of [
        post(bothHeaders, smuggledRequest),
        post({ 'Transfer-Encoding': 'chunked, identity' }, smuggledRequest),
        post({ 'Content-Length': '-1' }, ''),
        post({ 'Content-Length': '5\r\nContent-Length: 6' }, '{}'),
        post({ 'Content-Length': '2' }, '{}').replaceAll('\r\n', '\n'),
        requestText('GET', '/v1/accounts HTTP/1.1\r\nX: y', {}),
      ]) {
        const answer = await sendRaw(bank.url, [bytes]);
        expect(statusOf(answer), answer.slice(0, 200)).toBeGreaterThanOrEqual(400);
        expect(statusOf(answer)).toBeLessThan(500);
        expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
      }
    });
  });

  it('with an endless body is cut off at the limit, without waiting for the end', async () => {
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const headers = { 'Transfer-Encoding': 'chunked' };
    const pieces = [post(headers, ''), ...Array<string>(20).fill(piece)];
    await writesNothing(bank, async () => {
      const answer = await sendRaw(bank.url, pieces);
      expect(statusOf(answer)).toBe(413);
    });
  });
});

describe('after all these requests', () => {
  it('the service has counted no internal error', async () => {
    const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
    const faults = /kontor_http_request_seconds_count\{[^}]*status="5xx"[^}]*\} (\d+)/g;
    expect([...(await metrics.text()).matchAll(faults)].map((match) => match[0])).toEqual([]);
  });
});
