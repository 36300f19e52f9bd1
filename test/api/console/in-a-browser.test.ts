// The console in a real browser: sign-in, sign-out, and pages that load only their own scripts.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';

const browser = await openChromium();

describe.runIf(browser !== null)('the console in Chromium', () => {
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

  it('describes the bank and its state on the root page', async () => {
    await page.goto(bank.url);
    await page.getByRole('heading', { name: 'Kontor', exact: true }).waitFor();
    expect(await page.getByRole('status').textContent()).toContain('open');
    await checkPage(page, 'root');
    const links = await page.getByRole('link').all();
    for (const link of links) {
      const answer = await fetch(bank.url + ((await link.getAttribute('href')) ?? ''));
      expect(answer.status, answer.url).toBe(200);
      await answer.arrayBuffer();
    }
    expect(links.length).toBeGreaterThan(3);
    expect((await bank.call('/')).status).toBe(404);
    expect(faults).toEqual([]);
  });

  it('lets an operator sign in with the keyboard alone, stay signed in, and sign out', async () => {
    await page.goto(`${bank.url}/console`);
    await page.getByLabel('Operator key').waitFor();
    await checkPage(page, 'console-sign-in');
    await page.keyboard.type('op_this_is_not_a_key_of_anybody');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'not the key' }).waitFor();
    // The browser's console message for an answer 401.
    expect(faults.splice(0).every((text) => /401/.test(text))).toBe(true);
    await page.keyboard.type(OPERATOR_KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    const storedItems = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(storedItems).not.toMatch(/op_|console_/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('status').filter({ hasText: 'signed out' }).waitFor();
    await page.goBack().catch(() => null);
    await page.goto(`${bank.url}/console`);
    await page.getByLabel('Operator key').waitFor();
    expect(faults.splice(0).every((text) => /401/.test(text))).toBe(true);
  });

  it('loads no script or style and makes no request beyond the bank itself', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const answer = await page.goto(`${bank.url}/console`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(policy).toMatch(/default-src 'none'.*require-trusted-types-for 'script'/);
    await page.getByLabel('Operator key').waitFor();
    expect(requests.every((url) => url.startsWith(bank.url) || url.startsWith('data:'))).toBe(true);
    const files = requests.filter((url) => url.includes('/console/files/'));
    expect(files).toHaveLength(2);
    for (const url of files) {
      const { headers } = await fetch(url);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000');
    }
    await page
      .evaluate(`(() => { const s = document.createElement('script');
      s.textContent = 'window.foreign = 1'; document.body.append(s); })()`)
      .catch(() => null);
    expect(await page.evaluate('window.foreign')).toBeUndefined();
  });
});
