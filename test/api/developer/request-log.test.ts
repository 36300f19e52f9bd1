// The request log contains every request of a developer without personal data, and no developer
// sees the requests of another.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { readStoredBytes } from '../../kit/bank/rows-outside.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? '';
const find = (requestId: string, callerKey = key) =>
  bank.call(`/v1/request-log/${requestId}`, { key: callerKey });

it('a logged request shows its facts and how it was answered', async () => {
  const accounts = await openAccounts(bank, key, [100]);
  const answer = await bank.call(`/v1/accounts/${accounts.accountIds[0]}?`, { key });
  const { status, body } = await find(idOf(answer));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: 'logged_request',
    livemode: false,
    requestId: idOf(answer),
    method: 'GET',
    route: '/v1/accounts/{accountId}',
    path: `/v1/accounts/${accounts.accountIds[0]}`,
    status: 200,
    code: null,
    errors: [],
    body: null,
  });
  expect(body.ip).toMatch(/127\.0\.0\.1|::1/);
  expect(body.durationMs).toBeGreaterThan(0);
});

it('a failed request shows the reason, and its body without personal or secret data', async () => {
  const { accountIds } = await openAccounts(bank, key, [100]);
  const secrets = ['Zebra Ünique', 'zebra@example.com', 'hunter2hunter2', 'zebrafield', '4242'];
  const refusedAnswer = await bank.call('/v1/transactions', {
    key,
    body: {
      type: 'transfer',
      amount: 2_500,
      currency: 'EUR',
      sourceAccountId: accountIds[0],
      description: 'Zebra Ünique',
      metadata: { mail: 'zebra@example.com' },
      password: 'hunter2hunter2',
      'zebrafield to nobody': 1,
      pin: 4_242,
    },
  });
  expect(refusedAnswer.status).toBe(422);
  const { body } = await find(idOf(refusedAnswer));
  expect(body).toMatchObject({ status: 422, code: 'validation_failed' });
  expect(body.errors.length).toBeGreaterThan(0);
  expect(body.body).toMatchObject({
    type: 'transfer',
    amount: 2_500,
    currency: 'EUR',
    sourceAccountId: accountIds[0],
    description: '[text, 12 characters]',
    password: '[text, 14 characters]',
    metadata: '[left out]',
    pin: '[number]',
  });
  const bytes = await readStoredBytes(bank.dataDir, 'platform');
  for (const secret of [...secrets.slice(0, 3), 'zebrafield to']) {
    expect(bytes.includes(Buffer.from(secret)), secret).toBe(false);
  }
});

it('free text in the path or the query is not stored', async () => {
  const answer = await bank.call('/v1/customers/ada%20lovelace?email=ada@example.com', { key });
  const { body } = await find(idOf(answer));
  expect(body.path).not.toMatch(/ada/);
});

it('a request is hidden from other developers and from the other environment', async () => {
  const otherDeveloper = await register(bank);
  const requestId = `shared-${crypto.randomUUID()}`;
  const headers = { 'x-request-id': requestId };
  await bank.call('/v1/accounts', { key, headers });
  expect((await find(requestId, otherDeveloper.key)).body.code).toBe('request_not_found');
  // Both developers chose the same id; each sees only its own request.
  await bank.call('/v1/customers', { key: otherDeveloper.key, headers });
  expect((await find(requestId, otherDeveloper.key)).body.route).toBe('/v1/customers');
  expect((await find(requestId)).body.route).toBe('/v1/accounts');
  const listAnswer = await bank.call(`/v1/request-log?requestId=${requestId}`, {
    key: otherDeveloper.key,
  });
  expect(listAnswer.body.data.map(({ route }: { route: string }) => route)).toEqual([
    '/v1/customers',
  ]);
  const requestLog = await bank.call('/v1/request-log?limit=100', { key: otherDeveloper.key });
  const usage = await bank.call('/v1/usage', { key: otherDeveloper.key });
  expect(usage.body.requests).toBe(requestLog.body.data.length + 1);
});

it('the log is listed page by page and can be filtered to failed requests', async () => {
  const owner = await register(bank);
  for (let index = 0; index < 4; index += 1)
    await bank.call('/v1/accounts?limit=1', { key: owner.key });
  for (let index = 0; index < 3; index += 1)
    await bank.call('/v1/accounts?limit=0', { key: owner.key });
  const seenStatuses: string[] = [];
  let cursor = '';
  for (;;) {
    const path = `/v1/request-log?limit=2&outcome=failed${cursor}`;
    const { body } = await bank.call(path, { key: owner.key });
    seenStatuses.push(...body.data.map(({ status }: { status: number }) => status));
    if (!body.hasMore) break;
    cursor = `&startingAfter=${body.nextCursor}`;
  }
  expect(seenStatuses).toEqual([400, 400, 400]);
  const { body } = await bank.call('/v1/request-log?outcome=succeeded&limit=100', {
    key: owner.key,
  });
  expect(body.data.every(({ status }: { status: number }) => status < 400)).toBe(true);
  const usage = (await bank.call('/v1/usage?days=2', { key: owner.key })).body;
  expect(usage.days).toHaveLength(2);
  const accounts = usage.routes.find(({ route }: { route: string }) => route === '/v1/accounts');
  expect(accounts).toMatchObject({ method: 'GET', requests: 7, clientErrors: 3, serverErrors: 0 });
});

it('a key cannot hide its reads behind the headers of a portal page', async () => {
  for (const name of ['x-portal-token', 'x-console-token']) {
    const readAnswer = await bank.call('/v1/accounts', { key, headers: { [name]: 'x' } });
    expect((await find(idOf(readAnswer))).body.status, name).toBe(200);
  }
});

it('an API key sent in place of a key id is not stored', async () => {
  const body = { name: 'By mistake' };
  const { apiKey } = (await bank.call('/v1/developer/keys', { key, body })).body;
  const answer = await bank.call(`/v1/developer/keys/${apiKey}`, { method: 'DELETE', key });
  expect((await find(idOf(answer))).body.path).toBe('/v1/developer/keys/[text]');
  const invalidBody = { type: apiKey, [apiKey]: 1 };
  const sendAnswer = await bank.call('/v1/customers', { key, body: invalidBody });
  expect(sendAnswer.status).toBe(422);
  expect(JSON.stringify((await find(idOf(sendAnswer))).body)).not.toContain(apiKey);
});

it('a key without the scope cannot read the log', async () => {
  const { body } = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Narrow', scopes: ['accounts:read'] },
  });
  for (const path of ['/v1/request-log', '/v1/usage', '/v1/request-log/req_x']) {
    const answer = await bank.call(path, { key: body.apiKey });
    expect(answer.body.code).toBe('insufficient_scope');
  }
});

it('requests can be listed by the status of their answers', async () => {
  const ownKey = (await register(bank)).key;
  const ask = (path: string) => bank.call(path, { key: ownKey });
  await ask('/v1/accounts');
  await ask('/v1/accounts/acc_none');
  await ask('/v1/accounts?limit=0');
  await ask('/v1/accounts?limit=0');
  const statusesOf = async (query: string) => {
    const { body } = await ask(`/v1/request-log?${query}`);
    return body.data.map(({ status }: { status: number }) => status);
  };
  await expect.poll(() => statusesOf('status=400')).toEqual([400, 400]);
  expect(await statusesOf('status=404&outcome=failed')).toEqual([404]);
  expect(await statusesOf('status=404&outcome=succeeded')).toEqual([]);
  expect(await statusesOf('status=418')).toEqual([]);
  expect((await ask('/v1/request-log?status=4xx')).status).toBe(400);
});
