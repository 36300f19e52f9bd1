// A second person approves or denies from the content of the page alone: the requester, the
// customer, and the old and new values. The second person can narrow the granted terms.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { SCREENS, signInAs } from '../../kit/console/signed-in.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { claimSecondOperatorKey } from '../../kit/people/operators.ts';

const browser = await openChromium();

describe.runIf(browser !== null)('the approval pages in Chromium', () => {
  let bank: CheckedBank;
  let key: string;
  let secondOperatorKey: string;

  beforeAll(async () => {
    bank = await openCheckedBank();
    ({ key } = await register(bank));
    secondOperatorKey = await claimSecondOperatorKey(bank);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await bank?.close();
  });

  const ops = (path: string, body: object, method = 'POST') =>
    bank.call(`/v1/ops/${path}`, { key: OPERATOR_KEY, method, body });
  const waitForStatus = (page: Page, text: string | RegExp) =>
    page.getByRole('status').filter({ hasText: text }).waitFor();
  const decideWith = async (card: ReturnType<Page['locator']>, button: string) => {
    await card.getByRole('button', { name: button }).click();
    await card.getByLabel('Reason', { exact: true }).fill('As the page shows');
    await card.getByRole('button', { name: button, exact: true }).click();
  };

  /** Requests a payment of a fifth of the balance, and limits a hundred thousand times as high. */
  async function requestPaymentAndLimits() {
    const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
    const [from = '', to = ''] = accountIds;
    const limits = { currency: 'EUR', daily: 5_000, requireApprovalAbove: 100 };
    await bank.call(`/v1/accounts/${to}/limits`, { key, method: 'PUT', body: limits });
    const firstLimits = { currency: 'EUR', requireApprovalAbove: 100 };
    await bank.call(`/v1/accounts/${from}/limits`, { key, method: 'PUT', body: firstLimits });
    const body = { ...transferOf(from, to, 20_000), description: 'Rent of May' };
    const paymentAnswer = await bank.call('/v1/transactions?wait=10', { key, body });
    expect(paymentAnswer.body.status).toBe('pending_approval');
    const wideLimits = { environment: 'sandbox', currency: 'EUR', daily: 500_000_000 };
    await ops(`accounts/${to}/limits`, { ...wideLimits, reason: 'A larger shop' }, 'PUT');
    return { paid: paymentAnswer.body.id as string, to };
  }

  /** Decides from the text of the card alone: refuses a raise of more than a hundred times. */
  async function judge(card: ReturnType<Page['locator']>): Promise<'Agree' | 'Refuse'> {
    const table = card.getByRole('table', { name: 'What changes' });
    await table.waitFor();
    const text = (await card.textContent()) ?? '';
    expect(text).toContain('Example Ltd, GB');
    expect(text).toContain('Ada Lovelace');
    const rows = await table.locator('tbody tr').all();
    const figures = await Promise.all(
      rows.map(async (row) => {
        const [, from, to] = await row.locator('td').allTextContents();
        return [from, to].map((value) =>
          Number(/[\d,]+\.\d\d/.exec(value ?? '')?.[0].replace(/,/g, '')),
        );
      }),
    );
    return figures.some(([from = 0, to = 0]) => from > 0 && to > from * 100) ? 'Refuse' : 'Agree';
  }

  it.each(SCREENS)(
    'let a second person compare both sides and decide at $width pixels',
    async (screen) => {
      const { paid, to } = await requestPaymentAndLimits();
      const page = await signInAs(bank, secondOperatorKey, { browser, screen });
      await page.goto(`${bank.url}/console/sandbox/approvals`);
      const cards = page.locator('section.card').filter({ hasText: 'Asked by' });
      await expect.poll(() => cards.count()).toBe(2);
      const verdicts: string[] = [];
      for (const title of ['A transfer', 'Limits']) {
        const card = cards.filter({ has: page.getByRole('heading', { name: title, exact: true }) });
        const verdict = await judge(card);
        verdicts.push(verdict);
        if (screen.width > 1_000 && title === 'A transfer')
          await checkPage(page, 'console-approvals');
        await page.setViewportSize(screen);
        await decideWith(card, verdict);
        await waitForStatus(page, verdict === 'Agree' ? 'agreed' : 'refused');
      }
      expect(verdicts).toEqual(['Agree', 'Refuse']);
      await page.getByText('No request waits for a second operator.').waitFor();
      const { body } = await bank.call(`/v1/transactions/${paid}`, { key });
      expect(body.status).toBe('posted');
      const limits = await bank.call(`/v1/accounts/${to}/limits`, { key });
      expect(JSON.stringify(limits.body)).not.toContain('500000000');
      await page.context().close();
    },
    90_000,
  );

  it.each(SCREENS)(
    "let both persons reduce the granted scopes, and show the first person's name to the " +
      'second at $width pixels',
    async (screen) => {
      const useCase = `Payouts to sellers, ${screen.width}`;
      const { key: askingKey } = await register(bank, { useCase });
      const firstOperatorPage = await signInAs(bank, OPERATOR_KEY, { browser, screen });
      // The other environment is selected; menu and overview still count the request.
      await firstOperatorPage.goto(`${bank.url}/console/sandbox/applications`);
      const card = firstOperatorPage.locator('section.card').filter({ hasText: useCase });
      await card.getByRole('button', { name: 'Approve' }).click();
      await card.getByLabel('transactions:reverse').uncheck();
      await card.getByLabel('Reason', { exact: true }).fill('Known to us');
      if (screen.width > 1_000) await checkPage(firstOperatorPage, 'console-applications');
      await card.getByRole('button', { name: 'Approve' }).click();
      await waitForStatus(firstOperatorPage, 'a second operator has to agree');
      await card.getByText('You requested this, so another operator decides.').waitFor();
      const secondOperatorPage = await signInAs(bank, secondOperatorKey, { browser, screen });
      await secondOperatorPage.goto(`${bank.url}/console/sandbox`);
      await secondOperatorPage
        .getByRole('heading', { name: 'Waiting for a second person' })
        .waitFor();
      const menu = secondOperatorPage.getByRole('navigation', { name: 'Pages' });
      await menu.getByRole('link', { name: /Approvals 0 \+ 1 in production/ }).click();
      await secondOperatorPage.getByRole('link', { name: '1 waiting in Production' }).click();
      const request = secondOperatorPage
        .locator('section.card')
        .filter({ hasText: 'Scopes of live keys' });
      const text = (await request.textContent()) ?? '';
      expect(text).toContain('Known to us');
      expect(text).toContain('Example Ltd, GB');
      expect(text).toContain('transactions:write');
      expect(text).not.toContain('transactions:reverse');
      await request.getByRole('button', { name: 'Agree' }).click();
      await request.getByLabel('customers:write').uncheck();
      await request.getByLabel('Reason', { exact: true }).fill('As the page shows');
      await request.getByRole('button', { name: 'Agree', exact: true }).click();
      await waitForStatus(secondOperatorPage, 'agreed');
      const { application } = (await bank.call('/v1/developer', { key: askingKey })).body;
      expect(application.status).toBe('approved');
      expect(application.scopes).not.toContain('transactions:reverse');
      expect(application.scopes).not.toContain('customers:write');
      expect(application.scopes).toContain('transactions:write');
      for (const item of [firstOperatorPage, secondOperatorPage]) await item.context().close();
    },
    90_000,
  );
});
