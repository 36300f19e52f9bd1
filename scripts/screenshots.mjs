// npm run screenshots: pictures of every page of the console, of the portal and of the pages
// for customers, wide and on a phone, taken by the browser tests themselves, into docs/screenshots.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runScript } from './say.mjs';
import { setup } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const TESTS = ['test/api/console', 'test/api/portal', 'test/chain/in-a-browser.test.ts'];

await runScript(async () => {
  await setup();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const child = spawn(process.execPath, [vitest, 'run', ...TESTS], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SCREENSHOTS: FOLDER },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
});
