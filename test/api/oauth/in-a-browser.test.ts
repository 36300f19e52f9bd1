// The whole OAuth flow in a real browser: a new developer registers, is approved, signs a customer
// in with a passkey, and calls the API with the token. axe checks each page, also at the width of a
// phone.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oidc from 'openid-client';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../scripts/run/ports.mjs';
import { openAccounts, openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { transferOf } from '../../kit/bank/checked-bank.ts';
import { addAuthenticator, checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { type MailServer, openMailServer } from '../../kit/outside/mail-server.ts';
import { generateCode } from '../../kit/people/mfa.ts';
import { makeAuthorisationRequest, PASSWORD } from '../../kit/people/oauth.ts';
import { approveApplication } from '../../kit/people/operators.ts';

const browser = await openChromium();

describe.runIf(browser !== null)('OAuth in Chromium', () => {
  let bank: TestBank;
  let origin: string;
  let mails: MailServer;
  let app: Server;
  let redirectUri: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    mails = await openMailServer();
    const mail = { url: mails.url, from: 'Kontor <bank@example.com>' };
    bank = await openTestBank({ port, publicUrl: origin, mail });
    app = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<title>App</title>Back in the app');
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
  });
  beforeEach(async () => {
    await context?.close();
    context = (await browser?.newContext()) as BrowserContext;
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
  });
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    app?.close();
    await bank?.close();
    await mails?.close();
  });

  async function openApp(key: string) {
    const answer = await bank.call('/v1/developer/oauth-clients', {
      key,
      body: {
        name: 'Budget app',
        type: 'public',
        redirectUris: [redirectUri],
        scopes: ['customers:read', 'accounts:read', 'transactions:read', 'transactions:write'],
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { id } = answer.body;
    const config = await oidc.discovery(new URL(origin), id, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    });
    return config;
  }

  async function waitForMail(address: string): Promise<string> {
    const findMail = () => mails.mails.find(({ to }) => to.includes(address))?.text;
    await vi.waitFor(() => expect(findMail()).toBeDefined(), 30_000);
    return findMail() ?? '';
  }

  async function registerByMail() {
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { company: 'Newcomer Ltd', email, country: 'GB' };
    await bank.call('/v1/developer/register', { body });
    const [code = ''] = /email_\w+/.exec(await waitForMail(email)) ?? [];
    return bank.call('/v1/developer/register/verify', { body: { code } });
  }

  async function setPassword(key: string, customerId: string): Promise<string> {
    const name = `ada-${crypto.randomUUID()}`;
    const body = { name, password: PASSWORD };
    await bank.call(`/v1/customers/${customerId}/credentials`, { key, body });
    return name;
  }

  /** Types by keyboard, like all input in this test. */
  async function typeText(text: string) {
    await page.keyboard.type(text);
  }
  async function tabTo(name: string) {
    for (let steps = 0; steps < 30; steps += 1) {
      const focused = await page.evaluate(
        `(() => { const e = document.activeElement;
          if (e === document.body) return '';
          return e?.textContent?.trim() || e?.closest('label')?.textContent?.trim()
            || document.querySelector('label[for="' + e?.id + '"]')?.textContent || ''; })()`,
      );
      if (String(focused).startsWith(name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} is not reached with the keyboard`);
  }
  async function pressUntil(name: string, until: RegExp) {
    await tabTo(name);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url(), (await page.textContent('body')) ?? '').toMatch(until);
  }

  async function signIn(name: string) {
    await tabTo('Sign-in name');
    await typeText(name);
    await page.keyboard.press('Tab');
    await typeText(PASSWORD);
    await pressUntil('Sign in', /\/oauth\/sign-in\//);
  }
  async function agree() {
    await tabTo('Main');
    await page.keyboard.press('Space');
    await pressUntil('Allow', /\/callback\?/);
  }
  async function addPasskey() {
    await page.goto(`${origin}/oauth/me`);
    await tabTo('Name of the device');
    await page.keyboard.press('ControlOrMeta+A');
    await typeText('Phone');
    await tabTo('Your password');
    await typeText(PASSWORD);
    await tabTo('Add a passkey');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Phone' }).waitFor();
  }

  it('lets a new developer be approved, sign a customer in with a passkey, and call the API', async () => {
    const registrationAnswer = await registerByMail();
    const { applicationId } = registrationAnswer.body.environment.production;
    const approvalAnswer = await approveApplication(bank, applicationId);
    const { code: claimCode } = approvalAnswer.body.claim;
    const claimAnswer = await bank.call('/v1/developer/keys/claim', {
      body: { claimCode, name: 'Live' },
    });
    const key = claimAnswer.body.apiKey;
    expect(key, JSON.stringify(claimAnswer.body)).toMatch(/^sk_live_/);
    const { customerId, accountIds } = await openAccounts(bank, key, [0]);
    const name = await setPassword(key, customerId);
    const config = await openApp(key);
    const device = await addAuthenticator(page);

    const firstRequest = await makeAuthorisationRequest({ config }, 'openid accounts:read', {
      redirect_uri: redirectUri,
    });
    await page.goto(`${origin}/oauth/authorize?client_id=nobody`);
    await checkPage(page, 'error');
    await page.goto(firstRequest.url.href);
    await checkPage(page, 'sign-in');
    await signIn(name);
    await checkPage(page, 'consent');
    await agree();
    await addPasskey();
    await checkPage(page, 'me');
    expect(await device.credentials()).toHaveLength(1);

    await page.goto(`${origin}/oauth/logout`);
    await checkPage(page, 'sign-out');
    await pressUntil('Sign out', /success/);
    await checkPage(page, 'signed-out');
    const secondRequest = await makeAuthorisationRequest({ config }, 'openid accounts:read', {
      redirect_uri: redirectUri,
    });
    await page.goto(secondRequest.url.href);
    await pressUntil('Sign in with a passkey', /\/oauth\/sign-in\//);
    await agree();
    const tokens = await oidc.authorizationCodeGrant(config, new URL(page.url()), {
      pkceCodeVerifier: secondRequest.verifier,
      expectedState: secondRequest.state,
    });
    expect(tokens.claims()).toMatchObject({ sub: customerId, amr: ['pop', 'user', 'mfa'] });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const { status, body } = await bank.call('/v1/accounts', { headers });
    expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, accountIds]);
    expect(body.data[0].livemode).toBe(true);
  }, 120_000);

  it('lets a page without a server sign in, call the API, refresh, and read refusals', async () => {
    const { apiKey: key } = (await registerByMail()).body.environment.sandbox;
    const { customerId, accountIds } = await openAccounts(bank, key, [10_000, 0]);
    const name = await setPassword(key, customerId);
    const { client_id: clientId } = (await openApp(key)).clientMetadata();
    const from = new URL(redirectUri).origin;
    await page.goto(`${from}/`);
    const pageTerms = { issuer: origin, clientId, redirect: redirectUri };
    const address = await page.evaluate<string>(pageScript('begin', pageTerms));
    await page.goto(address);
    await signIn(name);
    await tabTo('Main');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await pressUntil('Allow', /\/callback\?/);
    const results = await page.evaluate(pageScript('finishFlow', { ...pageTerms, accountIds }));
    expect(results).toEqual({
      accounts: [...accountIds].sort(),
      sent: 'posted',
      hasRequestId: true,
      retried: true,
      refreshed: 200,
      refused: [403, 'insufficient_scope'],
      unknown: [401, 'invalid_token'],
      bound: 200,
      unbound: 401,
    });
  }, 120_000);

  it('confirms a payment with a passkey, and refuses a failed user verification', async () => {
    const { apiKey: key } = (await registerByMail()).body.environment.sandbox;
    const { customerId, accountIds } = await openAccounts(bank, key, [100_000, 0]);
    const [from = '', to = ''] = accountIds;
    const limits = { currency: 'EUR', requireMfaAbove: 1_000 };
    await bank.call(`/v1/accounts/${from}/limits`, { method: 'PUT', key, body: limits });
    const name = await setPassword(key, customerId);
    const config = await openApp(key);
    const device = await addAuthenticator(page);
    const question = await makeAuthorisationRequest({ config }, 'openid accounts:read', {
      redirect_uri: redirectUri,
    });
    await page.goto(question.url.href);
    await signIn(name);
    await agree();
    await addPasskey();
    const body = transferOf(from, to, 5_000);
    const { id } = (await bank.call('/v1/transactions?wait=10', { key, body })).body;
    await page.goto(`${origin}/oauth/confirm/${id}`);
    await checkPage(page, 'confirm');
    await device.verifies(false);
    await tabTo('Pay 50.00 EUR with a passkey');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'gave no passkey' }).waitFor();
    expect((await bank.call(`/v1/transactions/${id}`, { key })).body.status).toBe(
      'requires_confirmation',
    );
    await device.verifies(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor();
    expect((await bank.call(`/v1/transactions/${id}`, { key })).body.status).toBe('posted');
  }, 120_000);

  it('resets a forgotten password and sets up an authenticator app', async () => {
    const { apiKey: key } = (await registerByMail()).body.environment.sandbox;
    const { customerId } = await openAccounts(bank, key, [100]);
    const email = `${crypto.randomUUID()}@example.com`;
    await bank.call(`/v1/customers/${customerId}`, { method: 'PATCH', key, body: { email } });
    const name = await setPassword(key, customerId);
    const config = await openApp(key);
    const question = await makeAuthorisationRequest({ config }, 'openid accounts:read', {
      redirect_uri: redirectUri,
    });
    await page.goto(question.url.href);
    await pressUntil('Forgot your password?', /forgot$/);
    await checkPage(page, 'forgot');
    await tabTo('Sign-in name');
    await typeText(name);
    await pressUntil('Send me a mail', /forgot$/);
    const [link = ''] = /http\S+\/oauth\/reset\/\S+/.exec(await waitForMail(email)) ?? [];
    await page.goto(link);
    await checkPage(page, 'reset');
    await tabTo('New password');
    await typeText(PASSWORD);
    await tabTo('Once more');
    await typeText(PASSWORD);
    await pressUntil('Set the password', /reset/);
    await checkPage(page, 'message');
    await page.goto(question.url.href);
    await signIn(name);
    await agree();
    await page.goto(`${origin}/oauth/me/codes`);
    await checkPage(page, 'codes');
    await tabTo('Your password');
    await typeText(PASSWORD);
    await pressUntil('Set up an app', /codes$/);
    await checkPage(page, 'codes-qr');
    const secret = ((await page.textContent('p > code')) ?? '').replaceAll(' ', '');
    await tabTo('The six digits');
    await typeText(generateCode(secret));
    await pressUntil('Confirm', /verify$/);
    await checkPage(page, 'codes-recovery');
    await pressUntil('My apps and devices', /\/oauth\/me$/);
  }, 120_000);
});

/** The script in the app's page, which uses only APIs of the browser. */
function pageScript(act: 'begin' | 'finishFlow', terms: object): string {
  return `(async () => {
    const terms = ${JSON.stringify(terms)};
    const of = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const text = (object) => of(new TextEncoder().encode(JSON.stringify(object)));
    const random = () => of(crypto.getRandomValues(new Uint8Array(32)));
    const found = await fetch(terms.issuer + '/.well-known/openid-configuration');
    const server = await found.json();
    const ask = async (fields, headers = {}) => {
      const body = new URLSearchParams({ client_id: terms.clientId, ...fields });
      const answer = await fetch(server.token_endpoint, { method: 'POST', headers, body });
      return { status: answer.status, ...(await answer.json()) };
    };
    const hashOf = async (value) =>
      of(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value)));
    async function begin() {
      const verifier = random();
      sessionStorage.setItem('verifier', verifier);
      const question = new URL(server.authorization_endpoint);
      question.search = new URLSearchParams({
        response_type: 'code', client_id: terms.clientId, redirect_uri: terms.redirect,
        scope: 'openid offline_access accounts:read transactions:write', prompt: 'consent',
        state: '1', code_challenge: await hashOf(verifier), code_challenge_method: 'S256',
      });
      return question.href;
    }
    const call = async (path, token, init = {}, scheme = 'Bearer', more = {}) => {
      const headers = { authorization: scheme + ' ' + token, ...init.headers, ...more };
      const answer = await fetch(terms.issuer + path, { ...init, headers });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
    async function keyPair() {
      const names = { name: 'ECDSA', namedCurve: 'P-256' };
      const { privateKey, publicKey } = await crypto.subtle.generateKey(names, false, ['sign']);
      const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
      return async (method, url, token) => {
        const head = text({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } });
        const ath = token ? { ath: await hashOf(token) } : {};
        const iat = Math.floor(Date.now() / 1000);
        const body = text({ jti: random(), htm: method, htu: url, iat, ...ath });
        const sign = { name: 'ECDSA', hash: 'SHA-256' };
        const bytes = new TextEncoder().encode(head + '.' + body);
        return head + '.' + body + '.' + of(await crypto.subtle.sign(sign, privateKey, bytes));
      };
    }
    async function finishFlow() {
      const first = await ask({
        grant_type: 'authorization_code', redirect_uri: terms.redirect,
        code: new URL(location.href).searchParams.get('code'),
        code_verifier: sessionStorage.getItem('verifier'),
      });
      const all = await call('/v1/accounts', first.access_token);
      const [sourceAccountId, destinationAccountId] = terms.accountIds;
      const paid = await call('/v1/transactions?wait=10', first.access_token, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': random() },
        body: JSON.stringify({ type: 'transfer', amount: 25, currency: 'EUR', sourceAccountId,
          destinationAccountId }),
      });
      const refused = await call('/v1/customers', first.access_token);
      const unknown = await call('/v1/accounts', random());
      const again = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
      const [one, other] = await Promise.all([ask(again), ask(again)]);
      const after = await call('/v1/accounts', one.access_token);
      const proofFor = await keyPair();
      const bound = await ask(
        { grant_type: 'refresh_token', refresh_token: one.refresh_token },
        { dpop: await proofFor('POST', server.token_endpoint) },
      );
      const dpop = await proofFor('GET', terms.issuer + '/v1/accounts', bound.access_token);
      const withProof = await call('/v1/accounts', bound.access_token, {}, 'DPoP', { dpop });
      const without = await call('/v1/accounts', bound.access_token);
      return {
        accounts: all.body.data.map(({ id }) => id).sort(),
        sent: paid.body.status,
        hasRequestId: paid.headers.get('x-request-id') !== null,
        retried: one.refresh_token === other.refresh_token,
        refreshed: after.status,
        refused: [refused.status, refused.body.code],
        unknown: [unknown.status, unknown.body.code],
        bound: withProof.status,
        unbound: without.status,
      };
    }
    return ${act}();
  })()`;
}
