// Headers of pages for browsers, and caching of their files.

import { request } from 'node:https';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModule, openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { requestText, sendRaw } from '../../kit/bank/raw-http.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

const PAGES = ['/docs', '/docs/guides/webhooks', '/docs/reference', '/verify'];
const FILES = [
  '/docs/files/docs.css',
  '/docs/files/redoc.js',
  '/docs/files/reference.js',
  '/docs/reference/transactions.json',
  '/verify/page.mjs',
  '/verify/tree.mjs',
  '/openapi.json',
];
const OTHER_PATHS = ['/healthz', '/readyz', '/nothing', '/v1/accounts', '/v1/nothing'];

describe('all pages and files', () => {
  it('forbid framing, referrers and type guessing', async () => {
    for (const path of [...PAGES, ...FILES, ...OTHER_PATHS]) {
      const { headers } = await fetch(bank.url + path);
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('strict-transport-security'), path).toBeNull();
    }
  });

  it('forbid framing at the root, too', async () => {
    const { headers } = await fetch(bank.url, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
  });

  it.runIf(hasModule('pages'))('of the bank are linked at the root', async () => {
    const page = await fetch(bank.url, { headers: { accept: 'text/html' } });
    const text = await page.text();
    const linkedPaths = ['/docs', '/docs/reference', '/portal', '/console', '/verify', '/errors'];
    expect(linkedPaths.filter((path) => !text.includes(`href="${path}"`))).toEqual([]);
  });

  it('send HSTS when a trusted proxy received the request over TLS', async () => {
    const ask = (server: { url: string }) =>
      fetch(`${server.url}/docs`, { headers: { 'x-forwarded-proto': 'https' } });
    const testBank = await openTestBank({ trustedProxies: ['127.0.0.0/8', '::1/128'] });
    const { headers } = await ask(testBank).finally(() => testBank.close());
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    // The header of a client that is not a trusted proxy is ignored.
    expect((await ask(bank)).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('a page or its file', () => {
  it('is answered with 304 to a browser that already has the current version', async () => {
    for (const path of [...PAGES, ...FILES]) {
      const firstAnswer = await fetch(bank.url + path);
      const etag = firstAnswer.headers.get('etag') ?? '';
      await firstAnswer.arrayBuffer();
      expect(etag, path).toMatch(/^W\/"[\w-]{27}"$/);
      expect(firstAnswer.headers.get('cache-control'), path).toMatch(
        /^(no-cache|public, max-age=\d+)$/,
      );
      const repeatedResponse = await fetch(bank.url + path, {
        headers: { 'if-none-match': `"x", ${etag}` },
      });
      expect([repeatedResponse.status, await repeatedResponse.text()], path).toEqual([304, '']);
    }
  });

  it('is compressed for a browser that accepts compression, and plain for others', async () => {
    const ask = async (path: string, encoding: string) => {
      const head = requestText('GET', path, { 'Accept-Encoding': encoding });
      const answer = Buffer.from(await sendRaw(bank.url, [head]), 'latin1');
      const end = answer.indexOf('\r\n\r\n');
      const headers = answer.subarray(0, end).toString().toLowerCase();
      return { headers, body: answer.subarray(end + 4) };
    };
    for (const path of ['/docs/files/docs.css', '/verify']) {
      const plainPage = await ask(path, 'identity');
      const smallPage = await ask(path, 'br;q=0.1, gzip');
      const refusedPage = await ask(path, 'gzip;q=0');
      expect(plainPage.headers).not.toContain('content-encoding');
      expect(refusedPage.headers).not.toContain('content-encoding');
      expect(smallPage.headers).toContain('content-encoding: gzip');
      expect(smallPage.headers).toContain('vary: accept-encoding');
      expect(gunzipSync(smallPage.body).equals(plainPage.body)).toBe(true);
      expect(smallPage.body.length).toBeLessThan(plainPage.body.length);
    }
  });
});

describe('the admin port', () => {
  it('answers only under the host names of this machine', async () => {
    const url = `http://127.0.0.1:${bank.bank.adminPort}`;
    const ask = async (host: string) => {
      const head = `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      return (await sendRaw(url, [head])).slice(9, 12);
    };
    expect(await ask('localhost:9464')).toBe('200');
    expect(await ask('evil.example')).toBe('403');
    expect(await ask('127.0.0.1.evil.example:9464')).toBe('403');
  });
});

describe('a bank open to the network', () => {
  it('restricts the admin port to the machine', async () => {
    const publicBank = await openTestBank({ host: '0.0.0.0' });
    try {
      const { adminPort, port } = publicBank.bank;
      const answers = (host: string, port: number | null) =>
        fetch(`http://${host}:${port}/healthz`).then(
          ({ status }) => status,
          () => null,
        );
      // Every address of 127/8 is this machine's, and a socket bound to 127.0.0.1 is on one of them.
      expect(await answers('127.0.0.2', port)).toBe(200);
      expect(await answers('127.0.0.1', adminPort)).toBe(200);
      expect(await answers('127.0.0.2', adminPort)).toBeNull();
    } finally {
      await publicBank.close();
    }
  });
});

describe('with its own certificate', () => {
  it('the API speaks TLS and no plain HTTP, and sends HSTS', async () => {
    const [key, cert] = ['good.key', 'good.crt'].map((name) =>
      fileURLToPath(new URL(`../../activities/webhooks/certificates/${name}`, import.meta.url)),
    ) as [string, string];
    const tlsBank = await openTestBank({ tls: { key, cert } });
    try {
      const answer = await new Promise<{ status: number; hsts: unknown }>((resolve, reject) => {
        const options = { port: tlsBank.bank.port, path: '/readyz', rejectUnauthorized: false };
        request({ host: '127.0.0.1', ...options }, (response) => {
          response.resume();
          const hsts = response.headers['strict-transport-security'];
          resolve({ status: response.statusCode ?? 0, hsts });
        })
          .once('error', reject)
          .end();
      });
      expect(answer).toEqual({ status: 200, hsts: 'max-age=31536000; includeSubDomains' });
      await expect(fetch(`${tlsBank.url}/readyz`)).rejects.toThrow();
    } finally {
      await tlsBank.close();
    }
  });
});
