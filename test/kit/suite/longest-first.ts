// The order of the test files. Files that wait for workflows and processes take long and compute
// little: each of them runs beside some that compute, so that all cores and workers are busy and
// the longest files do not run alone at the end.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait, the longest first. */
const WAITING = ['/test/crash/', '/test/workflows/unwind', '/test/workflows/'];
/** Number of other files between two of them: about as much work as one of them waits. */
const BETWEEN = 5;

function placeOf({ moduleId }: TestSpecification): number {
  return WAITING.findIndex((part) => moduleId.includes(part));
}

/** Sorts as vitest does, the longest first, and distributes the waiting files among the others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted
      .filter((file) => placeOf(file) >= 0)
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    const computing = sorted.filter((file) => placeOf(file) === -1);
    const dealt = waiting.flatMap((file, at) => {
      return [file, ...computing.slice(at * BETWEEN, (at + 1) * BETWEEN)];
    });
    return [...dealt, ...computing.slice(waiting.length * BETWEEN)];
  }
}
