// The pages of background work in a real browser, on a wide screen and on a phone: a copied id
// leads to the history of the work and its next step.

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOf } from '../../../db/kernel/columns.ts';
import { mails } from '../../../db/mails/tables.ts';
import { firstIdAt } from '../../../ledger/id.ts';
import { OPERATOR_KEY, openAccounts } from '../../kit/bank/bank.ts';
import { type ContractBank, openContractBank } from '../../kit/bank/contract-bank.ts';
import { writerOf } from '../../kit/bank/opened-ledger.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';
import { idOf } from '../../kit/chain/contracts.ts';
import { makeRowsWithRule } from '../../kit/models/model-data.ts';
import { makeTraining, TRAIN_PATH } from '../../kit/models/training.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';

const browser = await openChromium();
const REASON = 'Call of the customer, ticket 4711';

interface Walk {
  readonly id: string;
  /** The heading of the page. */
  readonly heading: string;
  readonly happened: RegExp;
  readonly next: RegExp;
}

describe.runIf(browser !== null && hasAnvil)('the pages of background work in Chromium', () => {
  let contractBank: ContractBank;
  let context: BrowserContext;
  let page: Page;
  const walks: Record<string, Walk> = {};

  beforeAll(async () => {
    contractBank = await openContractBank();
    Object.assign(walks, await startWork());
    context = (await browser?.newContext({ locale: 'en-GB' })) as BrowserContext;
    page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await page.goto(`${contractBank.bank.url}/console`);
    await page.getByLabel('Operator key').fill(OPERATOR_KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }, 180_000);
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await contractBank?.close();
  });

  async function created(path: string, body: object) {
    const answer = await contractBank.bank.call(path, { key: contractBank.key, body });
    expect([200, 201, 202], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
    return answer.body;
  }

  /** Makes a mail whose server has been unavailable for two hours, by changed times in its row. */
  async function lateMail(): Promise<string> {
    const database = writerOf(contractBank.bank.bank.environments.sandbox.ledger);
    const twoHoursAgo = Date.now() - 2 * 60 * 60_000;
    const id = firstIdAt('mail', twoHoursAgo);
    const mailFields = {
      id,
      tenantId: contractBank.developerId,
      kind: 'alert',
      subjectId: 'alt_1',
    };
    const text = { recipient: 'a@b.example', subject: 'Hello', body: 'Code', isSealed: 0 };
    const state = { status: 'queued', attempts: 3, lastError: '450 a@b.example is busy' };
    const row = {
      ...mailFields,
      ...text,
      ...state,
      createdAt: twoHoursAgo,
      updatedAt: twoHoursAgo,
    };
    await database.write(() =>
      database.raw.prepare(`INSERT INTO mails ${insertOf(mails)}`).run(row),
    );
    return id;
  }

  async function startWork(): Promise<Record<string, Walk>> {
    const { accountIds } = await openAccounts(contractBank.bank, contractBank.key, [500_000, 0]);
    const [from = '', to = ''] = accountIds;
    const transfer = { type: 'transfer', amount: 100, currency: 'EUR' };
    const sides = { sourceAccountId: from, destinationAccountId: to };
    const heldPayment = await contractBank.hold(100);
    const item = { ...transfer, ...sides };
    const items = Array.from({ length: 12 }, (_, nth) => ({ ...item, reference: `R${nth}` }));
    const batch = await created('/v1/transactions/batch?wait=10', { mode: 'best_effort', items });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const schedule = await created('/v1/transactions/scheduled', {
      ...{ ...sides, amount: 100, currency: 'EUR', timezone: 'UTC' },
      ...{ startDate: tomorrow, recurrence: { frequency: 'daily' } },
    });
    const job = await created(TRAIN_PATH, makeTraining(makeRowsWithRule(600)));
    const { beneficiary, arbiter } = contractBank;
    const plan = [idOf('walk'), 'EUR', beneficiary.id, arbiter.id, false, [100], [0]];
    const { body: execution } = await contractBank.execute('disbursement/plan', {
      arguments: plan,
    });
    await contractBank.waitForEnd(execution.id);
    const background = 'Background work';
    return {
      transaction: {
        id: heldPayment.id,
        heading: 'Transaction',
        happened: /place hold/i,
        next: /captures or cancels it/,
      },
      schedule: {
        id: schedule.id,
        heading: 'Scheduled payment',
        happened: /Posted\s*0/,
        next: /Next/,
      },
      batch: {
        id: batch.id,
        heading: background,
        happened: /12 of 12 posted, 0 declined, 0 failed/,
        next: /it is over/,
      },
      execution: {
        id: execution.id,
        heading: background,
        happened: /disbursement, function plan[\s\S]*Sent as 0x[\s\S]*It is final/,
        next: /it is over/,
      },
      mail: {
        id: await lateMail(),
        heading: background,
        happened: /3 attempts so far[\s\S]*The mail server said 450/,
        next: /tried again, for a day/,
      },
      training: {
        id: job.id,
        heading: background,
        happened: /A training of leavers 1\.0\.0/,
        next: /gate of every model file|it is over/,
      },
    };
  }

  const KINDS = ['transaction', 'schedule', 'batch', 'execution', 'mail', 'training'];

  it.each(KINDS.flatMap((kind) => [1440, 390].map((width) => [kind, width] as const)))(
    'show a %s at %i pixels wide',
    async (kind, width) => {
      const walk = walks[kind];
      if (!walk) throw new Error(`there is no ${kind}`);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${contractBank.bank.url}/console/sandbox`);
      const search = page.getByRole('searchbox');
      await search.fill(walk.id);
      await search.press('Enter');
      await page.getByRole('heading', { level: 1, name: walk.heading }).waitFor();
      const reason = page.getByLabel(/reason/i);
      const shownText = page.getByText(walk.next).first();
      await reason.or(shownText).first().waitFor();
      if (await reason.isVisible()) {
        await reason.fill(REASON);
        await page.keyboard.press('Enter');
      }
      await shownText.waitFor();
      const text = (await page.locator('main').textContent()) ?? '';
      expect(text).toMatch(walk.happened);
      expect(text).not.toContain('a@b.example');
      const workflow = kind === 'schedule' ? `schedule/${walk.id}` : walk.id;
      expect(text).toContain(workflow);
      // Another test takes the picture of a transaction's page.
      if (width === 1440 && kind !== 'transaction') await checkPage(page, `console-${kind}`);
    },
    60_000,
  );

  it('let an operator retry or give up stuck work', async () => {
    const { id = '' } = walks.mail ?? {};
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${contractBank.bank.url}/console/sandbox/jobs/${id}`);
    await page.getByRole('button', { name: 'Give up' }).click();
    const reason = page.getByLabel('Reason', { exact: true });
    await reason.fill('The address is gone');
    await page.locator('form', { has: reason }).locator('button[type=submit]').click();
    await page.getByText('Nothing: it is over.').waitFor();
    await page.getByText('It is failed.').waitFor();
  }, 60_000);

  it('answer 404 for an id that is no background work', async () => {
    const path = '/v1/ops/workflows/bat_06ayx0rw7mf5w0h1y6k2v3c4d5?environment=sandbox';
    const { status, body } = await contractBank.bank.call(path, { key: OPERATOR_KEY });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});
