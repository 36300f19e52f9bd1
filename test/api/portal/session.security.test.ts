// A browser session of a developer: its sign-in, the routes it opens, and everything that ends it.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  NO_TEMPORAL,
  OPERATOR_KEY,
  openTestBank,
  register,
  type TestBank,
} from '../../kit/bank/bank.ts';
import { readEventStream } from '../../kit/bank/event-stream.ts';
import { readStoredBytes } from '../../kit/bank/rows-outside.ts';
import { signInDeveloper } from '../../kit/console/portal-sessions.ts';
import { signIn } from '../../kit/console/sessions.ts';

let bank: TestBank;
let key: string;
let developerId: string;
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  ({ key, developerId } = await register(bank));
});
afterAll(() => bank.close());

const read = (headers: Record<string, string>, path = '/v1/developer') =>
  bank.call(path, { headers });
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
const ENDED_SESSION = [401, 'invalid_session'];

async function newKey(fields: object = {}): Promise<{ id: string; apiKey: string }> {
  const body = { name: 'Other', ...fields };
  return (await bank.call('/v1/developer/keys', { key, body })).body;
}

it('a portal session is opened with a key, in a cookie that no script reads, and acts as that key', async () => {
  const { apiKey, id } = await newKey({ scopes: ['developer:read'] });
  const session = await signInDeveloper(bank, apiKey);
  const { status, body } = session.answer;
  expect(status).toBe(201);
  expect(session.setCookie).toMatch(/^kontor_portal=portal_\w+;.*; HttpOnly; SameSite=Strict$/);
  expect(body).toMatchObject({ keyId: id, environment: 'sandbox', scopes: ['developer:read'] });
  expect(JSON.stringify(body)).not.toContain(session.cookie.split('=')[1]);
  expect((await read(session.headers)).body.id).toBe(developerId);
  expect(outcomeOf(await read(session.headers, '/v1/accounts'))).toEqual([
    403,
    'insufficient_scope',
  ]);
  const value = session.cookie.split('=')[1] ?? '';
  const bytes = await readStoredBytes(bank.dataDir, 'platform');
  for (const secret of [value, session.token]) expect(bytes.includes(secret)).toBe(false);
});

it('changes made on a portal page are in the request log, its reads are not', async () => {
  const { headers } = await signInDeveloper(bank, key);
  const look = await bank.call('/v1/accounts', { headers });
  const body = { type: 'individual', name: 'By page' };
  const actAnswer = await bank.call('/v1/customers', { headers, body });
  const find = ({ headers: answerHeaders }: { headers: Headers }) =>
    bank.call(`/v1/request-log/${answerHeaders.get('x-request-id')}`, { key });
  await expect.poll(async () => (await find(actAnswer)).body.status).toBe(201);
  expect((await find(look)).status).toBe(404);
});

it('a portal session requires the cookie and the token together, sent by a page of the portal', async () => {
  const session = await signInDeveloper(bank, key);
  const otherSession = await signInDeveloper(bank, (await register(bank)).key);
  const { cookie, token } = session;
  expect(outcomeOf(await read({ cookie }))).toEqual([401, 'missing_credentials']);
  expect(outcomeOf(await read({ 'x-portal-token': token }))).toEqual([401, 'missing_credentials']);
  for (const input of [otherSession.token, '', `${token}x`]) {
    expect(outcomeOf(await read({ cookie, 'x-portal-token': input })), input).toEqual(
      ENDED_SESSION,
    );
  }
  const foreignHeaders = { ...session.headers, 'sec-fetch-site': 'cross-site' };
  expect(outcomeOf(await read(foreignHeaders))).toEqual(ENDED_SESSION);
  // The other kind of session accepts neither.
  expect((await read({ cookie, 'x-console-token': token })).status).toBe(401);
  const asConsole = { cookie: cookie.replace('portal', 'console'), 'x-console-token': token };
  expect(outcomeOf(await read(asConsole))).toEqual(ENDED_SESSION);
});

it("a portal session gives no operator access, and an operator's session no portal access", async () => {
  const session = await signInDeveloper(bank, key);
  expect((await read(session.headers, '/v1/ops/operator')).status).toBe(404);
  expect(outcomeOf((await signInDeveloper(bank, OPERATOR_KEY)).answer)).toEqual([
    401,
    'invalid_api_key',
  ]);
  const staff = await signIn(bank);
  const asPortal = { cookie: staff.cookie.replace('console', 'portal') };
  expect(outcomeOf(await read({ ...asPortal, 'x-portal-token': staff.token }))).toEqual(
    ENDED_SESSION,
  );
});

it('no other site and no form can sign anybody in', async () => {
  const body = { key };
  const cross = { 'sec-fetch-site': 'cross-site' };
  expect(outcomeOf((await signInDeveloper(bank, key, cross)).answer)).toEqual(ENDED_SESSION);
  const headers = { 'content-type': 'text/plain' };
  const raw = JSON.stringify(body);
  expect((await bank.call('/portal/session', { raw, headers })).status).toBe(415);
});

it('a portal session ends with signing out, which no other site can trigger', async () => {
  const session = await signInDeveloper(bank, key);
  const signOut = (headers: Record<string, string>) =>
    bank.call('/portal/session', { method: 'DELETE', headers });
  expect((await signOut({ cookie: session.cookie })).status).toBe(401);
  expect((await read(session.headers)).status).toBe(200);
  expect((await signOut(session.headers)).status).toBe(204);
  expect(outcomeOf(await read(session.headers))).toEqual(ENDED_SESSION);
});

it('a portal session ends with its key: when revoked, or at the end of a rotation', async () => {
  const { id, apiKey } = await newKey();
  const { headers } = await signInDeveloper(bank, apiKey);
  expect((await read(headers)).status).toBe(200);
  await bank.call(`/v1/developer/keys/${id}`, { method: 'DELETE', key });
  expect(outcomeOf(await read(headers))).toEqual(ENDED_SESSION);
  expect((await signInDeveloper(bank, apiKey)).answer.status).toBe(401);
  const secondKey = await newKey();
  const session = await signInDeveloper(bank, secondKey.apiKey);
  const rotate = { overlapHours: 0 };
  await bank.call(`/v1/developer/keys/${secondKey.id}/rotate`, { key, body: rotate });
  expect(outcomeOf(await read(session.headers))).toEqual(ENDED_SESSION);
});

it("a portal session ends when the developer's access ends", async () => {
  const other = await register(bank);
  const { headers } = await signInDeveloper(bank, other.key);
  await bank.call(`/v1/ops/developers/${other.developerId}/suspend`, {
    key: OPERATOR_KEY,
    body: { reason: 'Test' },
  });
  expect(outcomeOf(await read(headers))).toEqual(ENDED_SESSION);
});

it('a portal session works from the allowed networks of its key alone', async () => {
  const { apiKey } = await newKey({ ipAllow: ['203.0.113.0/24'] });
  expect((await signInDeveloper(bank, apiKey)).answer.status).toBe(401);
  const nearKey = await newKey({ ipAllow: ['127.0.0.0/8', '::1/128'] });
  const { headers } = await signInDeveloper(bank, nearKey.apiKey);
  expect((await read(headers)).status).toBe(200);
});

it('a new portal session never reuses a cookie that existed before', async () => {
  const firstSession = await signInDeveloper(bank, key);
  const secondSession = await signInDeveloper(bank, key, { cookie: firstSession.cookie });
  expect(secondSession.cookie).not.toBe(firstSession.cookie);
  expect(outcomeOf(await read(firstSession.headers))).toEqual(ENDED_SESSION);
});

it('a portal session can follow the event stream until the session ends', async () => {
  const { headers } = await signInDeveloper(bank, key);
  const act = () =>
    bank.call('/v1/customers', { key, body: { type: 'individual', name: 'Ada Example' } });
  // The stream checks its session again after some time.
  let passed = 0;
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + passed);
  const reader = await readEventStream(`${bank.url}/v1/events/stream`, headers);
  passed += 20_000;
  await act();
  expect(await reader.waitForEvents(1)).toHaveLength(1);
  await bank.call('/portal/session', { method: 'DELETE', headers });
  passed += 20_000;
  await act();
  await reader.ended;
  expect(reader.events).toHaveLength(1);
  clock.mockRestore();
});
