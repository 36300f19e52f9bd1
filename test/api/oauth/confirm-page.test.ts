// A customer decides about payments from the content of the confirmation page alone: two payments
// wait with the same amount and payee name, of which one goes to the account that was always paid.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { SCREENS } from '../../kit/console/signed-in.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { enrol, generateCode, requestTransfer } from '../../kit/people/mfa.ts';
import {
  giveConsent,
  makeAuthorisationRequest,
  openApp,
  openBrowser,
  PASSWORD,
  signIn,
} from '../../kit/people/oauth.ts';

const HOSTILE_NAME = '<img src=x onerror="window.foreign=1"></dd><dt>Payee</dt><dd>known';
const browser = await openChromium();

describe.runIf(browser !== null)('the page that confirms a payment in Chromium', () => {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await openTestBank();
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.close();
  });

  /** Opens a customer who is signed in at the bank. */
  async function openPayer() {
    const app = await openApp(bank);
    const payer = await enrol(bank, app.key);
    const name = `payer-${crypto.randomUUID()}`;
    const path = `/v1/customers/${payer.customerId}/credentials`;
    await bank.call(path, { key: app.key, body: { name, password: PASSWORD } });
    const cookies = openBrowser(bank.url);
    const { url } = await makeAuthorisationRequest(app, 'openid accounts:read');
    await giveConsent(cookies, await signIn(cookies, await cookies.get(url.href), name), [
      payer.from,
    ]);
    return { key: app.key, payer, cookies: cookies.cookies() };
  }

  async function openContext(
    cookies: ReadonlyMap<string, string>,
    screen: (typeof SCREENS)[number],
  ): Promise<BrowserContext> {
    const context = await browser?.newContext({ locale: 'en-GB', viewport: screen });
    const { url } = bank;
    await context?.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
    return context as BrowserContext;
  }

  /** Returns the terms and descriptions on the page. */
  async function readTerms(page: Page): Promise<Record<string, string>> {
    await page.getByRole('heading', { level: 1, name: 'Confirm a payment' }).waitFor();
    const names = await page.locator('dl.terms dt').allInnerTexts();
    const values = await page.locator('dl.terms dd').allInnerTexts();
    const flatten = (text: string) => text.replace(/\s+/g, ' ').trim();
    return Object.fromEntries(
      names.map((name, index) => [flatten(name), flatten(values[index] ?? '')]),
    );
  }

  const withdrawalTo = (name: string, accountNumber: string) => ({
    type: 'withdrawal',
    destinationAccountId: undefined,
    externalParty: { name, accountNumber },
  });

  it.each(SCREENS)(
    'shows enough to pay the landlord and not the stranger at $width pixels',
    async (screen) => {
      const { key, payer, cookies } = await openPayer();
      const landlord = withdrawalTo('Landlord Ltd', 'GB00 1111');
      const rentAnswer = await requestTransfer(bank, key, payer, { ...landlord, amount: 900 });
      expect(rentAnswer.body.status).toBe('posted');
      const pendingTransfers = [
        await requestTransfer(bank, key, payer, withdrawalTo('Landlord Ltd', 'GB00 9999')),
        await requestTransfer(bank, key, payer, landlord),
      ].map(({ body }) => body.id as string);
      const context = await openContext(cookies, screen);
      const page = await context.newPage();
      const confirmedIds: string[] = [];
      for (const [index, id] of pendingTransfers.entries()) {
        await page.goto(`${bank.url}/oauth/confirm/${id}`);
        const terms = await readTerms(page);
        expect(terms.Payment).toBe('withdrawal of 50.00 EUR');
        expect(terms.From).toMatch(/^Ada Lovelace \(you\) account \d+, Main$/);
        expect(terms.To).toMatch(/^Landlord Ltd \(outside this bank, the name is not checked\)/);
        expect(terms['Available after it "Main"']).toBe('941.00 EUR; 991.00 EUR now');
        expect(JSON.stringify(terms)).not.toMatch(/acc_|cus_|txn_/);
        if (index === 0 && screen.width > 1_000) {
          await checkPage(page, 'oauth-confirm');
          await page.setViewportSize(screen);
        }
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(overflow).toBe(0);
        // The decision: confirm only a payee who was paid before at this account.
        if (!/^known: paid once, last on /.test(terms.Payee ?? '')) {
          expect(terms.Payee).toBe(
            'NEW: this account was never paid before; the same name at another account once',
          );
          continue;
        }
        await page.getByLabel('Code of your app').fill(generateCode(payer.secret, 1));
        await page.getByRole('button', { name: 'Pay 50.00 EUR' }).click();
        await page.getByText('You confirmed 50.00 EUR to "Landlord Ltd"').waitFor();
        confirmedIds.push(id);
      }
      expect(confirmedIds).toEqual([pendingTransfers[1]]);
      const statuses = await Promise.all(
        pendingTransfers.map(
          async (id) => (await bank.call(`/v1/transactions/${id}`, { key })).body.status,
        ),
      );
      expect(statuses[0]).toBe('requires_confirmation');
      expect(statuses[1]).not.toBe('requires_confirmation');
      await context.close();
    },
    90_000,
  );

  it('shows names with markup or direction marks as text, and runs no script in them', async () => {
    const { key, payer, cookies } = await openPayer();
    const transfer = await requestTransfer(
      bank,
      key,
      payer,
      withdrawalTo(HOSTILE_NAME, 'GB00 "><b>1'),
    );
    const context = await openContext(cookies, SCREENS[1]);
    const page = await context.newPage();
    await page.goto(`${bank.url}/oauth/confirm/${transfer.body.id}`);
    const terms = await readTerms(page);
    expect(terms.To?.startsWith(`${HOSTILE_NAME} (outside`)).toBe(true);
    expect(terms.Payee).toBe('NEW: never paid before');
    expect(await page.evaluate('window.foreign')).toBeUndefined();
    await context.close();
  });

  it('refuses a form that showed another name than the current one of the payee', async () => {
    const { key, payer, cookies } = await openPayer();
    const customer = { type: 'individual', name: 'Maria Miller' };
    const { body: maria } = await bank.call('/v1/customers', { key, body: customer });
    const account = { customerId: maria.id, type: 'checking', currency: 'EUR', name: 'Hers' };
    const { body: mariaAccount } = await bank.call('/v1/accounts', { key, body: account });
    const transfer = await requestTransfer(bank, key, { from: payer.from, to: mariaAccount.id });
    const context = await openContext(cookies, SCREENS[1]);
    const page = await context.newPage();
    await page.goto(`${bank.url}/oauth/confirm/${transfer.body.id}`);
    expect((await readTerms(page)).To).toMatch(/^Maria Miller account \d+$/);
    const body = { name: 'Mallory' };
    await bank.call(`/v1/customers/${maria.id}`, { key, method: 'PATCH', body });
    await page.getByLabel('Code of your app').fill(generateCode(payer.secret, 1));
    await page.getByRole('button', { name: 'Pay 50.00 EUR' }).click();
    await page.getByRole('heading', { level: 1, name: 'Not accepted' }).waitFor();
    const transactionAnswer = await bank.call(`/v1/transactions/${transfer.body.id}`, { key });
    expect(transactionAnswer.body.status).toBe('requires_confirmation');
    await context.close();
  });
});
