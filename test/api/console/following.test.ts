// Live pages in a real browser: a page announces a change of its objects, the person reloads, and
// the audit log records each access.

import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { firstIdAt } from '../../../ledger/id.ts';
import type { AlarmKind } from '../../../ledger/models/alarm.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';

const browser = await openChromium();

describe.runIf(browser !== null)('live updates of the console in Chromium', () => {
  let bank: CheckedBank;
  let context: BrowserContext;
  let page: Page;
  let key: string;
  let accountIds: string[];
  const faults: string[] = [];

  beforeAll(async () => {
    bank = await openCheckedBank();
    ({ key } = await register(bank));
    ({ accountIds } = await openAccounts(bank, key, [50_000, 50_000]));
    context = (await browser?.newContext({ locale: 'en-GB' })) as BrowserContext;
    page = await context.newPage();
    page.setDefaultTimeout(45_000);
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(`${bank.url}/console`);
    await page.getByLabel('Operator key').fill(OPERATOR_KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }, 60_000);
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await bank?.close();
  });

  const pay = (amount: number) => {
    const [from = '', to = ''] = accountIds;
    return bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, amount) });
  };
  const outdatedNotice = () => page.getByRole('status').filter({ hasText: 'has changed' });
  const countReads = async (action: string) => {
    const log = await bank.call(`/v1/ops/audit?action=read.${action}&limit=100`, {
      key: OPERATOR_KEY,
    });
    return log.body.data.length as number;
  };
  const open = async (path: string, heading: string) => {
    await page.goto(`${bank.url}/console/sandbox/${path}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };

  const addAlarm = (kind: AlarmKind) => {
    bank.bank.environments.sandbox.ledger.database.raw
      .prepare(
        `INSERT INTO model_alarms
           (id, tenant_id, version_id, kind, value, low, high, bound, rows, created_at)
         SELECT ?, tenant_id, id, ?, 0.71, 0.68, 0.74, 0.82, 900, ?
         FROM model_versions LIMIT 1`,
      )
      .run(firstIdAt('modelAlarm', Date.now()), kind, Date.now());
  };

  it('announce a change of an account, and show it on request', async () => {
    await open(`accounts/${accountIds[0]}`, 'Account');
    await page.getByLabel('Reason for access').fill('Ticket 4711');
    await page.keyboard.press('Enter');
    await page.locator('.figure', { hasText: '500.00 EUR' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const readsBefore = await countReads('getAccountAsOperator');
    // A half-finished decision stays in the form.
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByLabel('Reason', { exact: true }).fill('Looks odd');
    await pay(1_000);
    await outdatedNotice().waitFor();
    await pay(500);
    await checkPage(page, 'console-outdated');
    expect(await countReads('getAccountAsOperator')).toBe(readsBefore);
    await page.getByRole('button', { name: 'Show the changes' }).click();
    await page.locator('.figure', { hasText: '485.00 EUR' }).waitFor();
    await outdatedNotice().waitFor({ state: 'detached' });
    expect(await page.getByLabel('Reason', { exact: true }).inputValue()).toBe('Looks odd');
    expect(await countReads('getAccountAsOperator')).toBe(readsBefore + 1);
  }, 60_000);

  it("do not announce the operator's own acts, but announce later acts of others", async () => {
    await page
      .locator('form', { has: page.getByLabel('Reason', { exact: true }) })
      .locator('button[type=submit]')
      .click();
    await page.getByRole('button', { name: 'Unfreeze' }).waitFor();
    const { id } = (await bank.call('/v1/ops/operator', { key: OPERATOR_KEY })).body;
    await page.waitForTimeout(2_500);
    expect(await outdatedNotice().count(), id).toBe(0);
    const unfreeze = { environment: 'sandbox', reason: 'Cleared' };
    const path = `/v1/ops/accounts/${accountIds[0]}/unfreeze`;
    await bank.call(path, { key: OPERATOR_KEY, body: unfreeze });
    await outdatedNotice().waitFor();
    // The key S shows the changes, too.
    await page.locator('h1').click();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Freeze' }).waitFor();
  }, 60_000);

  it('appear on a transaction and on the audit log, which stops updating after a while', async () => {
    const { body } = await pay(700);
    await page.getByRole('searchbox').fill(body.id);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Transaction' }).waitFor();
    await page.locator('.figure', { hasText: '7.00 EUR' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await bank.call(`/v1/transactions/${body.id}/reverse?wait=10`, {
      key,
      body: { reason: 'Back' },
    });
    await outdatedNotice().waitFor();
    await page.getByRole('button', { name: 'Show the changes' }).click();
    await page.getByText('Reversed by').waitFor();
    await open('audit', 'Audit log');
    await page.getByRole('table').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.waitForTimeout(2_500);
    expect(await outdatedNotice().count()).toBe(0);
    const reason = { reason: 'Looked at' };
    const developers = await bank.call('/v1/ops/developers?limit=1', {
      key: OPERATOR_KEY,
      headers: { 'x-audit-reason': 'Test' },
    });
    const { id } = developers.body.data[0];
    await bank.call(`/v1/ops/developers/${id}/suspend`, { key: OPERATOR_KEY, body: reason });
    await outdatedNotice().waitFor();
    await bank.call(`/v1/ops/developers/${id}/reinstate`, { key: OPERATOR_KEY, body: reason });
    await page.getByRole('button', { name: 'Show the changes' }).click();
    const act = page.getByRole('cell', { name: 'ops.reinstateDeveloper', exact: true });
    const row = page.locator('tr', { has: act });
    await row.waitFor();
    // Details are drawn when they are opened.
    expect(await row.getByText('Request id').count()).toBe(0);
    await row.getByText('Show', { exact: true }).click();
    await row.getByText('Request id').waitFor();
  }, 60_000);

  it('show a new alarm on the inventory without a reload', async () => {
    await open('inventory', 'Model inventory');
    await page.getByText('No open alarm').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    addAlarm('auc');
    await page.getByRole('table', { name: 'Alarms about models' }).waitFor();
  }, 60_000);

  it('show changes although the bank changes more often than it answers', async () => {
    const reads: Promise<void>[] = [];
    const alarmReads = '**/v1/ops/models/alarms?*';
    await page.route(alarmReads, (route) => {
      // Longer than the second between two announcements of changes.
      reads.push(pause(2_000).then(() => route.continue()));
    });
    await open('inventory', 'Model inventory');
    await page.getByText('Live', { exact: true }).waitFor();
    const alarms = page.getByRole('table', { name: 'Alarms about models' }).locator('tbody tr');
    await alarms.waitFor();
    const payments: Promise<unknown>[] = [];
    const paying = setInterval(() => payments.push(pay(1)), 200);
    onTestFinished(() => clearInterval(paying));
    addAlarm('brier');
    await expect.poll(() => alarms.count()).toBe(2);
    // Added during a read: the last answer is read after the last change.
    const readsBefore = reads.length;
    await expect.poll(() => reads.length).toBeGreaterThan(readsBefore);
    addAlarm('drift');
    clearInterval(paying);
    await expect.poll(() => alarms.count()).toBe(3);
    await Promise.all([...reads, ...payments]);
    await page.unroute(alarmReads);
    expect(faults).toEqual([]);
  }, 60_000);
});
