// Every page of the portal in Chromium, checked by axe, also at the width of a phone: keys, the
// application for production, requests, events, webhooks, usage, the sandbox. All names contain
// markup.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { HOSTILE_TEXT } from '../../kit/console/worked-bank.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { approveApplication } from '../../kit/people/operators.ts';

const browser = await openChromium();

describe.runIf(browser !== null)("the portal's pages in Chromium", () => {
  let bank: TestBank;
  let context: BrowserContext;
  let page: Page;
  let key: string;
  const faults: string[] = [];

  beforeAll(async () => {
    bank = await openTestBank();
    ({ key } = await register(bank));
    context = (await browser?.newContext()) as BrowserContext;
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${bank.url}/portal/keys`);
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
  });
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await bank?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const waitForStatus = (text: string) =>
    page.getByRole('status').filter({ hasText: text }).waitFor();
  const open = async (path: string, heading: string) => {
    await page.goto(`${bank.url}/portal/${path}`);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  };

  it('can create, show once, rotate and revoke a key', async () => {
    await page.getByLabel('Name', { exact: true }).fill(`${HOSTILE_TEXT.slice(0, 80)} key`);
    await page.getByLabel('Allowed networks').fill('not a network');
    await button('Create key').click();
    await page.locator('input[name=ipAllow][aria-invalid=true]').waitFor();
    await page.getByLabel('Allowed networks').fill('');
    await button('Create key').click();
    const shownText = page.getByRole('region', { name: 'API key', exact: true }).locator('pre');
    expect(await shownText.textContent()).toMatch(/^sk_test_/);
    await checkPage(page, 'portal-keys');
    await page.reload();
    await page.getByRole('heading', { name: 'Create a key' }).waitFor();
    expect(await page.locator('body').textContent()).not.toMatch(/sk_test_\w{20}/);
    await page.getByRole('button', { name: 'Rotate' }).first().click();
    await button('Rotate').first().click();
    await shownText.waitFor();
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await button('Revoke').first().click();
    await waitForStatus('is revoked');
  });

  it('lead from an approved application to the live key, and from there to production', async () => {
    await open('application', 'Production');
    await page.getByText('Pending').first().waitFor();
    await checkPage(page, 'portal-application');
    const { body } = await bank.call('/v1/developer/register', {
      body: { company: HOSTILE_TEXT, email: 'claims@portal.example', country: 'GB' },
    });
    const { sandbox, production } = body.environment;
    await approveApplication(bank, production.applicationId);
    const otherContext = (await browser?.newContext()) as BrowserContext;
    const foreignPage = await otherContext.newPage();
    await foreignPage.goto(`${bank.url}/portal/application`);
    await foreignPage.getByLabel('API key').fill(sandbox.apiKey);
    await foreignPage.keyboard.press('Enter');
    await foreignPage.getByLabel('Application secret').fill(production.applicationSecret);
    await foreignPage.keyboard.press('Enter');
    await foreignPage.getByRole('button', { name: 'Claim the live key' }).click();
    await foreignPage.getByRole('button', { name: 'I have stored it: sign in with it' }).click();
    await foreignPage.getByText('Production: real money').waitFor();
    // Production has no sandbox page and no button for a test transfer.
    expect(await foreignPage.getByRole('link', { name: 'Sandbox' }).count()).toBe(0);
    await foreignPage.goto(`${bank.url}/portal`);
    await foreignPage.getByRole('heading', { name: 'The first transfer' }).waitFor();
    expect(await foreignPage.getByRole('button', { name: /^Run step/ }).count()).toBe(0);
    expect(await foreignPage.evaluate('window.foreign')).toBeUndefined();
    await otherContext.close();
  });

  it('can show an event with its request, and resend it', async () => {
    const answer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: HOSTILE_TEXT },
    });
    await open('events', 'Events');
    await page.getByText('customer.created').first().waitFor();
    await checkPage(page, 'portal-events');
    await page.getByRole('link', { name: /^evt_/ }).first().click();
    await page.getByRole('heading', { name: 'What endpoints receive' }).waitFor();
    await checkPage(page, 'portal-event');
    await button('Send again').click();
    await waitForStatus('on its way');
    await page.getByRole('link', { name: answer.headers.get('x-request-id') ?? '' }).click();
    await page.getByRole('heading', { name: 'POST /v1/customers' }).waitFor();
  });

  it("show the reason of a failed request, and nothing of another developer's request", async () => {
    const refusedAnswer = await bank.call('/v1/customers', {
      key,
      body: { type: 'individual', name: '', email: HOSTILE_TEXT },
    });
    await open('requests', 'Requests');
    await page.getByLabel('Status').selectOption('failed');
    await page.getByText('validation_failed').first().waitFor();
    await checkPage(page, 'portal-requests');
    await page.getByLabel('Request id').fill(refusedAnswer.headers.get('x-request-id') ?? '');
    await button('Find').click();
    await page.getByRole('heading', { name: 'Invalid fields' }).waitFor();
    await checkPage(page, 'portal-request');
    const stranger = await register(bank);
    const foreignAnswer = await bank.call('/v1/accounts', { key: stranger.key });
    await open(`requests/${foreignAnswer.headers.get('x-request-id')}`, 'Request');
    await page.getByRole('alert').filter({ hasText: 'request_not_found' }).waitFor();
  });

  it('can add and test an endpoint, and show its deliveries', async () => {
    await open('webhooks', 'Webhooks');
    await page.getByLabel('URL').fill('http://10.0.0.1/hook');
    await button('Create endpoint').click();
    await page.locator('input[name=url][aria-invalid=true]').waitFor();
    await page.getByLabel('URL').fill('https://example.com/hook');
    await page.getByLabel('Description').fill(HOSTILE_TEXT);
    await button('Create endpoint').click();
    const secret = page.getByRole('region', { name: 'Secret', exact: true }).locator('pre');
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await checkPage(page, 'portal-webhooks');
    await page.getByRole('link', { name: /^wh_/ }).first().click();
    await page.getByRole('heading', { name: 'Performance' }).waitFor();
    await button('Send a test event').click();
    await page.getByRole('heading', { name: 'Send a test event' }).waitFor();
    await button('Send a test event').click();
    await waitForStatus('on its way');
    await page.getByText('webhook.test').first().waitFor();
    await checkPage(page, 'portal-webhook');
    await button('Disable').click();
    await button('Disable').click();
    await page.getByText('Disabled', { exact: true }).first().waitFor();
  });

  it('show the usage, and the sandbox actions as buttons', async () => {
    await open('usage', 'Usage');
    await page.getByText('POST /v1/customers').first().waitFor();
    await checkPage(page, 'portal-usage');
    await open('sandbox', 'Sandbox');
    await button('Advance 1 day').click();
    await waitForStatus('The clock has moved');
    await page.getByLabel('Account').first().fill('acc_nobody');
    await button('Receive payment').click();
    await page.getByRole('alert').first().waitFor();
    await checkPage(page, 'portal-sandbox');
  });

  it('execute no text given as a name, and refuse acts from another site', async () => {
    expect(await page.evaluate('window.foreign')).toBeUndefined();
    expect(faults).toEqual([]);
    const evil = await context.newPage();
    await evil.route('http://evil.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>evil</p>' }),
    );
    await evil.goto('http://evil.example/');
    const request = `fetch('${bank.url}/v1/developer/keys', { method: 'POST', credentials: 'include',
      headers: { 'content-type': 'application/json' }, body: '{"name":"evil"}' })
      .then((answer) => answer.status, () => 'refused')`;
    expect(await evil.evaluate(request)).toBe('refused');
    const form = `(() => { const f = document.createElement('form'); f.method = 'post';
      f.enctype = 'text/plain'; f.action = '${bank.url}/v1/developer/keys';
      document.body.append(f); f.submit(); })()`;
    const [answer] = await Promise.all([evil.waitForNavigation(), evil.evaluate(form)]);
    expect(answer?.status()).toBeGreaterThanOrEqual(400);
    const { body } = await bank.call('/v1/developer/keys?limit=100', { key });
    expect(JSON.stringify(body)).not.toContain('evil');
    await evil.close();
  });
});
