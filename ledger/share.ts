// Fair shares of storage that all developers share.

/**
 * True when the storage is full and the owner uses its share. The owners who use storage have equal
 * shares. An owner who uses none is never refused.
 * @param usedByOwner the amount that each owner uses, in the unit of `limit`
 */
export function isShareFull(
  usedByOwner: ReadonlyMap<string, number>,
  owner: string,
  limit: number,
): boolean {
  const ownUse = usedByOwner.get(owner) ?? 0;
  const total = [...usedByOwner.values()].reduce((sum, amount) => sum + amount, 0);
  return ownUse > 0 && total >= limit && ownUse >= limit / usedByOwner.size;
}
