// The marks of a copy's newest commits: numbers are reused after a loss, so a commit that a client
// names is identified by its number and the beginning of its mark.

import type { Position } from './commits.ts';

/** Marks in memory: twice as many as PostgreSQL keeps commits. */
const MOST = 20_000;

/** The length of the beginning of a mark that distinguishes commits of one number. */
export const SHOWN = 8;

export interface Marks {
  /** False before the first load, and after the history was replaced. */
  isLoaded(): boolean;
  load(kept: readonly Position[]): void;
  note(commit: Position): void;
  /** Replaces the history of the copy. */
  forget(): void;
  /** Returns the beginning of a commit's mark, or null when the commit is too old. */
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
