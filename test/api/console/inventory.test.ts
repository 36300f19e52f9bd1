// The inventory of models in a real browser: an operator enters the owner of a model and a finding
// about it, another one validates it, and alarms of decay are shown.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstIdAt } from '../../../ledger/id.ts';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { HOSTILE_TEXT } from '../../kit/console/worked-bank.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { createOperator } from '../../kit/people/operators.ts';

const browser = await openChromium();
const DUE_DATE = '2026-12-01';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const dayIn = (days: number) => inDays(days).slice(0, DUE_DATE.length);

describe.runIf(browser !== null)('the model inventory in Chromium', () => {
  let bank: CheckedBank;
  let page: Page;
  let owner: { id: string; key: string };
  let validator: { id: string; key: string };
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  async function signIn(key: string): Promise<Page> {
    const context = (await browser?.newContext({ locale: 'en-GB' })) as BrowserContext;
    contexts.push(context);
    const ownPage = await context.newPage();
    ownPage.setDefaultTimeout(45_000);
    ownPage.on('pageerror', (error) => faults.push(String(error)));
    await ownPage.goto(`${bank.url}/console`);
    await ownPage.getByLabel('Operator key').fill(key);
    await ownPage.keyboard.press('Enter');
    await ownPage.getByRole('button', { name: 'Sign out' }).waitFor();
    return ownPage;
  }

  beforeAll(async () => {
    bank = await openCheckedBank();
    await register(bank);
    [owner, validator] = [
      await createOperator(bank, ['models']),
      await createOperator(bank, ['models']),
    ];
    page = await signIn(OPERATOR_KEY);
  }, 60_000);
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
    await bank?.close();
  });

  const card = (targetPage: Page, title: string) =>
    targetPage.locator('section', {
      has: targetPage.getByRole('heading', { name: title, exact: true }),
    });
  const send = async (targetPage: Page, title: string, fields: Record<string, string>) => {
    const form = card(targetPage, title);
    for (const [label, value] of Object.entries(fields)) {
      const field = form.getByLabel(label, { exact: true });
      await field.waitFor();
      const isChoice = (await field.and(form.locator('select')).count()) === 1;
      if (isChoice) await field.selectOption(value);
      else await field.fill(value);
    }
    await form.locator('button[type=submit]').click();
  };

  it('lets one person give a model an owner and a finding, and another validate the model', async () => {
    await page.getByRole('link', { name: 'Inventory', exact: true }).click();
    await page.getByRole('heading', { name: 'Model inventory' }).waitFor();
    await page.getByText('Not inventoried').first().waitFor();
    await page.getByRole('link', { name: 'fraud-detection' }).click();
    await page.getByRole('heading', { name: 'fraud-detection' }).waitFor();
    const entry = {
      Owner: 'opr_nobody',
      Purpose: `Holds payments ${HOSTILE_TEXT}`,
      Reason: 'Yearly',
    };
    await send(page, 'Owner and materiality', entry);
    await card(page, 'Owner and materiality').locator('input[aria-invalid=true]').waitFor();
    await send(page, 'Owner and materiality', { Owner: owner.id });
    await page.getByRole('status').filter({ hasText: 'entry is recorded' }).waitFor();
    await send(page, 'New finding', {
      Finding: `Drifts in December ${HOSTILE_TEXT}`,
      Severity: 'medium',
      Due: dayIn(30),
      Reason: 'Seen in the round',
    });
    await page.getByRole('cell', { name: /^Drifts in December/ }).waitFor();
    // The author of the entry may not validate the model; the page states that beside the form.
    const validation = {
      Outcome: 'fit_with_conditions',
      'Revalidate by': dayIn(300),
      Summary: 'Measured on untouched rows',
    };
    await send(page, 'Validate the serving version', validation);
    await page.getByRole('alert').filter({ hasText: 'does not validate' }).waitFor();
    const validatorPage = await signIn(validator.key);
    await validatorPage.goto(page.url());
    await send(validatorPage, 'Validate the serving version', validation);
    await card(validatorPage, 'Validations').getByText('Fit with conditions').waitFor();
    await checkPage(validatorPage, 'console-model-file');
    const findings = card(validatorPage, 'Findings');
    await findings.getByRole('button', { name: 'Close' }).click();
    await findings.getByLabel('Reason', { exact: true }).fill('Trained anew');
    await findings.locator('button[type=submit]').click();
    await findings.getByText('Trained anew').waitFor();
    const { body: log } = await bank.call('/v1/ops/audit?action=model.finding_closed&limit=1', {
      key: OPERATOR_KEY,
    });
    expect(log.data[0].detail.reason).toBe('Trained anew');
    expect(await page.evaluate('window.foreign')).toBeUndefined();
    expect(faults).toEqual([]);
  }, 60_000);

  it('shows a decay alarm with the promised values, also to a read-only operator', async () => {
    const { raw } = bank.bank.environments.sandbox.ledger.database;
    raw
      .prepare(
        `INSERT INTO model_alarms
           (id, tenant_id, version_id, kind, value, low, high, bound, rows, created_at)
         SELECT ?, tenant_id, id, 'auc', 0.71, 0.68, 0.74, 0.82, 900, ?
         FROM model_versions LIMIT 1`,
      )
      .run(firstIdAt('modelAlarm', Date.now()), Date.now());
    const viewer = await signIn((await createOperator(bank, ['viewer'])).key);
    await viewer.goto(`${bank.url}/console/sandbox/inventory?scope=all`);
    const row = card(viewer, 'Alarms').locator('tbody tr');
    await row.getByText('0.82').waitFor();
    expect(await row.textContent()).toContain('0.71 (0.68 to 0.74)');
    await checkPage(viewer, 'console-inventory');
    await viewer.getByRole('link', { name: 'fraud-detection' }).click();
    await viewer.getByRole('heading', { name: 'Validations' }).waitFor();
    expect(await viewer.locator('form').count()).toBe(1);
    await viewer.goto(`${bank.url}/console/sandbox/inventory?alarms=closed`);
    await card(viewer, 'Alarms').getByText('None.').waitFor();
    expect(faults).toEqual([]);
  }, 60_000);
});
