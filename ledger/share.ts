// Room that is the bank's and that developers share: each may fill its share of it, and one who has
// nothing in it always finds some.

/** How much each owner has in it. */
export type Held = ReadonlyMap<string, number>;

/**
 * True when the room is full and the owner has its share. A share is an equal part for each who has
 * something in it, so that nobody takes the last of it from the others.
 */
export function isShareFull(held: Held, owner: string, limit: number): boolean {
  const own = held.get(owner) ?? 0;
  const all = [...held.values()].reduce((sum, one) => sum + one, 0);
  return own > 0 && all >= limit && own >= limit / held.size;
}
