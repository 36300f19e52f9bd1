// The files that take minutes begin first, so that none of them is left alone at the end.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG = ['/test/crash/', '/test/workflows/unwind', '/test/workflows/', '/test/chain/'];

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((part) => moduleId.includes(part));
  return place === -1 ? LONG.length : place;
}

/** Sorts as vitest does, within groups of which the longest comes first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
