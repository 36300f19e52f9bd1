// `npm test`: sets up what is missing, then types, format and lint, dead code, generated documents,
// and the tests. Arguments go to vitest (`npm test -- test/ledger`). The last line is the count.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTests } from './count.mjs';
import { runScript, say } from './say.mjs';
import { setup } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(ROOT, '.cache', `vitest-${process.pid}.json`);

// In a log, every colour is noise; biome has its own switch and colours letter by letter.
const COLOURS = process.stdout.isTTY ? 'force' : 'off';
const ENVIRONMENT = process.stdout.isTTY
  ? process.env
  : { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' };

// A slow machine may take an hour; a test that hangs must still leave a count behind.
const VITEST_LIMIT_MS = 60 * 60_000;
const CHECK_LIMIT_MS = 15 * 60_000;

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
  {
    name: 'format and lint',
    command: [bin('biome'), 'ci', '--diagnostic-level=warn', `--colors=${COLOURS}`, '.'],
    limitMs: CHECK_LIMIT_MS,
  },
  { name: 'dead code', command: [bin('knip')], needs: 'knip.json', limitMs: CHECK_LIMIT_MS },
  {
    name: 'generated documents',
    command: [process.execPath, 'scripts/docs.ts', '--check'],
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
  const checks = CHECKS.filter(({ needs }) => !needs || existsSync(join(ROOT, needs)));
  // Side by side: the type checks alone would keep one core for a minute.
  const results = await Promise.all(checks.map(run));
  for (const [index, { code, seconds }] of results.entries()) {
    sum[code === 0 ? 'passed' : 'failed'] += 1;
    lines.push(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${checks[index]?.name} (${seconds} s)`);
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
    const child = spawn(program, args, {
      cwd: ROOT,
      env: ENVIRONMENT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
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
  const count = countTests(readReport(), code);
  rmSync(REPORT, { force: true });
  return { ...count, seconds };
}

/** @returns {unknown} */
function readReport() {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    return null;
  }
}
