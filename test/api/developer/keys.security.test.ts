// Test and live keys are separate: a key opens and manages only its own environment, an operator
// has to approve production, and the audit log records every act on keys.

import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, OPERATOR_KEY } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { rowsFileIn } from '../../kit/bank/opened-ledger.ts';
import { approveApplication, claimSecondOperatorKey } from '../../kit/people/operators.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank({ trustedProxies: ['127.0.0.0/8'] });
});
afterAll(() => bank.close());

const KEYS = '/v1/developer/keys';
const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const post = (path: string, key: string | null, body: object = {}, headers = {}) =>
  bank.call(path, { ...(key ? { key } : {}), body, headers });

async function registerDeveloper() {
  const email = `keys-${crypto.randomUUID()}@example.com`;
  const { body } = await post('/v1/developer/register', null, {
    company: 'Example Ltd',
    email,
    country: 'GB',
  });
  const { applicationId, applicationSecret } = body.environment.production;
  const decide = async () => (await approveApplication(bank, applicationId)).body.claim;
  const open = async () =>
    (await post('/v1/developer/application', null, { applicationId, applicationSecret })).body;
  const claim = (claimCode: string, overrides = {}) =>
    post(`${KEYS}/claim`, null, { claimCode, name: 'Live', ...overrides });
  const key: string = body.environment.sandbox.apiKey;
  await post('/v1/developer/applications', key, { useCase: 'Payouts to sellers' });
  return { id: body.id as string, key, applicationId, applicationSecret, decide, open, claim };
}

describe('a test key', () => {
  it('creates, lists, rotates and revokes no production key', async () => {
    const { key, decide, claim } = await registerDeveloper();
    const { code } = await decide();
    const liveClaim = (await claim(code)).body;
    await writesNothing(bank, async () => {
      const creationAnswer = await post(KEYS, key, { name: 'Live', environment: 'production' });
      expect(outcomeOf(creationAnswer)).toEqual([403, 'environment_mismatch']);
      const listedKeys = (await bank.call(KEYS, { key })).body.data as { environment: string }[];
      expect(new Set(listedKeys.map(({ environment }) => environment))).toEqual(
        new Set(['sandbox']),
      );
      const path = `${KEYS}/${liveClaim.id}`;
      expect(outcomeOf(await post(`${path}/rotate`, key))).toEqual([404, 'key_not_found']);
      const revocationAnswer = await bank.call(path, { key, method: 'DELETE' });
      expect(outcomeOf(revocationAnswer)).toEqual([404, 'key_not_found']);
    });
    expect((await bank.call('/v1/accounts', { key: liveClaim.apiKey })).status).toBe(200);
  });

  it('never reveals the claim code, whatever it requests', async () => {
    const { key, decide, applicationId } = await registerDeveloper();
    const { code } = await decide();
    for (const path of ['/v1/developer', KEYS, '/v1/events']) {
      const { body } = await bank.call(path, { key });
      expect(JSON.stringify(body), path).not.toContain(code);
    }
    const guess = { applicationId, applicationSecret: key };
    const openingAnswer = await post('/v1/developer/application', key, guess);
    expect(outcomeOf(openingAnswer)).toEqual([404, 'application_not_found']);
    const operatorAnswer = await post(`/v1/ops/applications/${applicationId}/claim`, key, {
      reason: 'Mine',
    });
    expect(operatorAnswer.status).toBe(404);
  });

  it('cannot be managed by a live key', async () => {
    const { key, decide, claim } = await registerDeveloper();
    const liveKey = (await claim((await decide()).code)).body.apiKey;
    const [firstKey] = (await bank.call(KEYS, { key })).body.data;
    const deletion = await bank.call(`${KEYS}/${firstKey.id}`, { key: liveKey, method: 'DELETE' });
    expect(outcomeOf(deletion)).toEqual([404, 'key_not_found']);
    const creationAnswer = await post(KEYS, liveKey, { name: 'Test', environment: 'sandbox' });
    expect(outcomeOf(creationAnswer)).toEqual([403, 'environment_mismatch']);
    expect((await post(KEYS, liveKey, { name: 'More' })).body.environment).toBe('production');
  });
});

describe('an application approved for some scopes', () => {
  it('limits live keys to these scopes, whether claimed or made by another live key', async () => {
    const { applicationId, open, claim } = await registerDeveloper();
    const scopes = ['accounts:read', 'developer:read', 'developer:write'];
    const decisionAnswer = await approveApplication(bank, applicationId, {
      decision: 'approved',
      scopes,
    });
    expect(decisionAnswer.body.application.scopes).toEqual(scopes);
    expect((await open()).scopes).toEqual(scopes);
    const { code } = decisionAnswer.body.claim;
    const widerClaim = await claim(code, { scopes: ['accounts:read', 'transactions:write'] });
    expect(outcomeOf(widerClaim)).toEqual([403, 'insufficient_scope']);
    expect(widerClaim.body.errors[0].pointer).toBe('/scopes');
    const claimAnswer = await claim(code);
    expect([claimAnswer.status, [...claimAnswer.body.scopes].sort()]).toEqual([201, scopes]);
    const { apiKey } = claimAnswer.body;
    expect((await bank.call('/v1/accounts', { key: apiKey })).status).toBe(200);
    expect((await bank.call('/v1/customers', { key: apiKey })).status).toBe(403);
    const widerBody = { name: 'W', environment: 'production', scopes: ['customers:read'] };
    expect(outcomeOf(await post(KEYS, apiKey, widerBody))).toEqual([403, 'insufficient_scope']);
    const renewal = { reason: 'Another one' };
    const path = `/v1/ops/applications/${applicationId}/claim`;
    const renewedCode = (await post(path, OPERATOR_KEY, renewal)).body.claim.code;
    expect((await claim(renewedCode, { scopes: ['customers:read'] })).status).toBe(403);
  });

  it('needs two operators, and the second one cannot add scopes', async () => {
    const { applicationId, open } = await registerDeveloper();
    const path = `/v1/ops/applications/${applicationId}/decision`;
    const ask = (scopes: unknown, decision = 'approved') =>
      post(path, OPERATOR_KEY, { decision, scopes });
    for (const badValue of [[], ['everything'], 'accounts:read', [null]]) {
      expect(outcomeOf(await ask(badValue)), JSON.stringify(badValue)).toEqual([
        422,
        'validation_failed',
      ]);
    }
    const rejectedAnswer = await ask(['accounts:read'], 'rejected');
    expect([rejectedAnswer.status, rejectedAnswer.body.errors[0].pointer]).toEqual([
      422,
      '/scopes',
    ]);
    expect((await ask(['accounts:read'])).status).toBe(202);
    const body = { decision: 'approved', scopes: ['accounts:read', 'accounts:write'] };
    const otherAnswer = await post(path, await claimSecondOperatorKey(bank), body);
    expect([otherAnswer.status, otherAnswer.body.errors[0].pointer]).toEqual([422, '/scopes']);
    expect(await open()).toMatchObject({ status: 'pending', scopes: null, claim: null });
  });
});

describe('a claim code', () => {
  it('is shown to the operator and in the opened application, and yields one key', async () => {
    const { open, decide, claim } = await registerDeveloper();
    expect(await open()).toMatchObject({ status: 'pending', claim: null });
    const decidedClaim = await decide();
    expect((await open()).claim).toEqual(decidedClaim);
    const answers = await Promise.all([1, 2, 3, 4].map(() => claim(decidedClaim.code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401]);
    expect((await open()).claim).toBeNull();
    const createdKey = answers.find(({ status }) => status === 201)?.body;
    expect(createdKey).toMatchObject({ environment: 'production', status: 'active' });
    expect(createdKey.apiKey).toMatch(/^sk_live_/);
  });

  it('becomes invalid once an operator has issued another one', async () => {
    const { applicationId, decide, claim } = await registerDeveloper();
    const path = `/v1/ops/applications/${applicationId}/claim`;
    const earlyClaim = await post(path, OPERATOR_KEY, { reason: 'Too early' });
    expect(outcomeOf(earlyClaim)).toEqual([409, 'invalid_state_transition']);
    const firstClaim = await decide();
    const secondClaim = (await post(path, OPERATOR_KEY, { reason: 'Lost' })).body.claim;
    expect(outcomeOf(await claim(firstClaim.code))).toEqual([401, 'invalid_claim_code']);
    expect((await claim(secondClaim.code)).status).toBe(201);
  });

  it('is not an API key, and no other secret works as a claim code', async () => {
    const { key, decide, claim, applicationSecret } = await registerDeveloper();
    const { code } = await decide();
    expect((await bank.call('/v1/accounts', { key: code })).status).toBe(401);
    for (const badValue of [key, applicationSecret, `${code}x`, 'claim_', OPERATOR_KEY]) {
      expect(outcomeOf(await claim(badValue)), badValue).toEqual([401, 'invalid_claim_code']);
    }
  });
});

describe('a key with restrictions', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('works from its allowed networks only', async () => {
    const { key } = await registerDeveloper();
    const terms = { name: 'Office', ipAllow: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'] };
    const { apiKey, ipAllow } = (await post(KEYS, key, terms)).body;
    expect(ipAllow).toEqual(['203.0.113.0/24', '2001:db8::/32', '198.51.100.7/32']);
    const ask = async (address: string) =>
      outcomeOf(await bank.call('/v1/accounts', { key: apiKey, headers: from(address) }));
    for (const goodValue of ['203.0.113.9', '2001:db8::1', '198.51.100.7', '::ffff:203.0.113.9']) {
      expect((await ask(goodValue))[0], goodValue).toBe(200);
    }
    for (const badValue of ['203.0.114.9', '2001:db9::1', 'unknown', '']) {
      expect(await ask(badValue), badValue).toEqual([403, 'ip_not_allowed']);
    }
    // An address that the client put before the proxy's entry is ignored.
    expect(await ask('203.0.113.9, 192.0.2.1')).toEqual([403, 'ip_not_allowed']);
  });

  it('creates no key that lasts longer or works from more networks than itself', async () => {
    const { key } = await registerDeveloper();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const terms = { name: 'Short', expiresAt, ipAllow: ['203.0.113.0/24'] };
    const ownKey = (await post(KEYS, key, terms)).body.apiKey;
    const makeKey = (overrides: object) =>
      post(KEYS, ownKey, { name: 'Heir', ...overrides }, from('203.0.113.9'));
    await writesNothing(bank, async () => {
      const laterExpiry = new Date(Date.now() + 7_200_000).toISOString();
      for (const overrides of [
        { expiresAt: laterExpiry },
        { ipAllow: ['203.0.112.0/23'] },
        { ipAllow: [] },
        { ipAllow: ['::/0'] },
      ]) {
        expect(outcomeOf(await makeKey(overrides)), JSON.stringify(overrides)).toEqual([
          403,
          'insufficient_scope',
        ]);
      }
      const [, firstKey] = (await bank.call(KEYS, { key })).body.data;
      const path = `${KEYS}/${firstKey.id}/rotate`;
      const foreignAnswer = await post(path, ownKey, {}, from('203.0.113.9'));
      expect(outcomeOf(foreignAnswer)).toEqual([403, 'insufficient_scope']);
    });
    const newKey = (await makeKey({ ipAllow: ['203.0.113.128/25'] })).body;
    expect(newKey).toMatchObject({ expiresAt, ipAllow: ['203.0.113.128/25'] });
  });

  it('is refused with invalid restrictions, field by field', async () => {
    const { key } = await registerDeveloper();
    await writesNothing(bank, async () => {
      for (const [pointer, more] of [
        ['/expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
        ['/expiresAt', { expiresAt: 'soon' }],
        ['/ipAllow/0', { ipAllow: ['203.0.113.0/33'] }],
        ['/ipAllow/0', { ipAllow: ['example.com'] }],
        ['/ipAllow/1', { ipAllow: ['::1', '1.2.3'] }],
      ] as const) {
        const { status, body } = await post(KEYS, key, { name: 'K', ...more });
        expect([status, body.errors?.[0]?.pointer], JSON.stringify(more)).toEqual([422, pointer]);
      }
    });
  });

  it('is refused when the developer already has 20 keys', async () => {
    const { key } = await registerDeveloper();
    const names = Array.from({ length: 24 }, (_, index) => ({ name: `Key ${index}` }));
    const answers = await Promise.all(names.map((body) => post(KEYS, key, body)));
    const refusedAnswers = answers.filter(({ status }) => status === 409);
    expect([answers.length - refusedAnswers.length, refusedAnswers[0]?.body.code]).toEqual([
      19,
      'key_limit',
    ]);
    const createdKey = answers.find(({ status }) => status === 201)?.body;
    await bank.call(`${KEYS}/${createdKey.id}`, { key, method: 'DELETE' });
    expect((await post(KEYS, key, { name: 'Room again' })).status).toBe(201);
  });
});

describe('an Idempotency-Key for creating API keys', () => {
  it('creates one key, also for concurrent requests, and returns its secret again', async () => {
    const { key, id } = await registerDeveloper();
    const keyBody = { name: 'Once' };
    const headers = { 'idempotency-key': 'once' };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post(KEYS, key, keyBody, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.apiKey)).size).toBe(1);
    expect((await bank.call(KEYS, { key })).body.data).toHaveLength(2);
    const otherAnswer = await post(KEYS, key, { name: 'Twice' }, headers);
    expect(outcomeOf(otherAnswer)).toEqual([422, 'idempotency_key_reused']);
    const stranger = await registerDeveloper();
    const foreignAnswer = await post(KEYS, stranger.key, keyBody, headers);
    expect([foreignAnswer.status, foreignAnswer.body.apiKey === answers[0]?.body.apiKey]).toEqual([
      201,
      false,
    ]);
    const db = new BetterSqlite3(rowsFileIn(bank.dataDir, 'platform'), { readonly: true });
    const storedAnswers = JSON.stringify(
      db.prepare('SELECT * FROM answers WHERE owner = ?').all(id),
    );
    db.close();
    expect(storedAnswers).not.toContain(answers[0]?.body.apiKey);
  });

  it('of a refused request can be used again', async () => {
    const { key } = await registerDeveloper();
    const headers = { 'idempotency-key': 'again' };
    const expiredBody = { name: 'K', expiresAt: '2020-01-01T00:00:00Z' };
    expect((await post(KEYS, key, expiredBody, headers)).status).toBe(422);
    expect((await post(KEYS, key, { name: 'K' }, headers)).status).toBe(201);
  });
});

describe('the audit log', () => {
  it('records every act on keys with its actor, and no secret', async () => {
    const { id, key, decide, claim } = await registerDeveloper();
    const { code } = await decide();
    const claimedKey = (await claim(code)).body;
    const createdKey = (await post(KEYS, key, { name: 'Shop' })).body;
    const newKey = (await post(`${KEYS}/${createdKey.id}/rotate`, key)).body;
    await bank.call(`${KEYS}/${newKey.id}`, { key, method: 'DELETE' });
    await bank.call(`${KEYS}/${newKey.id}`, { key, method: 'DELETE' });
    const db = new BetterSqlite3(rowsFileIn(bank.dataDir, 'platform'), { readonly: true });
    const rows = db
      .prepare<[string], { action: string; actor: string; objectId: string; detail: string }>(
        `SELECT action, actor, object_id AS objectId, detail FROM audit
         WHERE action LIKE 'api_key.%' AND detail LIKE '%' || ? || '%' ORDER BY id`,
      )
      .all(id);
    db.close();
    expect(rows.map(({ action, objectId }) => [action, objectId]).slice(1)).toEqual([
      ['api_key.claimed', claimedKey.id],
      ['api_key.created', createdKey.id],
      ['api_key.rotated', createdKey.id],
      ['api_key.created', newKey.id],
      ['api_key.revoked', newKey.id],
    ]);
    expect(rows.map(({ actor }) => actor.replace(/_.*/, ''))).toEqual([
      'registration',
      'claim of app',
      ...Array<string>(4).fill('key'),
    ]);
    for (const secret of [key, claimedKey.apiKey, createdKey.apiKey, code]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });
});
