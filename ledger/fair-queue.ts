// A queue that several owners share. Owners take turns, however many items each has queued.

export interface FairQueue<T> {
  size(): number;
  /** Number of owners with queued items. */
  owners(): number;
  push(owner: string, item: T): void;
  /**
   * Removes up to `most` items: one of each owner in turn, each owner's items in order.
   * @param each maximum for one owner while others have items queued; by default `most`
   */
  take(most: number, each?: number): T[];
  /** Number of items that would be taken before a new item of the owner. */
  ahead(owner: string): number;
}

/** Returns an empty queue. */
export function createFairQueue<T>(): FairQueue<T> {
  // Insertion order is the order of the owners' turns.
  const lines = new Map<string, T[]>();
  let size = 0;

  return {
    size: () => size,
    owners: () => lines.size,
    push(owner, item) {
      const line = lines.get(owner);
      if (line) line.push(item);
      else lines.set(owner, [item]);
      size += 1;
    },
    take(most, each = most) {
      const taken: T[] = [];
      const counts = new Map<string, number>();
      const isShared = lines.size > 1;
      for (const [owner, line] of lines) {
        if (taken.length >= most) break;
        const own = counts.get(owner) ?? 0;
        // All other owners with items left had as many turns.
        if (isShared && own >= each) break;
        counts.set(owner, own + 1);
        taken.push(line.shift() as T);
        // Moves the owner to the end of the map, which this loop reaches again.
        lines.delete(owner);
        if (line.length > 0) lines.set(owner, line);
      }
      size -= taken.length;
      return taken;
    },
    ahead(owner) {
      const own = lines.get(owner)?.length ?? 0;
      let before = own;
      for (const [other, line] of lines) {
        if (other !== owner) before += Math.min(line.length, own + 1);
      }
      return before;
    },
  };
}
