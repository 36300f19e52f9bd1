// Operations of page tests in a real browser. When no browser starts, the reason is printed and
// these tests are skipped.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export { openChromium } from './launch-chromium.ts';

/**
 * Axe without its comments and long names: each checked page gets and parses it. `axe.source` is
 * more than twice as long.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Maximum height of a page's picture, pixels. */
const PICTURE_HEIGHT = 1_300;

/** Adds a virtual authenticator to the page that verifies its user. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the authenticator verifies its user. */
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    async credentials() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
    },
  };
}

const PHONE = { width: 360, height: 740 };

/** An expression, because the page's content security policy forbids `eval`. */
const LOADED_SCRIPT = `new Promise((done) => {
  const look = () =>
    document.body.innerText.includes('Loading…') ? requestAnimationFrame(look) : done();
  look();
})`;

/**
 * Checks a page with the rules of axe, wide in the light theme and on a phone in the dark theme,
 * and checks that it fits the width of a phone.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  await page.evaluate(LOADED_SCRIPT);
  const look = await loadAxe(page);
  expect(await look(), name).toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  await page.setViewportSize(PHONE);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, `${name} is wider than a phone`).toBe(0);
  const folder = process.env.SCREENSHOTS;
  if (folder) await takePicture(page, pictureOf(folder, `${name}-360`));
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await look(), `${name} in the dark, on a phone`).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width, height: 800 });
  if (folder) await takePicture(page, pictureOf(folder, name));
}

/** Returns the serious findings of axe on the current page. */
async function loadAxe(page: Page): Promise<() => Promise<string[]>> {
  // Axe runs in an isolated world, because the page's content security policy forbids other
  // scripts.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  await session.send('Runtime.evaluate', { expression: `${AXE}; 0`, contextId });
  // Only violations are requested, because axe describes each element of its results.
  const options = JSON.stringify({ resultTypes: ['violations'] });
  const expression = `axe.run(${options}).then(({ violations }) => JSON.stringify(violations))`;
  const expressionCall = { expression, contextId, awaitPromise: true, returnByValue: true };
  return async () => {
    const { result } = await session.send('Runtime.evaluate', expressionCall);
    const results = JSON.parse(result.value as string) as Result[];
    const serious = results.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };
}

/** Returns the file of a picture: `console-account` is `account` in the folder `console`. */
function pictureOf(folder: string, name: string): string {
  return `${folder}/${name.replace(/^(console|portal|docs|verify|temporal)-(?!360)/, '$1/')}.png`;
}

/** Saves a picture of the page when the run takes pictures. */
export async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: pictureOf(folder, name) });
}

/**
 * Takes a picture of the upper part of a page, because lists may be long and pictures are kept in
 * the repository.
 */
async function takePicture(page: Page, path: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  // In a scrolled page a fixed frame would stand in the middle of the picture.
  await page.evaluate('scrollTo(0, 0)');
  const full = Number(await page.evaluate('document.documentElement.scrollHeight'));
  // Elements fixed to the edge of the window stay at the edge of the picture.
  await page.setViewportSize({ width, height: Math.min(full, PICTURE_HEIGHT) });
  await page.screenshot({ path });
  await page.setViewportSize({ width, height });
}
