// Sign-in at the portal by a link in a mail and with a passkey: the requests that open a session,
// and the equal answer to every other e-mail address.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { type MailServer, openMailServer } from '../../kit/outside/mail-server.ts';
import { createAuthenticator } from '../../kit/people/authenticator.ts';
import { PUBLIC_SETTINGS } from '../../kit/people/passkeys.ts';

let bank: TestBank;
let mails: MailServer;
interface Developer {
  readonly email: string;
  readonly developerId: string;
  readonly key: string;
}
/** Created concurrently, because each one waits for a mail. */
let developers: Developer[];
beforeAll(async () => {
  mails = await openMailServer();
  const mail = { url: mails.url, from: 'Kontor <bank@example.com>' };
  bank = await openTestBank({
    ...PUBLIC_SETTINGS,
    mail,
    trustedProxies: ['127.0.0.0/8', '::1/128'],
  });
  developers = await Promise.all(Array.from({ length: 10 }, registerByMail));
});
afterAll(async () => {
  await bank.close();
  await mails.close();
});

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
type Answer = Awaited<ReturnType<TestBank['call']>>;
/**
 * Returns the cookie that a browser would store from an answer as `name=value`; empty without one.
 */
function cookieIn(answer: Answer, name: string): string {
  const match = answer.headers.getSetCookie().find((value) => value.startsWith(`__Host-${name}=`));
  return match?.split(';')[0] ?? '';
}
let addresses = 0;
/** Uses another client address for each request; tests of the rate limits choose their address. */
const post = (path: string, body: object, headers: Record<string, string> = {}) => {
  addresses += 1;
  const from = { 'x-forwarded-for': `203.0.113.${addresses % 250}` };
  return bank.call(`/portal/${path}`, { body, headers: { ...from, ...headers } });
};

async function mailTo(address: string, pattern: RegExp, before = 0): Promise<string> {
  const find = () =>
    mails.mails
      .filter(({ to }) => to.includes(address))
      .slice(before)
      .map(({ text }) => pattern.exec(text)?.[0])
      .find(Boolean);
  await vi.waitFor(() => expect(find()).toBeDefined(), 30_000);
  return find() ?? '';
}

function newDeveloper(): Developer {
  const developer = developers.pop();
  if (!developer) throw new Error('the test file needs more developers');
  return developer;
}
async function registerByMail(): Promise<Developer> {
  const email = `dev-${crypto.randomUUID()}@example.com`;
  await bank.call('/v1/developer/register', { body: { company: 'Ltd', email, country: 'GB' } });
  const code = await mailTo(email, /email_\w+/);
  const { body } = await bank.call('/v1/developer/register/verify', { body: { code } });
  return { email, developerId: body.id, key: body.environment.sandbox.apiKey };
}

async function linkFor(email: string) {
  const before = mails.mails.filter(({ to }) => to.includes(email)).length;
  const answer = await post('sign-in/link', { email });
  const link = await mailTo(email, /https:\S+/, before);
  return { asked: answer, browser: cookieIn(answer, 'kontor_portal_ask'), link };
}
const codeIn = (link: string) => link.split('#')[1] ?? '';

/** The headers that pages of the session send. */
function pageOf(answer: Answer): Record<string, string> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return {
    cookie: cookieIn(answer, 'kontor_portal'),
    'x-portal-token': String(answer.body.pageToken),
  };
}
const read = (headers: Record<string, string>, path = '/v1/developer') =>
  bank.call(path, { headers });

async function sessionOf(key: string) {
  return pageOf(await post('session', { key }));
}
const withBrowserCookie = (page: Record<string, string>, browser: string) => ({
  ...page,
  cookie: [page.cookie, browser].filter(Boolean).join('; '),
});

/** Sets a passkey up in a session. */
async function setUp(page: Record<string, string>, name = 'Phone') {
  const device = createAuthenticator(PUBLIC_SETTINGS.publicUrl);
  const answer = await post('passkeys/options', {}, page);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const headers = withBrowserCookie(page, cookieIn(answer, 'kontor_portal_ask'));
  const credential = device.make(answer.body.publicKey);
  const creationAnswer = await post('passkeys', { credential, name }, headers);
  expect(creationAnswer.status, JSON.stringify(creationAnswer.body)).toBe(201);
  return { device, passkey: creationAnswer.body, asked: answer, credential, headers };
}
async function askDevice() {
  const answer = await post('sign-in/passkey', {});
  return { publicKey: answer.body.publicKey, browser: cookieIn(answer, 'kontor_portal_ask') };
}

it('a mailed link signs in to the sandbox once, in the browser that requested the link', async () => {
  const { email, developerId } = newDeveloper();
  const { asked, browser, link } = await linkFor(email);
  expect(outcomeOf(asked)).toEqual([202, undefined]);
  expect(asked.headers.get('set-cookie')).toMatch(
    /Max-Age=900;.*HttpOnly; Secure; SameSite=Strict/,
  );
  expect(asked.headers.get('cache-control')).toBe('no-store');
  expect(link).toMatch(/^https:\/\/bank\.example\/portal\/link#portal_link_\w+$/);
  const code = codeIn(link);
  const otherBrowser = (await linkFor(newDeveloper().email)).browser;
  // Opening the link does not use it up, and it does not work in another browser.
  expect((await bank.call('/portal/link')).status).toBe(200);
  for (const cookie of ['', otherBrowser]) {
    expect(outcomeOf(await post('session/link', { code }, { cookie }))).toEqual([
      401,
      'invalid_link',
    ]);
  }
  const openingAnswer = await post('session/link', { code }, { cookie: browser });
  const page = pageOf(openingAnswer);
  expect(openingAnswer.body).toMatchObject({
    environment: 'sandbox',
    developer: { id: developerId },
  });
  expect((await read(page)).body.id).toBe(developerId);
  expect(outcomeOf(await post('session/link', { code }, { cookie: browser }))).toEqual([
    401,
    'invalid_link',
  ]);
  // The sign-in has a key like others, which can be revoked like them.
  const keys = await read(page, '/v1/developer/keys');
  const ownKey = keys.body.data.find(({ id }: { id: string }) => id === openingAnswer.body.keyId);
  expect(ownKey).toMatchObject({ name: 'Sign-in by e-mail', environment: 'sandbox' });
  const signOut = { method: 'DELETE', headers: page };
  expect((await bank.call(`/v1/developer/keys/${ownKey.id}`, signOut)).status).toBe(200);
  expect(outcomeOf(await read(page))).toEqual([401, 'invalid_session']);
});

it('only the last link requested by a browser works there', async () => {
  const { email } = newDeveloper();
  const firstLink = await linkFor(email);
  const secondLink = await linkFor(email);
  const old = await post(
    'session/link',
    { code: codeIn(firstLink.link) },
    { cookie: secondLink.browser },
  );
  expect(outcomeOf(old)).toEqual([401, 'invalid_link']);
  pageOf(
    await post('session/link', { code: codeIn(secondLink.link) }, { cookie: secondLink.browser }),
  );
});

it('no answer reveals which addresses have an account', async () => {
  const { email } = newDeveloper();
  const before = mails.mails.length;
  const measureAnswer = async (address: string) => {
    const began = performance.now();
    const answer = await post('sign-in/link', { email: address });
    // The minimum time of an answer, which is longer than the work for a known address.
    expect(performance.now() - began).toBeGreaterThan(290);
    const cookie = cookieIn(answer, 'kontor_portal_ask');
    const { email: echoed, ...body } = answer.body;
    expect(echoed).toBe(address);
    const varies = ['date', 'x-request-id', 'set-cookie', 'content-length', 'etag'];
    const headers = [...answer.headers].filter(([name]) => !varies.includes(name));
    return { status: answer.status, body, headers, length: cookie.length };
  };
  const unknownEmail = `nobody-${crypto.randomUUID()}@example.com`;
  const answer = await measureAnswer(email);
  expect(await measureAnswer(unknownEmail)).toEqual(answer);
  // Further requests get the same answer.
  for (let turn = 0; turn < 5; turn += 1) expect(await measureAnswer(email)).toEqual(answer);
  await vi.waitFor(() => expect(mails.mails.length).toBeGreaterThanOrEqual(before + 6), 30_000);
  expect(mails.mails.some(({ to }) => to.includes(unknownEmail))).toBe(false);
  const ownItems = mails.mails.slice(before).filter(({ to }) => to.includes(email));
  expect(ownItems).toHaveLength(6);
});

it('an address that keeps requesting links is rate-limited', async () => {
  const from = { 'x-forwarded-for': '198.51.100.7' };
  const asks = Array.from({ length: 30 }, () => post('sign-in/passkey', {}, from));
  const statuses = (await Promise.all(asks)).map(({ status }) => status);
  expect(statuses).toContain(429);
  const tries = Array.from({ length: 30 }, () => post('session/link', { code: 'x' }, from));
  expect((await Promise.all(tries)).map(({ status }) => status)).toContain(429);
});

it('no other site can request a link or a signature, and only JSON is read', async () => {
  const { email, key } = newDeveloper();
  const page = await sessionOf(key);
  const bodies: Readonly<Record<string, object>> = {
    'sign-in/link': { email },
    'session/link': { code: 'portal_link_x' },
    'sign-in/passkey': {},
    'session/passkey': { credential: {} },
    'passkeys/options': {},
    passkeys: { credential: {} },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const foreignHeaders = { ...page, 'sec-fetch-site': 'cross-site' };
    expect(outcomeOf(await post(path, body, foreignHeaders)), path).toEqual([
      401,
      'invalid_session',
    ]);
    const raw = JSON.stringify(body);
    const headers = { ...page, 'content-type': 'text/plain' };
    const plainPost = await bank.call(`/portal/${path}`, { raw, headers });
    expect(plainPost.status, path).toBe(415);
    const invalid = await post(path, { ...body, surplus: 1 }, page);
    expect(invalid.status, path).toBe(422);
    expect(invalid.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain(
      '/surplus',
    );
  }
  expect((await post('sign-in/link', { email: 'no address' })).body.errors).toMatchObject([
    { pointer: '/email' },
  ]);
  // The cookie alone cannot set up, list or remove passkeys.
  const { cookie = '' } = page;
  for (const [method, path] of [
    ['POST', '/portal/passkeys/options'],
    ['GET', '/portal/passkeys'],
    ['DELETE', '/portal/passkeys/pky_1'],
  ]) {
    const body = method === 'POST' ? { body: {} } : {};
    const answer = await bank.call(path ?? '', {
      method: method ?? '',
      ...body,
      headers: { cookie },
    });
    expect(outcomeOf(answer), path).toEqual([401, 'missing_credentials']);
  }
});

it('a passkey signs in as the key of its session, and a signature is accepted once', async () => {
  const { email, key, developerId } = newDeveloper();
  const page = await sessionOf(key);
  const { device, passkey, credential, headers } = await setUp(page, 'Phone');
  expect(passkey).toMatchObject({ object: 'portal_passkey', name: 'Phone', lastUsedAt: null });
  expect(await mailTo(email, /A passkey named/)).toBeDefined();
  // The answer of the device is valid once.
  const repeatedAnswer = await post('passkeys', { credential, name: 'Again' }, headers);
  expect(outcomeOf(repeatedAnswer)).toEqual([401, 'passkey_invalid']);
  const answer = await askDevice();
  expect(answer.publicKey.allowCredentials ?? []).toEqual([]);
  const signed = device.sign(answer.publicKey);
  const foreignBrowser = (await askDevice()).browser;
  for (const cookie of ['', foreignBrowser]) {
    const refusedAnswer = await post('session/passkey', { credential: signed }, { cookie });
    expect(outcomeOf(refusedAnswer), cookie).toEqual([401, 'passkey_invalid']);
  }
  const openingAnswer = await post(
    'session/passkey',
    { credential: signed },
    { cookie: answer.browser },
  );
  const ownPage = pageOf(openingAnswer);
  expect(openingAnswer.body).toMatchObject({
    keyId: passkey.keyId,
    developer: { id: developerId },
  });
  const replayedAnswer = await post(
    'session/passkey',
    { credential: signed },
    { cookie: answer.browser },
  );
  expect(outcomeOf(replayedAnswer)).toEqual([401, 'passkey_invalid']);
  const listAnswer = await read(ownPage, '/portal/passkeys');
  expect(listAnswer.body.data).toHaveLength(1);
  expect(listAnswer.body.data[0].lastUsedAt).not.toBeNull();
});

it(
  'a passkey that was used inside a frame, has a lower counter, or signed without a user is ' +
    'refused',
  async () => {
    const { key } = newDeveloper();
    const { device } = await setUp(await sessionOf(key));
    const invalid = [
      { crossOrigin: true },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { flags: 1 },
      { counter: 0 },
      { type: 'webauthn.create' },
      { challenge: 'AAAA' },
      { userHandle: Buffer.from('key_other').toString('base64url') },
      { key: createAuthenticator(PUBLIC_SETTINGS.publicUrl).privateKey },
      { credentialId: createAuthenticator(PUBLIC_SETTINGS.publicUrl).id },
    ];
    // A real sign-in first, because a counter that stays at 0 means that the device has no counter.
    const firstChallenge = await askDevice();
    const goodProof = device.sign(firstChallenge.publicKey);
    pageOf(
      await post('session/passkey', { credential: goodProof }, { cookie: firstChallenge.browser }),
    );
    for (const item of invalid) {
      const { publicKey, browser } = await askDevice();
      const credential = device.sign(publicKey, item);
      const answer = await post('session/passkey', { credential }, { cookie: browser });
      expect(outcomeOf(answer), JSON.stringify(item)).toEqual([401, 'passkey_invalid']);
    }
    // The challenge for setting up a passkey in a session signs no browser in.
    const page = await sessionOf(key);
    const answer = await post('passkeys/options', {}, page);
    const cookie = cookieIn(answer, 'kontor_portal_ask');
    const { challenge } = answer.body.publicKey;
    const credential = device.sign({ challenge, rpId: 'bank.example' });
    const otherSessionAnswer = await post('session/passkey', { credential }, { cookie });
    expect(outcomeOf(otherSessionAnswer)).toEqual([401, 'passkey_invalid']);
    // The challenge does not set up a passkey in another session of the same key.
    const otherSession = withBrowserCookie(await sessionOf(key), cookie);
    const created = createAuthenticator(PUBLIC_SETTINGS.publicUrl).make(answer.body.publicKey);
    expect(outcomeOf(await post('passkeys', { credential: created }, otherSession))).toEqual([
      401,
      'passkey_invalid',
    ]);
  },
);

it('a passkey ends with its key, and removing the passkey ends the other sessions of the key', async () => {
  const { key } = newDeveloper();
  const firstSession = await sessionOf(key);
  const body = { name: 'Second' };
  const secondKey = (await bank.call('/v1/developer/keys', { key, body })).body;
  const signInWith = async (device: ReturnType<typeof createAuthenticator>) => {
    const { publicKey, browser } = await askDevice();
    const credential = device.sign(publicKey);
    return post('session/passkey', { credential }, { cookie: browser });
  };
  const { device, passkey } = await setUp(await sessionOf(secondKey.apiKey));
  const thief = pageOf(await signInWith(device));
  const remove = (page: Record<string, string>, id: string) =>
    bank.call(`/portal/passkeys/${id}`, { method: 'DELETE', headers: page });
  const stranger = await sessionOf(newDeveloper().key);
  expect((await remove(stranger, passkey.id)).status).toBe(404);
  expect((await remove(firstSession, passkey.id)).status).toBe(204);
  expect((await remove(firstSession, passkey.id)).status).toBe(404);
  expect(outcomeOf(await read(thief))).toEqual([401, 'invalid_session']);
  expect(outcomeOf(await signInWith(device))).toEqual([401, 'passkey_invalid']);
  expect((await read(firstSession)).status).toBe(200);
  const nextSession = await setUp(await sessionOf(secondKey.apiKey));
  await bank.call(`/v1/developer/keys/${secondKey.id}`, { method: 'DELETE', key });
  expect(outcomeOf(await signInWith(nextSession.device))).toEqual([401, 'passkey_invalid']);
});

it('a session can register and list passkeys as far as the scopes of its key permit', async () => {
  const { key } = newDeveloper();
  const body = { name: 'Reader', scopes: ['developer:read'] };
  const reader = await sessionOf(
    (await bank.call('/v1/developer/keys', { key, body })).body.apiKey,
  );
  expect((await read(reader, '/portal/passkeys')).status).toBe(200);
  expect(outcomeOf(await post('passkeys/options', {}, reader))).toEqual([
    403,
    'insufficient_scope',
  ]);
  const noScopes = { name: 'None', scopes: ['accounts:read'] };
  const scopelessSession = await sessionOf(
    (await bank.call('/v1/developer/keys', { key, body: noScopes })).body.apiKey,
  );
  expect(outcomeOf(await read(scopelessSession, '/portal/passkeys'))).toEqual([
    403,
    'insufficient_scope',
  ]);
});
