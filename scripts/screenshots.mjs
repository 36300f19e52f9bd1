// node scripts/screenshots.mjs: pictures of every page of the console, of the portal and of the pages
// for customers, wide and on a phone, taken by the browser tests themselves, into docs/screenshots.
// `node scripts/screenshots.mjs test/api/portal` takes those of some tests anew and keeps the others.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runScript } from './say.mjs';
import { setup } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
// The test files that take pictures, by tier.
/** @type {readonly (readonly [tier: string, tests: readonly string[]])[]} */
const RUNS = [
  ['short', ['test/api/console', 'test/api/portal', 'test/chain/in-a-browser.test.ts']],
  ['short', ['test/workflows/temporal-ui.test.ts']],
  ['deep', ['test/api/portal', 'test/docs/walk.deep.test.ts']],
];

await runScript(async () => {
  const names = process.argv.slice(2);
  const runs = names.length === 0 ? RUNS : runsOf(names);
  await setup();
  if (names.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  for (const [tier, tests] of runs) {
    const code = await exitOf([vitest, 'run', ...tests], tier);
    if (code !== 0) return code;
  }
  return 0;
});

/**
 * @param {readonly string[]} tests
 * @returns {typeof RUNS}
 */
function runsOf(tests) {
  const deep = tests.filter((test) => test.endsWith('.deep.test.ts'));
  const short = tests.filter((test) => !deep.includes(test));
  /** @type {typeof RUNS} */
  const runs = [
    ['short', short],
    ['deep', deep],
  ];
  return runs.filter(([, files]) => files.length > 0);
}

/**
 * @param {readonly string[]} command
 * @param {string} tier
 * @returns {Promise<number>}
 */
function exitOf(command, tier) {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SCREENSHOTS: FOLDER, TEST_TIER: tier },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
