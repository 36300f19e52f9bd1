// A new key has no more rights than the key that created it; a registration reveals nothing about
// other developers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '../../../identity/scopes.ts';
import { type Answer, NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const post = (path: string, body: object = {}, callerKey = key) =>
  bank.call(path, { key: callerKey, body });
const outcomeOf = ({ status, body }: Answer) => [status, body.code];

async function createKeyWith(scopes: readonly string[]) {
  const creationAnswer = await post('/v1/developer/keys', {
    name: 'K',
    environment: 'sandbox',
    scopes,
  });
  return creationAnswer.body as { id: string; apiKey: string; scopes: string[] };
}

describe('a key with few scopes', () => {
  const NARROW_SCOPES = ['developer:write', 'developer:read'];

  it('creates no key with a scope that it lacks', async () => {
    const { apiKey } = await createKeyWith(NARROW_SCOPES);
    await writesNothing(bank, async () => {
      for (const scope of ALL_SCOPES.filter((scope) => !NARROW_SCOPES.includes(scope))) {
        const body = { name: 'More', environment: 'sandbox', scopes: [...NARROW_SCOPES, scope] };
        const answer = await post('/v1/developer/keys', body, apiKey);
        expect(outcomeOf(answer), scope).toEqual([403, 'insufficient_scope']);
      }
    });
    const sameKey = await post('/v1/developer/keys', { name: 'S', environment: 'sandbox' }, apiKey);
    expect(sameKey.body.scopes.sort()).toEqual([...NARROW_SCOPES].sort());
  });

  it('rotates no key with more scopes than its own', async () => {
    const { apiKey, id } = await createKeyWith(NARROW_SCOPES);
    const wideKey = await createKeyWith(ALL_SCOPES);
    await writesNothing(bank, async () => {
      const answer = await post(`/v1/developer/keys/${wideKey.id}/rotate`, {}, apiKey);
      expect(outcomeOf(answer)).toEqual([403, 'insufficient_scope']);
    });
    const ownAnswer = await post(`/v1/developer/keys/${id}/rotate`, {}, apiKey);
    expect(ownAnswer.status).toBe(201);
    expect(ownAnswer.body.scopes.sort()).toEqual([...NARROW_SCOPES].sort());
  });

  it('revokes no key and resets no sandbox with more scopes than its own, except itself', async () => {
    const { apiKey, id } = await createKeyWith(NARROW_SCOPES);
    const wideKey = await createKeyWith([...NARROW_SCOPES, 'accounts:read']);
    const revoke = (keyId: string) =>
      bank.call(`/v1/developer/keys/${keyId}`, { key: apiKey, method: 'DELETE' });
    await writesNothing(bank, async () => {
      expect(outcomeOf(await revoke(wideKey.id))).toEqual([403, 'insufficient_scope']);
      const resetAnswer = await post('/v1/sandbox/reset', { confirm: 'reset' }, apiKey);
      expect(outcomeOf(resetAnswer)).toEqual([403, 'insufficient_scope']);
    });
    expect((await bank.call('/v1/accounts', { key: wideKey.apiKey })).status).toBe(200);
    expect((await revoke((await createKeyWith(NARROW_SCOPES)).id)).status).toBe(200);
    expect((await revoke(id)).status).toBe(200);
  });

  it("learns nothing of other developers' keys by rotating or revoking", async () => {
    const otherDeveloper = await register(bank);
    const { body } = await bank.call('/v1/developer/keys', { key: otherDeveloper.key });
    const { id } = body.data[0];
    await writesNothing(bank, async () => {
      for (const item of [id, 'key_06ayx0rw7mf5w0h1y6k2v3c4d5', 'x', '~']) {
        const path = `/v1/developer/keys/${item}`;
        expect(outcomeOf(await post(`${path}/rotate`)), item).toEqual([404, 'key_not_found']);
        const deletion = await bank.call(path, { key, method: 'DELETE' });
        expect(outcomeOf(deletion), item).toEqual([404, 'key_not_found']);
      }
    });
    expect((await bank.call('/v1/accounts', { key: otherDeveloper.key })).status).toBe(200);
  });
});

describe('a request about a key', () => {
  it('for unknown scopes, environments or overlaps is refused', async () => {
    const { id } = await createKeyWith(['accounts:read']);
    const goodBody = { name: 'K', environment: 'sandbox' };
    await writesNothing(bank, async () => {
      for (const badValue of [
        { scopes: [] },
        { scopes: ['accounts:admin'] },
        { scopes: ['*'] },
        { scopes: 'accounts:read' },
        { scopes: ['ops:write'] },
        { scopes: ['__proto__'] },
        { scopes: ['accounts:read transactions:write'] },
        { environment: 'live' },
        { name: '' },
      ]) {
        const answer = await post('/v1/developer/keys', { ...goodBody, ...badValue });
        expect(outcomeOf(answer), JSON.stringify(badValue)).toEqual([422, 'validation_failed']);
      }
      for (const overlapHours of [-1, 169, 1.5, '24', null]) {
        const answer = await post(`/v1/developer/keys/${id}/rotate`, { overlapHours });
        expect(outcomeOf(answer), String(overlapHours)).toEqual([422, 'validation_failed']);
      }
    });
  });

  it('for the other environment is refused, with directions to a live key', async () => {
    await writesNothing(bank, async () => {
      const answer = await post('/v1/developer/keys', { name: 'Live', environment: 'production' });
      expect(outcomeOf(answer)).toEqual([403, 'environment_mismatch']);
      expect(answer.body.detail).toContain('claimed');
    });
  });

  it('that has ended is answered with 404 and never revives the key', async () => {
    const createdKey = await createKeyWith(['accounts:read']);
    const path = `/v1/developer/keys/${createdKey.id}`;
    await bank.call(path, { key, method: 'DELETE' });
    await writesNothing(bank, async () => {
      expect(outcomeOf(await post(`${path}/rotate`))).toEqual([404, 'key_not_found']);
    });
  });

  it('to rotate, sent many times at once, creates one new key', async () => {
    const createdKey = await createKeyWith(['accounts:read']);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(`/v1/developer/keys/${createdKey.id}/rotate`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
  });
});

describe('a registration', () => {
  const form = { company: 'Example Ltd', country: 'GB' };

  it('with an address already in use is refused in any spelling, also concurrently', async () => {
    const email = 'Taken@Example.com';
    const answers = await Promise.all(
      ['Taken@Example.com', 'taken@example.com', 'TAKEN@EXAMPLE.COM'].map((value) =>
        bank.call('/v1/developer/register', { body: { ...form, email: value } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await writesNothing(bank, async () => {
      const repeatedAnswer = await bank.call('/v1/developer/register', {
        body: { ...form, email },
      });
      expect(outcomeOf(repeatedAnswer)).toEqual([409, 'email_taken']);
      expect(JSON.stringify(repeatedAnswer.body)).not.toMatch(/dev_|sk_test/);
    });
  });

  it('cannot grant itself scopes, a status or an environment', async () => {
    await writesNothing(bank, async () => {
      for (const overrides of [
        { scopes: ['ops:write'] },
        { status: 'approved' },
        { environment: 'production' },
        { applicationStatus: 'approved' },
        { useCase: 'camel' },
      ]) {
        const body = { ...form, email: 'greedy@example.com', ...overrides };
        const answer = await bank.call('/v1/developer/register', { body });
        expect(outcomeOf(answer)).toEqual([422, 'validation_failed']);
      }
    });
  });
});
