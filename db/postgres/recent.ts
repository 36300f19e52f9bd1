// The newest commits of a copy with the rows that they wrote, in memory: when PostgreSQL has lost some
// of them, only these rows are read again, and not the whole copy.

import type { Position } from './commits.ts';
import type { RowSet } from './sets.ts';

/** Most characters of rows. */
const MOST_CHARACTERS = 32_000_000;

/** A commit that a copy has made. */
export interface Made {
  readonly before: Position;
  readonly at: Position;
  readonly sets: readonly Pick<RowSet, 'table' | 'rows'>[];
}

export interface RecentCommits {
  note(made: Made): void;
  /** The copy was replaced: nothing of before can be rolled back. */
  forget(): void;
  /** Positions that the copy has had, the newest first. */
  positions(): readonly Position[];
  /** What was written after a position that the copy has had. */
  after(position: Position): readonly Pick<RowSet, 'table' | 'rows'>[];
}

const sizeOf = ({ sets }: Made) => sets.reduce((sum, { rows }) => sum + rows.length, 0);

export function recentCommits(most = MOST_CHARACTERS): RecentCommits {
  let made: Made[] = [];
  /** Of those that are not in the list any more. */
  let dropped = 0;
  let characters = 0;

  return {
    note(one) {
      made.push(one);
      characters += sizeOf(one);
      while (characters > most && dropped < made.length) {
        characters -= sizeOf(made[dropped] as Made);
        dropped += 1;
      }
      if (dropped * 2 <= made.length) return;
      made = made.slice(dropped);
      dropped = 0;
    },
    forget() {
      made = [];
      [dropped, characters] = [0, 0];
    },
    positions: () =>
      made
        .slice(dropped)
        .flatMap(({ before, at }, index) => (index === 0 ? [before, at] : [at]))
        .reverse(),
    after({ number }) {
      return made.slice(dropped).flatMap(({ at, sets }) => (at.number > number ? sets : []));
    },
  };
}
