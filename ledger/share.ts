// Shared storage of the bank: each developer may fill a share of it, and one who uses none always
// finds some.

/** Amount used by each owner. */
export type Held = ReadonlyMap<string, number>;

/**
 * True when the storage is full and the owner uses its share. A share is an equal part for each
 * owner who uses some, so that nobody takes the last of it from the others.
 */
export function isShareFull(held: Held, owner: string, limit: number): boolean {
  const own = held.get(owner) ?? 0;
  const all = [...held.values()].reduce((sum, one) => sum + one, 0);
  return own > 0 && all >= limit && own >= limit / held.size;
}
