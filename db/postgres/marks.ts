// The marks of the newest commits that a copy has: numbers are given again after a loss, so a commit
// that a client names is recognised by its number and the beginning of its mark.

import type { Position } from './commits.ts';

/** Marks in memory: twice as many as PostgreSQL keeps commits. */
const MOST = 20_000;

/** So much of a mark tells two commits of a number apart. */
export const SHOWN = 8;

export interface Marks {
  /** False before the first load, and after the history was replaced. */
  isLoaded(): boolean;
  load(kept: readonly Position[]): void;
  note(commit: Position): void;
  /** The copy has another history from now on. */
  forget(): void;
  /** The beginning of the mark of a commit; null when it is too long ago. */
  of(number: number): string | null;
}

export function openMarks(): Marks {
  const known = new Map<number, string>();
  let isLoaded = false;

  function note({ number, mark }: Position): void {
    known.set(number, mark.slice(0, SHOWN));
    known.delete(number - MOST);
  }

  return {
    isLoaded: () => isLoaded,
    load(kept) {
      for (const one of kept) note(one);
      isLoaded = true;
    },
    note,
    forget() {
      known.clear();
      isLoaded = false;
    },
    of: (number) => known.get(number) ?? null,
  };
}
