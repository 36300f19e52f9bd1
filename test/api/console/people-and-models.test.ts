// Two operators in two browsers: one invites the other, views the image of a document, watches a
// canary, and verifies the proof of a payment at /verify.

import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { firstIdAt } from '../../../ledger/id.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import {
  deploy,
  readDeployment,
  uploadPaymentModel,
  waitForStatus,
} from '../../kit/models/deployments.ts';
import {
  evaluate,
  makePaymentRows,
  uploadPaymentRows,
  waitForScores,
} from '../../kit/models/scorings.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { APPROVABLE_KYC, KYC_PATH, PASSPORT, withImage } from '../../kit/people/kyc.ts';
import { claimSecondOperatorKey, invite } from '../../kit/people/operators.ts';

/** Long time limit for a loaded machine; each step waits for a stated condition. */
const LIMIT_MS = 240_000;
const browser = await openChromium();
const POLL = { timeout: 90_000 };
const ACCESS_REASON = 'Call of the customer, ticket 4711';

describe.runIf(browser !== null)('people, documents and models in Chromium', () => {
  let bank: CheckedBank;
  let key: string;
  let accountIds: readonly string[];
  let page: Page;
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  async function open(): Promise<Page> {
    const context = (await browser?.newContext({ locale: 'en-GB' })) as BrowserContext;
    contexts.push(context);
    const ownPage = await context.newPage();
    ownPage.setDefaultTimeout(90_000);
    ownPage.on('pageerror', (error) => faults.push(String(error)));
    ownPage.on('console', (entry) => {
      if (entry.type() === 'error') faults.push(entry.text());
    });
    await ownPage.goto(`${bank.url}/console`);
    await ownPage.getByLabel('Operator key').waitFor();
    // The browser's console message for the answer without a session.
    faults.length = 0;
    return ownPage;
  }

  async function signIn(targetPage: Page, operatorKey: string): Promise<void> {
    await targetPage.getByLabel('Operator key').fill(operatorKey);
    await targetPage.keyboard.press('Enter');
    await targetPage.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  const addressOf = (path: string) => `${bank.url}/console/sandbox/${path}`;

  beforeAll(async () => {
    bank = await openCheckedBank();
    ({ key } = await register(bank));
    // Accounts of two customers: no model is consulted for payments between accounts of one
    // customer.
    const sides = [await openAccounts(bank, key, [500_000]), await openAccounts(bank, key, [0])];
    accountIds = sides.flatMap((side) => side.accountIds);
    page = await open();
    await signIn(page, OPERATOR_KEY);
  }, LIMIT_MS);
  beforeEach(() => {
    faults.length = 0;
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
    await bank?.close();
  });

  it(
    'let an operator invite another, who exchanges the code for a key and works within the roles',
    async () => {
      await claimSecondOperatorKey(bank);
      await page.goto(addressOf('people'));
      await page.getByText('Invite an operator').click();
      await page.getByLabel('Name').fill('Grace Hopper');
      await page.getByLabel('E-mail').fill('grace@bank.example');
      await page.getByLabel('Reason', { exact: true }).fill('Joins us');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      // An operator needs a role; the page states that beside the field.
      await page.getByRole('alert').waitFor();
      expect(faults.splice(0).every((text) => /422/.test(text))).toBe(true);
      await page.getByLabel(/^compliance/).check();
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'second admin' }).waitFor();
      await checkPage(page, 'console-invitation');
      const grace = { name: 'Grace Hopper', email: 'grace@bank.example', roles: ['compliance'] };
      const { invitationCode: code } = await invite(bank, { ...grace, reason: 'Joins us' });
      const otherPage = await open();
      await otherPage.getByText('I have an invitation code').click();
      await otherPage.getByLabel('Invitation code').fill(code);
      await otherPage.getByRole('button', { name: 'Show my key' }).click();
      const otherKey = (await otherPage.locator('code', { hasText: /^op_./ }).textContent()) ?? '';
      await checkPage(otherPage, 'console-claim');
      await signIn(otherPage, otherKey);
      await otherPage.getByRole('link', { name: 'Audit log' }).waitFor();
      expect(await otherPage.getByRole('link', { name: 'Models' }).count()).toBe(0);
      await page.reload();
      const row = page.locator('tr', { hasText: 'grace@bank.example' });
      await row.getByRole('button', { name: 'Change the roles' }).click();
      await row.getByLabel(/^models/).check();
      await row.getByLabel('Reason', { exact: true }).fill('Looks after models, too');
      await row.getByRole('button', { name: 'Change the roles' }).click();
      await page.getByRole('status').filter({ hasText: 'next request' }).waitFor();
      await otherPage.reload();
      await otherPage.getByRole('link', { name: 'Models' }).waitFor();
      expect(await page.getByText(code).count()).toBe(0);
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'show a document image to permitted operators only, and record each view',
    async () => {
      const customer = { type: 'individual', name: 'Review Lovelace' };
      const { body: created } = await bank.call('/v1/customers', { key, body: customer });
      const documents = [await withImage(bank, key, PASSPORT)];
      const body = { customerId: created.id, ...APPROVABLE_KYC, documents };
      await bank.call(`${KYC_PATH}?wait=10`, { key, body });
      const request = '/v1/ops/work?environment=sandbox&queue=kyc_reviews';
      const { body: workItems } = await bank.call(request, { key: OPERATOR_KEY });
      await page.goto(addressOf(`work/${workItems.data[0].id}`));
      await page.getByRole('button', { name: 'Show the image' }).click();
      const image = page.getByRole('img', { name: 'Passport of the customer' });
      await image.waitFor();
      expect(await image.getAttribute('viewBox')).toBe('0 0 300 200');
      expect(await image.locator('image').getAttribute('href')).toMatch(/^blob:/);
      const look = '/v1/ops/audit?action=read.getKycFileContent&limit=1';
      const { body: log } = await bank.call(look, { key: OPERATOR_KEY });
      expect(log.data[0].detail.reason).toBe(`The work item ${workItems.data[0].id}`);
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "show a canary's watch, and the curves of its version with figures",
    async () => {
      const version = await uploadPaymentModel(bank, key, {
        file: makeConstantModel(-9),
        name: 'watched',
      });
      // The canary covers all accounts, because the id of an account decides whether it takes part.
      const steps = [{ percent: 100, minMinutes: 60, minSamples: 1_000 }];
      // On a busy machine answers may be late, which would make the bank roll the version back.
      const strategy = { type: 'canary', steps, autoRollback: false };
      const { body: orderedDeployment } = await deploy(bank, key, version, { strategy });
      await waitForStatus(bank, key, orderedDeployment.id, 'canary');
      const [from = '', to = ''] = accountIds;
      // The version is loaded first, because payments do not wait for it.
      await expect
        .poll(async () => {
          await bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, 11) });
          return (await readDeployment(bank, key, orderedDeployment.id)).observed.samples;
        }, POLL)
        .toBeGreaterThan(2);
      driftFor(version.id);
      const datasetId = await uploadPaymentRows(bank, key, makePaymentRows(200));
      const { headers } = await evaluate(bank, key, version, { datasetId, labelField: 'fraud' });
      await waitForScores(bank, key, headers.get('location') ?? '');
      await page.goto(addressOf('models'));
      const card = page.locator('section', { hasText: orderedDeployment.id });
      await card.getByRole('heading', { name: 'watched 1.0.0' }).waitFor();
      await card.getByText('Decisions observed').waitFor();
      await card.getByText('Waiting for').waitFor();
      await page.getByRole('heading', { name: 'All versions' }).waitFor();
      await checkPage(page, 'console-models');
      await card.getByRole('link', { name: version.id }).click();
      await page.getByRole('heading', { name: 'watched 1.0.0' }).waitFor();
      await page.getByRole('img', { name: /^Stability index over 3 days/ }).waitFor();
      await page.getByText(/1 of 1 developers drifted/).waitFor();
      await page
        .getByRole('img', { name: /^Predicted against observed: \d+ of 200 rows/ })
        .waitFor();
      await page.getByText(/^Of 1 evaluation the last: area under ROC 0.5/).waitFor();
      await page
        .getByText(/^Mean score beside/)
        .first()
        .waitFor();
      for (const item of await page.locator('details > summary').all()) await item.click();
      await checkPage(page, 'console-model');
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'let a person waive an objection to a version with a reason that stays on the page',
    async () => {
      const { key: ownKey } = await register(bank);
      const version = await uploadPaymentModel(bank, ownKey, {
        file: makeConstantModel(-5),
        name: 'flat',
      });
      const datasetId = await uploadPaymentRows(bank, ownKey, makePaymentRows(400));
      const evaluationBody = { datasetId, labelField: 'fraud' };
      const { headers } = await evaluate(bank, ownKey, version, evaluationBody);
      await waitForScores(bank, ownKey, headers.get('location') ?? '');
      const { body: refusedDeployment } = await deploy(bank, ownKey, version);
      await waitForStatus(bank, ownKey, refusedDeployment.id, 'failed');
      await page.goto(addressOf('models'));
      const card = page.locator('section', { hasText: refusedDeployment.id });
      await card
        .getByText(/area under ROC 0\.5, 0\.5 to 0\.5/)
        .first()
        .waitFor();
      await card
        .getByRole('button', { name: /^Waive for this version: no signal, champion better/i })
        .click();
      await card.getByLabel('Reason', { exact: true }).fill('A drill, ticket 4712');
      await card.getByRole('button', { name: /^Waive for this version/i }).click();
      await card.getByText('A drill, ticket 4712').first().waitFor();
      await checkPage(page, 'console-waiver');
      const { body: acceptedDeployment } = await deploy(bank, ownKey, version);
      const { waivers } = await waitForStatus(bank, ownKey, acceptedDeployment.id, 'active');
      expect(waivers.map(({ reason }: { reason: string }) => reason)).toEqual([
        'A drill, ticket 4712',
        'A drill, ticket 4712',
      ]);
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  /** Writes three daily drift evaluations of a version, like the sweep. */
  function driftFor(versionId: string): void {
    const { raw } = bank.bank.environments.sandbox.ledger.database;
    const write = raw.prepare(
      `INSERT INTO model_drift_evaluations
         (id, tenant_id, version_id, day, rows, psi, score_psi, is_drifted, features, created_at)
       SELECT ?, tenant_id, id, ?, 400, ?, 0.1, ?, '[]', 0 FROM model_versions WHERE id = ?`,
    );
    for (const [day, psi] of [0.1, 0.2, 0.3].entries()) {
      write.run(
        firstIdAt('driftEvaluation', Date.now() + day),
        20_000 + day,
        psi,
        psi > 0.25 ? 1 : 0,
        versionId,
      );
    }
  }

  it(
    'give the proof of a payment as a file that /verify accepts',
    async () => {
      const [from = '', to = ''] = accountIds;
      const transferBody = transferOf(from, to, 1_234);
      const { body: paid } = await bank.call('/v1/transactions?wait=10', {
        key,
        body: transferBody,
      });
      await bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
      await page.goto(addressOf(`transactions/${paid.id}`));
      const reasonField = page.getByLabel('Reason for access');
      await reasonField.fill(ACCESS_REASON);
      await page.keyboard.press('Enter');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the proof' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`${paid.id}.proof.json`);
      const content = readFileSync(await file.path(), 'utf8');
      expect(JSON.parse(content)).toMatchObject({ object: 'proof', transactionId: paid.id });
      await page.goto(`${bank.url}/verify`);
      const input = {
        name: 'proof.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      };
      await page.locator('input[type=file]').setInputFiles(input);
      await page
        .getByText(/^VERIFIED/)
        .first()
        .waitFor();
      const look = '/v1/ops/audit?action=read.getProofAsOperator&limit=1';
      const { body: log } = await bank.call(look, { key: OPERATOR_KEY });
      expect(log.data[0]).toMatchObject({ objectId: paid.id, detail: { reason: ACCESS_REASON } });
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );
});
