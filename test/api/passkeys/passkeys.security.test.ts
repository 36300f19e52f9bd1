// A passkey signature is valid for its customer, from pages of the bank, for the requested act,
// once, and when the device has verified its user; copies of passkeys are detected.

import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  type AuthenticatorFaults,
  createAuthenticator,
  FLAGS,
} from '../../kit/people/authenticator.ts';
import { enrol, generateCode, requestTransfer } from '../../kit/people/mfa.ts';
import {
  addPasskey,
  type CustomerHandle,
  PUBLIC_SETTINGS,
  presentPasskey,
  RP_ID,
  setupOptions,
  setupVerify,
  signOptions,
  signVerify,
} from '../../kit/people/passkeys.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank(PUBLIC_SETTINGS);
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

async function customer(callerKey = key): Promise<CustomerHandle & { from: string; to: string }> {
  const { customerId, accountIds } = await openAccounts(bank, callerKey, [100_000, 0]);
  const [from = '', to = ''] = accountIds;
  const body = { currency: 'EUR', requireMfaAbove: 1_000 };
  await bank.call(`/v1/accounts/${from}/limits`, { method: 'PUT', key: callerKey, body });
  return { bank, key: callerKey, customerId, from, to };
}

const faultOf = ({ status, body }: Awaited<ReturnType<CheckedBank['call']>>) => [
  status,
  body.code,
  body.errors?.[0]?.pointer,
];
const readPosted = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.posted;
const listOf = async ({ customerId }: CustomerHandle) =>
  (await bank.call(`/v1/customers/${customerId}/passkeys`, { key })).body.data;

const WRONG_SIGNATURES: readonly (readonly [
  label: string,
  odd: AuthenticatorFaults,
  field: string,
])[] = [
  ['on a page of another origin', { origin: 'https://bank.example.evil' }, 'clientDataJSON'],
  ['over http', { origin: 'http://bank.example' }, 'clientDataJSON'],
  ['for another domain', { rpId: 'evil.example' }, 'authenticatorData'],
  ['in a frame of another page', { crossOrigin: true }, 'clientDataJSON'],
  ['without a look at its user', { flags: FLAGS.present }, 'authenticatorData'],
  ['without a person there', { flags: FLAGS.nothing }, 'authenticatorData'],
  ['over another challenge', { challenge: 'AAAA' }, 'clientDataJSON'],
];

describe('a passkey is not registered', () => {
  it.each([
    ...WRONG_SIGNATURES,
    ['as a signature', { type: 'webauthn.get' }, 'clientDataJSON'] as const,
  ])('when it was made %s', async (_, faults, field) => {
    const ada = await customer();
    const { body } = await setupOptions(ada);
    const device = createAuthenticator(PUBLIC_SETTINGS.publicUrl);
    await writesNothing(bank, async () => {
      const answer = await setupVerify(ada, body, device.make(body.publicKey, faults));
      expect(faultOf(answer)).toEqual([401, 'passkey_invalid', `/credential/response/${field}`]);
    });
    expect(await listOf(ada)).toEqual([]);
  });

  it('with a key of an unsupported algorithm', async () => {
    const ada = await customer();
    const { body } = await setupOptions(ada);
    const device = createAuthenticator(PUBLIC_SETTINGS.publicUrl);
    const answer = await setupVerify(ada, body, device.make(body.publicKey, {}, -35));
    expect(faultOf(answer).slice(0, 2)).toEqual([401, 'passkey_invalid']);
    const otherKey = device.make(body.publicKey);
    otherKey.response.attestationObject = 'AAAA';
    expect(faultOf(await setupVerify(ada, body, otherKey)).slice(0, 2)).toEqual([
      401,
      'passkey_invalid',
    ]);
  });

  it('twice with one challenge, nor with the challenge of a signature or of another customer', async () => {
    const [ada, bob] = [await customer(), await customer()];
    const { body } = await setupOptions(ada);
    const device = createAuthenticator(PUBLIC_SETTINGS.publicUrl);
    const created = device.make(body.publicKey);
    expect(faultOf(await setupVerify(bob, body, created))).toEqual([
      401,
      'passkey_invalid',
      '/challengeId',
    ]);
    expect((await setupVerify(ada, body, created)).status).toBe(201);
    expect(faultOf(await setupVerify(ada, body, created))).toEqual([
      401,
      'passkey_invalid',
      '/challengeId',
    ]);
    const signing = (await signOptions(ada)).body;
    const answer = await setupVerify(ada, signing, device.make(signing.publicKey, { rpId: RP_ID }));
    expect(faultOf(answer)[2]).toBe('/challengeId');
  });

  it('without the second factor that the customer already has', async () => {
    const ada = await enrol(bank, key);
    const owned = { bank, key, customerId: ada.customerId };
    await writesNothing(bank, async () => {
      expect(faultOf(await setupOptions(owned)).slice(0, 2)).toEqual([401, 'mfa_required']);
    });
    expect(faultOf(await setupOptions(owned, { code: '000000' }))[1]).toBe('mfa_invalid');
    const { device } = await addPasskey(owned, { code: generateCode(ada.secret, 1) });
    expect(faultOf(await setupOptions(owned)).slice(0, 2)).toEqual([401, 'mfa_required']);
    const view = await presentPasskey(owned, device);
    expect(view.status, JSON.stringify(view.body)).toBe(200);
    const authenticationId = view.body.id;
    expect(faultOf(await setupOptions(owned, { authenticationId, code: '123456' }))).toEqual([
      422,
      'validation_failed',
      '/authenticationId',
    ]);
    await addPasskey(owned, { authenticationId });
    expect(faultOf(await setupOptions(owned, { authenticationId }))).toEqual([
      401,
      'passkey_invalid',
      '/authenticationId',
    ]);
    expect(await listOf(owned)).toHaveLength(2);
  });
});

describe('a passkey signature is refused', () => {
  it('when it was made for another origin, by another key, or with a lower counter', async () => {
    const ada = await customer();
    const { device } = await addPasskey(ada);
    expect((await presentPasskey(ada, device, { counter: 7 })).status).toBe(200);
    const otherPrivateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const strangerHandle = Buffer.from('cust_somebody').toString('base64url');
    const wrong: typeof WRONG_SIGNATURES = [
      ...WRONG_SIGNATURES,
      ['as a registration', { type: 'webauthn.create' }, 'clientDataJSON'],
      ['by another key', { key: otherPrivateKey }, 'signature'],
      ['as another customer', { userHandle: strangerHandle }, 'userHandle'],
    ];
    for (const [label, faults, field] of wrong) {
      const answer = await presentPasskey(ada, device, { counter: 20, ...faults });
      const pointer = `/credential/response/${field}`;
      expect([label, ...faultOf(answer)]).toEqual([label, 401, 'passkey_invalid', pointer]);
    }
    for (const counter of [7, 6, 0]) {
      const answer = await presentPasskey(ada, device, { counter });
      expect([counter, ...faultOf(answer)]).toEqual([
        counter,
        401,
        'passkey_invalid',
        '/credential',
      ]);
    }
    expect((await presentPasskey(ada, device, { counter: 8 })).status).toBe(200);
  });

  it('the second time, also for two concurrent requests', async () => {
    const ada = await customer();
    const { device } = await addPasskey(ada);
    const { body } = await signOptions(ada);
    const signed = device.sign(body.publicKey);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signVerify(ada, body, signed)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  });

  it('when it comes from a passkey of another customer, of another developer, or a removed one', async () => {
    const [ada, bob] = [await customer(), await customer()];
    const foreignOwner = await customer((await register(bank)).key);
    const [registered, hisPasskey, foreignPasskey] = [
      await addPasskey(ada),
      await addPasskey(bob),
      await addPasskey(foreignOwner),
    ];
    for (const { device } of [hisPasskey, foreignPasskey]) {
      const answer = await presentPasskey(ada, device);
      expect(faultOf(answer)).toEqual([401, 'passkey_invalid', '/credential/id']);
    }
    const { body } = await signOptions(foreignOwner);
    const answer = await signVerify(ada, body, registered.device.sign(body.publicKey));
    expect(faultOf(answer)).toEqual([401, 'passkey_invalid', '/challengeId']);
    const path = `/v1/customers/${ada.customerId}/passkeys/${registered.passkey.id}`;
    const signOptionsOfAda = (await signOptions(ada)).body;
    for (const callerKey of [foreignOwner.key]) {
      const refusedAnswer = await bank.call(path, { method: 'DELETE', key: callerKey });
      expect(faultOf(refusedAnswer).slice(0, 2)).toEqual([404, 'customer_not_found']);
    }
    const foreignPath = `/v1/customers/${ada.customerId}/passkeys/${hisPasskey.passkey.id}`;
    const foreignAnswer = await bank.call(foreignPath, { method: 'DELETE', key });
    expect(foreignAnswer.body.code).toBe('passkey_not_found');
    expect((await bank.call(path, { method: 'DELETE', key })).body.status).toBe('removed');
    expect((await bank.call(path, { method: 'DELETE', key })).body.status).toBe('removed');
    const lateAnswer = await signVerify(
      ada,
      signOptionsOfAda,
      registered.device.sign(signOptionsOfAda.publicKey),
    );
    expect(faultOf(lateAnswer)).toEqual([401, 'passkey_invalid', '/credential/id']);
    expect((await signOptions(ada)).body.code).toBe('mfa_not_enrolled');
    expect(await listOf(ada)).toEqual([]);
  });
});

test('a passkey confirms only the payment that was signed', async () => {
  const ada = await customer();
  const { device } = await addPasskey(ada);
  const [firstAnswer, secondAnswer] = [
    await requestTransfer(bank, key, ada),
    await requestTransfer(bank, key, ada),
  ];
  expect([firstAnswer.body.status, firstAnswer.status]).toEqual(['requires_confirmation', 202]);
  const ask = (transactionId: string) => signOptions(ada, { transactionId });
  const { body } = await ask(firstAnswer.body.id);
  expect(body.transaction).toMatchObject({
    id: firstAnswer.body.id,
    amount: 5_000,
    currency: 'EUR',
  });
  expect(body.transaction.payee).toMatch(/^"Ada Lovelace" \(the customer\), account \d+/);
  const passkey = { challengeId: body.id, credential: device.sign(body.publicKey) };
  const confirm = (id: string, input: object = { passkey }) =>
    bank.call(`/v1/transactions/${id}/confirm`, { key, body: input });
  const otherAnswer = await confirm(secondAnswer.body.id);
  expect(faultOf(otherAnswer)).toEqual([401, 'passkey_invalid', '/challengeId']);
  const plainOptions = (await signOptions(ada)).body;
  const unbound = {
    challengeId: plainOptions.id,
    credential: device.sign(plainOptions.publicKey, { counter: 9 }),
  };
  expect((await confirm(secondAnswer.body.id, { passkey: unbound })).status).toBe(401);
  expect((await signVerify(ada, body, passkey.credential)).status).toBe(401);
  expect(faultOf(await confirm(firstAnswer.body.id, {}))[0]).toBe(422);
  expect(faultOf(await confirm(firstAnswer.body.id, { passkey, code: '123456' }))[0]).toBe(422);
  const confirmation = await confirm(firstAnswer.body.id);
  expect([confirmation.status, confirmation.body.status]).toEqual([201, 'posted']);
  expect((await confirm(firstAnswer.body.id)).headers.get('idempotency-replayed')).toBe('true');
  expect([await readPosted(ada.from), await readPosted(ada.to)]).toEqual([95_000, 5_000]);
  expect((await ask(firstAnswer.body.id)).body.code).toBe('invalid_state_transition');
  const bob = await customer();
  await addPasskey(bob);
  const foreignOptions = await signOptions(bob, { transactionId: secondAnswer.body.id });
  expect(foreignOptions.body.code).toBe('transaction_not_found');
});

test('twenty concurrent confirmations with one signature confirm the payment once', async () => {
  const ada = await customer();
  const { device } = await addPasskey(ada);
  const { id } = (await requestTransfer(bank, key, ada)).body;
  const { body } = await signOptions(ada, { transactionId: id });
  const passkey = { challengeId: body.id, credential: device.sign(body.publicKey) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      bank.call(`/v1/transactions/${id}/confirm`, { key, body: { passkey } }),
    ),
  );
  const firstAnswers = answers.filter(
    ({ status, headers }) => status === 201 && headers.get('idempotency-replayed') === null,
  );
  expect(firstAnswers).toHaveLength(1);
  expect(await readPosted(ada.to)).toBe(5_000);
});

test('a customer has up to ten passkeys, listed page by page, with events', async () => {
  const ada = await customer();
  let overrides: object = {};
  for (let count = 0; count < 10; count += 1) {
    const { device } = await addPasskey(ada, overrides);
    overrides = { authenticationId: (await presentPasskey(ada, device)).body.id };
  }
  expect((await setupOptions(ada, overrides)).body.code).toBe('invalid_state_transition');
  const path = `/v1/customers/${ada.customerId}/passkeys`;
  const page = (await bank.call(`${path}?limit=7`, { key })).body;
  expect([page.data.length, page.hasMore]).toEqual([7, true]);
  const nextPage = (await bank.call(`${path}?limit=7&startingAfter=${page.nextCursor}`, { key }))
    .body;
  expect([nextPage.data.length, nextPage.hasMore]).toEqual([3, false]);
  const events = (await bank.call(`/v1/events?limit=100&type=customer.passkey.added`, { key })).body
    .data;
  const emittedEvents = events.filter(
    ({ data }: { data: { object: { id: string } } }) => data.object.id === ada.customerId,
  );
  expect(emittedEvents).toHaveLength(10);
  expect((await signOptions({ ...ada, customerId: 'cust_1' })).body.code).toBe(
    'customer_not_found',
  );
});
