// `npm test`: sets up missing parts, then types, format and lint, dead code, generated documents,
// and the tests beside them. `npm run test:deep` runs the deep tier without the checks, and
// `npm test -- --tier=all` runs everything. With `--database postgres` the tests open their banks
// and ledgers on a PostgreSQL server of their own. `--changed` runs the tests that belong to what
// differs from main, or from a commit that it names (`--changed=HEAD~3`), and checks those files
// alone (changed-tests.ts). All other arguments go to vitest (`npm test -- test/ledger`). The last
// line is the count.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  countTests,
  describeFailures,
  describeTimes,
  listFailedFiles,
  mergeSecondRun,
} from './count.mjs';
import { runScript, Stop, say } from './say.mjs';
import { setup } from './setup.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(ROOT, '.cache', `vitest-${process.pid}.json`);
const TIMES = join(ROOT, '.cache', `processor-time-${process.pid}.tsv`);

/** @type {Readonly<Record<string, { checks: boolean, tiers: readonly string[] }>>} */
const RUNS = {
  short: { checks: true, tiers: ['short'] },
  deep: { checks: false, tiers: ['deep'] },
  all: { checks: true, tiers: ['short', 'deep'] },
};
const TIER_FLAG = /^--tier=/;
const DATABASE_FLAG = '--database';
const { database: ENGINE, words: ARGUMENTS } = takeDatabase(process.argv.slice(2));
const CHANGED_FLAG = /^--changed(=|$)/;
const VITEST_ARGUMENTS = ARGUMENTS.filter(
  (word) => !TIER_FLAG.test(word) && !CHANGED_FLAG.test(word),
);

// A log needs no colours; Biome has an option of its own for that.
const COLOURS = process.stdout.isTTY ? 'force' : 'off';
const ENVIRONMENT = process.stdout.isTTY
  ? process.env
  : { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' };

// When more files than this fail, the code is at fault; a few may fail because the machine is
// loaded.
const SECOND_RUN_FILES = 10;

// A slow machine may take an hour; when a test hangs, the run still has to print a count.
const VITEST_LIMIT_MS = 60 * 60_000;
const CHECK_LIMIT_MS = 15 * 60_000;

/** Tests of the core that run a second time on banks without any subject. */
const CORE_TESTS = [
  'test/api/accounts/accounts.happy.test.ts',
  'test/api/accounts/limits-cool-off.happy.test.ts',
  'test/api/schedules/schedule-acts.happy.test.ts',
  'test/api/transactions/holds.happy.test.ts',
  'test/api/transactions/idempotency.happy.test.ts',
  'test/api/transactions/reversals.happy.test.ts',
  'test/api/transactions/transactions.happy.test.ts',
  'test/api/transactions/transfer.happy.test.ts',
  'test/api/wallets/wallets.happy.test.ts',
  'test/db/batches/batch-edges.test.ts',
  'test/db/holds/overdue.test.ts',
  'test/db/schedules/advance.test.ts',
];

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/**
 * @typedef {{ name: string, command: string[], environment?: NodeJS.ProcessEnv, limitMs: number }}
 *   Command
 */
/** @typedef {Command & { needs?: string }} Check */

// The native compiler, which only checks; `typescript` 5.9 is for the tidy tests and tools, which
// use its API. One checker, because several share no work and the tests use both cores.
const TSC = [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '--noEmit', '--checkers', '1'];
// It ends before a collection pays: without any, a fifth less processor time and 350 MB more.
const TSC_ENVIRONMENT = { ...ENVIRONMENT, GOGC: 'off', GOMEMLIMIT: '4GiB' };

/** @type {readonly Check[]} */
const CHECKS = [
  { name: 'types', command: TSC, environment: TSC_ENVIRONMENT, limitMs: CHECK_LIMIT_MS },
  ...['console', 'portal'].map((project) => ({
    name: `types of the ${project}`,
    command: [...TSC, '--project', `pages/${project}`],
    environment: TSC_ENVIRONMENT,
    limitMs: CHECK_LIMIT_MS,
  })),
  {
    name: 'format and lint',
    command: [binPath('biome'), 'ci', '--diagnostic-level=warn', `--colors=${COLOURS}`, '.'],
    limitMs: CHECK_LIMIT_MS,
  },
  { name: 'dead code', command: [binPath('knip')], needs: 'knip.json', limitMs: CHECK_LIMIT_MS },
  {
    name: 'generated documents',
    command: [process.execPath, 'scripts/docs.ts', '--check'],
    needs: 'scripts/docs.ts',
    limitMs: CHECK_LIMIT_MS,
  },
  {
    name: 'OpenAPI as Redocly reads it',
    command: [process.execPath, 'scripts/lint-openapi.ts'],
    needs: 'node_modules/@redocly/cli',
    limitMs: CHECK_LIMIT_MS,
  },
];

await runScript(async () => {
  const { checks: isChecked, tiers } = selectRun(ARGUMENTS);
  await setup();
  const changed = await selectChanged(ARGUMENTS);
  await requireDatabase(ENGINE);
  const began = performance.now();
  const all = changed ? selectChecks(changed.paths) : CHECKS;
  const checks = isChecked
    ? all.filter(({ needs }) => !needs || existsSync(join(ROOT, needs)))
    : [];
  // The checks run beside the tests, because the first tests mostly wait for workflows.
  const checking = Promise.all(checks.map(run));
  const lines = [];
  /** @type {Count} */
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const words = [...VITEST_ARGUMENTS, ...(changed?.tests ?? [])];
  /** @type {{ tier: string, name: string, words: readonly string[], environment?: NodeJS.ProcessEnv }[]} */
  const runs = tiers.map((tier) => ({ tier, name: runNameOf(tier), words }));
  if (isChecked && !changed && words.length === 0) {
    const environment = { TEST_MODULES: 'core' };
    // Each process loads the whole bank, which costs more than these few files.
    const words = ['--maxWorkers=2', ...CORE_TESTS];
    runs.push({ tier: 'short', name: 'the core alone', words, environment });
  }
  for (const run of runs) {
    const tests = await runTests(run);
    sum.passed += tests.passed;
    sum.failed += tests.failed;
    const mark = tests.failed === 0 ? 'ok    ' : 'FAILED';
    const counts = `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`;
    lines.push(`  ${mark} ${run.name} (${tests.seconds} s): ${counts}`);
    for (const file of tests.unstable) {
      lines.push(`  UNSTABLE ${relative(ROOT, file)}: it failed at first and passed alone`);
    }
    for (const line of tests.failures) lines.push(`  FAILED ${relative(ROOT, line)}`);
  }
  for (const [index, { code, seconds }] of (await checking).entries()) {
    sum[code === 0 ? 'passed' : 'failed'] += 1;
    lines.push(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${checks[index]?.name} (${seconds} s)`);
  }
  const processorTime = readProcessorSeconds();
  const processor = processorTime === null ? '' : `, ${processorTime} s of processor time`;
  say(
    ['', `All steps in ${secondsSince(began)} s${processor}:`, ...lines, ...readTimes(), ''].join(
      '\n',
    ),
  );
  say(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
});

/**
 * @param {readonly string[]} words
 * @throws {Stop} a tier of this name does not exist
 */
function selectRun(words) {
  const name = words.find((word) => TIER_FLAG.test(word))?.replace(TIER_FLAG, '') ?? 'short';
  const run = RUNS[name];
  if (!run) throw new Stop(`--tier=${name}: use one of ${Object.keys(RUNS).join(', ')}`);
  return run;
}

/**
 * Splits `--database NAME` or `--database=NAME` from the other arguments.
 * @param {readonly string[]} words
 */
function takeDatabase(words) {
  const at = words.findIndex(
    (word) => word === DATABASE_FLAG || word.startsWith(`${DATABASE_FLAG}=`),
  );
  if (at === -1) return { database: 'sqlite', words };
  const isSeparateWord = words[at] === DATABASE_FLAG;
  const database = isSeparateWord
    ? (words[at + 1] ?? '')
    : words[at]?.slice(DATABASE_FLAG.length + 1);
  return {
    database,
    words: words.filter((_, index) => index !== at && !(isSeparateWord && index === at + 1)),
  };
}

/**
 * @param {string | undefined} database
 * @throws {Stop} there is no such engine, or it cannot run here
 */
async function requireDatabase(database) {
  if (database === 'sqlite') return;
  if (database !== 'postgres')
    throw new Stop(`${DATABASE_FLAG} ${database}: use sqlite or postgres`);
  const { postgresFault } = await import('./run/postgres-server.ts');
  const reason = postgresFault();
  if (reason !== null) throw new Stop(`${DATABASE_FLAG} postgres: ${reason}`);
}

/**
 * Returns the changed paths and their tests; null when everything runs.
 * @param {readonly string[]} words
 */
async function selectChanged(words) {
  const word = words.find((word) => CHANGED_FLAG.test(word));
  if (word === undefined) return null;
  const { changedPaths, readTree, testsFor } = await import('./changed-tests.ts');
  const paths = changedPaths(ROOT, word.split('=')[1]);
  const { tests, wide } = testsFor(paths, readTree(ROOT));
  say(`${paths.length} files differ: ${tests.length} test files belong to them`);
  for (const { path, near } of wide) {
    say(
      `  ${path}: ${near} test files are near to it, of which the nearest run; npm test runs all`,
    );
  }
  return { paths, tests };
}

/**
 * Returns the checks of these files alone; types are checked in the whole engine, because they
 * cross files.
 * @param {readonly string[]} paths
 * @returns {Check[]}
 */
function selectChecks(paths) {
  const exists = (/** @type {string} */ path) => existsSync(join(ROOT, path));
  const lintedPaths = paths.filter(
    (path) => /\.([cm]?[jt]sx?|json|css)$/.test(path) && exists(path),
  );
  return CHECKS.filter(({ name }) => {
    if (name.startsWith('types of the')) {
      return paths.some((path) => name.endsWith(` ${path.split('/')[0]}`));
    }
    if (name === 'format and lint') return lintedPaths.length > 0;
    if (name === 'dead code') return false;
    if (name.startsWith('OpenAPI')) return paths.some((path) => /openapi\.json$/.test(path));
    return true;
  }).map((check) => {
    if (check.name === 'types') {
      const typesCache = join(ROOT, '.cache', 'types.tsbuildinfo');
      return {
        ...check,
        command: [...check.command, '--incremental', '--tsBuildInfoFile', typesCache],
      };
    }
    if (check.name !== 'format and lint') return check;
    const command = [...check.command.slice(0, -1), '--no-errors-on-unmatched', ...lintedPaths];
    return { ...check, command };
  });
}

/** @param {string} tier */
function runNameOf(tier) {
  const name = tier === 'deep' ? 'deep tests' : 'tests';
  return ENGINE === 'postgres' ? `${name} on PostgreSQL` : name;
}

/** @param {string} name */
function binPath(name) {
  return join(ROOT, 'node_modules', '.bin', name);
}

/**
 * Returns the processor time of all steps, without processes that outlive their parent; null when
 * the kernel does not report it.
 */
function readProcessorSeconds() {
  try {
    // Fields 16 and 17 of proc(5), in hundredths of a second: the children that have ended, with
    // their own children.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Math.round((Number(fields[13]) + Number(fields[14])) / 100);
  } catch {
    return null;
  }
}

/** Returns the lines about the processor time of folders and files; empty when no test has run. */
function readTimes() {
  if (!existsSync(TIMES)) return [];
  const lines = describeTimes(readFileSync(TIMES, 'utf8'));
  rmSync(TIMES, { force: true });
  return lines;
}

/** @param {number} began */
function secondsSince(began) {
  return Math.round((performance.now() - began) / 100) / 10;
}

/**
 * @param {Command} command
 * @returns {Promise<{ code: number | null, seconds: number }>}
 */
function run({ name, command: [program = '', ...args], limitMs, environment = ENVIRONMENT }) {
  say(`\n── ${name}`);
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: environment,
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

/**
 * Runs the tests of a tier. A few files that fail run a second time, each alone: a test that passes
 * then is counted as passed and named as unstable, so that it can be mended
 * (docs/decisions/suite.md).
 * @param {{ tier: string, name: string, words: readonly string[], environment?: NodeJS.ProcessEnv
 * }} tests
 * @returns {Promise<Count & { seconds: number, unstable: string[], failures: string[] }>}
 */
async function runTests({ tier, name, words, environment = {} }) {
  const first = await runVitest(tier, name, words, environment);
  const failed = listFailedFiles(first.report);
  const runsAgain = failed.length > 0 && failed.length <= SECOND_RUN_FILES;
  if (!runsAgain || first.code === null) {
    const failures = describeFailures(first.report);
    return {
      ...countTests(first.report, first.code),
      seconds: first.seconds,
      unstable: [],
      failures,
    };
  }
  const secondWords = ['--maxWorkers=1', ...failed];
  const second = await runVitest(
    tier,
    `${name}: the failed files run again, one at a time`,
    secondWords,
    environment,
  );
  const failedAgain = listFailedFiles(second.report);
  const report = mergeSecondRun(first.report, second.report);
  return {
    ...countTests(report, second.code),
    seconds: Math.round((first.seconds + second.seconds) * 10) / 10,
    unstable: failed.filter((file) => !failedAgain.includes(file)),
    failures: describeFailures(report),
  };
}

/**
 * @param {string} tier
 * @param {string} name
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} more
 * @returns {Promise<{ report: unknown, code: number | null, seconds: number }>}
 */
async function runVitest(tier, name, words, more) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const { code, seconds } = await run({
    name,
    command: [binPath('vitest'), 'run', ...reporters, ...words],
    limitMs: VITEST_LIMIT_MS,
    environment: {
      ...{ ...ENVIRONMENT, TEST_TIER: tier, TEST_DATABASE: ENGINE },
      TEST_PROCESSOR_TIME: TIMES,
      ...more,
    },
  });
  const report = readReport();
  rmSync(REPORT, { force: true });
  return { report, code, seconds };
}

/** @returns {unknown} */
function readReport() {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    return null;
  }
}
