// A real browser for tests of pages and for the bench: Chromium from the package registry, or one
// that the machine has.

import { existsSync } from 'node:fs';
import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const ON_THE_MACHINE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-zygote', '--disable-dev-shm-usage'];

/** A browser; null, with a line that says why, where none starts. */
export async function openChromium(): Promise<Browser | null> {
  const paths = [
    () => packed.executablePath(),
    ...ON_THE_MACHINE.filter((path) => existsSync(path)).map((path) => async () => path),
  ];
  const reasons: string[] = [];
  for (const path of paths) {
    try {
      return await chromium.launch({ executablePath: await path(), args: FLAGS });
    } catch (error) {
      reasons.push(String(error).split('\n')[0] ?? '');
    }
  }
  process.stderr.write(
    `no Chromium here, pages are not tried in a browser: ${reasons.join('; ')}\n`,
  );
  return null;
}
