// The customer's pages without an app: a forgotten password, an app with codes, other browsers. A
// password reset does not reveal whether an address belongs to a customer, and an open browser
// alone is not enough to enrol a factor.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openAccounts, openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { type MailServer, openMailServer } from '../../kit/outside/mail-server.ts';
import { findWrongCode, generateCode } from '../../kit/people/mfa.ts';
import {
  type App,
  addApp,
  type Browser,
  findForm,
  giveConsent,
  makeAuthorisationRequest,
  openBrowser,
  PASSWORD,
  type Page,
} from '../../kit/people/oauth.ts';

const OTHER_PASSWORD = 'another horse battery 9';

let server: MailServer;
let bank: TestBank;
let app: Omit<App, 'developerId'>;
beforeAll(async () => {
  server = await openMailServer();
  bank = await openTestBank({ mail: { url: server.url, from: 'Kontor <bank@example.com>' } });
  const email = `dev-${crypto.randomUUID()}@example.com`;
  await bank.call('/v1/developer/register', { body: { company: 'X', email, country: 'GB' } });
  const [, code = ''] = /Your code: (\S+)/.exec(await waitForMail(email)) ?? [];
  const answer = await bank.call('/v1/developer/register/verify', { body: { code } });
  app = await addApp(bank, answer.body.environment.sandbox.apiKey);
});
afterAll(async () => {
  await bank.close();
  await server.close();
});

/** Waits for a number of mails to an address. Returns the newest one. */
async function waitForMail(address: string, count = 1): Promise<string> {
  const findMails = () => server.mails.filter(({ to }) => to.includes(address));
  await vi.waitFor(() => expect(findMails().length).toBeGreaterThanOrEqual(count), 20_000);
  return findMails().at(-1)?.text ?? '';
}

async function createCustomer() {
  const { key } = app;
  const { customerId, accountIds } = await openAccounts(bank, key, [10_000]);
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await bank.call(`/v1/customers/${customerId}`, { method: 'PATCH', key, body: { email } });
  const name = `ada-${crypto.randomUUID()}`;
  await bank.call(`/v1/customers/${customerId}/credentials`, {
    key,
    body: { name, password: PASSWORD },
  });
  return { customerId, accountIds, email, name };
}

async function openSignIn(browser: Browser): Promise<Page> {
  const question = await makeAuthorisationRequest(app, 'openid accounts:read');
  return browser.get(question.url.href);
}

async function signInAs(browser: Browser, name: string, password = PASSWORD): Promise<Page> {
  const { action, csrf } = findForm(await openSignIn(browser), '/password');
  return browser.post(action, [
    ['csrf', csrf],
    ['name', name],
    ['password', password],
  ]);
}

async function signIn(client: Awaited<ReturnType<typeof createCustomer>>): Promise<Browser> {
  const browser = openBrowser(bank.url);
  await giveConsent(browser, await signInAs(browser, client.name), client.accountIds);
  return browser;
}

async function requestReset(browser: Browser, name: string): Promise<Page> {
  const startPage = await openSignIn(browser);
  const [, to = ''] = /href="([^"]+\/forgot)"/.exec(startPage.text) ?? [];
  const { action, csrf } = findForm(await browser.get(to), '/forgot');
  return browser.post(action, [
    ['csrf', csrf],
    ['name', name],
  ]);
}

const findLink = (text: string) => /(\/oauth\/reset\/\S+)/.exec(text)?.[1] ?? '';

async function resetPassword(
  browser: Browser,
  link: string,
  password: string,
  repeatedPassword = password,
) {
  const page = await browser.get(link);
  if (page.status !== 200) return page;
  const { action, csrf } = findForm(page, link);
  return browser.post(action, [
    ['csrf', csrf],
    ['password', password],
    ['again', repeatedPassword],
  ]);
}

describe('a forgotten password', () => {
  it('is reset once by a mailed link, which ends every session', async () => {
    const ada = await createCustomer();
    const otherBrowser = await signIn(ada);
    expect((await otherBrowser.get('/oauth/me')).status).toBe(200);
    const browser = openBrowser(bank.url);
    expect((await requestReset(browser, ada.name)).text).toContain('Check your mail');
    const link = findLink(await waitForMail(ada.email));
    expect((await resetPassword(browser, link, 'short')).text).toContain('at least 10');
    expect(
      (await resetPassword(browser, link, OTHER_PASSWORD, `${OTHER_PASSWORD}x`)).text,
    ).toContain('the same');
    expect((await resetPassword(browser, link, 'password1234')).text).toContain('breaches');
    expect((await resetPassword(browser, link, OTHER_PASSWORD)).text).toContain(
      'Your password is set',
    );
    expect((await resetPassword(browser, link, PASSWORD)).status).toBe(400);
    expect((await otherBrowser.get('/oauth/me')).status).toBe(403);
    expect((await signInAs(openBrowser(bank.url), ada.name)).status).toBe(422);
    expect((await signInAs(openBrowser(bank.url), ada.name, OTHER_PASSWORD)).text).toContain(
      'asks to',
    );
    expect(await waitForMail(ada.email, 2)).toContain('Your password was changed');
  });

  it('is answered in the same way for every name, with at most three mails in a row', async () => {
    const ada = await createCustomer();
    const pages: string[] = [];
    for (const name of [ada.name, `nobody-${crypto.randomUUID()}`, 'x'.repeat(4_000)]) {
      const { status, text } = await requestReset(openBrowser(bank.url), name);
      pages.push(`${status} ${text}`);
    }
    expect(new Set(pages).size).toBe(1);
    for (let attempt = 0; attempt < 4; attempt += 1)
      await requestReset(openBrowser(bank.url), ada.name);
    await waitForMail(ada.email, 3);
    const key = app.key;
    await bank.call('/v1/accounts', { key });
    expect(server.mails.filter(({ to }) => to.includes(ada.email))).toHaveLength(3);
  });

  it('cannot be reset by a foreign form, or by an unknown code', async () => {
    const ada = await createCustomer();
    const browser = openBrowser(bank.url);
    const startPage = await openSignIn(browser);
    const [, to = ''] = /href="([^"]+\/forgot)"/.exec(startPage.text) ?? [];
    const { action, csrf } = findForm(await browser.get(to), '/forgot');
    const missingTokenPage = await browser.post(action, [['name', ada.name]]);
    const crossSitePage = await browser.post(
      action,
      [
        ['csrf', csrf],
        ['name', ada.name],
      ],
      { origin: 'https://evil.example' },
    );
    expect([missingTokenPage.status, crossSitePage.status]).toEqual([403, 403]);
    expect((await browser.get('/oauth/reset/reset_nobody')).status).toBe(400);
    const forgedPost = await browser.post('/oauth/reset/reset_nobody', [
      ['password', OTHER_PASSWORD],
    ]);
    expect(forgedPost.status).toBe(403);
  });
});

describe('an authenticator app', () => {
  it('requires the password, and its secret and recovery codes are shown once', async () => {
    const ada = await createCustomer();
    const browser = await signIn(ada);
    const startPage = await browser.get('/oauth/me/codes');
    const { action, csrf } = findForm(startPage, '/oauth/me/codes');
    const post = (action: string, fields: readonly (readonly [string, string])[]) =>
      browser.post(action, [['csrf', csrf], ...fields]);
    const wrongPasswordPage = await post(action, [['password', 'not this one']]);
    expect([wrongPasswordPage.status, wrongPasswordPage.text.includes('<svg')]).toEqual([
      422,
      false,
    ]);
    const setupPage = await post(action, [['password', PASSWORD]]);
    expect(setupPage.text).toContain('<svg');
    expect(setupPage.headers.get('cache-control')).toBe('no-store');
    const [, spacedSecret = ''] = /<code>([A-Z2-7 ]+)<\/code>/.exec(setupPage.text) ?? [];
    const secret = spacedSecret.replaceAll(' ', '');
    const verify = '/oauth/me/codes/verify';
    expect((await post(verify, [['code', findWrongCode(secret)]])).status).toBe(422);
    const recoveryCodesPage = await post(verify, [['code', generateCode(secret)]]);
    expect(recoveryCodesPage.text.match(/<li><code>[\w-]{19}<\/code>/g)).toHaveLength(10);
    expect((await browser.get('/oauth/me/codes')).text).not.toContain(spacedSecret);
    const [, recoveryCode = ''] = /<li><code>([\w-]{19})</.exec(recoveryCodesPage.text) ?? [];
    const renewedCodesPage = await post('/oauth/me/codes/renew', [['code', recoveryCode]]);
    expect(renewedCodesPage.text).toContain('Your recovery codes');
    expect((await post('/oauth/me/codes/disable', [['code', recoveryCode]])).status).toBe(422);
    await post('/oauth/me/codes/disable', [['code', generateCode(secret, 1)]]);
    expect((await browser.get('/oauth/me/codes')).text).toContain('Your password');
    const missingTokenPage = await browser.post(action, [['password', PASSWORD]]);
    expect([missingTokenPage.status, missingTokenPage.text.includes('<svg')]).toEqual([403, false]);
  });
});

it("signing out elsewhere ends the other browsers' sessions and keeps the present one", async () => {
  const [ada, bob] = [await createCustomer(), await createCustomer()];
  const [firstBrowser, otherBrowser, bobsBrowser] = [
    await signIn(ada),
    await signIn(ada),
    await signIn(bob),
  ];
  const { action, csrf } = findForm(await firstBrowser.get('/oauth/me'), '/sign-out-elsewhere');
  expect((await firstBrowser.post(action, [])).status).toBe(403);
  expect((await otherBrowser.get('/oauth/me')).status).toBe(200);
  expect((await firstBrowser.post(action, [['csrf', csrf]])).status).toBe(200);
  const pages = await Promise.all(
    [firstBrowser, otherBrowser, bobsBrowser].map((item) => item.get('/oauth/me')),
  );
  expect(pages.map(({ status }) => status)).toEqual([200, 403, 200]);
});
