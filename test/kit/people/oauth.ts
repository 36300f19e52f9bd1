// A minimal browser for OAuth, and an app of a developer that uses openid-client, which does not
// know the bank.

import * as oidc from 'openid-client';
import { expect } from 'vitest';
import { openAccounts, register, type TestBank } from '../bank/bank.ts';

export const REDIRECT = 'https://app.example.com/callback';
export const PASSWORD = 'correct horse battery 7';

/** Keeps cookies, follows redirects within the bank, and stops at a redirect to another host. */
export interface Browser {
  get(url: string): Promise<Page>;
  post(url: string, fields: Fields, headers?: Record<string, string>): Promise<Page>;
  cookies(): ReadonlyMap<string, string>;
}

export type Fields = readonly (readonly [name: string, value: string])[];

export interface Page {
  readonly status: number;
  /** Address of the page, or the address outside the bank to which it redirects. */
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
}

export function openBrowser(bank: string): Browser {
  const jar = new Map<string, string>();

  async function visit(url: string, init: RequestInit): Promise<Page> {
    let target = new URL(url, bank);
    let next = init;
    for (let hops = 0; hops < 10; hops += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { accept: 'text/html', ...next.headers, cookie };
      const response = await fetch(target, { ...next, headers, redirect: 'manual' });
      storeCookies(response.headers.getSetCookie());
      const to = response.headers.get('location');
      if (to === null) {
        const { status } = response;
        return { status, url: target.href, text: await response.text(), headers: response.headers };
      }
      target = new URL(to, target);
      if (target.origin !== bank)
        return { status: 303, url: target.href, text: '', headers: response.headers };
      next = {};
    }
    throw new Error(`${url} redirects in a circle`);
  }

  function storeCookies(all: readonly string[]): void {
    for (const line of all) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }

  return {
    get: (url) => visit(url, {}),
    post: (url, fields, headers = {}) => {
      const body = new URLSearchParams(
        fields.map(([name, value]): [string, string] => [name, value]),
      );
      return visit(url, { method: 'POST', body, headers });
    },
    cookies: () => jar,
  };
}

/** Returns the form of a page whose address ends with `end`. */
export function findForm({ text }: Page, end: string): { action: string; csrf: string } {
  const forms = [
    ...text.matchAll(/<form method="post" action="([^"]+)">\s*<input [^>]*value="([^"]+)"/g),
  ];
  const form = forms.find(([, action = '']) => action.endsWith(end));
  expect(form, `${end} is on no form of ${text}`).toBeDefined();
  return { action: form?.[1] ?? '', csrf: form?.[2] ?? '' };
}

export interface Holder {
  readonly customerId: string;
  readonly accountIds: string[];
  readonly name: string;
}

export interface App {
  readonly bank: TestBank;
  readonly key: string;
  readonly developerId: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly config: oidc.Configuration;
}

/** Opens a developer with an app. */
export async function openApp(bank: TestBank, options: object = {}): Promise<App> {
  const { key, developerId } = await register(bank);
  return { ...(await addApp(bank, key, options)), developerId };
}

/** Registers another app of a developer. */
export async function addApp(bank: TestBank, key: string, options: object = {}) {
  const answer = await bank.call('/v1/developer/oauth-clients', {
    key,
    body: {
      name: 'Budget app',
      type: 'confidential',
      redirectUris: [REDIRECT],
      scopes: ['customers:read', 'accounts:read', 'transactions:read', 'transactions:write'],
      ...options,
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { id: clientId, clientSecret } = answer.body;
  const method = clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  const config = await oidc.discovery(new URL(bank.url), clientId, undefined, method, {
    execute: [oidc.allowInsecureRequests],
  });
  return { bank, key, clientId, clientSecret, config };
}

/** Opens a customer who can sign in, with accounts. */
export async function openHolder(
  { bank, key }: Pick<App, 'bank' | 'key'>,
  amounts: readonly number[] = [10_000],
): Promise<Holder> {
  const { customerId, accountIds } = await openAccounts(bank, key, amounts);
  const name = `ada-${crypto.randomUUID()}`;
  const set = await bank.call(`/v1/customers/${customerId}/credentials`, {
    key,
    body: { name, password: PASSWORD },
  });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  return { customerId, accountIds, name };
}

export interface AuthorisationRequest {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
}

/** Makes the authorisation request with which an app sends the browser to the bank. */
export async function makeAuthorisationRequest(
  { config }: Pick<App, 'config'>,
  scope: string,
  more: Record<string, string> = {},
): Promise<AuthorisationRequest> {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  return { url, verifier, state };
}

/** Signs in with the password; returns the next page. */
export async function signIn(browser: Browser, page: Page, name: string): Promise<Page> {
  const { action, csrf } = findForm(page, '/password');
  return browser.post(action, [
    ['csrf', csrf],
    ['name', name],
    ['password', PASSWORD],
  ]);
}

/** Consents for these accounts; returns the next page. */
export async function giveConsent(browser: Browser, page: Page, accountIds: readonly string[]) {
  const { action, csrf } = findForm(page, '/consent');
  const accounts = accountIds.map((id) => ['account', id] as const);
  return browser.post(action, [['csrf', csrf], ...accounts]);
}

/** Runs the whole flow of a customer, from the authorisation request to the tokens. */
export async function authorise(
  app: Pick<App, 'bank' | 'config'>,
  holder: Holder,
  scope: string,
  {
    browser = openBrowser(app.bank.url),
    more = {},
    dpop = undefined as oidc.DPoPHandle | undefined,
  } = {},
) {
  const question = await makeAuthorisationRequest(app, scope, more);
  const first = await browser.get(question.url.href);
  const second = await signIn(browser, first, holder.name);
  const last = await giveConsent(browser, second, holder.accountIds);
  expect(last.url).toMatch(/^https:\/\/app\.example\.com\/callback\?/);
  const code = new URL(last.url).searchParams.get('code') ?? '';
  const checks = { pkceCodeVerifier: question.verifier, expectedState: question.state };
  const redirect = new URL(last.url);
  const tokens = await oidc.authorizationCodeGrant(app.config, redirect, checks, undefined, {
    ...(dpop ? { DPoP: dpop } : {}),
  });
  return { tokens, code, question, browser };
}
