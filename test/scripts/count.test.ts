import { describe, expect, test } from 'vitest';
import {
  countTests,
  describeFailures,
  describeTimes,
  listFailedFiles,
  mergeSecondRun,
} from '../../scripts/count.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

test('passed, failed and skipped tests are summed over all files', () => {
  const testResults = [
    file('passed', 'passed', 'passed', 'skipped', 'todo'),
    file('failed', 'failed', 'passed', 'failed'),
  ];
  expect(countTests({ testResults }, 1)).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('a file that could not be loaded is a failure', () => {
  const testResults = [file('passed', 'passed'), file('failed')];
  expect(countTests({ testResults }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test.each<[string, unknown, number | null]>([
  ['in which no test ran', { testResults: [] }, 0],
  ['in which every test was skipped', { testResults: [file('passed', 'skipped')] }, 0],
  ['with an error outside of every test', { testResults: [file('passed', 'passed')] }, 1],
  ['that was killed', { testResults: [file('passed', 'passed')] }, null],
  ['that left no report', null, 1],
])('a run %s is a failure', (_, report, exitCode) => {
  expect(countTests(report, exitCode).failed).toBe(1);
});

describe('the second run of failed test files', () => {
  const fileNamed = (name: string, status: string) => ({ name, ...file(status, status) });
  const first = {
    testResults: [fileNamed('a', 'passed'), fileNamed('b', 'failed'), fileNamed('c', 'failed')],
  };

  test('takes the files that failed, including those that could not be loaded', () => {
    expect(listFailedFiles(first)).toEqual(['b', 'c']);
    expect(listFailedFiles(null)).toEqual([]);
  });

  test('counts tests that pass in it as passed, and tests that fail twice as failures', () => {
    const second = { testResults: [fileNamed('b', 'passed'), fileNamed('c', 'failed')] };
    const count = { passed: 2, failed: 1, skipped: 0 };
    expect(countTests(mergeSecondRun(first, second), 1)).toEqual(count);
  });

  test('changes nothing when it left no report', () => {
    expect(countTests(mergeSecondRun(first, null), 1).failed).toBe(2);
  });
});

test('each failed test is named with the first line of its error, and so is a file that did not run', () => {
  const failed = {
    status: 'failed',
    fullName: 'one adds',
    failureMessages: ['1 is not 2\nat a.ts'],
  };
  const testResults = [
    { name: 'a', status: 'failed', assertionResults: [{ status: 'passed' }, failed] },
    { name: 'b', status: 'failed', message: 'it imports nothing\nat b.ts', assertionResults: [] },
    { name: 'c', ...file('passed', 'passed') },
  ];
  expect(describeFailures({ testResults })).toEqual([
    'a: one adds: 1 is not 2',
    'b: it imports nothing',
  ]);
});

test('processor time is summed by folder, the most expensive first', () => {
  const text =
    '900\ttest/api/kyc/a.test.ts\n2600\ttest/api/kyc/b.test.ts\n1000\ttest/tidy.test.ts\n';
  expect(describeTimes(text)).toEqual([
    '  Processor time of 3 test files: 5 s. Folders and files with most of it:',
    '     4 s  test/api/kyc (2)',
    '     1 s  test (1)',
    '     3 s  test/api/kyc/b.test.ts',
    '     1 s  test/tidy.test.ts',
    '     1 s  test/api/kyc/a.test.ts',
  ]);
  expect(describeTimes('')).toHaveLength(1);
});
