// A page of the console with a signed-in operator, in a given width.

import type { Browser, Page } from 'playwright-core';
import type { CheckedBank } from '../bank/checked-bank.ts';

/** Screen sizes of a desktop and of a phone. */
export const SCREENS = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
] as const;

interface BrowserScreen {
  readonly browser: Browser | null;
  readonly screen: (typeof SCREENS)[number];
}

/** Signs in with a key; the test closes the context of the page. */
export async function signInAs(
  bank: CheckedBank,
  key: string,
  { browser, screen }: BrowserScreen,
): Promise<Page> {
  if (browser === null) throw new Error('no browser is installed');
  const context = await browser.newContext({ locale: 'en-GB', viewport: screen });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await page.goto(`${bank.url}/console`);
  await page.getByLabel('Operator key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}
