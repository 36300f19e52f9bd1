// Two operators in a real browser clear an external name that resembles a listed one, and accept a
// stale list; the page shows both decisions with their end, and one operator revokes them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../bank/config/settings.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { claimSecondOperatorKey } from '../../kit/people/operators.ts';
import { writeShortList } from '../../kit/people/sanctions.ts';

const browser = await openChromium();

describe.runIf(browser !== null)('the screening pages in Chromium', () => {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-lists-'));
  let bank: CheckedBank;
  let key: string;
  let firstPage: Page;
  let secondPage: Page;
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  async function signIn(operatorKey: string): Promise<Page> {
    const context = (await browser?.newContext({ locale: 'en-GB' })) as BrowserContext;
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${bank.url}/console`);
    await page.getByLabel('Operator key').fill(operatorKey);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    return page;
  }

  beforeAll(async () => {
    const screening = { ...readConfig({}).screening, lists: writeShortList(dir) };
    bank = await openCheckedBank({ screening });
    ({ key } = await register(bank));
    firstPage = await signIn(OPERATOR_KEY);
    secondPage = await signIn(await claimSecondOperatorKey(bank));
  }, 120_000);
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
    await bank?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const open = async (targetPage: Page, path: string, heading: string) => {
    await targetPage.goto(`${bank.url}/console/sandbox/${path}`);
    await targetPage.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const waitForStatus = (text: string, targetPage: Page) =>
    targetPage.getByRole('status').filter({ hasText: text }).waitFor();
  const agreeAsSecondOperator = async () => {
    await open(secondPage, 'approvals', 'Approvals');
    await secondPage.getByRole('button', { name: 'Agree' }).click();
    await secondPage.getByLabel('Reason', { exact: true }).fill('Seen it, too');
    await secondPage.getByRole('button', { name: 'Agree' }).click();
    await waitForStatus('agreed', secondPage);
  };
  async function pay(name: string) {
    const [from = ''] = (await openAccounts(bank, key, [100_000])).accountIds;
    const body = { type: 'withdrawal', amount: 100, currency: 'EUR', sourceAccountId: from };
    const paymentBody = { ...body, externalParty: { name } };
    return (await bank.call('/v1/transactions?wait=10', { key, body: paymentBody })).body;
  }
  const revoke = async (name: string) => {
    const row = firstPage.locator('tr', { hasText: name });
    await row.getByText('In force').waitFor();
    await checkPage(firstPage, 'console-screening');
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await row.getByLabel('Reason', { exact: true }).fill('It was another one');
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await row.getByText('Withdrawn').waitFor();
  };

  it('let two persons clear a name for all customers until a date, and one revoke the clearance', async () => {
    const name = 'Balthasar Quostrov';
    expect((await pay(name)).status).toBe('pending_review');
    const { body } = await bank.call('/v1/ops/screening-hits?environment=sandbox', {
      key: OPERATOR_KEY,
    });
    await open(firstPage, `work/${body.data[0].id}`, 'Screening hits');
    await firstPage.getByRole('button', { name: /clear the name for all customers/ }).click();
    await firstPage.getByLabel('Valid for days').fill('30');
    await firstPage.getByLabel('Reason', { exact: true }).fill('A grocer, seen in the register');
    await firstPage.getByRole('button', { name: /clear the name for all customers/ }).click();
    await waitForStatus('second operator', firstPage);
    await agreeAsSecondOperator();
    expect((await pay(name)).status).toBe('posted');
    await open(firstPage, 'screening', 'Screening');
    await revoke(name.toLowerCase());
    expect((await pay(name)).status).toBe('pending_review');
    expect(faults).toEqual([]);
  }, 120_000);

  it('let two persons accept a stale list until a date, and one revoke the acceptance', async () => {
    await open(firstPage, 'screening', 'Screening');
    await firstPage.getByLabel('List', { exact: true }).selectOption('test_list');
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await firstPage.getByLabel(/^Until the end of/).fill(until);
    await firstPage.getByLabel('Reason', { exact: true }).fill('The publisher is down');
    await firstPage.getByRole('button', { name: /^Request or approve/ }).click();
    await waitForStatus('second operator', firstPage);
    await agreeAsSecondOperator();
    await open(firstPage, 'screening', 'Screening');
    await revoke('The publisher is down');
    const { body } = await bank.call('/v1/ops/relied-lists?environment=sandbox', {
      key: OPERATOR_KEY,
    });
    expect(body.data[0]).toMatchObject({ until: `${until}T23:59:59.000Z`, status: 'withdrawn' });
    expect(faults).toEqual([]);
  }, 120_000);

  it('mark a customer whose name could not be compared', async () => {
    const customer = { type: 'individual', name: 'คิม จองอึน' };
    const { body } = await bank.call('/v1/customers', { key, body: customer });
    await open(firstPage, `customers/${body.id}`, 'Customer');
    await firstPage.getByLabel('Reason for access').fill('Ticket 4711');
    await firstPage.keyboard.press('Enter');
    await firstPage.getByText('Name not compared').waitFor();
    await checkPage(firstPage, 'console-not-compared');
  }, 60_000);
});
