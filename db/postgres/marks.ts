// The marks of a copy's newest commits: numbers are reused after a loss, so a commit that a client
// names is identified by its number and the beginning of its mark.

import type { Position } from './commits.ts';

/** Marks in memory: twice as many as PostgreSQL keeps commits. */
const MAX_MARKS = 20_000;

/** The length of the beginning of a mark that distinguishes commits of one number. */
export const MARK_LENGTH = 8;

export interface CommitMarks {
  /** False before the first load, and after the history was replaced. */
  isLoaded(): boolean;
  load(commits: readonly Position[]): void;
  add(commit: Position): void;
  /** Called when the history of the copy was replaced. */
  forget(): void;
  /** Returns the beginning of a commit's mark, or null when the commit is too old. */
  of(number: number): string | null;
}

export function openMarks(): CommitMarks {
  const marks = new Map<number, string>();
  let isLoaded = false;

  function add({ number, mark }: Position): void {
    marks.set(number, mark.slice(0, MARK_LENGTH));
    marks.delete(number - MAX_MARKS);
  }

  return {
    isLoaded: () => isLoaded,
    load(commits) {
      for (const commit of commits) add(commit);
      isLoaded = true;
    },
    add,
    forget() {
      marks.clear();
      isLoaded = false;
    },
    of: (number) => marks.get(number) ?? null,
  };
}
