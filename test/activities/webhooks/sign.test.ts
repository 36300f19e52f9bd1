// Signatures follow Standard Webhooks 1.0: an independent implementation accepts them and makes the
// same signatures, and the verifier refuses changed messages.

import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createSecret, formatBody, signHeaders } from '../../../activities/webhooks/sign.ts';
import { verifyWebhook, WebhookVerificationError } from '../../../packages/verify/webhook.mjs';

const NOW = Date.UTC(2026, 10, 21, 12);
const NOW_SECONDS = Math.floor(NOW / 1000);
const [secret, otherSecret] = [createSecret(), createSecret()];
const body = JSON.stringify({
  id: 'evt_1',
  type: 'account.created',
  data: { note: 'Grüße – 日本' },
});
const message = { id: 'evt_1', timestampSeconds: NOW_SECONDS, body };
const headers = signHeaders(message, [secret]);

function readCode(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
  return 'verified';
}

const verify = (
  changedHeaders: object,
  changedBody = body,
  secrets: string | string[] = secret,
  now = NOW,
) =>
  readCode(() =>
    verifyWebhook({ headers: { ...headers, ...changedHeaders }, body: changedBody }, secrets, {
      now,
    }),
  );

describe('a signed webhook', () => {
  test('has the signature that the independent library makes', () => {
    const librarySignature = new Webhook(secret).sign(
      message.id,
      new Date(NOW_SECONDS * 1000),
      body,
    );
    expect(headers['webhook-signature']).toBe(librarySignature);
  });

  test('is verified by the independent library, with either secret of a rotation', () => {
    const id = 'evt_2';
    const now = Math.floor(Date.now() / 1000);
    const bothSecrets = signHeaders({ id, timestampSeconds: now, body }, [otherSecret, secret]);
    expect(new Webhook(secret).verify(body, bothSecrets)).toEqual(JSON.parse(body));
    expect(new Webhook(otherSecret).verify(body, bothSecrets)).toEqual(JSON.parse(body));
    expect(() => new Webhook(createSecret()).verify(body, bothSecrets)).toThrow();
  });

  test('has a unique secret of 32 bytes', () => {
    const created = Array.from({ length: 100 }, createSecret);
    expect(new Set(created).size).toBe(100);
    for (const item of created) expect(item).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('cannot be made without a secret', () => {
    expect(() => signHeaders(message, [])).toThrow('at least one');
  });
});

describe('the webhook verifier', () => {
  test("accepts the independent library's signature and returns the body", () => {
    const signed = { 'webhook-signature': new Webhook(secret).sign('evt_1', new Date(NOW), body) };
    const webhook = { headers: { ...headers, ...signed }, body: Buffer.from(body) };
    expect(verifyWebhook(webhook, secret, { now: NOW })).toEqual(JSON.parse(body));
  });

  test('reads Headers of the fetch API as well', () => {
    const webhook = { headers: new Headers(headers), body };
    expect(verifyWebhook(webhook, secret, { now: NOW })).toEqual(JSON.parse(body));
  });

  test('accepts any of several signatures and any of several secrets', () => {
    const good = headers['webhook-signature'];
    const wrong = signHeaders(message, [otherSecret])['webhook-signature'];
    expect(verify({ 'webhook-signature': `${wrong} ${good}` })).toBe('verified');
    expect(verify({ 'webhook-signature': `v1a,AAAA v1, ${good} garbage` })).toBe('verified');
    expect(verify({}, body, [otherSecret, secret])).toBe('verified');
  });

  test.each([
    ['a body with one byte more', {}, `${body} `, 'no_match'],
    ['another body', {}, body.replace('evt_1', 'evt_9'), 'no_match'],
    ['another id', { 'webhook-id': 'evt_9' }, body, 'no_match'],
    ['another time', { 'webhook-timestamp': String(NOW_SECONDS + 1) }, body, 'no_match'],
    ['no signature', { 'webhook-signature': undefined }, body, 'missing_header'],
    ['an empty signature', { 'webhook-signature': '' }, body, 'missing_header'],
    ['a header twice', { 'webhook-id': ['evt_1', 'evt_1'] }, body, 'missing_header'],
    ['a signature of another version', { 'webhook-signature': 'v2,AAAA' }, body, 'no_match'],
    ['a cut signature', { 'webhook-signature': 'v1,AAAA' }, body, 'no_match'],
    ['a time in words', { 'webhook-timestamp': 'now' }, body, 'invalid_timestamp'],
    [
      'a time with a fraction',
      { 'webhook-timestamp': `${NOW_SECONDS}.5` },
      body,
      'invalid_timestamp',
    ],
    ['a time of zero', { 'webhook-timestamp': '0' }, body, 'invalid_timestamp'],
  ])('refuses %s', (_, changedHeaders, changedBody, code) => {
    expect(verify(changedHeaders, changedBody)).toBe(code);
  });

  test('refuses a timestamp more than five minutes in the past or in the future', () => {
    const checkAt = (seconds: number) => verify({}, body, secret, NOW + seconds * 1000);
    expect([checkAt(300), checkAt(301), checkAt(-300), checkAt(-301)]).toEqual([
      'verified',
      'too_old',
      'verified',
      'too_new',
    ]);
  });

  test('refuses the secret of another endpoint, and an empty secret or list of secrets', () => {
    expect(verify({}, body, otherSecret)).toBe('no_match');
    expect(() => verifyWebhook({ headers, body }, '', { now: NOW })).toThrow(TypeError);
    expect(() => verifyWebhook({ headers, body }, 'whsec_', { now: NOW })).toThrow(TypeError);
    expect(verify({}, body, [])).toBe('no_match');
  });

  test('reports a signed body that is not JSON', () => {
    const signed = signHeaders({ ...message, body: 'hello' }, [secret]);
    expect(verify(signed, 'hello')).toBe('not_json');
  });
});

test('a thin body names the object and contains none of its data', () => {
  const object = { id: 'acc_1', object: 'account', version: 3, name: 'Main' };
  const event = { id: 'evt_1', type: 'account.updated', data: { object, previous: { name: 'x' } } };
  expect(JSON.parse(formatBody(event, 'full'))).toEqual(event);
  expect(JSON.parse(formatBody(event, 'thin'))).toEqual({
    ...event,
    data: { object: { id: 'acc_1', object: 'account' } },
  });
  const erased = { ...event, data: { object: { id: 'acc_1', erased: true } } };
  expect(JSON.parse(formatBody(erased, 'thin'))).toEqual(erased);
});
