// With default settings, a client that sends too many requests gets 429, and other clients are not
// affected.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readRateLimits } from '../../../bank/config/rate-limits.ts';
import { SETTINGS } from '../../../bank/config/settings.ts';
import { type Answer, callApi, hasModule, NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

const DEFAULTS = readRateLimits(
  (name) => SETTINGS.find((setting) => setting.name === name)?.fallback ?? '',
);

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank({
    temporalAddress: NO_TEMPORAL,
    rateLimits: DEFAULTS,
    trustedProxies: ['127.0.0.0/8'],
  });
});
afterAll(() => bank.close());

let addressCount = 0;
const newAddress = () => `198.51.100.${++addressCount}`;
const sendTimes = (count: number, ask: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
const ask = (path: string, address: string, headers: Record<string, string> = {}, body?: object) =>
  callApi(bank.url, path, {
    headers: { 'x-forwarded-for': address, ...headers },
    ...(body ? { body } : {}),
  });
/** The requests that an address may send at once. */
const BURST_SIZE = DEFAULTS.address * 2;
/** Sends more requests than that at a constant time, so that the allowance does not refill. */
async function flood(ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    return await sendTimes(BURST_SIZE + 50, ask);
  } finally {
    clock.mockRestore();
  }
}
const countStatus = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('an address without a valid credential', () => {
  it('is rate-limited without a key, with wrong keys in any spelling, and on unknown paths', async () => {
    const inventKey = () => `sk_test_${crypto.randomUUID()}`;
    const headerMakers: (() => Record<string, string>)[] = [
      () => ({}),
      () => ({ authorization: `Bearer ${inventKey()}` }),
      () => ({ authorization: `bEaReR ${inventKey()}` }),
      () => ({ authorization: `BEARER  op_${crypto.randomUUID()}` }),
      () => ({ authorization: 'Basic eDp5' }),
    ];
    for (const headersOf of headerMakers) {
      const address = newAddress();
      const answers = await flood(() => ask('/v1/accounts', address, headersOf()));
      expect([countStatus(answers, 401), countStatus(answers, 429)]).toEqual([BURST_SIZE, 50]);
    }
    const otherAddress = newAddress();
    const answers = await flood(() => ask('/v1/nothing', otherAddress));
    expect(countStatus(answers, 429)).toBe(50);
  });

  it('slows down neither another address nor a key that is known to be valid', async () => {
    const { key } = await register(bank);
    const sharedAddress = newAddress();
    const validHeaders = { authorization: `Bearer ${key}` };
    expect((await ask('/v1/accounts', sharedAddress, validHeaders)).status).toBe(200);
    await sendTimes(150, () => ask('/v1/accounts', sharedAddress));
    expect((await ask('/v1/accounts', sharedAddress, validHeaders)).status).toBe(200);
    expect((await ask('/v1/accounts', newAddress())).status).toBe(401);
  });

  it('admits a valid key that is new at the address, however many unknown callers send requests', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => register(bank)));
    const crowdedAddress = newAddress();
    let isOver = false;
    const strangers = sendTimes(8, async () => {
      let answer = await ask('/v1/accounts', crowdedAddress);
      while (!isOver) {
        const authorization = `Bearer sk_test_${crypto.randomUUID()}`;
        answer = await ask('/v1/accounts', crowdedAddress, { authorization });
      }
      return answer;
    });
    await sendTimes(150, () => ask('/v1/accounts', crowdedAddress));
    const statuses: number[] = [];
    for (const { key } of keys) {
      const { status } = await ask('/v1/accounts', crowdedAddress, {
        authorization: `Bearer ${key}`,
      });
      statuses.push(status);
    }
    isOver = true;
    await strangers;
    expect(statuses).toEqual(keys.map(() => 200));
  });

  it('is recognised as the same address with any port that a proxy states', async () => {
    const host = newAddress();
    const answers = await flood((index) => ask('/v1/accounts', `${host}:${1_024 + index}`));
    expect([countStatus(answers, 401), countStatus(answers, 429)]).toEqual([BURST_SIZE, 50]);
  });

  it('is counted by its IPv6 network, however many addresses that has', async () => {
    const answers = await flood((index) =>
      ask('/v1/accounts', `2001:db8:1:2::${(index + 1).toString(16)}`),
    );
    expect([countStatus(answers, 401), countStatus(answers, 429)]).toEqual([BURST_SIZE, 50]);
    expect((await ask('/v1/accounts', '2001:db8:1:3::1')).status).toBe(401);
  });

  it('registers a bounded number of developers an hour, without affecting another address', async () => {
    const address = newAddress();
    const form = () => {
      const email = `flood-${crypto.randomUUID()}@example.com`;
      return { company: 'Example Ltd', email, country: 'GB' };
    };
    const answers: Answer[] = [];
    for (let index = 0; index < DEFAULTS.registrations + 1; index += 1) {
      answers.push(await ask('/v1/developer/register', address, {}, form()));
    }
    expect(countStatus(answers, 201)).toBeLessThanOrEqual(DEFAULTS.registrations);
    expect(countStatus(answers, 429)).toBeGreaterThan(0);
    expect((await ask('/v1/developer/register', newAddress(), {}, form())).status).toBe(201);
  });
});

describe('the existence of a developer', () => {
  const REGISTER = '/v1/developer/register';
  const form = (email: string) => ({ company: 'Example Ltd', email, country: 'GB' });
  const inventEmail = () => `asked-${crypto.randomUUID()}@example.com`;

  it('can be probed only as often as one may register; then known and unknown addresses get the same answer', async () => {
    const knownEmail = inventEmail();
    expect((await ask(REGISTER, newAddress(), {}, form(knownEmail))).status).toBe(201);
    const [network, host] = ['2001:db8:7:7', '2001:db8:7:7::'];
    const receivedCodes: string[] = [];
    // Each from another address of one network, and with another spelling of the e-mail address.
    for (let index = 1; index <= DEFAULTS.registrations; index += 1) {
      const email = index % 2 === 0 ? knownEmail : knownEmail.toUpperCase();
      receivedCodes.push(
        (await ask(REGISTER, `${host}${index.toString(16)}`, {}, form(email))).body.code,
      );
    }
    expect(new Set(receivedCodes)).toEqual(new Set(['email_taken']));
    const [takenAnswer, freeAddressAnswer] = await Promise.all(
      [knownEmail, inventEmail()].map((email) =>
        ask(REGISTER, `${network}::ffff`, {}, form(email)),
      ),
    );
    for (const answer of [takenAnswer, freeAddressAnswer]) {
      expect([answer?.status, answer?.body.code]).toEqual([429, 'rate_limited']);
      expect(answer?.body.retryAfterSeconds).toBeGreaterThan(3_000);
    }
    expect(takenAnswer?.body.detail).toBe(freeAddressAnswer?.body.detail);
  });
});

const SCORE = '/v1/ai/risk-score';

describe('a developer', () => {
  it.runIf(hasModule('risk'))(
    'is limited over all keys together, separately for reads, changes and models',
    async () => {
      const { key } = await register(bank);
      const secondAnswer = await bank.call('/v1/developer/keys', { key, body: { name: 'Second' } });
      const keys = [key, secondAnswer.body.apiKey];
      const score = (callerKey: string) => callApi(bank.url, SCORE, { key: callerKey, body: {} });
      let callCount = 0;
      const answers = await sendTimes(60, () => score(keys[callCount++ % 2]));
      expect(countStatus(answers, 422)).toBeLessThan(60);
      expect(countStatus(answers, 429)).toBeGreaterThan(0);
      for (const callerKey of keys) {
        const { status, headers } = await callApi(bank.url, '/v1/accounts', { key: callerKey });
        expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"reads";q=200;w=1']);
      }
      const otherKey = (await register(bank)).key;
      expect((await score(otherKey)).status).toBe(422);
    },
  );

  it('receives the remaining allowance with every answer, including refusals', async () => {
    const { key } = await register(bank);
    for (const [path, call, policy] of [
      ['/v1/accounts', { key }, '"reads";q=200;w=1'],
      ['/v1/customers', { key, body: {} }, '"money";q=100;w=1'],
      ...(hasModule('risk') ? [[SCORE, { key, body: {} }, '"ai";q=10;w=1'] as const] : []),
      ['/v1/accounts/x', { key }, '"reads";q=200;w=1'],
      ['/v1/accounts', {}, '"address";q=20;w=1'],
      ['/v1/developer/register', { body: {} }, '"address";q=20;w=1'],
    ] as const) {
      const { headers } = await callApi(bank.url, path, call);
      expect(headers.get('ratelimit-policy'), path).toBe(policy);
      // The allowance for a burst is larger, and no header promises it.
      const quota = Number(/;q=(\d+);/.exec(policy)?.[1]);
      const remainingRequests = Number(/;r=(\d+);t=1$/.exec(headers.get('ratelimit') ?? '')?.[1]);
      expect(remainingRequests, path).toBeGreaterThan(0);
      expect(remainingRequests, path).toBeLessThanOrEqual(quota);
    }
  });

  it('has five event streams over all keys together', async () => {
    const { key } = await register(bank);
    const secondKey = (await bank.call('/v1/developer/keys', { key, body: { name: 'S' } })).body
      .apiKey;
    const end = new AbortController();
    const responses = [];
    for (let index = 0; index < 7; index += 1) {
      const authorization = `Bearer ${index % 2 ? key : secondKey}`;
      const url = `${bank.url}/v1/events/stream`;
      responses.push(await fetch(url, { headers: { authorization }, signal: end.signal }));
    }
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    end.abort();
  });
});
