// Developers register for the sandbox at once and manage their own keys.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../../identity/scopes.ts';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const get = (path: string, callerKey = key) => bank.call(path, { key: callerKey });
const post = (path: string, body: object = {}, callerKey = key) =>
  bank.call(path, { key: callerKey, body });
const isAccepted = async (callerKey: string) =>
  (await get('/v1/accounts', callerKey)).status === 200;

describe('a registration', () => {
  it('returns a working sandbox key, keeps the use case, and requests no access to production', async () => {
    const form = {
      company: 'Acme Ltd',
      email: 'dev@acme.example',
      phone: '+49 30 1234567',
      country: 'DE',
      use_case: 'Payouts to sellers',
      expected_volume: '10,000 a month',
    };
    const answer = await bank.call('/v1/developer/register', { body: form });
    expect(answer.status).toBe(201);
    const { sandbox, production } = answer.body.environment;
    expect(sandbox.apiKey).toMatch(/^sk_test_00[0-9A-Za-z]{39}$/);
    expect(production.status).toBe('not_requested');
    expect(answer.body.scopes).toEqual(ALL_SCOPES);
    const { body } = await get('/v1/developer', sandbox.apiKey);
    expect(body).toMatchObject({
      id: answer.body.id,
      company: 'Acme Ltd',
      email: 'dev@acme.example',
      useCase: 'Payouts to sellers',
      expectedVolume: '10,000 a month',
      application: {
        id: production.applicationId,
        status: 'not_requested',
        appliedAt: null,
        decidedAt: null,
      },
    });
  });
});

describe('an application for production', () => {
  it('must be filed explicitly: a registration for the sandbox files none', async () => {
    const email = 'says-what-for@acme.example';
    const form = { company: 'Acme Ltd', email, country: 'DE', use_case: 'Payouts' };
    const registration = (await bank.call('/v1/developer/register', { body: form })).body;
    const developerId: string = registration.id;
    const key: string = registration.environment.sandbox.apiKey;
    const isListed = async () => {
      const { body } = await get('/v1/ops/applications?status=pending&limit=100', OPERATOR_KEY);
      return body.data.some(({ id }: { id: string }) => id === developerId);
    };
    const countApplications = async () =>
      (await get('/v1/ops/approvals/counts', OPERATOR_KEY)).body.applications as number;
    const countBefore = await countApplications();
    const { application } = (await get('/v1/developer', key)).body;
    expect(application).toMatchObject({ status: 'not_requested', appliedAt: null });
    expect(await isListed()).toBe(false);
    const path = '/v1/developer/applications';
    expect((await post(path, {}, key)).body.errors[0].pointer).toBe('/useCase');
    const answer = await post(path, { useCase: 'Payouts', expectedVolume: '10 a day' }, key);
    expect(answer.body).toMatchObject({
      useCase: 'Payouts',
      expectedVolume: '10 a day',
      application: { id: application.id, status: 'pending', appliedAt: expect.any(String) },
    });
    expect(await isListed()).toBe(true);
    expect(await countApplications()).toBe(countBefore + 1);
    const repeatedAnswer = await post(
      path,
      { useCase: 'Payouts', expectedVolume: '10 a day' },
      key,
    );
    expect(repeatedAnswer.body).toEqual(answer.body);
    const otherAnswer = await post(path, { useCase: 'Something else' }, key);
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
  });
});

describe('an API key', () => {
  it('is shown once on creation, listed without its secret, and works', async () => {
    const creationAnswer = await post('/v1/developer/keys', {
      name: 'Shop',
      environment: 'sandbox',
    });
    expect(creationAnswer.status).toBe(201);
    const { apiKey, ...keyFields } = creationAnswer.body;
    expect(apiKey.slice(-4)).toBe(keyFields.lastFour);
    expect(keyFields).toMatchObject({ name: 'Shop', environment: 'sandbox', status: 'active' });
    expect(keyFields.scopes).toEqual(ALL_SCOPES);
    expect(await isAccepted(apiKey)).toBe(true);
    const { body } = await get('/v1/developer/keys');
    const { lastUsedAt } = body.data[0];
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(keyFields.createdAt));
    expect({ ...body.data[0], lastUsedAt: null }).toEqual(keyFields);
  });

  it('permits exactly its scopes', async () => {
    const { body } = await post('/v1/developer/keys', {
      name: 'Reader',
      environment: 'sandbox',
      scopes: ['accounts:read', 'accounts:read'],
    });
    expect(body.scopes).toEqual(['accounts:read']);
    expect(await isAccepted(body.apiKey)).toBe(true);
    for (const path of ['/v1/customers', '/v1/transactions', '/v1/events', '/v1/developer']) {
      expect((await get(path, body.apiKey)).status, path).toBe(403);
    }
    expect((await post('/v1/accounts', {}, body.apiKey)).body.code).toBe('insufficient_scope');
  });

  it('is rotated: the new key works at once, the old key until the overlap ends', async () => {
    const creationAnswer = await post('/v1/developer/keys', {
      name: 'Shop',
      environment: 'sandbox',
    });
    const path = `/v1/developer/keys/${creationAnswer.body.id}`;
    const rotationAnswer = await bank.call(`${path}/rotate`, { key, method: 'POST' });
    expect(rotationAnswer.status).toBe(201);
    expect(rotationAnswer.body).toMatchObject({ name: 'Shop', status: 'active', expiresAt: null });
    expect(await isAccepted(rotationAnswer.body.apiKey)).toBe(true);
    expect(await isAccepted(creationAnswer.body.apiKey)).toBe(true);
    const readKey = async (id: string) => {
      const { body } = await get('/v1/developer/keys?limit=100');
      return body.data.find((row: { id: string }) => row.id === id);
    };
    const oldKey = await readKey(creationAnswer.body.id);
    const hours = (Date.parse(oldKey.expiresAt) - Date.now()) / 3_600_000;
    expect([oldKey.status, Math.round(hours)]).toEqual(['rotating', 24]);
    const repeatedAnswer = await post(`/v1/developer/keys/${rotationAnswer.body.id}/rotate`, {
      overlapHours: 0,
    });
    expect(await isAccepted(repeatedAnswer.body.apiKey)).toBe(true);
    expect(await isAccepted(rotationAnswer.body.apiKey)).toBe(false);
    expect((await readKey(rotationAnswer.body.id)).status).toBe('expired');
  });

  it('is revoked at once, idempotently', async () => {
    const creationAnswer = await post('/v1/developer/keys', {
      name: 'Shop',
      environment: 'sandbox',
    });
    const path = `/v1/developer/keys/${creationAnswer.body.id}`;
    const deletion = await bank.call(path, { key, method: 'DELETE' });
    expect([deletion.status, deletion.body.status]).toEqual([200, 'revoked']);
    expect(deletion.body.revokedAt).not.toBeNull();
    expect(await isAccepted(creationAnswer.body.apiKey)).toBe(false);
    expect((await bank.call(path, { key, method: 'DELETE' })).body).toEqual(deletion.body);
  });
});
