// The newest commits of a bank that a client has seen. A bank of several processes answers a request
// that names them with nothing older.

/** By the letter of a part: its number, and the whole part. */
export type Seen = Map<string, readonly [number: number, part: string]>;

const PART = /^([a-z])(\d+)-[0-9a-f]+$/;

/** Takes up the commits that an answer names: of each letter the one with the greatest number. */
export function takeSeen(seen: Seen, header: string | null): void {
  for (const part of header?.split('.') ?? []) {
    const [, letter = '', digits] = PART.exec(part) ?? [];
    const number = Number(digits);
    if (number >= (seen.get(letter)?.[0] ?? 0)) seen.set(letter, [number, part]);
  }
}

/** The header of a request, or null when no answer has named a commit. */
export const seenText = (seen: Seen): string | null =>
  seen.size === 0 ? null : [...seen.values()].map(([, part]) => part).join('.');
