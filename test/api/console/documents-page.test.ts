// The page of an identity on a wide screen and on a phone: the claim beside the full-size image of
// the document, and its machine-read fields. A reader can decide from this page alone.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { SCREENS, signInAs } from '../../kit/console/signed-in.ts';
import { checkPage, openChromium } from '../../kit/outside/chromium.ts';
import { makeJpeg, upload } from '../../kit/people/images.ts';
import { IDENTITY, KYC_PATH } from '../../kit/people/kyc.ts';
import { makePassportMrz } from '../../kit/people/mrz.ts';

const browser = await openChromium();
const HOLDER = { lastName: 'LOVELACE', firstName: 'ADA', expires: '980131', state: 'GBR' };
const SIZE = { width: 1_250, height: 880 };

describe.runIf(browser !== null)('the document page in Chromium', () => {
  let bank: CheckedBank;
  let key: string;
  let count = 0;

  beforeAll(async () => {
    bank = await openCheckedBank();
    ({ key } = await register(bank));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await bank?.close();
  });

  /**
   * Requests an assessment with a picture of a passport with that date of birth, or of no passport.
   */
  async function requestReview(birthDigits: string | null): Promise<string> {
    count += 1;
    const number = `GB500100${count}`;
    const zone =
      birthDigits === null ? [] : makePassportMrz({ ...HOLDER, number, born: birthDigits });
    const shade = `#c0d0e${count}`;
    const picture = await upload(bank, key, await makeJpeg({ ...SIZE, zone, shade }));
    const customer = { type: 'individual', name: 'Review Ada Lovelace' };
    const creationAnswer = await bank.call('/v1/customers', { key, body: customer });
    const passport = { type: 'passport', country: 'GB', number, expiry: '2098-01-31' };
    const documents = [{ ...passport, fileId: picture.body.id }];
    const body = {
      customerId: creationAnswer.body.id,
      level: 'standard',
      identity: IDENTITY,
      documents,
    };
    const answer = await bank.call(`${KYC_PATH}?wait=10`, { key, body });
    expect(answer.body.decision).toBe('review');
    return answer.body.id;
  }

  const boxOf = async (page: Page) =>
    (await page.getByRole('img', { name: 'Passport of the customer' }).boundingBox()) ?? {
      width: 0,
      height: 0,
    };

  /** Decides from the content of the page alone. */
  async function chooseButton(page: Page): Promise<'Deny the customer' | 'Ask for documents'> {
    const card = page.locator('section.card', { hasText: 'Read by a machine' });
    const text = (await card.textContent()) ?? '';
    expect(text).toContain('Ada Lovelace');
    expect(text).toContain('1985-12-10');
    expect(text).toMatch(/2098-01-31.*Implausible/);
    return text.includes('it differs from the request in: date of birth')
      ? 'Deny the customer'
      : 'Ask for documents';
  }

  it.each(SCREENS)(
    'compares a document with its claim at $width pixels',
    async (screen) => {
      const page = await signInAs(bank, OPERATOR_KEY, { browser, screen });
      for (const [id, button] of [
        [await requestReview('851211'), 'Deny the customer'],
        [await requestReview(null), 'Ask for documents'],
      ] as const) {
        await page.goto(`${bank.url}/console/sandbox/work/${id}`);
        await page.getByRole('button', { name: 'Show the image' }).click();
        const fittedBox = await boxOf(page);
        expect(fittedBox.width).toBeGreaterThan(screen.width > 1_000 ? 350 : 250);
        await page.getByRole('button', { name: 'Full size' }).click();
        expect(await boxOf(page)).toMatchObject(SIZE);
        await page.getByRole('button', { name: 'Larger' }).click();
        expect((await boxOf(page)).width).toBeCloseTo(SIZE.width * 1.5);
        await page.getByRole('button', { name: 'Full size' }).click();
        await page.getByRole('button', { name: 'Rotate' }).click();
        expect(await boxOf(page)).toMatchObject({ width: SIZE.height, height: SIZE.width });
        for (const _ of ['turned', 'again', 'back']) {
          await page.getByRole('button', { name: 'Rotate' }).click();
        }
        await page.getByRole('button', { name: 'Fit' }).click();
        if (screen.width > 1_000) await checkPage(page, 'console-document');
        await page.setViewportSize(screen);
        expect(await chooseButton(page)).toBe(button);
        await page.getByRole('button', { name: button }).click();
        await page.getByLabel('Reason', { exact: true }).fill('As the page shows');
        await page.getByRole('button', { name: button }).click();
        await page
          .getByRole('status')
          .filter({ hasText: /denied|requested/ })
          .waitFor();
      }
      await page.context().close();
    },
    90_000,
  );
});
