// The order of the test files. Files that wait for workflows and processes take long and compute
// little: each of them runs beside some that compute, so that all cores and workers are busy and
// the longest files do not run alone at the end. At the end run the files that would make each
// later file of their process slower.

import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait, the longest first. */
const WAITING_PATHS = ['/test/crash/', '/test/workflows/unwind', '/test/workflows/'];
/** Number of other files between two of them: about as much work as one of them waits. */
const FILES_BETWEEN = 5;
/**
 * A module that a file of the end imports: the bank of its process stays open (shared-bank.ts), and a moved
 * clock makes the process load the bank's modules again (moved-clock.ts).
 */
const LAST_IMPORTS = [/\bopenShared(Checked)?Bank\b/, /\bforgetMovedClock\b/];

function findWaitingIndex({ moduleId }: TestSpecification): number {
  return WAITING_PATHS.findIndex((part) => moduleId.includes(part));
}

function findLastIndex({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8');
  return LAST_IMPORTS.findIndex((pattern) => pattern.test(text));
}

/**
 * Sorts as vitest does, the longest first, distributes the waiting files among the others, and puts
 * the lasting ones at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const lastFiles = LAST_IMPORTS.flatMap((_, index) =>
      sorted.filter((file) => findLastIndex(file) === index),
    );
    const shortFiles = sorted.filter((file) => !lastFiles.includes(file));
    const waiting = shortFiles
      .filter((file) => findWaitingIndex(file) >= 0)
      .toSorted((a, b) => findWaitingIndex(a) - findWaitingIndex(b));
    const computing = shortFiles.filter((file) => findWaitingIndex(file) === -1);
    const dealt = waiting.flatMap((file, index) => {
      return [file, ...computing.slice(index * FILES_BETWEEN, (index + 1) * FILES_BETWEEN)];
    });
    return [...dealt, ...computing.slice(waiting.length * FILES_BETWEEN), ...lastFiles];
  }
}
