// The commits that a client has seen, as the header Kontor-Commit names them: one part for each
// schema, `p412-9f2c01aa.s88-01c4de77`. A part is the first letter of the platform or of an
// environment, the number of a commit, and the beginning of its mark.

import type { Position } from './commits.ts';
import { MARK_LENGTH } from './marks.ts';
import type { Replica } from './replica.ts';

/** The ledgers whose commits a client may know: those of both environments, or of one. */
export type VisibleLedgers = 'all' | 'sandbox' | 'production';

/** `lost` when the history of the bank does not contain the commit. */
export type CommitPresence = 'here' | 'lost';

export interface SeenCommits {
  /** The newest commits that this process has. */
  text(ledgers: VisibleLedgers): string;
  /**
   * Waits until this process has commits that a client has seen.
   * @param text of a valid form
   * @throws DatabaseUnreachable when the commits cannot be read
   */
  reach(text: string): Promise<CommitPresence>;
}

const PART = /^([psl])(\d{1,15})-([0-9a-f]{8})$/;
const SCHEMAS = { p: 'platform', s: 'ledger_sandbox', l: 'ledger_production' } as const;
type Letter = keyof typeof SCHEMAS;
const LETTERS: Readonly<Record<VisibleLedgers, readonly Letter[]>> = {
  all: ['p', 's', 'l'],
  sandbox: ['p', 's'],
  production: ['p', 'l'],
};

interface Part {
  readonly letter: Letter;
  readonly number: number;
  readonly mark: string;
}

/** Parses the parts of a header; null when it is malformed. */
export function partsOf(text: string): readonly Part[] | null {
  const parts = text.split('.').map((part) => PART.exec(part));
  const letters = new Set(parts.map((part) => part?.[1]));
  if (letters.size !== parts.length || parts.includes(null)) return null;
  return parts.map((part) => ({
    letter: part?.[1] as Letter,
    number: Number(part?.[2]),
    mark: part?.[3] ?? '',
  }));
}

const textOf = (letter: Letter, { number, mark }: Position) =>
  `${letter}${number}-${mark.slice(0, MARK_LENGTH)}`;

/** @param replicas by their schemas */
export function createSeenCommits(
  replicas: ReadonlyMap<string, Pick<Replica, 'position' | 'reach'>>,
): SeenCommits {
  return {
    text(ledgers) {
      const parts = LETTERS[ledgers].flatMap((letter) => {
        const replica = replicas.get(SCHEMAS[letter]);
        return replica ? [textOf(letter, replica.position())] : [];
      });
      return parts.join('.');
    },
    async reach(text) {
      const waiting = (partsOf(text) ?? []).map(({ letter, number, mark }) =>
        replicas.get(SCHEMAS[letter])?.reach(number, mark),
      );
      return (await Promise.all(waiting)).includes(false) ? 'lost' : 'here';
    },
  };
}
