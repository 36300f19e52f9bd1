// The newest commits that a client has seen (`Kontor-Commit`). A bank with several processes
// answers a request that states them with no older data.

/** Number and text of the newest commit, by the letter of its database. */
export type SeenCommits = Map<string, readonly [number: number, part: string]>;

const PART = /^([a-z])(\d+)-[0-9a-f]+$/;

/** Records the commits of an answer: for each letter, the greatest number. */
export function recordCommits(commits: SeenCommits, header: string | null): void {
  for (const part of header?.split('.') ?? []) {
    const [, letter = '', digits] = PART.exec(part) ?? [];
    const number = Number(digits);
    if (number >= (commits.get(letter)?.[0] ?? 0)) commits.set(letter, [number, part]);
  }
}

/** The header of a request; null when no commit is known. */
export const commitsHeader = (commits: SeenCommits): string | null =>
  commits.size === 0 ? null : [...commits.values()].map(([, part]) => part).join('.');
