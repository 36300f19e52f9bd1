// The portal in a real browser: registering, the first transfer, and signing out. The walk through
// every page is in the deep tier.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { checkPage, openChromium, savePicture } from '../../kit/outside/chromium.ts';

const browser = await openChromium();

describe.runIf(browser !== null)('the portal in Chromium', () => {
  let bank: TestBank;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    bank = await openTestBank();
  });
  beforeEach(async () => {
    await context?.close();
    context = (await browser?.newContext()) as BrowserContext;
    page = await context.newPage();
    page.setDefaultTimeout(45_000);
    faults = [];
    page.on('console', (entry) => {
      if (entry.type() === 'error') faults.push(entry.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
  });
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await bank?.close();
  });

  it('lets a new developer register, make the first transfer with buttons, and sign out', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const answer = await page.goto(`${bank.url}/portal`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).not.toMatch(/unsafe|http|\*/);
    await page.getByLabel('API key').waitFor();
    await checkPage(page, 'portal-sign-in');
    await page.getByText('Register for a key').click();
    await page.getByLabel('Company').fill('<img src=x onerror="window.foreign=1"> Ltd');
    await page.getByLabel('E-mail').fill('dev@portal.example');
    await page.getByLabel('Country').fill('G1');
    await page.getByRole('button', { name: 'Register' }).click();
    // The API's message about a field is shown beside the field.
    await page.locator('input[name=country][aria-invalid=true]').waitFor();
    await page.getByLabel('Country').fill('GB');
    await page.getByRole('button', { name: 'Register' }).click();
    const key = await page.getByLabel('Sandbox key', { exact: true }).locator('pre').textContent();
    expect(key).toMatch(/^sk_test_/);
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByRole('heading', { name: 'The first transfer' }).waitFor();
    for (let step = 1; step <= 6; step += 1) {
      await page.getByRole('button', { name: `Run step ${step}` }).click();
      await page.getByRole('region', { name: `Answer to step ${step}` }).waitFor();
    }
    const balance = await page.getByRole('region', { name: 'Answer to step 6' }).textContent();
    expect(JSON.parse(balance ?? '{}').available).toBe(7_500);
    await checkPage(page, 'portal-first-transfer');
    await page.getByLabel('Python').check();
    const python = await page.getByRole('region', { name: 'Step 5', exact: true }).textContent();
    expect(python).toMatch(/transfer = call\("POST", "\/v1\/transactions"/);
    expect(await page.evaluate('document.cookie')).toBe('');
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(stored).not.toMatch(/sk_|portal_/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('status').filter({ hasText: 'signed out' }).waitFor();
    await page.goto(`${bank.url}/portal/keys`);
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('window.foreign')).toBeUndefined();
    expect(requests.every((url) => url.startsWith(bank.url) || url.startsWith('data:'))).toBe(true);
    // The browser's console messages for answers 401 and 422.
    expect(faults.filter((text) => !/4(01|22)/.test(text))).toEqual([]);
  });

  it('shows guides and reference without a request to another host', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${bank.url}/docs`);
    await checkPage(page, 'docs');
    await page.getByLabel('Search the documentation').fill('rotate secret');
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: /^Webhooks:/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await checkPage(page, 'docs-guide');
    await page.goto(`${bank.url}/errors`);
    await checkPage(page, 'docs-errors');
    await page.getByRole('link', { name: 'insufficient_funds' }).click();
    await page.getByText('Remedy').waitFor();
    await page.goto(`${bank.url}/docs/reference`);
    await checkPage(page, 'docs-reference-list');
    await page.getByRole('link', { name: 'POST /v1/transactions', exact: true }).click();
    // By selectors, because finding roles in this long page is slow.
    const firstHeading = page.locator('h2', { hasText: 'Transfer, deposit or withdraw' }).first();
    await firstHeading.waitFor();
    await page.locator('[role=tab]', { hasText: 'TypeScript' }).first().waitFor();
    await savePicture(page, 'docs-reference');
    expect(requests.every((url) => /^(data|blob):/.test(url) || url.startsWith(bank.url))).toBe(
      true,
    );
    expect(faults).toEqual([]);
  });
});
