// A browser lets pages of other origins call the API only if they are registered public clients.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NO_TEMPORAL,
  OPERATOR_KEY,
  openTestBank,
  register,
  type TestBank,
} from '../../kit/bank/bank.ts';

let bank: TestBank;
let key: string;
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

async function openClient(redirectUris: string[], type = 'public') {
  const body = { name: 'Budget app', type, redirectUris, scopes: ['accounts:read'] };
  const answer = await bank.call('/v1/developer/oauth-clients', { key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return `/v1/developer/oauth-clients/${answer.body.id}`;
}
const sendPreflight = (origin: string, path = '/v1/accounts', method = 'GET') =>
  fetch(bank.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,dpop',
    },
  });
const readAllowedOrigin = async (origin: string, path?: string) =>
  (await sendPreflight(origin, path)).headers.get('access-control-allow-origin');

describe('a CORS preflight', () => {
  it('states the headers, methods and answers that are allowed to a page of a public client', async () => {
    await openClient(['https://spa.example.com/callback', 'https://spa.example.com/other?x=1']);
    const answer = await sendPreflight('https://spa.example.com', '/v1/transactions', 'POST');
    expect(answer.status).toBe(204);
    const readHeader = (name: string) => answer.headers.get(`access-control-${name}`);
    expect(readHeader('allow-origin')).toBe('https://spa.example.com');
    expect(readHeader('allow-headers')).toMatch(/authorization.*dpop.*idempotency-key/);
    expect(readHeader('allow-methods')).toMatch(/POST/);
    expect(readHeader('allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toMatch(/origin/i);
  });

  it.each([
    'https://spa.example.com:8443',
    'http://spa.example.com',
    'https://evil.example.com',
    'https://spa.example.com.evil.example',
    'null',
    '*',
  ])('allows nothing for %s', async (origin) => {
    const answer = await sendPreflight(origin);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });

  it('allows nothing for other clients, or for the routes of operators', async () => {
    await openClient(['https://server.example.com/callback'], 'confidential');
    await openClient(['com.example.budget:/callback']);
    expect(await readAllowedOrigin('https://server.example.com')).toBeNull();
    expect(await readAllowedOrigin('com.example.budget:')).toBeNull();
    expect(await readAllowedOrigin('https://spa.example.com', '/v1/ops/operators')).toBeNull();
  });

  it('is allowed from every port of this device, as redirects are', async () => {
    await openClient(['http://127.0.0.1/callback']);
    expect(await readAllowedOrigin('http://127.0.0.1:5173')).toBe('http://127.0.0.1:5173');
    expect(await readAllowedOrigin('http://127.0.0.1.evil.example:5173')).toBeNull();
    expect(await readAllowedOrigin('https://127.0.0.1:5173')).toBeNull();
  });

  it('reflects a change of a client, and its end, at once', async () => {
    const path = await openClient(['https://old.example.com/cb']);
    const change = { redirectUris: ['https://new.example.com/cb'] };
    await bank.call(path, { key, method: 'PATCH', body: change });
    expect(await readAllowedOrigin('https://old.example.com')).toBeNull();
    expect(await readAllowedOrigin('https://new.example.com')).toBe('https://new.example.com');
    await bank.call(path, { key, method: 'DELETE' });
    expect(await readAllowedOrigin('https://new.example.com')).toBeNull();
  });
});

describe('an API answer', () => {
  const get = (path: string, headers: Record<string, string>) =>
    fetch(bank.url + path, { headers });

  it('can be read by a page of a public client, also when the answer is a problem', async () => {
    const origin = 'https://spa.example.com';
    const knownOriginAnswer = await get('/v1/accounts', { origin, authorization: `Bearer ${key}` });
    const unknownAnswer = await get('/v1/accounts', { origin });
    for (const answer of [knownOriginAnswer, unknownAnswer]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/retry-after/);
    }
    expect([knownOriginAnswer.status, unknownAnswer.status]).toEqual([200, 401]);
  });

  it('cannot be read by another page, nor when addressed to an operator', async () => {
    const otherAnswer = await get('/v1/accounts', {
      origin: 'https://evil.example.com',
      authorization: `Bearer ${key}`,
    });
    const operatorRouteAnswer = await get('/v1/ops/operators', {
      origin: 'https://spa.example.com',
      authorization: `Bearer ${OPERATOR_KEY}`,
    });
    expect([otherAnswer.status, operatorRouteAnswer.status]).toEqual([200, 200]);
    for (const { headers } of [otherAnswer, operatorRouteAnswer]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
