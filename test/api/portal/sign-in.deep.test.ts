// Sign-in at the portal without a key, in Chromium: by a link in a mail, then with a passkey. axe
// checks each page, also at the width of a phone.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../scripts/run/ports.mjs';
import { openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { addAuthenticator, checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { type MailServer, openMailServer } from '../../kit/outside/mail-server.ts';

const browser = await openChromium();
const EMAIL = 'dev@portal.example';

describe.runIf(browser !== null)('portal sign-in in Chromium', () => {
  let bank: TestBank;
  let mails: MailServer;
  let origin: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    mails = await openMailServer();
    const mail = { url: mails.url, from: 'Kontor <bank@example.com>' };
    bank = await openTestBank({ port, publicUrl: origin, mail });
    const body = { company: 'Example Ltd', email: EMAIL, country: 'GB' };
    await bank.call('/v1/developer/register', { body });
    const code = await waitForMail(/email_\w+/);
    await bank.call('/v1/developer/register/verify', { body: { code } });
    context = (await browser?.newContext()) as BrowserContext;
    page = await context.newPage();
    page.setDefaultTimeout(20_000);
  });
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await bank?.close();
    await mails?.close();
  });

  async function waitForMail(pattern: RegExp): Promise<string> {
    const find = () => mails.mails.map(({ text }) => pattern.exec(text)?.[0]).find(Boolean);
    await vi.waitFor(() => expect(find()).toBeDefined(), 30_000);
    return find() ?? '';
  }
  const waitForSignOut = () => page.getByLabel('API key').waitFor();

  it('lets a developer sign in by e-mail, register a passkey, and sign in with the passkey', async () => {
    await addAuthenticator(page);
    await page.goto(`${origin}/portal`);
    await page.getByText('Sign in by e-mail').click();
    await page.getByLabel('E-mail of your registration').fill(EMAIL);
    await page.getByRole('button', { name: 'Send a sign-in link' }).click();
    await page.getByRole('status').filter({ hasText: 'a mail is on its way' }).waitFor();
    await checkPage(page, 'portal-sign-in-mail');
    const link = await waitForMail(/http:\S+\/portal\/link#\S+/);
    // Another browser gets a message, and the link still works here.
    const foreignContext = await browser?.newContext();
    const other = await foreignContext?.newPage();
    await other?.goto(link);
    await other?.getByRole('status').filter({ hasText: 'belongs to another browser' }).waitFor();
    await foreignContext?.close();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { name: 'The first transfer' }).waitFor();
    expect(page.url()).toBe(`${origin}/portal/`);
    await page.goto(`${origin}/portal/keys`);
    await page.getByLabel('Device name').fill('<b>Laptop</b>');
    await page.getByRole('button', { name: 'Set up a passkey' }).click();
    await page.getByRole('cell', { name: '<b>Laptop</b>' }).waitFor();
    await checkPage(page, 'portal-passkeys');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await waitForSignOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Create a key' }).waitFor();
    await page.getByRole('button', { name: 'Remove the passkey' }).click();
    await page.getByRole('button', { name: 'Remove the passkey' }).click();
    await page.getByText('No passkey.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await waitForSignOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'No developer has this passkey' }).waitFor();
    // The link is valid once.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('status').filter({ hasText: 'was used' }).waitFor();
  });
});
