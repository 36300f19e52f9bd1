// Contested decisions on a wide screen and on a phone: the developer reads the reasons and contests
// the decision, and an operator who took no part in it answers from the content of the page alone.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { SCREENS, signInAs } from '../../kit/console/signed-in.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { createOperator } from '../../kit/people/operators.ts';

const browser = await openChromium();

describe.runIf(browser !== null)('the pages of a contested decision in Chromium', () => {
  let bank: CheckedBank;
  let key: string;
  let from: string;
  let to: string;

  beforeAll(async () => {
    bank = await openCheckedBank();
    ({ key } = await register(bank));
    const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
    [from = '', to = ''] = accountIds;
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await bank?.close();
  });

  it.each(SCREENS)(
    "lead from the reasons to another person's answer at $width pixels",
    async (screen) => {
      const body = transferOf(from, to, 12_300_00 + screen.width);
      const declined = (await bank.call('/v1/transactions?wait=10', { key, body })).body;
      const id = declined.transactionId;
      const context = await browser?.newContext({ viewport: screen });
      const portal = await context?.newPage();
      if (!portal) throw new Error('no browser');
      await portal.goto(`${bank.url}/portal/decisions`);
      await portal.getByLabel('API key').fill(key);
      await portal.keyboard.press('Enter');
      await portal.getByText('The available balance does not cover the amount').first().waitFor();
      await portal.goto(`${bank.url}/portal/decisions/${id}`);
      const main = portal.locator('main');
      await main.getByText('The available balance does not cover the amount.').first().waitFor();
      for (const text of [
        `A transfer of EUR 12,3`,
        'The payment was declined before any money moved.',
        'An available balance that covers the amount, or a smaller amount.',
        'An operator of the bank with the role risk',
      ])
        expect(await main.textContent()).toContain(text);
      await checkPage(portal, 'portal-decision');
      await portal.getByLabel('Objections of the customer').fill('My salary had come in.');
      await portal.getByRole('button', { name: 'Contest' }).click();
      await portal.getByRole('status').filter({ hasText: 'is contested' }).waitFor();
      await main.getByText('My salary had come in.').waitFor();

      const operator = await createOperator(bank, ['risk']);
      const page = await signInAs(bank, operator.key, { browser, screen });
      await page.goto(`${bank.url}/console/sandbox/work?queue=contested_decisions`);
      await page.locator('tbody tr').first().waitFor();
      const listAnswer = await bank.call(
        '/v1/ops/work?environment=sandbox&queue=contested_decisions',
        {
          key: operator.key,
        },
      );
      const [item] = listAnswer.body.data;
      await page.goto(`${bank.url}/console/sandbox/work/${item.id}`);
      await page.getByText('My salary had come in.').first().waitFor();
      const text = await page.locator('main').textContent();
      for (const sentence of [
        'The available balance does not cover the amount.',
        'No person has decided about it.',
      ])
        expect(text).toContain(sentence);
      if (screen.width > 1_000) await checkPage(page, 'console-contested-decision');
      for (const shortcut of ['a', 'c', 'Enter']) await page.keyboard.press(shortcut);
      expect(await page.getByLabel('Reason', { exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Uphold the decision' }).click();
      await page.getByLabel('Reason', { exact: true }).fill('The salary came a day later.');
      await page.getByRole('button', { name: 'Uphold the decision' }).click();
      await page.getByRole('status').filter({ hasText: 'is upheld' }).waitFor();

      await portal.reload();
      await main.getByText('The salary came a day later.').waitFor();
      await context?.close();
      await page.context().close();
    },
    120_000,
  );
});
