// Attacks on the OAuth server: each is refused, and nothing is disclosed.

import { createHash } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_TEMPORAL, openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  type App,
  addApp,
  authorise,
  findForm,
  giveConsent,
  type Holder,
  makeAuthorisationRequest,
  openApp,
  openBrowser,
  openHolder,
  PASSWORD,
  REDIRECT,
  signIn,
} from '../../kit/people/oauth.ts';
import { forgetMovedClock } from '../../kit/suite/moved-clock.ts';

forgetMovedClock();

const OFFLINE_SCOPES = 'openid offline_access accounts:read';

let bank: TestBank;
let app: App;
let holder: Holder;
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  app = await openApp(bank);
  holder = await openHolder(app);
});
afterAll(() => bank.close());

/** Returns the error that the app or the page of the bank shows. */
async function readRefusal(change: (url: URL) => void) {
  const { url } = await makeAuthorisationRequest(app, 'openid accounts:read');
  change(url);
  const answer = await fetch(url, { redirect: 'manual' });
  const to = answer.headers.get('location');
  if (to?.startsWith('https://')) {
    const { searchParams, hash } = new URL(to);
    return { at: 'app', error: (searchParams.get('error') ?? hash).replace(/^#error=|&.*$/g, '') };
  }
  const text = await answer.text();
  expect(answer.status, text).toBeGreaterThanOrEqual(400);
  const [, error = text] = /<code>([^<]*)<\/code>|name="error" value="([^"]*)"/.exec(text) ?? [];
  return { at: 'bank', error, text };
}

async function requestToken(fields: Record<string, string>, credential = basicOf(app)) {
  const answer = await fetch(`${bank.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: credential },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, error: ((await answer.json()) as { error?: string }).error };
}

const basicOf = ({ clientId, clientSecret }: Pick<App, 'clientId' | 'clientSecret'>) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

describe('the redirect URI of a request', () => {
  it.each([
    'https://app.example.com/callback/',
    'https://app.example.com/callback?next=1',
    'https://app.example.com/Callback',
    'https://app.example.com:444/callback',
    'https://app.example.com.evil.example/callback',
    'https://evil.example/callback',
    'http://app.example.com/callback',
    'javascript:alert(1)',
  ])('must be registered: for %s the bank itself shows the error', async (redirectUri) => {
    const refusal = await readRefusal((url) => url.searchParams.set('redirect_uri', redirectUri));
    expect(refusal).toMatchObject({ at: 'bank', error: 'invalid_redirect_uri' });
  });

  it('may not be omitted', async () => {
    const refusal = await readRefusal((url) => url.searchParams.delete('redirect_uri'));
    expect(refusal).toMatchObject({ at: 'bank', error: 'invalid_request' });
  });

  it.each([
    ['https://app.example.com/cb#x', 'fragment'],
    ['https://user:pw@app.example.com/cb', 'user name'],
    ['https://*.example.com/cb', 'wildcard'],
    ['http://app.example.com/cb', 'this device'],
    ['myapp:/cb', 'scheme with a dot'],
    ['javascript:alert(1)', 'scheme with a dot'],
    ['/cb', 'absolute'],
    ['https://app.example.com/a/../cb', '..'],
  ])('cannot be registered as %s', async (redirectUri, reason) => {
    const { status, body } = await bank.call('/v1/developer/oauth-clients', {
      key: app.key,
      body: { name: 'x', type: 'public', redirectUris: [redirectUri], scopes: ['accounts:read'] },
    });
    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ pointer: '/redirectUris/0' });
    expect(body.errors[0].message).toContain(reason);
  });
});

describe('an authorization request', () => {
  it.each([
    ['without PKCE', ['code_challenge', 'code_challenge_method'], {}, 'invalid_request'],
    ['with PKCE in the clear', [], { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with PKCE and no method', ['code_challenge_method'], {}, 'invalid_request'],
    ['with an invalid challenge', [], { code_challenge: 'x' }, 'invalid_request'],
    ['for an implicit token', [], { response_type: 'token' }, 'invalid_request'],
    ['for a scope that it was not given', [], { scope: 'openid aml:read' }, 'invalid_scope'],
    ['with a signed request object', [], { request: 'e30.e30.' }, 'request_not_supported'],
    [
      'by reference to another server',
      [],
      { request_uri: 'https://evil.example/' },
      'request_uri_not_supported',
    ],
  ] as const)('%s is refused', async (_, drop, set, error) => {
    const refusal = await readRefusal((url) => {
      for (const name of drop) url.searchParams.delete(name);
      for (const [name, value] of Object.entries(set)) url.searchParams.set(name, value);
    });
    expect(refusal.error).toBe(error);
  });

  it('with a duplicate parameter, for another client, or of excessive size is refused', async () => {
    const repeatedScope = await readRefusal((url) =>
      url.searchParams.append('scope', 'accounts:read'),
    );
    expect(repeatedScope.error).toBe('invalid_request');
    const unknownClient = await readRefusal((url) => url.searchParams.set('client_id', 'cli_none'));
    expect(unknownClient).toMatchObject({ at: 'bank', error: 'invalid_client' });
    const largeRequest = await fetch(`${bank.url}/oauth/par`, {
      method: 'POST',
      headers: { authorization: basicOf(app) },
      body: new URLSearchParams({ scope: 'x'.repeat(100_000) }),
    });
    expect([largeRequest.status, ((await largeRequest.json()) as { error: string }).error]).toEqual(
      [400, 'invalid_request'],
    );
  });

  it('is never shown as HTML on the error page', async () => {
    const refusal = await readRefusal((url) => {
      url.searchParams.set('redirect_uri', 'https://evil.example/<script>alert(1)</script>');
      url.searchParams.append('scope', '<script>alert(2)</script>');
    });
    expect(refusal.text).toContain('This did not work');
    expect(refusal.text).not.toContain('<script>alert');
  });

  it("cannot make the bank display another app's name", async () => {
    const answer = await fetch(`${bank.url}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(await answer.text()).not.toContain('evil.example');
  });
});

describe('an authorization code', () => {
  it('works once, and a second use revokes the tokens it gave', async () => {
    const { tokens, code, question } = await authorise(app, holder, 'openid accounts:read');
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: question.verifier,
    };
    expect(await requestToken(fields)).toEqual({ status: 400, error: 'invalid_grant' });
    const introspectionAfter = await oidc.tokenIntrospection(app.config, tokens.access_token);
    expect(introspectionAfter).toEqual({ active: false });
  });

  it('works only with the app, redirect URI and verifier of its request', async () => {
    const otherApp = await addApp(bank, app.key);
    const browser = openBrowser(bank.url);
    const question = await makeAuthorisationRequest(app, 'openid accounts:read');
    const page = await signIn(browser, await browser.get(question.url.href), holder.name);
    const redirectPage = await giveConsent(browser, page, holder.accountIds);
    const code = new URL(redirectPage.url).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
    const goodGrant = { ...grant, code_verifier: question.verifier };
    const badGrant = { ...grant, code_verifier: oidc.randomPKCECodeVerifier() };
    const refusal = { status: 400, error: 'invalid_grant' };
    expect(await requestToken(goodGrant, basicOf(otherApp))).toEqual(refusal);
    expect(await requestToken({ ...goodGrant, redirect_uri: `${REDIRECT}2` })).toEqual(refusal);
    expect(await requestToken(badGrant)).toEqual(refusal);
    expect(await requestToken(grant)).toEqual(refusal);
  });

  it('used by two clients at once gives lasting tokens to at most one of them', async () => {
    const browser = openBrowser(bank.url);
    const question = await makeAuthorisationRequest(app, 'openid accounts:read');
    const page = await signIn(browser, await browser.get(question.url.href), holder.name);
    const redirectPage = await giveConsent(browser, page, holder.accountIds);
    const fields = {
      grant_type: 'authorization_code',
      code: new URL(redirectPage.url).searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: question.verifier,
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestToken(fields)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('a refresh token', () => {
  const openGrant = async () => {
    const { tokens } = await authorise(app, holder, OFFLINE_SCOPES, {
      more: { prompt: 'consent' },
    });
    return { first: tokens.refresh_token ?? '', access: tokens.access_token };
  };
  const refresh = async (token: string) => {
    const answer = await fetch(`${bank.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: basicOf(app) },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
    });
    const body = (await answer.json()) as Record<string, string>;
    const { access_token: access = '', refresh_token: next = '', error } = body;
    return { status: answer.status, access, next, error };
  };
  const opensApi = async (access: string) =>
    (await bank.call('/v1/accounts', { headers: { authorization: `Bearer ${access}` } })).status;
  const INVALID_GRANT = { status: 400, error: 'invalid_grant' };
  /** Runs an act with a clock that is ahead by the given time. */
  const actAfter = async (ms: number, act: () => Promise<void>) => {
    const realNow = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
    try {
      await act();
    } finally {
      clock.mockRestore();
    }
  };

  it('sent twice at once, or again after a lost answer, yields one working pair', async () => {
    const { first } = await openGrant();
    const pairs = await Promise.all(Array.from({ length: 5 }, () => refresh(first)));
    pairs.push(await refresh(first));
    expect(new Set(pairs.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(pairs.map(({ access, next }) => `${access} ${next}`)).size).toBe(1);
    const [{ access = '', next = '' } = {}] = pairs;
    expect(await opensApi(access)).toBe(200);
    const renewedPair = await refresh(next);
    expect(renewedPair.status).toBe(200);
    expect(await opensApi(renewedPair.access)).toBe(200);
  });

  it('sent again after its pair was used ends the whole grant with its consent', async () => {
    const { first } = await openGrant();
    const { next } = await refresh(first);
    const thirdPair = await refresh(next);
    expect(await refresh(first)).toMatchObject(INVALID_GRANT);
    expect(await refresh(thirdPair.next)).toMatchObject(INVALID_GRANT);
    expect(await opensApi(thirdPair.access)).toBe(401);
    const introspection = await oidc.tokenIntrospection(app.config, thirdPair.access);
    expect(introspection).toEqual({ active: false });
  });

  it('sent again a minute later ends the whole grant, too', async () => {
    const { first } = await openGrant();
    const { next, access } = await refresh(first);
    await actAfter(59_000, async () => expect((await refresh(first)).next).toBe(next));
    await actAfter(62_000, async () => {
      expect(await refresh(first)).toMatchObject(INVALID_GRANT);
      expect(await refresh(next)).toMatchObject(INVALID_GRANT);
      expect(await opensApi(access)).toBe(401);
    });
  });

  it('yields nothing once the app or the customer has revoked the grant', async () => {
    const { first } = await openGrant();
    const { next } = await refresh(first);
    await oidc.tokenRevocation(app.config, next);
    expect(await refresh(first)).toMatchObject(INVALID_GRANT);
  });

  it('is useless to another app, which cannot inspect or revoke the token either', async () => {
    const otherApp = await addApp(bank, app.key);
    const { tokens } = await authorise(app, holder, OFFLINE_SCOPES, {
      more: { prompt: 'consent' },
    });
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect((await requestToken(fields, basicOf(otherApp))).status).toBe(400);
    const introspection = await oidc.tokenIntrospection(otherApp.config, tokens.access_token);
    expect(introspection).toEqual({ active: false });
    await oidc.tokenRevocation(otherApp.config, tokens.access_token).catch(() => {});
    const ownIntrospection = await oidc.tokenIntrospection(app.config, tokens.access_token);
    expect(ownIntrospection.active).toBe(true);
  });
});

describe('an OAuth client', () => {
  it('with a wrong secret, or an assertion under another algorithm, gets no token', async () => {
    const wrongApp = { ...app, clientSecret: 'oauth_secret_wrong' };
    const fields = { grant_type: 'client_credentials' };
    expect(await requestToken(fields, basicOf(wrongApp))).toEqual({
      status: 401,
      error: 'invalid_client',
    });
    const claims = { iss: app.clientId, sub: app.clientId, aud: bank.url, jti: 'x' };
    const unsignedAssertion = new UnsecuredJWT(claims).setExpirationTime('1m').encode();
    const secret = createHash('sha256')
      .update(app.clientSecret ?? '')
      .digest();
    const hashedAssertion = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1m')
      .sign(secret);
    for (const assertion of [unsignedAssertion, hashedAssertion]) {
      const answer = await fetch(`${bank.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          ...fields,
          client_id: app.clientId,
          client_assertion: assertion,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        }),
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  it("must have a single-line name that cannot be confused with the bank's", async () => {
    const body = { type: 'confidential', redirectUris: [], scopes: ['accounts:read'] };
    const createNamed = (name: string) =>
      bank.call('/v1/developer/oauth-clients', { key: app.key, body: { ...body, name } });
    for (const name of [
      ...[
        'Kontor',
        'Kontor Bank',
        'KONTOR security',
        'K\u03bfntor',
        'K0ntor Support',
        'k o n t o r',
      ],
      ...[
        'Bank\nSecurity',
        'Bank security',
        'Your Bank',
        'Online-Banking',
        'The B\u0430nk',
        'Support',
      ],
      ...['Budget\tapp', 'Budget\r\napp', 'Bank S\u00e9curity'],
    ]) {
      const { status, body: answer } = await createNamed(name);
      expect([status, answer.errors?.[0].pointer], name).toEqual([422, '/name']);
    }
    for (const name of ['Budget app', 'Bank of Ideas', 'Konto Rechner', 'My taxes', 'Saldo 24']) {
      expect((await createNamed(name)).status, name).toBe(201);
    }
  });

  it('gets no scope that the registering key lacks, and is visible to its owner only', async () => {
    const narrowKeyAnswer = await bank.call('/v1/developer/keys', {
      key: app.key,
      body: { name: 'narrow', scopes: ['developer:write', 'developer:read', 'accounts:read'] },
    });
    const body = { name: 'x', type: 'confidential', redirectUris: [] };
    const answer = await bank.call('/v1/developer/oauth-clients', {
      key: narrowKeyAnswer.body.apiKey,
      body: { ...body, scopes: ['accounts:write'] },
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
    const developerScopeAnswer = await bank.call('/v1/developer/oauth-clients', {
      key: app.key,
      body: { ...body, scopes: ['developer:write'] },
    });
    expect([developerScopeAnswer.status, developerScopeAnswer.body.errors[0].pointer]).toEqual([
      422,
      '/scopes/0',
    ]);
    const stranger = await openApp(bank);
    const objectPath = `/v1/developer/oauth-clients/${app.clientId}`;
    for (const [method, path] of [
      ['GET', objectPath],
      ['DELETE', objectPath],
      ['POST', `${objectPath}/rotate-secret`],
      ['PATCH', objectPath],
    ] as const) {
      const call = { key: stranger.key, method, ...(method === 'PATCH' ? { body: {} } : {}) };
      const answer = await bank.call(path, call);
      expect([answer.status, answer.body.code], method).toEqual([404, 'oauth_client_not_found']);
    }
  });
});

describe('a key with few scopes', () => {
  it('changes, renews and ends no app with more scopes than its own', async () => {
    const scopes = ['developer:write', 'developer:read'];
    const createKeyWith = async (grantedScopes: readonly string[]) => {
      const body = { name: 'Few', environment: 'sandbox', scopes: grantedScopes };
      return (await bank.call('/v1/developer/keys', { key: app.key, body })).body.apiKey;
    };
    const ask = { name: 'Budgets', type: 'confidential', redirectUris: [REDIRECT] };
    const { body: client } = await bank.call('/v1/developer/oauth-clients', {
      key: app.key,
      body: { ...ask, scopes: ['accounts:read'] },
    });
    const path = `/v1/developer/oauth-clients/${client.id}`;
    const narrowKey = await createKeyWith(scopes);
    await writesNothing(bank, async () => {
      for (const [method, to, body] of [
        ['PATCH', path, { redirectUris: ['https://thief.example/back'] }],
        ['POST', `${path}/rotate-secret`, {}],
        ['DELETE', path, undefined],
      ] as const) {
        const answer = await bank.call(to, { key: narrowKey, method, body });
        expect([answer.status, answer.body.code], method).toEqual([403, 'insufficient_scope']);
      }
    });
    const wideKey = await createKeyWith([...scopes, 'accounts:read']);
    const renameCall = { key: wideKey, method: 'PATCH', body: { name: 'Other budgets' } };
    expect((await bank.call(path, renameCall)).status).toBe(200);
  });
});

describe('a form on a page of the bank', () => {
  it('without its CSRF token, from another site, or of another sign-in has no effect', async () => {
    const browser = openBrowser(bank.url);
    const { url } = await makeAuthorisationRequest(app, 'openid accounts:read');
    const page = await signIn(browser, await browser.get(url.href), holder.name);
    const { action, csrf } = findForm(page, '/consent');
    const account = ['account', holder.accountIds[0] ?? ''] as const;
    const key = ['csrf', csrf] as const;
    const otherBrowser = openBrowser(bank.url);
    const foreignForm = findForm(
      await otherBrowser.get((await makeAuthorisationRequest(app, 'openid')).url.href),
      '/password',
    );
    const refusedPages = [
      await browser.post(action, [account]),
      await browser.post(action, [['csrf', 'x'], account]),
      await browser.post(action, [['csrf', foreignForm.csrf], account]),
      await browser.post(action, [key, account], { origin: 'https://evil.example' }),
      await browser.post(action, [key, account], { 'sec-fetch-site': 'cross-site' }),
      await browser.post(action, [key, ['account', 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5']]),
    ];
    expect(refusedPages.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    // Without the cookie, or with that of another sign-in, the page has ended.
    expect((await openBrowser(bank.url).post(action, [key, account])).status).toBe(400);
    expect((await otherBrowser.post(action, [key, account])).status).toBe(400);
    const emptyPost = await browser.post(action, [key]);
    expect([emptyPost.status, emptyPost.text.includes('Choose at least one account')]).toEqual([
      422,
      true,
    ]);
    expect((await browser.post(action, [key, account])).url).toContain('code=');
  });

  it('that denies the request sends the customer back with access_denied', async () => {
    const browser = openBrowser(bank.url);
    const { url } = await makeAuthorisationRequest(app, 'openid accounts:read');
    const { action, csrf } = findForm(await browser.get(url.href), '/abort');
    const lastPage = await browser.post(action, [['csrf', csrf]]);
    expect(new URL(lastPage.url).searchParams.get('error')).toBe('access_denied');
  });
});

describe("a customer's password", () => {
  it.each([
    ['Short-7', 'too_short'],
    ['password123', 'breached'],
    ['Qwertyuiop', 'breached'],
    ['aaaaaaaaaaaaaaa', 'breached'],
    [`${'x'.repeat(3)}grace@example.com`, 'contains_name'],
  ])('such as %s is refused', async (password, code) => {
    const path = `/v1/customers/${holder.customerId}/credentials`;
    const body = { name: 'grace@example.com', password };
    const answer = await bank.call(path, { key: app.key, body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ pointer: '/password', code }]);
  });

  it('that is changed revokes the access of every app', async () => {
    const owner = await openHolder(app);
    const { tokens } = await authorise(app, owner, 'openid offline_access accounts:read', {
      more: { prompt: 'consent' },
    });
    const listAccounts = () => bank.call('/v1/accounts', { key: tokens.access_token });
    expect((await listAccounts()).status).toBe(200);
    const path = `/v1/customers/${owner.customerId}/credentials`;
    const body = { name: owner.name, password: 'another horse battery 8' };
    expect((await bank.call(path, { key: app.key, body })).status).toBe(200);
    expect((await listAccounts()).status).toBe(401);
    const renewal = oidc.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
    await expect(renewal).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  const WRONG_PASSWORD_MESSAGE = 'The name or the password is wrong.';
  const alertOf = ({ text }: { text: string }) => /role="alert">([^<]*)</.exec(text)?.[1] ?? '';
  /**
   * Tries passwords one after the other in one browser. Returns the text of the page after each.
   */
  async function tryPasswords(name: string, passwords: string[], browser = openBrowser(bank.url)) {
    let page = await browser.get((await makeAuthorisationRequest(app, 'openid')).url.href);
    const texts: string[] = [];
    for (const password of passwords) {
      const { action, csrf } = findForm(page, '/password');
      page = await browser.post(action, [
        ['csrf', csrf],
        ['name', name],
        ['password', password],
      ]);
      texts.push(alertOf(page));
    }
    return { texts, page };
  }
  const wrongPasswords = (count: number) =>
    Array.from({ length: count }, (_, index) => `wrong ${index}`);

  it('that is guessed leads to waiting times, whether the name exists or not', async () => {
    const guessedHolder = await openHolder(app, []);
    for (const name of [guessedHolder.name, `no-one-${crypto.randomUUID()}`]) {
      const { texts } = await tryPasswords(name, wrongPasswords(8));
      expect(texts.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => WRONG_PASSWORD_MESSAGE));
      expect(texts[7]).toMatch(/^Too many attempts: try again in \d+ seconds\.$/);
    }
  }, 30_000);

  it('that a stranger guesses does not lock out the customer who knows the password', async () => {
    const holder = await openHolder(app, []);
    const { page } = await tryPasswords(holder.name, [...wrongPasswords(5), PASSWORD]);
    expect(page.text).toContain('Allow Budget app?');
    // Other people's failed attempts do not delay a browser that has signed in before.
    const ownBrowser = openBrowser(bank.url);
    await tryPasswords(holder.name, [PASSWORD], ownBrowser);
    await tryPasswords(holder.name, wrongPasswords(7));
    const otherBrowser = openBrowser(bank.url);
    const knownCookie = ownBrowser.cookies().get('kontor_known');
    expect(knownCookie).toBeDefined();
    const signInPage = await otherBrowser.get(
      (await makeAuthorisationRequest(app, 'openid')).url.href,
    );
    const { action, csrf } = findForm(signInPage, '/password');
    const cookies = [...otherBrowser.cookies(), ['kontor_known', knownCookie]];
    const answer = await fetch(new URL(action, bank.url), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; ') },
      body: new URLSearchParams({ csrf, name: holder.name, password: PASSWORD }),
    });
    expect(answer.status).toBe(303);
  }, 30_000);

  it('gives no access at an app of another developer', async () => {
    const stranger = await openApp(bank);
    const browser = openBrowser(bank.url);
    const firstPage = await browser.get(
      (await makeAuthorisationRequest(stranger, 'openid')).url.href,
    );
    const secondPage = await signIn(browser, firstPage, holder.name);
    expect(secondPage.text).toContain('The name or the password is wrong.');
    // A session of the customer from an app of its own developer gives no access either.
    const signedInHolder = await authorise(app, holder, 'openid accounts:read');
    const page = await signedInHolder.browser.get(
      (await makeAuthorisationRequest(stranger, 'openid')).url.href,
    );
    expect(page.text).toContain('Sign-in name');
  });
});

describe('a consent', () => {
  it('is shown to the customer and can be revoked, together with all its tokens', async () => {
    const { tokens, browser } = await authorise(
      app,
      holder,
      'openid offline_access accounts:read',
      {
        more: { prompt: 'consent' },
      },
    );
    const mePage = await browser.get('/oauth/me');
    expect(mePage.text).toContain('Budget app');
    const { action, csrf } = findForm(mePage, '/withdraw');
    expect((await openBrowser(bank.url).post(action, [['csrf', csrf]])).status).toBe(403);
    expect((await browser.post(action, [['csrf', 'x']])).status).toBe(403);
    await browser.post(action, [['csrf', csrf]]);
    const introspection = await oidc.tokenIntrospection(app.config, tokens.access_token);
    expect(introspection).toEqual({ active: false });
    const renewal = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect((await requestToken(renewal)).error).toBe('invalid_grant');
    // The next request asks for consent again, although the customer is still signed in.
    const page = await browser.get(
      (await makeAuthorisationRequest(app, 'openid accounts:read')).url.href,
    );
    expect(page.text).toContain('Allow Budget app?');
  });

  it('ends with the app', async () => {
    const revokedApp = await addApp(bank, app.key);
    const { tokens } = await authorise({ ...revokedApp, bank }, holder, 'openid accounts:read');
    const path = `/v1/developer/oauth-clients/${revokedApp.clientId}`;
    await bank.call(path, { key: app.key, method: 'DELETE' });
    const answer = await fetch(`${bank.url}/oauth/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(answer.status).toBe(401);
  });
});
