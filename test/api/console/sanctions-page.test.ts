// The page of a sanctions hit, on a wide screen and on a phone: with this page alone a reader
// distinguishes the listed person from a namesake, and decides accordingly.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListEntry, packLists } from '../../../ai/screening/list-file.ts';
import { readConfig } from '../../../bank/config/settings.ts';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { SCREENS, signInAs } from '../../kit/console/signed-in.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { KYC_PATH } from '../../kit/people/kyc.ts';

const browser = await openChromium();

const ENTRY: ListEntry = {
  id: 'Q-1',
  type: 'individual',
  name: 'QUOSTROV, Balthasar Xerxes',
  aliases: ['THE CLOCKMAKER'],
  weakAliases: [],
  birthDates: ['1962-11-23'],
  countries: ['VE'],
  programs: ['TEST'],
  documents: ['Cedula No. 5892464 (Venezuela)'],
  remarks: 'President of a society of clockmakers.',
};

describe.runIf(browser !== null)('the sanctions page in Chromium', () => {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-lists-'));
  let bank: CheckedBank;
  let key: string;

  beforeAll(async () => {
    const lists = join(dir, 'lists.json.gz');
    const body = { title: 'A test list', source: 'The publisher', licence: 'none' };
    const list = { code: 'test_list', ...body, asOf: '2026-01-01', entries: [ENTRY] };
    writeFileSync(lists, packLists([list]));
    bank = await openCheckedBank({ screening: { ...readConfig({}).screening, lists } });
    ({ key } = await register(bank));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await bank?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Creates a customer with a document number that ends in `last4`. Returns the id of the hit. */
  async function createHit(fields: object, last4: string): Promise<string> {
    const name = 'Balthasar Xerxes Quostrov';
    const body = { type: 'individual', name, ...fields };
    const answer = await bank.call('/v1/customers', { key, body });
    const document = { type: 'national_id', country: 'VE', number: `588${last4}` };
    const documents = [{ ...document, expiry: '2031-01-31', fileId: 'own-name' }];
    const request = { customerId: answer.body.id, level: 'standard', documents };
    await bank.call(`${KYC_PATH}?wait=10`, { key, body: request });
    const path = '/v1/ops/screening-hits?environment=sandbox&limit=100';
    const { data } = (await bank.call(path, { key: OPERATOR_KEY })).body;
    const listedHit = data.find(
      (item: { customerId: string }) => item.customerId === answer.body.id,
    );
    return listedHit?.id ?? '';
  }

  /** Reads the result of each field from the table alone. */
  async function readResults(page: Page): Promise<Record<string, string>> {
    const table = page.getByRole('table', { name: /field by field/ });
    await table.waitFor();
    const rows = await table.locator('tbody tr').all();
    const shownRows = rows.map(async (row) => {
      const [field, , , result] = await row.locator('td').all();
      return [await field?.textContent(), await result?.locator('.badge').textContent()];
    });
    return Object.fromEntries(await Promise.all(shownRows));
  }

  /** Decides from the results alone: two different fields mean another person. */
  function chooseKey(results: Record<string, string>): 'n' | 's' {
    const facts = ['Date of birth', 'Country', 'Documents'].map((field) => results[field]);
    return facts.filter((fact) => fact === 'Differs').length >= 2 ? 'n' : 's';
  }

  it.each(SCREENS)(
    'distinguishes a matching person from another person at $width pixels',
    async (screen) => {
      const page = await signInAs(bank, OPERATOR_KEY, { browser, screen });
      const sameHitId = await createHit({ dateOfBirth: '1962-11-23', country: 'VE' }, '2464');
      const otherHitId = await createHit({ dateOfBirth: '1989-02-03', country: 'GB' }, '9999');
      for (const [id, key, button, notice] of [
        [sameHitId, 's', 'Same person: confirm the hit', /confirmed/],
        [otherHitId, 'n', 'Different person: no hit', /no hit/],
      ] as const) {
        await page.goto(`${bank.url}/console/sandbox/work/${id}`);
        const results = await readResults(page);
        expect(chooseKey(results)).toBe(key);
        const text = await page.locator('main').textContent();
        for (const sentence of [
          '1962-11-23',
          '5892464',
          'THE CLOCKMAKER',
          'A test list',
          'The publisher',
        ])
          expect(text).toContain(sentence);
        expect(text).toContain('President of a society of clockmakers.');
        const choices = page.locator('.decision button');
        const buttons = await choices.all();
        const buttonClasses = await Promise.all(
          buttons.map((button) => button.getAttribute('class')),
        );

        expect(new Set(buttonClasses).size, 'no choice weighs more').toBe(1);
        for (const shortcut of ['a', 'n', 'r', 's', 'Enter']) await page.keyboard.press(shortcut);
        expect(await page.getByLabel('Reason', { exact: true }).count()).toBe(0);
        if (screen.width > 1_000) await checkPage(page, 'console-sanctions-hit');
        await page.getByRole('button', { name: button }).click();
        const reason = page.getByLabel('Reason', { exact: true });
        await reason.fill('By date of birth, country and document');
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('status').filter({ hasText: notice }).waitFor();
      }
      // The next reviewer sees the earlier decision about the entry, its author and its reason.
      const nextHitId = await createHit({ dateOfBirth: '1990-02-03', country: 'FR' }, '1111');
      await page.goto(`${bank.url}/console/sandbox/work/${nextHitId}`);
      const earlierDecisions = page.getByRole('table', {
        name: 'Earlier decisions about the same entry',
      });
      await earlierDecisions.getByText('Same person').first().waitFor();
      await earlierDecisions.getByText('By date of birth, country and document').first().waitFor();
      await page.context().close();
    },
    90_000,
  );
});
