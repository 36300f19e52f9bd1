// Starts a browser for tests of pages and for the bench: Chromium from the package registry, or the
// one of the machine.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-zygote', '--disable-dev-shm-usage'];

/** Seconds for which another process may be unpacking the same browser. */
const MAX_UNPACKING = 30;

async function launch(executablePath: string): Promise<Browser> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await chromium.launch({ executablePath, args: FLAGS });
    } catch (error) {
      // The file is still open for writing.
      if (!String(error).includes('ETXTBSY') || tries === MAX_UNPACKING) throw error;
      await sleep(1_000);
    }
  }
}

/** Starts a browser; prints the reason and returns null when none starts. */
export async function openChromium(): Promise<Browser | null> {
  const paths = [
    () => packed.executablePath(),
    ...INSTALLED_BROWSERS.filter((path) => existsSync(path)).map((path) => async () => path),
  ];
  const reasons: string[] = [];
  for (const path of paths) {
    try {
      return await launch(await path());
    } catch (error) {
      reasons.push(String(error).split('\n')[0] ?? '');
    }
  }
  process.stderr.write(
    `no Chromium here, pages are not tried in a browser: ${reasons.join('; ')}\n`,
  );
  return null;
}
