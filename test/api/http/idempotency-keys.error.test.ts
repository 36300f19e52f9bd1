// Every POST takes an Idempotency-Key: the document declares it everywhere, and where the ledger
// does not bind the key itself, the same request is answered again and acts once.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hasModule,
  OPERATIONS,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { readWholeDocument } from '../../kit/bodies/openapi.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ trustedProxies: ['127.0.0.0/8'] });
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const withKey = (key: string | null, idempotencyKey: string) => ({
  ...(key ? { key } : {}),
  headers: { 'idempotency-key': idempotencyKey },
});

describe('an Idempotency-Key', () => {
  it('is declared for every POST', async () => {
    const { paths } = readWholeDocument() as {
      paths: Record<string, { post: { parameters?: [] } }>;
    };
    const posts = OPERATIONS.filter(({ method }) => method === 'POST');
    expect(posts.length).toBeGreaterThan(40);
    for (const { path } of posts) {
      const { parameters = [] } = paths[path]?.post ?? {};
      const names = parameters.map(({ name }: { name: string }) => name.toLowerCase());
      expect(names, path).toContain('idempotency-key');
    }
  });

  type Act = [string, () => Promise<{ path: string; body: object; other: object }>];
  const acts: Act[] = [
    [
      'freezing an account',
      () => prepareAccountAct('freeze', { reason: 'fraud' }, { message: 'Lost' }),
    ],
    ['moving the clock', async () => prepareClockAct('P1D', 'P2D')],
    ...(hasModule('access') ? [['enabling a second factor', prepareFactorAct] satisfies Act] : []),
  ];
  it.each(acts)('carries out %s once', async (_, prepare) => {
    const { path, body, other } = await prepare();
    const ask = { ...withKey(key, `once-${path}`), body };
    const firstAnswer = await bank.call(path, ask);
    expect(firstAnswer.status, JSON.stringify(firstAnswer.body)).toBeLessThan(300);
    const repeatedAnswer = await bank.call(path, ask);
    expect([repeatedAnswer.status, repeatedAnswer.body]).toEqual([
      firstAnswer.status,
      firstAnswer.body,
    ]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    const changeAnswer = await bank.call(path, { ...ask, body: other });
    expect([changeAnswer.status, changeAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('carries out one of many concurrent requests', async () => {
    const timeBefore = (await bank.call('/v1/sandbox/clock', { key })).body.now;
    const ask = { ...withKey(key, 'many'), body: { advanceBy: 'P1D' } };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => bank.call('/v1/sandbox/clock', ask)),
    );
    expect(new Set(answers.map(({ body }) => body.now)).size).toBe(1);
    const days = (Date.parse(answers[0]?.body.now) - Date.parse(timeBefore)) / 86_400_000;
    expect(Math.round(days)).toBe(1);
  });

  it('registers a developer once, and shows the key to no other caller', async () => {
    const body = {
      company: 'Example Ltd',
      email: `once-${crypto.randomUUID()}@example.com`,
      country: 'GB',
    };
    const from = (address: string) => ({
      body,
      headers: { 'idempotency-key': 'register', 'x-forwarded-for': address },
    });
    const path = '/v1/developer/register';
    const firstAnswer = await bank.call(path, from('198.51.100.7'));
    expect(firstAnswer.status).toBe(201);
    const repeatedAnswer = await bank.call(path, from('198.51.100.7'));
    expect([repeatedAnswer.status, repeatedAnswer.body]).toEqual([201, firstAnswer.body]);
    const strangerAnswer = await bank.call(path, from('203.0.113.9'));
    expect([strangerAnswer.status, strangerAnswer.body.environment]).toEqual([409, undefined]);
  });

  it('of one developer has no effect for another, nor for an operator', async () => {
    const path = '/v1/sandbox/clock';
    const body = { advanceBy: 'P1D' };
    await bank.call(path, { ...withKey(key, 'mine'), body });
    const otherKey = (await register(bank)).key;
    const foreignAnswer = await bank.call(path, { ...withKey(otherKey, 'mine'), body });
    expect([foreignAnswer.status, foreignAnswer.headers.get('idempotency-replayed')]).toEqual([
      200,
      null,
    ]);
    const operatorAnswer = await bank.call(path, { ...withKey(OPERATOR_KEY, 'mine'), body });
    expect(operatorAnswer.status).toBe(403);
  });
});

async function prepareAccountAct(act: string, body: object, other: object) {
  const { accountIds } = await openAccounts(bank, key, [0]);
  return { path: `/v1/accounts/${accountIds[0]}/${act}`, body, other };
}

const prepareClockAct = (duration: string, otherDuration: string) => ({
  path: '/v1/sandbox/clock',
  body: { advanceBy: duration },
  other: { advanceBy: otherDuration },
});

async function prepareFactorAct() {
  const { customerId } = await openAccounts(bank, key, [0]);
  return { path: '/v1/auth/mfa/enable', body: { customerId }, other: { customerId: 'cus_1' } };
}
