// The whole OAuth flow of an app, with openid-client, which has no code specific to this bank.

import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TEMPORAL, openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import {
  type App,
  addApp,
  authorise,
  giveConsent,
  type Holder,
  makeAuthorisationRequest,
  openApp,
  openBrowser,
  openHolder,
  REDIRECT,
  signIn,
} from '../../kit/people/oauth.ts';

let bank: TestBank;
let app: App;
let holder: Holder;
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  app = await openApp(bank);
  holder = await openHolder(app);
});
afterAll(() => bank.close());

describe("a customer's sign-in through an app", () => {
  it('shows pages that name the app, each permission and each account in words', async () => {
    const browser = openBrowser(bank.url);
    const question = await makeAuthorisationRequest(app, 'openid accounts:read transactions:write');
    const signInPage = await browser.get(question.url.href);
    expect(signInPage.status).toBe(200);
    expect(signInPage.text).toContain('<strong>Budget app</strong>, an app of ');
    expect(signInPage.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://app.example.com",
    );
    const consentPage = await signIn(browser, signInPage, holder.name);
    expect(consentPage.status, consentPage.text).toBe(200);
    for (const text of [
      'Ada Lovelace',
      'See the accounts that you choose',
      'Pay from the accounts that you choose',
      'Main: checking account in EUR, …',
    ]) {
      expect(consentPage.text).toContain(text);
    }
    const redirectPage = await giveConsent(browser, consentPage, holder.accountIds);
    expect(new URL(redirectPage.url).searchParams.get('iss')).toBe(bank.url);
    expect(new URL(redirectPage.url).searchParams.get('state')).toBe(question.state);
  });

  it('gives the app tokens that the app can inspect, renew and revoke', async () => {
    const { tokens } = await authorise(app, holder, 'openid offline_access accounts:read', {
      more: { prompt: 'consent' },
    });
    expect(tokens.claims()?.sub).toBe(holder.customerId);
    // A proxy in front of several banks reads the cell from the prefix.
    for (const text of [tokens.access_token, tokens.refresh_token]) {
      expect(text).toMatch(/^00[\w-]{43}$/);
    }
    const keys = createRemoteJWKSet(new URL(`${bank.url}/oauth/jwks`));
    await jwtVerify(tokens.id_token ?? '', keys, { issuer: bank.url, audience: app.clientId });
    const introspection = await oidc.tokenIntrospection(app.config, tokens.access_token);
    expect(introspection).toMatchObject({
      active: true,
      sub: holder.customerId,
      client_id: app.clientId,
    });
    const renewedTokens = await oidc.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
    expect(renewedTokens.refresh_token).not.toBe(tokens.refresh_token);
    await oidc.tokenRevocation(app.config, renewedTokens.refresh_token ?? '');
    const introspectionAfter = await oidc.tokenIntrospection(
      app.config,
      renewedTokens.access_token,
    );
    expect(introspectionAfter).toEqual({ active: false });
  });

  it('works by a pushed request, with a token bound to the key of the app', async () => {
    const publicApp = await addApp(bank, app.key, { type: 'public' });
    const verifier = oidc.randomPKCECodeVerifier();
    const url = await oidc.buildAuthorizationUrlWithPAR(publicApp.config, {
      redirect_uri: REDIRECT,
      scope: 'openid accounts:read',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    expect(url.searchParams.get('request_uri')).toMatch(/^urn:ietf:params:oauth:request_uri:00/);
    const browser = openBrowser(bank.url);
    const answer = await signIn(browser, await browser.get(url.href), holder.name);
    const redirectPage = await giveConsent(browser, answer, holder.accountIds);
    const dpop = oidc.getDPoPHandle(publicApp.config, await oidc.randomDPoPKeyPair());
    const redirect = new URL(redirectPage.url);
    const checks = { pkceCodeVerifier: verifier };
    const tokens = await oidc.authorizationCodeGrant(
      publicApp.config,
      redirect,
      checks,
      undefined,
      {
        DPoP: dpop,
      },
    );
    expect(tokens.token_type).toBe('dpop');
  });
});

describe('an app of the developer', () => {
  it('gets a token in its own name, without a customer', async () => {
    const tokens = await oidc.clientCredentialsGrant(app.config, { scope: 'accounts:read' });
    expect(tokens.scope).toBe('accounts:read');
    expect(tokens.expires_in).toBe(900);
    const introspection = await oidc.tokenIntrospection(app.config, tokens.access_token);
    expect(introspection).toMatchObject({ active: true, client_id: app.clientId });
    expect(introspection.sub).toBeUndefined();
  });

  it('discovers the server by both metadata documents', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const answer = await bank.call(`/.well-known/${name}`);
      expect(answer.body).toMatchObject({
        issuer: bank.url,
        code_challenge_methods_supported: ['S256'],
        authorization_endpoint: `${bank.url}/oauth/authorize`,
        authorization_response_iss_parameter_supported: true,
      });
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('can be registered, read, changed, given another secret and revoked', async () => {
    const path = '/v1/developer/oauth-clients';
    const createdApp = await addApp(bank, app.key, { name: 'Other' });
    const objectPath = `${path}/${createdApp.clientId}`;
    const call = (to: string, method = 'GET', body?: object) =>
      bank.call(to, { key: app.key, method, ...(body ? { body } : {}) });
    expect((await call(objectPath)).body).toMatchObject({
      name: 'Other',
      status: 'active',
      version: 1,
    });
    const listedIds = (await call(path)).body.data.map(({ id }: { id: string }) => id);
    expect(listedIds).toContain(createdApp.clientId);
    expect((await call(objectPath, 'PATCH', { name: 'Third' })).body).toMatchObject({
      name: 'Third',
    });
    const newSecret = (await call(`${objectPath}/rotate-secret`, 'POST')).body.clientSecret;
    await expect(oidc.clientCredentialsGrant(createdApp.config)).rejects.toThrow();
    const method = oidc.ClientSecretPost(newSecret);
    const secondConfiguration = await oidc.discovery(
      new URL(bank.url),
      createdApp.clientId,
      undefined,
      method,
      {
        execute: [oidc.allowInsecureRequests],
      },
    );
    await oidc.clientCredentialsGrant(secondConfiguration);
    expect((await call(objectPath, 'DELETE')).body).toMatchObject({ status: 'revoked' });
    await expect(oidc.clientCredentialsGrant(secondConfiguration)).rejects.toThrow();
  });
});
