// The newest commits of a copy with their rows, in memory: when PostgreSQL has lost some of them,
// only these rows are read again instead of the whole copy.

import type { Position } from './commits.ts';
import type { RowSet } from './sets.ts';

/** The most characters of rows in memory. */
const MAX_CHARACTERS = 32_000_000;

/** A commit that a copy has made. */
export interface CopyCommit {
  readonly before: Position;
  readonly at: Position;
  readonly sets: readonly Pick<RowSet, 'table' | 'rows'>[];
}

export interface RecentCommits {
  add(commit: CopyCommit): void;
  /** Clears the list: the copy was replaced. */
  forget(): void;
  /** Returns the earlier positions of the copy, newest first. */
  positions(): readonly Position[];
  /** Returns the rows written after an earlier position. */
  after(position: Position): readonly Pick<RowSet, 'table' | 'rows'>[];
}

const sizeOf = ({ sets }: CopyCommit) => sets.reduce((sum, { rows }) => sum + rows.length, 0);

export function createRecentCommits(max = MAX_CHARACTERS): RecentCommits {
  let commits: CopyCommit[] = [];
  /** Number of commits at the beginning of the list that were dropped from it. */
  let dropped = 0;
  let characters = 0;

  return {
    add(commit) {
      commits.push(commit);
      characters += sizeOf(commit);
      while (characters > max && dropped < commits.length) {
        characters -= sizeOf(commits[dropped] as CopyCommit);
        dropped += 1;
      }
      if (dropped * 2 <= commits.length) return;
      commits = commits.slice(dropped);
      dropped = 0;
    },
    forget() {
      commits = [];
      [dropped, characters] = [0, 0];
    },
    positions: () =>
      commits
        .slice(dropped)
        .flatMap(({ before, at }, index) => (index === 0 ? [before, at] : [at]))
        .reverse(),
    after({ number }) {
      return commits.slice(dropped).flatMap(({ at, sets }) => (at.number > number ? sets : []));
    },
  };
}
