// `npm test`: sets up what is missing, then types, format and lint, dead code, generated documents,
// and the tests. Arguments go to vitest (`npm test -- test/ledger`). The last line is the count.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScript, say } from './say.mjs';
import { setup } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(ROOT, '.cache', `vitest-${process.pid}.json`);

// The whole run has 25 minutes; a test that hangs must still leave a count behind.
const VITEST_LIMIT_MS = 20 * 60_000;
const CHECK_LIMIT_MS = 3 * 60_000;

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {{ name: string, command: string[], needs?: string, limitMs: number }} Check */

/** @type {readonly Check[]} */
const CHECKS = [
  { name: 'types', command: [bin('tsc'), '--noEmit'], limitMs: CHECK_LIMIT_MS },
  {
    name: 'types of the scripts',
    command: [bin('tsc'), '--project', 'scripts'],
    limitMs: CHECK_LIMIT_MS,
  },
  { name: 'format and lint', command: [bin('biome'), 'ci', '.'], limitMs: CHECK_LIMIT_MS },
  { name: 'dead code', command: [bin('knip')], needs: 'knip.json', limitMs: CHECK_LIMIT_MS },
  {
    name: 'generated documents',
    command: [process.execPath, '--import', 'tsx', 'scripts/docs.ts', '--check'],
    needs: 'scripts/docs.ts',
    limitMs: CHECK_LIMIT_MS,
  },
];

await runScript(async () => {
  await setup();
  const began = performance.now();
  const lines = [];
  /** @type {Count} */
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const check of CHECKS.filter(({ needs }) => !needs || existsSync(join(ROOT, needs)))) {
    const { code, seconds } = await run(check);
    sum[code === 0 ? 'passed' : 'failed'] += 1;
    lines.push(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
  }
  const tests = await runTests();
  sum.passed += tests.passed;
  sum.failed += tests.failed;
  const mark = tests.failed === 0 ? 'ok    ' : 'FAILED';
  const counts = `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`;
  lines.push(`  ${mark} tests (${tests.seconds} s): ${counts}`);
  say(['', `All steps in ${secondsSince(began)} s:`, ...lines, ''].join('\n'));
  say(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
});

/** @param {string} name */
function bin(name) {
  return join(ROOT, 'node_modules', '.bin', name);
}

/** @param {number} began */
function secondsSince(began) {
  return Math.round((performance.now() - began) / 100) / 10;
}

/**
 * @param {Check} check
 * @returns {Promise<{ code: number | null, seconds: number }>}
 */
function run({ name, command: [program = '', ...args], limitMs }) {
  say(`\n── ${name}`);
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
    const timer = setTimeout(() => {
      say(`${name} took longer than ${limitMs / 60_000} minutes and was ended`);
      child.kill('SIGKILL');
    }, limitMs);
    const end = (/** @type {number | null} */ code) => {
      clearTimeout(timer);
      resolve({ code, seconds: secondsSince(began) });
    };
    child.once('exit', end).once('error', (error) => {
      say(`${name} could not be started: ${error.message}`);
      end(null);
    });
  });
}

/** @returns {Promise<Count & { seconds: number }>} */
async function runTests() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const { code, seconds } = await run({
    name: 'tests',
    command: [bin('vitest'), 'run', ...reporters, ...process.argv.slice(2)],
    limitMs: VITEST_LIMIT_MS,
  });
  try {
    const count = countTests(JSON.parse(readFileSync(REPORT, 'utf8')));
    // No test at all, or an error outside of every test, is a failure too.
    const isSilent = count.failed === 0 && (code !== 0 || count.passed === 0);
    return { ...count, failed: isSilent ? 1 : count.failed, seconds };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, seconds };
  } finally {
    rmSync(REPORT, { force: true });
  }
}

/**
 * A file that failed without a failed test (it could not be loaded, a hook threw) counts as one.
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Count}
 */
function countTests({ testResults }) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const file of testResults) {
    const of = (/** @type {string} */ status) =>
      file.assertionResults.filter((test) => test.status === status).length;
    const failed = of('failed');
    count.passed += of('passed');
    count.failed += file.status === 'failed' ? Math.max(1, failed) : failed;
    count.skipped += file.assertionResults.length - of('passed') - failed;
  }
  return count;
}
