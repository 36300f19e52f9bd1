// A browser session of an operator: its sign-in, the routes it opens, and everything that ends it.
// The cookie is valid only together with the token of the console's pages.

import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_TEMPORAL, OPERATOR_KEY, openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { readStoredBytes } from '../../kit/bank/rows-outside.ts';
import { signIn } from '../../kit/console/sessions.ts';
import { claimSecondOperatorKey, createOperator } from '../../kit/people/operators.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank({
    temporalAddress: NO_TEMPORAL,
    trustedProxies: ['127.0.0.0/8', '::1/128'],
  });
});
afterAll(() => bank.close());

const PATH = '/v1/ops/operator';
const read = (headers: Record<string, string>, path = PATH) => bank.call(path, { headers });
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

describe('a console session', () => {
  it('is opened with a key on a page of the bank, in a cookie that no script can read', async () => {
    const { answer, setCookie, cookie } = await signIn(bank);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(setCookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(setCookie).toMatch(/^kontor_console=console_\w+; Max-Age=43\d{3};/);
    expect(JSON.stringify(answer.body)).not.toContain(cookie.split('=')[1]);
    expect(answer.body.operator.roles).toEqual(['admin']);
    const secureSession = await signIn(bank, OPERATOR_KEY, { 'x-forwarded-proto': 'https' });
    expect(secureSession.setCookie).toMatch(
      /^__Host-kontor_console=.*; HttpOnly; Secure; SameSite=Str/,
    );
    const httpsHeaders = { ...secureSession.headers, 'x-forwarded-proto': 'https' };
    expect((await read(httpsHeaders)).status).toBe(200);
    // Another host of the domain could set a cookie of this name without the prefix.
    const unprefixedHeaders = {
      ...httpsHeaders,
      cookie: secureSession.cookie.replace('__Host-', ''),
    };
    expect(outcomeOf(await read(unprefixedHeaders))).toEqual([401, 'missing_credentials']);
  });

  it('cannot be opened from another site, by a form or with a wrong key', async () => {
    const body = { key: OPERATOR_KEY };
    const ask = async (input: object) => outcomeOf(await bank.call('/console/session', input));
    const crossSiteHeaders = { 'sec-fetch-site': 'cross-site' };
    expect(await ask({ body, headers: crossSiteHeaders })).toEqual([401, 'invalid_session']);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await ask({ raw: `key=${OPERATOR_KEY}`, headers: form })).toEqual([
      415,
      'unsupported_media_type',
    ]);
    const text = { 'content-type': 'text/plain' };
    expect((await ask({ raw: JSON.stringify(body), headers: text }))[0]).toBe(415);
    for (const badValue of [{}, { key: 7 }, { key: '' }, { ...body, more: 1 }, [], null]) {
      expect(await ask({ body: badValue })).toEqual([422, 'validation_failed']);
    }
    expect(await ask({ raw: `{"key":"${'x'.repeat(5_000)}"}` })).toEqual([
      413,
      'payload_too_large',
    ]);
    expect(await ask({ body: { key: `${OPERATOR_KEY}x` } })).toEqual([401, 'invalid_api_key']);
    const { body: developer } = await bank.call('/v1/developer/register', {
      body: { company: 'Ltd', email: `${crypto.randomUUID()}@example.com`, country: 'GB' },
    });
    const { apiKey } = developer.environment.sandbox;
    expect(await ask({ body: { key: apiKey } })).toEqual([401, 'invalid_api_key']);
  });

  it('requires the cookie and the token together, sent by a page of the console', async () => {
    const ownSession = await signIn(bank);
    const otherSession = await signIn(bank);
    const { cookie, token } = ownSession;
    expect((await read(ownSession.headers)).status).toBe(200);
    expect(outcomeOf(await read({ cookie }))).toEqual([401, 'missing_credentials']);
    expect(outcomeOf(await read({ 'x-console-token': token }))).toEqual([
      401,
      'missing_credentials',
    ]);
    const wrongTokens = [otherSession.token, '', `${token}x`, token.slice(1)];
    for (const input of wrongTokens) {
      const answer = outcomeOf(await read({ cookie, 'x-console-token': input }));
      expect(answer, input).toEqual([401, 'invalid_session']);
    }
    const foreignHeaders = { ...ownSession.headers, 'sec-fetch-site': 'same-site' };
    expect(outcomeOf(await read(foreignHeaders))).toEqual([401, 'invalid_session']);
    const inventedHeaders = { ...ownSession.headers, cookie: 'kontor_console=console_invented' };
    expect(outcomeOf(await read(inventedHeaders))).toEqual([401, 'invalid_session']);
    const session = await bank.call('/console/session', {
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(session.body.pageToken).toBeUndefined();
  });

  it("permits only the acts of the operator's roles, and is audited like the key", async () => {
    const viewer = await createOperator(bank, ['viewer']);
    const { answer, headers } = await signIn(bank, viewer.key);
    const { body } = await read(headers);
    expect([body.id, body.roles]).toEqual([viewer.id, ['viewer']]);
    const audit = await read(headers, '/v1/ops/audit');
    expect(outcomeOf(audit)).toEqual([403, 'role_required']);
    // Operations of developers are refused, as for the key.
    expect((await read(headers, '/v1/accounts')).status).toBe(403);
    await bank.call('/v1/ops/operators', { headers, body: {} });
    const admin = await signIn(bank);
    const invitation = { name: 'X', email: 'x@bank.example', roles: ['viewer'], reason: 'Test' };
    await bank.call('/v1/ops/operators', { headers: admin.headers, body: invitation });
    const log = await bank.call('/v1/ops/audit?limit=50', { key: OPERATOR_KEY });
    const findLine = (action: string, actor: string) =>
      log.body.data.find((item: { action: string; actor: string }) => {
        return item.action === action && item.actor === actor;
      });
    const adminId = admin.answer.body.operator.id;
    expect(findLine('console.signed_in', viewer.id)).toMatchObject({ objectId: answer.body.id });
    expect(findLine('ops.inviteOperator', adminId).detail).toMatchObject({
      session: admin.answer.body.id,
    });
    const text = JSON.stringify(log.body);
    for (const secret of [admin.cookie.split('=')[1], admin.token, OPERATOR_KEY]) {
      expect(text).not.toContain(secret);
    }
  });

  it('never reuses a cookie that existed before', async () => {
    const firstSession = await signIn(bank);
    const secondSession = await signIn(bank, OPERATOR_KEY, { cookie: firstSession.cookie });
    expect(secondSession.cookie).not.toBe(firstSession.cookie);
    expect(outcomeOf(await read(firstSession.headers))).toEqual([401, 'invalid_session']);
    const newSession = await signIn(bank, OPERATOR_KEY, {
      cookie: 'kontor_console=console_of_a_thief',
    });
    expect(newSession.cookie).not.toContain('thief');
  });

  it('is stored only as a hash', async () => {
    const { cookie, token } = await signIn(bank);
    const value = cookie.split('=')[1] ?? '';
    const bytes = await readStoredBytes(bank.dataDir, 'platform');
    for (const secret of [value, token]) expect(bytes.includes(secret)).toBe(false);
  });
});

describe('a stolen or old cookie stops working after', () => {
  it('signing out, which no other site can trigger', async () => {
    const session = await signIn(bank);
    const otherSession = await signIn(bank);
    const signOut = (headers: Record<string, string>) =>
      bank.call('/console/session', { method: 'DELETE', headers });
    expect((await signOut({ cookie: session.cookie })).status).toBe(401);
    expect((await read(session.headers)).status).toBe(200);
    const signOutAnswer = await signOut(session.headers);
    expect(signOutAnswer.status).toBe(204);
    expect(signOutAnswer.headers.get('set-cookie')).toMatch(/^kontor_console=; Max-Age=0/);
    expect(outcomeOf(await read(session.headers))).toEqual([401, 'invalid_session']);
    expect((await read(otherSession.headers)).status).toBe(200);
  });

  it('the replacement of the key', async () => {
    const { key } = await createOperator(bank, ['risk']);
    const { headers } = await signIn(bank, key);
    // The session itself cannot create a key, which would outlive a page that was left open.
    const path = '/v1/ops/operator/key/rotate';
    const rotationAnswer = await bank.call(path, { method: 'POST', body: {}, headers });
    expect(outcomeOf(rotationAnswer)).toEqual([403, 'insufficient_scope']);
    await bank.call(path, { key, body: {} });
    expect(outcomeOf(await read(headers))).toEqual([401, 'invalid_session']);
  });

  it('a renewed invitation, which revokes a lost key', async () => {
    const { id, key } = await createOperator(bank, ['risk']);
    const { headers } = await signIn(bank, key);
    const body = { reason: 'Lost' };
    for (const admin of [OPERATOR_KEY, await claimSecondOperatorKey(bank)]) {
      await bank.call(`/v1/ops/operators/${id}/invitation`, { key: admin, body });
    }
    expect(outcomeOf(await read(headers))).toEqual([401, 'invalid_session']);
  });

  it('disabling the operator, even if enabled again later, but not after a change of roles', async () => {
    const { id, key } = await createOperator(bank, ['risk', 'compliance']);
    const { headers } = await signIn(bank, key);
    const act = (verb: string, fields: object = {}, method = 'POST', callerKey = OPERATOR_KEY) =>
      bank.call(`/v1/ops/operators/${id}${verb}`, {
        method,
        key: callerKey,
        body: { reason: 'Test', ...fields },
      });
    await act('', { roles: ['viewer'] }, 'PATCH');
    expect((await read(headers)).body.roles).toEqual(['viewer']);
    await act('/disable');
    expect(outcomeOf(await read(headers))).toEqual([401, 'invalid_session']);
    for (const callerKey of [OPERATOR_KEY, await claimSecondOperatorKey(bank)])
      await act('/enable', {}, 'POST', callerKey);
    expect((await read({ authorization: `Bearer ${key}` })).status).toBe(200);
    expect(outcomeOf(await read(headers))).toEqual([401, 'invalid_session']);
  });
});

it('an event stream ends alone when its database fails; the bank keeps running', async () => {
  const stream = await fetch(`${bank.url}/v1/ops/stream?environment=sandbox`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}` },
  });
  expect(stream.status).toBe(200);
  // Statements are prepared once, so executing them is made to fail.
  const statements = Object.getPrototypeOf(new BetterSqlite3(':memory:').prepare('SELECT 1'));
  const { get } = statements;
  const brokenStatement = vi.spyOn(statements, 'get').mockImplementation(function (
    this: unknown,
    ...input
  ) {
    const { source } = this as { source: string };
    if (source.includes('work_notes')) throw new Error('disk I/O error');
    return get.apply(this, input);
  });
  expect(await stream.text()).toBe(': here\n\n');
  brokenStatement.mockRestore();
  expect((await read({ authorization: `Bearer ${OPERATOR_KEY}` })).status).toBe(200);
});

it('refused keys are rate-limited by address, and valid keys are not', async () => {
  const codes: unknown[] = [];
  for (let guess = 0; guess < 8; guess += 1) {
    const { body } = await signIn(bank, `op_guess_${guess}_0123456789abcdef`).then((item) => {
      return item.answer;
    });
    codes.push(body.code);
  }
  expect(codes).toContain('rate_limited');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  for (let times = 0; times < 8; times += 1) {
    expect((await signIn(bank)).answer.status).toBe(201);
  }
});
