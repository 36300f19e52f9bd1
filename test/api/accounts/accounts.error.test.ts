// Refused requests about accounts: their error codes, and that a refusal changes nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
let accountId: string;
let otherAccountId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const opened = await openAccounts(bank, key, [1_000, 0]);
  customerId = opened.customerId;
  [accountId = '', otherAccountId = ''] = opened.accountIds;
});
afterAll(() => bank.close());

const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  bank.call(path, { key, body, headers });
const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const pointersOf = ({ body }: Answer) =>
  body.errors.map(({ pointer }: { pointer: string }) => pointer);

describe('opening an account', () => {
  it('is refused with every missing field named at once', async () => {
    await writesNothing(bank, async () => {
      const answer = await post('/v1/accounts');
      expect(answer.status).toBe(422);
      expect(pointersOf(answer).sort()).toEqual(['/currency', '/customerId', '/name', '/type']);
    });
  });

  it('in a currency that is not active is refused with currency_not_supported', async () => {
    const body = { customerId, type: 'checking', name: 'Main' };
    await writesNothing(bank, async () => {
      for (const currency of ['eur', 'EU', 'EURO', 'XXX', 'DEM', 'BTC', '', '978', 'XAU', ' EUR']) {
        const answer = await post('/v1/accounts', { ...body, currency });
        expect(outcomeOf(answer), currency).toEqual([422, 'currency_not_supported']);
        expect(pointersOf(answer)).toEqual(['/currency']);
      }
    });
  });

  it('is refused for an unknown type and for names and metadata out of bounds', async () => {
    const goodBody = { customerId, type: 'checking', currency: 'EUR', name: 'Main' };
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
    await writesNothing(bank, async () => {
      for (const badValue of [
        { type: 'loan' },
        { name: '' },
        { name: 'x'.repeat(201) },
        { metadata: keys(51) },
        { metadata: { a: 'x'.repeat(16_384) } },
        { metadata: { ['x'.repeat(65)]: 'a' } },
        { metadata: { '': 'a' } },
        { metadata: { a: { b: { c: { d: { e: {} } } } } } },
        { metadata: { a: [{ ['x'.repeat(65)]: 1 }] } },
        { metadata: null },
        { metadata: ['a'] },
      ]) {
        const answer = await post('/v1/accounts', { ...goodBody, ...badValue });
        expect(outcomeOf(answer), JSON.stringify(badValue)).toEqual([422, 'validation_failed']);
      }
    });
    expect((await post('/v1/accounts', { ...goodBody, metadata: keys(50) })).status).toBe(201);
  });
});

describe('a list of accounts', () => {
  it('refuses an unknown filter and an invalid filter value', async () => {
    for (const query of [
      'typo=x',
      'type=loan',
      'status=open',
      'currency=EURO',
      'limit=10&limit=5',
    ]) {
      const answer = await bank.call(`/v1/accounts?${query}`, { key });
      expect(outcomeOf(answer), query).toEqual([400, 'invalid_parameter']);
      expect(pointersOf(answer)).toEqual([query.split('=')[0]]);
    }
  });
});

describe('a read with asOf', () => {
  it('is refused when asOf is not a valid time or lies in the future', async () => {
    const futureTime = new Date(Date.now() + 60_000).toISOString();
    for (const asOf of [futureTime, 'yesterday', '2026-13-01', '', '2026-02-30T00:00:00Z', '1e3']) {
      for (const path of [`/v1/accounts/${accountId}`, `/v1/accounts/${accountId}/balance`]) {
        const answer = await bank.call(`${path}?asOf=${asOf}`, { key });
        expect(outcomeOf(answer), asOf).toEqual([400, 'invalid_parameter']);
      }
    }
  });
});

describe('the life cycle of an account', () => {
  it('refuses to close an account with money or holds, with 409 account_not_empty', async () => {
    const { accountIds } = await openAccounts(bank, key, [50, 50]);
    const [fullAccountId = '', payee = ''] = accountIds;
    await writesNothing(bank, async () => {
      expect(outcomeOf(await post(`/v1/accounts/${fullAccountId}/close`))).toEqual([
        409,
        'account_not_empty',
      ]);
    });
    const body = { ...transferOf(fullAccountId, payee, 50), capture: 'manual' };
    await post('/v1/transactions?wait=10', body);
    expect(outcomeOf(await post(`/v1/accounts/${fullAccountId}/close`))).toEqual([
      409,
      'account_not_empty',
    ]);
  });

  it('neither reopens nor freezes a closed account', async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const path = `/v1/accounts/${accountIds[0]}`;
    await post(`${path}/close`);
    await writesNothing(bank, async () => {
      for (const step of ['freeze', 'unfreeze']) {
        const answer = await post(`${path}/${step}`);
        expect(outcomeOf(answer), step).toEqual([409, 'invalid_state_transition']);
      }
    });
  });

  it('refuses a second freeze with other terms instead of reporting success', async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const path = `/v1/accounts/${accountIds[0]}`;
    await post(`${path}/freeze`);
    await writesNothing(bank, async () => {
      for (const body of [{ creditsBlocked: true }, { reason: 'fraud' }]) {
        const answer = await post(`${path}/freeze`, body);
        expect(outcomeOf(answer)).toEqual([409, 'invalid_state_transition']);
      }
    });
    const { restrictions } = (await bank.call(path, { key })).body;
    expect(restrictions.creditsBlocked).toBe(false);
  });

  it('accepts from a developer only the freeze reasons meant for developers', async () => {
    await writesNothing(bank, async () => {
      for (const reason of ['aml', 'court_order', 'operator', 'x', null]) {
        const answer = await post(`/v1/accounts/${otherAccountId}/freeze`, { reason });
        expect(outcomeOf(answer), String(reason)).toEqual([422, 'validation_failed']);
      }
    });
  });

  it('does not let an unfreeze activate the account of an unverified customer', async () => {
    const deniedAnswer = await post('/v1/customers', { type: 'individual', name: 'Ms Documents' });
    const pendingAnswer = await post('/v1/accounts', {
      customerId: deniedAnswer.body.id,
      type: 'checking',
      currency: 'EUR',
      name: 'Main',
    });
    expect(pendingAnswer.body).toMatchObject({
      status: 'pending',
      statusReason: { code: 'kyc_required' },
      activatedAt: null,
    });
    await writesNothing(bank, async () => {
      for (const step of ['unfreeze', 'freeze']) {
        const answer = await post(`/v1/accounts/${pendingAnswer.body.id}/${step}`);
        expect(outcomeOf(answer), step).toEqual([409, 'invalid_state_transition']);
      }
    });
  });

  it('refuses an action at another version than If-Match names, and a malformed If-Match', async () => {
    await writesNothing(bank, async () => {
      for (const step of ['freeze', 'unfreeze', 'close']) {
        const path = `/v1/accounts/${otherAccountId}/${step}`;
        const lateAnswer = await post(path, {}, { 'if-match': '"v99"' });
        expect(outcomeOf(lateAnswer), step).toEqual([412, 'version_conflict']);
        for (const tag of ['v1', '1', '"1"', '"v1", "v2"', '"v-1"', '']) {
          const brokenTag = await post(path, {}, { 'if-match': tag });
          expect(outcomeOf(brokenTag), `${step} ${tag}`).toEqual([400, 'invalid_parameter']);
        }
      }
    });
  });
});
