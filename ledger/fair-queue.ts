// A queue that several owners share: each gets its turn, however much another one has put in.

export interface FairQueue<T> {
  size(): number;
  /** Owners that have something in it. */
  owners(): number;
  push(owner: string, item: T): void;
  /**
   * Up to `most` items: one of each owner in turn, each owner's in their order.
   * @param each maximum of one owner, where others have items waiting; by default `most`
   */
  take(most: number, each?: number): T[];
  /** Number of items that are taken before a new one of the owner. */
  ahead(owner: string): number;
}

/** An empty one. */
export function fairQueue<T>(): FairQueue<T> {
  // In the order in which owners have their turn.
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
        // All the others that have something left had as many turns.
        if (isShared && own >= each) break;
        counts.set(owner, own + 1);
        taken.push(line.shift() as T);
        // To the end of the map, which this loop reaches again.
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
