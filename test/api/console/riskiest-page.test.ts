// A reader finds the riskiest of twenty items from the list alone, decides it, and is led to the
// next one; an alert about money laundering shows payers and payees.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { SCREENS, signInAs } from '../../kit/console/signed-in.ts';
import { launder } from '../../kit/console/worked-bank.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { APPROVABLE_KYC, KYC_PATH } from '../../kit/people/kyc.ts';

const browser = await openChromium();
const RANKS = ['Low', 'Normal', 'High', 'Urgent'];

describe.runIf(browser !== null)('the list of waiting work in Chromium', () => {
  let bank: CheckedBank;
  let key: string;
  let customerId: string;
  let accountIds: readonly string[];

  beforeAll(async () => {
    bank = await openCheckedBank();
    ({ key } = await register(bank));
    ({ customerId, accountIds } = await openAccounts(bank, key, [
      ...[9_000_000, 0],
      ...Array(18).fill(10_000),
    ]));
    // An account has at most one open alert, so each alert belongs to another account.
    for (let index = 0; index < 18; index += 1)
      await payWithHit(1_000 + index * 100, 'review', index + 2);
    const call = async (path: string, body: object) => (await bank.call(path, { key, body })).body;
    const anna = await call('/v1/customers', { type: 'individual', name: 'Review Lovelace' });
    await call(`${KYC_PATH}?wait=10`, { customerId: anna.id, ...APPROVABLE_KYC });
    await call('/v1/customers', { type: 'individual', name: 'Baltasar Quostrov' });
    await launder(call, await openAccounts(bank, key, [0]));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await bank?.close();
  });

  async function payWithHit(
    amount: number,
    decision: string,
    payer = 0,
    payeeName: string | null = null,
  ): Promise<string> {
    const [from = '', to = ''] = [accountIds[payer], accountIds[1]];
    const body = { accountId: from, decision };
    await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body });
    const withdrawal = {
      type: 'withdrawal',
      amount,
      currency: 'EUR',
      sourceAccountId: from,
      externalParty: { name: payeeName },
    };
    const paymentBody = payeeName === null ? transferOf(from, to, amount) : withdrawal;
    return (await bank.call('/v1/transactions?wait=10', { key, body: paymentBody })).body.id;
  }

  interface Row {
    readonly at: number;
    readonly rank: number;
    readonly amount: number;
    readonly text: string;
  }

  /** Returns the row with the highest priority, then the largest amount, from the list alone. */
  async function readRiskiestRow(page: Page): Promise<Row> {
    const table = page.getByRole('table', { name: 'Waiting for review' });
    await table.waitFor();
    const rows = await table.locator('tbody tr').all();
    expect(rows.length).toBeGreaterThanOrEqual(20);
    const shownRows = await Promise.all(
      rows.map(async (row, index): Promise<Row> => {
        const readCell = async (name: string) =>
          (await row.locator(`td[data-label="${name}"]`).allInnerTexts()).join(' ');
        const amount = Number((await readCell('Amount')).replace(/[^\d.]/g, ''));
        const rank = RANKS.indexOf((await readCell('Priority')).trim());
        const text = `${await readCell('Why')} ${await readCell('Parties')} ${await readCell('Amount')}`;
        return { at: index, rank, amount, text: text.replace(/\s+/g, ' ') };
      }),
    );
    for (const { rank, text } of shownRows) {
      expect(rank).toBeGreaterThanOrEqual(0);
      expect(text).not.toMatch(/Names not read|Nobody is on record/);
    }
    // At least three queues, each with the names of the people concerned.
    const allTexts = shownRows.map(({ text }) => text).join('\n');
    expect(allTexts).toMatch(/Screening hits .*Baltasar Quostrov like /);
    expect(allTexts).toMatch(/KYC reviews .*Review Lovelace/i);
    expect(allTexts).toMatch(
      /AML (alerts|cases) .*with Far Away with Payer Number . .*and 8 more/i,
    );
    shownRows.sort((a, b) => b.rank - a.rank || b.amount - a.amount);
    return shownRows[0] as Row;
  }

  it.each(SCREENS)(
    'names the riskiest of twenty items, and opens the next one after the decision at $width pixels',
    async (screen) => {
      await payWithHit(2_000, 'block_and_review');
      const riskiestId = await payWithHit(1_500_000, 'block_and_review', 0, 'Unheard Of Trading');
      const page = await signInAs(bank, OPERATOR_KEY, { browser, screen });
      await page.goto(`${bank.url}/console/sandbox/work`);
      const { at, text } = await readRiskiestRow(page);
      const { body: payer } = await bank.call(`/v1/customers/${customerId}`, { key });
      expect(text).toMatch(/^Payment reviews /i);
      expect(text).toContain(`${payer.name} to Unheard Of Trading 15,000.00 EUR`);
      if (screen.width > 1_000) await checkPage(page, 'console-work');
      await page.setViewportSize(screen);
      await page.locator('tbody tr').nth(at).getByRole('link').first().click();
      await page.getByRole('heading', { level: 1, name: 'Payment reviews' }).waitFor();
      const item = page.url();
      await page.getByText('15,000.00 EUR').first().waitFor();
      await page.getByRole('button', { name: 'Decline the payment' }).click();
      await page.getByLabel('Reason', { exact: true }).fill('Nobody answers the telephone');
      await page.getByRole('button', { name: 'Decline the payment' }).click();
      await page.getByText('This is the next one in the queue.').waitFor();
      expect(page.url()).not.toBe(item);
      await page.getByText('20.00 EUR').first().waitFor();
      const { body } = await bank.call(`/v1/transactions/${riskiestId}`, { key });
      expect(body.status).toBe('declined');
      await page.goto(item);
      const record = page.locator('section.card').filter({ hasText: 'Decision on record' });
      await record.getByText('Nobody answers the telephone').waitFor();
      expect(await record.textContent()).toMatch(/By(You|Operator from KONTOR_OPERATOR_KEY)/);
      // Emptied for the test at the other width.
      const openReviews = await bank.call(
        '/v1/ops/reviews?environment=sandbox&status=open&limit=100',
        {
          key: OPERATOR_KEY,
        },
      );
      for (const item of openReviews.body.data.filter(
        ({ kind }: { kind: string }) => kind === 'hold',
      )) {
        const decisionBody = { environment: 'sandbox', reason: 'Looked at' };
        await bank.call(`/v1/ops/reviews/${item.id}/reject`, {
          key: OPERATOR_KEY,
          body: decisionBody,
        });
      }
      await page.context().close();
    },
    90_000,
  );

  it.each(SCREENS)(
    'shows payers and payees of an alert, and preselects no resolution at $width pixels',
    async (screen) => {
      const call = async (path: string, body: object) =>
        (await bank.call(path, { key, body })).body;
      const account = { customerId, type: 'checking', currency: 'EUR', name: 'Second' };
      const { id } = await call('/v1/accounts', account);
      await launder(call, { accountIds: [id] });
      const { body } = await bank.call(
        `/v1/ops/work?environment=sandbox&queue=aml_alerts&limit=100`,
        { key: OPERATOR_KEY },
      );
      const alert = body.data.find((item: { accountId: string }) => item.accountId === id);
      const page = await signInAs(bank, OPERATOR_KEY, { browser, screen });
      await page.goto(`${bank.url}/console/sandbox/work/${alert.id}`);
      const table = page.getByRole('table', { name: 'Payments by payer and payee' }).first();
      await table.waitFor();
      await page
        .getByRole('img', { name: /11 flows|10 flows/ })
        .first()
        .waitFor();
      const rows = await table.locator('tbody tr').allTextContents();
      // Many strangers pay and one payee receives everything, which a person has to report.
      const isGivenByStrangers = rows.filter((row) => row.includes('Payer Number')).length >= 5;
      expect(isGivenByStrangers).toBe(true);
      if (screen.width > 1_000) await checkPage(page, 'console-aml_alert');
      await page.setViewportSize(screen);
      await page.getByRole('button', { name: 'Close' }).click();
      expect(await page.getByLabel('Resolution').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.getByRole('button', { name: 'Escalate' }).click();
      await page.getByLabel('Reason', { exact: true }).fill('Ten strangers, one way out');
      await page.getByRole('button', { name: 'Escalate' }).click();
      await page.getByRole('status').filter({ hasText: 'escalated' }).waitFor();
      await page.getByText('Ten strangers, one way out').waitFor();
      await page.context().close();
    },
    90_000,
  );
});
