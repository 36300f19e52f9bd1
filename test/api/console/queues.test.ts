// The queues of the console in a real browser: each queue by keyboard, approvals by two persons,
// hostile names and texts, roles, and axe checks of every page, also at the width of a phone.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertOf } from '../../../db/kernel/columns.ts';
import { mails } from '../../../db/mails/tables.ts';
import { firstIdAt } from '../../../ledger/id.ts';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { transferOf } from '../../kit/bank/checked-bank.ts';
import { writerOf } from '../../kit/bank/opened-ledger.ts';
import { HOSTILE_TEXT, openWorkedBank, type WorkedBank } from '../../kit/console/worked-bank.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { claimSecondOperatorKey, createOperator } from '../../kit/people/operators.ts';

/** Long time limit for a loaded machine; each step waits for a stated condition. */
const LIMIT_MS = 240_000;
const browser = await openChromium();

describe.runIf(browser !== null)('the queues of the console in Chromium', () => {
  let workedBank: WorkedBank;
  let contexts: BrowserContext[] = [];
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    workedBank = await openWorkedBank();
    page = await signIn(OPERATOR_KEY);
  }, LIMIT_MS);
  beforeEach(() => {
    faults.length = 0;
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    contexts = [];
    await browser?.close();
    await workedBank?.bank.close();
  });

  async function signIn(key: string): Promise<Page> {
    const context = (await browser?.newContext({ locale: 'en-GB' })) as BrowserContext;
    contexts.push(context);
    const openedPage = await context.newPage();
    openedPage.setDefaultTimeout(90_000);
    openedPage.on('pageerror', (error) => faults.push(String(error)));
    openedPage.on('console', (entry) => {
      if (entry.type() === 'error') faults.push(entry.text());
    });
    await openedPage.goto(`${workedBank.bank.url}/console`);
    await openedPage.getByLabel('Operator key').fill(key);
    await openedPage.keyboard.press('Enter');
    await openedPage.getByRole('button', { name: 'Sign out' }).waitFor();
    faults.length = 0;
    return openedPage;
  }

  const addressOf = (path: string) => `${workedBank.bank.url}/console/sandbox/${path}`;
  const open = async (path: string, heading: string | RegExp, targetPage = page) => {
    await targetPage.goto(addressOf(path));
    await targetPage.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const waitForStatus = (text: string | RegExp, targetPage = page) =>
    targetPage.getByRole('status').filter({ hasText: text }).waitFor();
  const ops = async (path: string) =>
    (await workedBank.bank.call(`/v1/ops/${path}`, { key: OPERATOR_KEY })).body;

  /** Decides the first row by keyboard: selects it, decides, and states a reason. */
  async function decide(queue: string, key: string, notice: RegExp) {
    const name = queue.replaceAll('_', ' ');
    await page.goto(addressOf(`work?queue=${queue}`));
    await page.getByRole('table').waitFor();
    // A key pressed before the page is ready is lost.
    await expect
      .poll(async () => {
        await page.keyboard.press('j');
        return page.locator('tr.selected').count();
      })
      .toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/work\/\w+$/);
    await page.getByRole('heading', { level: 1, name: new RegExp(name, 'i') }).waitFor();
    await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
    await checkPage(page, `console-${queue}`);
    for (const item of ['d', key]) await page.keyboard.press(item);
    const reason = page.getByLabel('Reason', { exact: true });
    await reason.waitFor();
    await reason.fill('Looked at it closely');
    // No resolution of an alert is preselected.
    const resolution = page.getByLabel('Resolution');
    if ((await resolution.count()) > 0) await resolution.selectOption('false_positive');
    const button = page.locator('form', { has: reason }).locator('button[type=submit]');
    await button.focus();
    await page.keyboard.press('Enter');
    await waitForStatus(notice);
  }

  it(
    'can each be emptied with the keyboard',
    async () => {
      expect(Object.keys(workedBank.items).sort()).toEqual([
        'account_alerts',
        'aml_alerts',
        'aml_cases',
        'credit_reviews',
        'kyc_reviews',
        'payment_reviews',
        'screening_hits',
      ]);
      const [amlCase] = (await ops('cases?environment=sandbox')).data;
      const severities = amlCase.alerts.map((alert: { severity: string }) => alert.severity);
      const URGENCY = { critical: 'urgent', high: 'high', medium: 'normal', low: 'low' };
      const highestSeverity = Object.entries(URGENCY).find(([severity]) =>
        severities.includes(severity),
      );
      const [openItem] = (await ops('work?environment=sandbox&queue=aml_cases')).data;
      expect(openItem.priority, 'as urgent as the gravest alert').toBe(highestSeverity?.[1]);
      await decide('payment_reviews', 'a', /approved/);
      await decide('account_alerts', 'a', /cleared/);
      await decide('screening_hits', 'n', /no hit/);
      await decide('kyc_reviews', 'a', /verified/);
      await decide('credit_reviews', 'a', /approved/);
      await decide('aml_alerts', 'a', /closed/);
      const caseId = workedBank.items.aml_cases ?? '';
      for (;;) {
        const moreWork = (await ops('work?environment=sandbox&queue=aml_alerts')).data;
        if (moreWork.length === 0) break;
        await decide('aml_alerts', 'a', /closed/);
      }
      await decide('aml_cases', 'a', /closed/);
      const item = await ops(`work/${caseId}?environment=sandbox`);
      expect(item.isOpen).toBe(false);
      expect(faults).toEqual([]);
      const log = await ops('audit?action=ops.approveRiskReview');
      expect(log.data[0].detail.session).toMatch(/^ses_/);
    },
    LIMIT_MS,
  );

  it(
    'let an item be assigned, prioritised and annotated, and show an error beside its field',
    async () => {
      const { bank, key, accountIds } = workedBank;
      const [, accountId = ''] = accountIds;
      const body = { accountId, decision: 'block_and_review' };
      await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body });
      await bank.call('/v1/transactions?wait=10', {
        key,
        body: {
          type: 'transfer',
          sourceAccountId: accountId,
          destinationAccountId: accountIds[2],
          amount: 700,
          currency: 'EUR',
        },
      });
      const [item] = (await ops('work?environment=sandbox&queue=payment_reviews')).data;
      await open(`work/${item.id}`, 'Payment reviews');
      await page.getByRole('button', { name: 'Assign to me' }).waitFor();
      await page.keyboard.press('m');
      await waitForStatus('Assigned');
      await page.getByLabel('Priority').selectOption('urgent');
      await waitForStatus('Priority');
      await page.getByLabel('Note').fill(`Called him. ${HOSTILE_TEXT}`);
      await page.getByRole('button', { name: 'Add note' }).click();
      await waitForStatus('kept');
      await page.getByText('Called him.').waitFor();
      const workItem = await ops(`work/${item.id}?environment=sandbox`);
      const { id: meId } = await ops('operator');
      expect(workItem).toMatchObject({ assigneeId: meId, priority: 'urgent' });
      await page.keyboard.press('r');
      expect(await page.getByLabel('Reason', { exact: true }).count(), 'no single key').toBe(0);
      await page.keyboard.press('d');
      await page.keyboard.press('r');
      await page.getByLabel('Reason', { exact: true }).fill('‮ turned around');
      await page.getByRole('button', { name: 'Decline the payment' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Reason', { exact: true }).getAttribute('aria-invalid')).toBe(
        'true',
      );
      await page.getByLabel('Reason', { exact: true }).fill('Not his hand');
      await page.getByRole('button', { name: 'Decline the payment' }).click();
      await waitForStatus('declined');
      expect(await page.evaluate('window.foreign')).toBeUndefined();
    },
    LIMIT_MS,
  );

  it(
    'show new events on an open page without a reload',
    async () => {
      const { bank, key, accountIds } = workedBank;
      await open('', 'Overview');
      await page.getByText('Live', { exact: true }).waitFor();
      const figure = page.locator('main h3', { hasText: 'Payment reviews' }).locator('+ p');
      const countBefore = Number(await figure.textContent());
      const body = { accountId: accountIds[2], decision: 'block_and_review' };
      await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body });
      const transferBody = transferOf(accountIds[2] ?? '', accountIds[1] ?? '', 300);
      await bank.call('/v1/transactions?wait=10', { key, body: transferBody });
      const readShown = async () => Number(await figure.textContent());
      await expect.poll(readShown, { timeout: 20_000 }).toBe(countBefore + 1);
    },
    LIMIT_MS,
  );

  it(
    'require two persons for an approval: an operator cannot approve their own request',
    async () => {
      const [accountId = ''] = workedBank.accountIds;
      const adjustment = { environment: 'sandbox', accountId, amount: 900_000, currency: 'EUR' };
      const deposit = { ...adjustment, externalParty: { name: 'Example Ltd' }, reason: 'By wire' };
      await workedBank.bank.call('/v1/ops/deposits?wait=10', { key: OPERATOR_KEY, body: deposit });
      const freeze = { environment: 'sandbox', reason: 'aml', message: 'Odd' };
      const path = `/v1/ops/accounts/${accountId}/freeze`;
      await workedBank.bank.call(path, { key: OPERATOR_KEY, body: freeze });
      await open(`accounts/${accountId}`, 'Account');
      await stateAccessReason(page);
      await page.getByRole('button', { name: 'Unfreeze' }).click();
      await page.getByLabel('Reason', { exact: true }).fill('All is well');
      await page.getByRole('button', { name: 'Unfreeze' }).click();
      await waitForStatus('second operator');
      await open('approvals', 'Approvals');
      await page.getByText('You requested this, so another operator decides.').waitFor();
      // Nine tenths of the amount that one operator may grant.
      const sums = page.getByRole('table', { name: /near the limit of one operator/ });
      await sums.getByRole('cell', { name: '90', exact: true }).waitFor();
      await checkPage(page, 'console-near-bound');
      const otherPage = await signIn(await claimSecondOperatorKey(workedBank.bank));
      await open('approvals', 'Approvals', otherPage);
      await otherPage.getByRole('button', { name: 'Agree' }).click();
      await otherPage.getByLabel('Reason', { exact: true }).fill('I agree');
      await otherPage.getByRole('button', { name: 'Agree' }).click();
      await waitForStatus('agreed', otherPage);
      await otherPage.getByText('No request waits for a second operator.').waitFor();
      // The open page of the first operator is updated.
      await page.getByText('No request waits for a second operator.').waitFor();
      const account = await workedBank.bank.call(`/v1/accounts/${accountId}`, {
        key: workedBank.key,
      });
      expect(account.body.status).toBe('active');
    },
    LIMIT_MS,
  );

  it(
    'let two persons approve a developer for production',
    async () => {
      await register(workedBank.bank, { useCase: 'Payouts to sellers' });
      const otherPage = await signIn(await claimSecondOperatorKey(workedBank.bank));
      const { data } = await ops('applications?status=pending&limit=100');
      for (const targetPage of [page, otherPage]) {
        await open('applications', /Applications/, targetPage);
        const button = targetPage === page ? 'Approve' : 'Agree';
        await targetPage.getByRole('button', { name: button }).first().click();
        await targetPage.getByLabel('Reason', { exact: true }).fill('Known to us');
        await targetPage.getByRole('button', { name: button }).first().click();
        await waitForStatus(
          targetPage === page ? 'a second operator has to agree' : 'agreed',
          targetPage,
        );
      }
      const pendingApplications = (await ops('applications?status=pending&limit=100')).data;
      expect(pendingApplications).toHaveLength(data.length - 1);
    },
    LIMIT_MS,
  );

  async function stateAccessReason(targetPage: Page) {
    const reasonField = targetPage.getByLabel('Reason for access');
    await targetPage
      .getByText(/Reason for access|Access is recorded/)
      .first()
      .waitFor();
    if (!(await reasonField.isVisible())) return;
    await reasonField.fill('Call of the customer, ticket 4711');
    await targetPage.keyboard.press('Enter');
  }

  it(
    'show customer-supplied names and texts as text on every page',
    async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('Eve');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Search: Eve' }).waitFor();
      await stateAccessReason(page);
      await page.getByText('<img src=x').first().waitFor();
      await checkPage(page, 'console-search');
      await open(`customers/${workedBank.customerId}`, 'Customer');
      await stateAccessReason(page);
      await page.getByText('<img src=x').first().waitFor();
      await checkPage(page, 'console-customer');
      await open(`transactions/${workedBank.transactionId}`, 'Transaction');
      await stateAccessReason(page);
      await page.getByText('<img src=x').first().waitFor();
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
      await checkPage(page, 'console-transaction');
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await open(`accounts/${workedBank.accountIds[0]}`, 'Account');
      await stateAccessReason(page);
      await page.getByRole('img', { name: /^Balance over/ }).waitFor();
      await page.getByText('<img src=x').first().waitFor();
      // One answer contains the curve and the list.
      expect(requests.filter((path) => path === '/v1/ops/transactions')).toHaveLength(1);
      await checkPage(page, 'console-account');
      expect(await page.evaluate('window.foreign')).toBeUndefined();
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'and all other pages work on a screen and with a screen reader',
    async () => {
      const { bank, key, developerId } = workedBank;
      const hook = { url: 'https://example.com/hook', events: ['*'], description: HOSTILE_TEXT };
      const { body } = await bank.call('/v1/webhook-endpoints', { key, body: hook });
      const pages = [
        ['', 'Overview'],
        ['me', /./],
        ['work', 'All work'],
        ['health', 'Health'],
        ['chain', 'Chain'],
        ['models', 'Models'],
        ['webhooks', 'Webhooks'],
        [`webhooks/${body.id}`, 'Webhook endpoint'],
        [`developers/${developerId}`, 'Developer'],
        ['audit', 'Audit log'],
        ['people', 'People'],
      ] as const;
      for (const [path, heading] of pages) {
        await open(path, heading);
        if (path.startsWith('developers')) await stateAccessReason(page);
        await page.getByText('Loading…').first().waitFor({ state: 'detached' });
        await checkPage(page, `console-${path.split('/')[0] || 'overview'}`);
      }
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
      await page.getByRole('button', { name: /^Check the ledger/ }).click();
      await page.getByText(/^Balanced/).waitFor();
      await page.getByText(/^\d+ checks$/).click();
      await page.getByRole('table', { name: 'Checks of the ledger' }).waitFor();
      await checkPage(page, 'console-books');
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'show late work on the health page, where it can be given up with a reason',
    async () => {
      const database = writerOf(workedBank.bank.bank.environments.sandbox.ledger);
      const time = Date.now() - 2 * 60 * 60 * 1000;
      const id = firstIdAt('mail', time);
      const row = { id, tenantId: workedBank.developerId, kind: 'alert', subjectId: 'alt_1' };
      const text = { subject: 'Hello', body: 'Code', isSealed: 0, lastError: 'The server is away' };
      const state = { status: 'queued', attempts: 3, createdAt: time, updatedAt: time };
      await database.write(() =>
        database.raw
          .prepare(`INSERT INTO mails ${insertOf(mails)}`)
          .run({ ...row, recipient: 'a@b.example', ...text, ...state }),
      );
      await open('health', 'Health');
      const lateRow = page.locator('tr', { hasText: id });
      await lateRow.getByRole('button', { name: 'Give up' }).click();
      await lateRow.getByLabel('Reason', { exact: true }).fill('The address is gone');
      await lateRow.locator('button[type=submit]').click();
      await waitForStatus('given up');
      await lateRow.waitFor({ state: 'detached' });
      const log = await ops('audit?action=ops.endWorkAsOperator');
      expect(log.data[0]).toMatchObject({ objectId: id });
      expect(log.data[0].detail.reason).toBe('The address is gone');
      await page.getByRole('heading', { name: 'Queue ages' }).waitFor();
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'hide every action that the roles do not allow',
    async () => {
      const { key } = await createOperator(workedBank.bank, ['viewer']);
      const viewer = await signIn(key);
      expect(await viewer.getByRole('link', { name: 'All work' }).count()).toBe(0);
      expect(await viewer.getByRole('searchbox').count()).toBe(0);
      await open('audit', 'Nothing here', viewer);
      await open('health', 'Health', viewer);
      expect(await viewer.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'show nothing on an open page once the operator is disabled',
    async () => {
      const { id, key } = await createOperator(workedBank.bank, ['risk', 'compliance']);
      const disabledOperatorPage = await signIn(key);
      await open('work', 'All work', disabledOperatorPage);
      const body = { reason: 'Leaves us' };
      await workedBank.bank.call(`/v1/ops/operators/${id}/disable`, { key: OPERATOR_KEY, body });
      // The stream ends together with the access, without a click.
      await disabledOperatorPage.getByLabel('Operator key').waitFor();
      await disabledOperatorPage.getByText('Your session has ended').waitFor();
      expect(await disabledOperatorPage.getByRole('table').count()).toBe(0);
    },
    LIMIT_MS,
  );

  it('reject a request from a page of another site, although the browser is signed in', async () => {
    const countBefore = (await ops('operators')).data.length;
    const foreignPage = await page.context().newPage();
    const host = workedBank.bank.url.replace('127.0.0.1', 'localhost');
    await foreignPage.goto(`${host}/errors`);
    const script = `fetch('${workedBank.bank.url}/v1/ops/operators', { method: 'POST', mode: 'no-cors',
      credentials: 'include', headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ name: 'X', email: 'x@evil.example', roles: ['admin'], reason: 'X' })
    }).then(() => 'sent', () => 'refused')`;
    await foreignPage.evaluate(script);
    expect((await ops('operators')).data).toHaveLength(countBefore);
    await foreignPage.close();
  });
});
