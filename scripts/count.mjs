// Counts the tests of a run from vitest's JSON report, and their processor time.

/**
 * A file that failed without a failed test (it could not be loaded, a hook threw) counts as one
 * failure, and so does a run without any test or with an error outside of every test.
 * @param {unknown} report of vitest, or anything else when it wrote nothing
 * @param {number | null} exitCode vitest's
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countTests(report, exitCode) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const file of filesOf(report)) {
    const countOf = (/** @type {string} */ status) =>
      file.assertionResults.filter((test) => test.status === status).length;
    const failed = countOf('failed');
    count.passed += countOf('passed');
    count.failed += file.status === 'failed' ? Math.max(1, failed) : failed;
    count.skipped += file.assertionResults.length - countOf('passed') - failed;
  }
  const isSilent = count.failed === 0 && (exitCode !== 0 || count.passed === 0);
  return isSilent ? { ...count, failed: 1 } : count;
}

/**
 * Returns the paths of the test files that failed.
 * @param {unknown} report of vitest
 * @returns {string[]}
 */
export function listFailedFiles(report) {
  return filesOf(report)
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
}

/**
 * Returns one report in which the files of a second run replace the same files of the first run.
 * @param {unknown} first
 * @param {unknown} second
 * @returns {{ testResults: TestFile[] }}
 */
export function mergeSecondRun(first, second) {
  const again = new Map(filesOf(second).map((file) => [file.name, file]));
  return { testResults: filesOf(first).map((file) => again.get(file.name) ?? file) };
}

/**
 * Describes each failed test by its name and the first line of its error, and each file that could
 * not run.
 * @param {unknown} report of vitest
 * @returns {string[]} lines to print
 */
export function describeFailures(report) {
  return filesOf(report).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const firstLine = (/** @type {string | undefined} */ text) => (text ?? '').split('\n')[0];
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${firstLine(message)}`] : [];
    return failed.map(
      (test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`,
    );
  });
}

const MAX_SHOWN = 15;

/**
 * Lists the folders and the test files with the most processor time.
 * @param {string} text a line for each file: its milliseconds, a tab, its path
 * @returns {string[]} lines to print
 */
export function describeTimes(text) {
  const files = text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .map(([ms, path = '']) => ({ ms: Number(ms), path }));
  /** @type {Map<string, { ms: number, count: number }>} */
  const folders = new Map();
  for (const { ms, path } of files) {
    const folder = path.split('/').slice(0, -1).slice(0, 3).join('/');
    const before = folders.get(folder) ?? { ms: 0, count: 0 };
    folders.set(folder, { ms: before.ms + ms, count: before.count + 1 });
  }
  const sum = files.reduce((all, { ms }) => all + ms, 0);
  const seconds = (/** @type {number} */ ms) => `${Math.round(ms / 1_000)} s`.padStart(8);
  return [
    `  Processor time of ${files.length} test files: ${seconds(sum).trim()}. Folders and files with most of it:`,
    ...[...folders]
      .sort(([, a], [, other]) => other.ms - a.ms)
      .slice(0, MAX_SHOWN)
      .map(([folder, { ms, count }]) => `${seconds(ms)}  ${folder} (${count})`),
    ...files
      .toSorted((a, other) => other.ms - a.ms)
      .slice(0, MAX_SHOWN)
      .map(({ ms, path }) => `${seconds(ms)}  ${path}`),
  ];
}

/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} TestResult */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: TestResult[] }} TestFile */

/**
 * @param {unknown} report
 * @returns {TestFile[]}
 */
function filesOf(report) {
  const isReport = typeof report === 'object' && report !== null && 'testResults' in report;
  return isReport && Array.isArray(report.testResults) ? report.testResults : [];
}
