// In which order the files run. Those that wait for workflows and processes take long and compute
// little: each runs beside some that compute, so that neither a core nor a worker stands still, and
// the longest are not left alone at the end.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait, the longest first. */
const WAITING = ['/test/crash/', '/test/workflows/unwind', '/test/workflows/'];
/** So many others begin between two of them: about as much work as one of them is waiting. */
const BETWEEN = 5;

function placeOf({ moduleId }: TestSpecification): number {
  return WAITING.findIndex((part) => moduleId.includes(part));
}

/** Sorts as vitest does, the longest first, and deals out the files that wait among the others. */
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
