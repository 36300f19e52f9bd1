// A queue that several owners share. Owners take turns, however many items each has queued.

export interface FairQueue<T> {
  size(): number;
  /** Number of owners with queued items. */
  owners(): number;
  push(owner: string, item: T): void;
  /**
   * Removes up to `max` items: one of each owner in turn, each owner's items in order.
   * @param each maximum for one owner while others have items queued; by default `max`
   */
  take(max: number, each?: number): T[];
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
    take(max, each = max) {
      const batch: T[] = [];
      const counts = new Map<string, number>();
      const isShared = lines.size > 1;
      for (const [owner, line] of lines) {
        if (batch.length >= max) break;
        const count = counts.get(owner) ?? 0;
        // All other owners with items left had as many turns.
        if (isShared && count >= each) break;
        counts.set(owner, count + 1);
        batch.push(line.shift() as T);
        // Moves the owner to the end of the map, which this loop reaches again.
        lines.delete(owner);
        if (line.length > 0) lines.set(owner, line);
      }
      size -= batch.length;
      return batch;
    },
    ahead(owner) {
      const length = lines.get(owner)?.length ?? 0;
      let before = length;
      for (const [other, line] of lines) {
        if (other !== owner) before += Math.min(line.length, length + 1);
      }
      return before;
    },
  };
}
