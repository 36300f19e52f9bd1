import { expect, test } from 'vitest';
import { countTests } from '../../scripts/count.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
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
