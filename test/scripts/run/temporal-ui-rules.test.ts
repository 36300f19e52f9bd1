// The guard of Temporal's UI, which has no authentication: without a sign-in it permits only reads
// of the sandbox.

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseHiddenAddress, guardHost } from '../../../scripts/run/host-guard.mjs';
import { freePort } from '../../../scripts/run/ports.mjs';
import { temporalUiRules, uiPassword } from '../../../scripts/run/temporal-ui-rules.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kontor-ui-rules-'));
const file = join(folder, 'temporal-ui.password');
let password: string;
let url: string;
let server: Server;
let guard: { close(): void };
/** The requests that reached the UI behind the guard. */
const requests: string[] = [];

beforeAll(async () => {
  const upstream = await chooseHiddenAddress();
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`);
    response.setHeader('content-type', 'application/json');
    const names = ['sandbox', 'production'].map((name) => ({ namespaceInfo: { name } }));
    const bodies: Record<string, object> = {
      '/api/v1/settings': { DisableWriteActions: false, Version: '1' },
      '/api/v1/namespaces': { namespaces: names, nextPageToken: '' },
    };
    response.end(JSON.stringify(bodies[request.url?.split('?')[0] ?? ''] ?? { ok: true }));
  });
  await new Promise<void>((resolve) => server.listen(upstream.port, upstream.host, resolve));
  password = uiPassword(file);
  const port = await freePort();
  guard = await guardHost({ port, upstream, rules: temporalUiRules(password) });
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  guard.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, init: RequestInit = {}) => fetch(url + path, init);
const signedIn = (callerPassword = password) => ({
  headers: {
    authorization: `Basic ${Buffer.from(`operator:${callerPassword}`).toString('base64')}`,
  },
});
const SANDBOX = '/api/v1/namespaces/sandbox/workflows';

test("the sandbox's pages and workflow queries need no password", async () => {
  for (const path of ['/', '/namespaces/sandbox/workflows', `${SANDBOX}?query=`]) {
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  }
  const query = `${SANDBOX}/transfer%2Ftxn_1/query/status`;
  expect((await ask(query, { method: 'POST', body: '{}' })).status).toBe(200);
});

test.each([
  ['POST', `${SANDBOX}/transfer%2Ftxn_1/update/capture`],
  ['POST', `${SANDBOX}/transfer%2Ftxn_1/signal/look`],
  ['POST', `${SANDBOX}/transfer%2Ftxn_1/terminate`],
  ['POST', `${SANDBOX}/transfer%2Ftxn_1/reset`],
  ['POST', `${SANDBOX}/a%2Fquery%2F..%2Fterminate`],
  ['POST', `${SANDBOX}/a/query/..%2F..%2Fterminate`],
  ['POST', SANDBOX],
  ['DELETE', '/api/v1/namespaces/sandbox/schedules/one'],
  ['PUT', '/api/v1/namespaces/sandbox'],
])('the UI cannot change workflows: %s %s', async (method, path) => {
  const before = requests.length;
  const answer = await ask(path, { method, body: '{}', ...{ redirect: 'manual' } });
  expect([400, 403]).toContain(answer.status);
  expect(requests.length).toBe(before);
  expect((await ask(path, { method, ...signedIn(), body: '{}' })).status).toBe(answer.status);
});

test.each([
  '/namespaces/production/workflows',
  '/api/v1/namespaces/production/workflows',
  '/api/v1/namespaces/%70roduction/workflows',
  '/api/v1/namespaces/%2570roduction',
  '/api/v1/search-attributes?namespace=production',
])('production pages require the password: %s', async (path) => {
  const answer = await ask(path);
  expect([400, 401]).toContain(answer.status);
  expect((await ask(path, signedIn('wrong'))).status).toBe(answer.status);
  if (answer.status === 400) return;
  expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
  expect((await ask(path, signedIn())).status).toBe(200);
  // The credentials for the guard are not forwarded.
  expect(requests.at(-1)).toMatch(/ -$/);
});

test('the list of namespaces has production only after a sign-in, and writing is off', async () => {
  const namesOf = async (init: RequestInit) => {
    const answer = await ask('/api/v1/namespaces?pageSize=100', init);
    const body = (await answer.json()) as { namespaces: { namespaceInfo: { name: string } }[] };
    return body.namespaces.map((namespace) => namespace.namespaceInfo.name);
  };
  expect(await namesOf({})).toEqual(['sandbox']);
  expect(await namesOf(signedIn())).toEqual(['sandbox', 'production']);
  const settings = await (await ask('/api/v1/settings')).json();
  expect(settings).toEqual({ DisableWriteActions: true, Version: '1' });
});

test('the password is made once, in a file readable by its owner alone', () => {
  expect(password).toHaveLength(24);
  expect(uiPassword(file)).toBe(password);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test.each(['', '\n', 'short\n', '\0'.repeat(25)])(
  'a password file left incomplete by a power cut (%j) opens production to nobody and is replaced',
  (remaining) => {
    const cut = `${file}.cut`;
    writeFileSync(cut, remaining);
    expect(uiPassword(cut)).toHaveLength(24);
    expect(statSync(cut).mode & 0o077).toBe(0);
    writeFileSync(cut, 'a password of the operator\n'.replaceAll(' ', '-'));
    expect(uiPassword(cut)).toBe('a-password-of-the-operator');
  },
);
