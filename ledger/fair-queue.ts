// A queue that several owners share. Owners take turns, however many items each has queued.

export interface FairQueue<T> {
  size(): number;
  /** Number of owners with queued items. */
  owners(): number;
  push(owner: string, item: T): void;
  /**
   * Removes up to `max` items: one of each owner in turn, each owner's items in order.
   * @param maxEach maximum for one owner while others have items queued; by default `max`
   */
  take(max: number, maxEach?: number): T[];
  /** Number of items that would be taken before a new item of the owner. */
  countAhead(owner: string): number;
}

/** Returns an empty queue. */
export function createFairQueue<T>(): FairQueue<T> {
  // Insertion order is the order of the owners' turns.
  const queues = new Map<string, T[]>();
  let size = 0;

  return {
    size: () => size,
    owners: () => queues.size,
    push(owner, item) {
      const queue = queues.get(owner);
      if (queue) queue.push(item);
      else queues.set(owner, [item]);
      size += 1;
    },
    take(max, maxEach = max) {
      const batch: T[] = [];
      const counts = new Map<string, number>();
      const isShared = queues.size > 1;
      for (const [owner, queue] of queues) {
        if (batch.length >= max) break;
        const count = counts.get(owner) ?? 0;
        // Each other owner with queued items has had as many turns.
        if (isShared && count >= maxEach) break;
        counts.set(owner, count + 1);
        batch.push(queue.shift() as T);
        // Moves the owner to the end of the map, which this loop reaches again.
        queues.delete(owner);
        if (queue.length > 0) queues.set(owner, queue);
      }
      size -= batch.length;
      return batch;
    },
    countAhead(owner) {
      const length = queues.get(owner)?.length ?? 0;
      let count = length;
      for (const [other, queue] of queues) {
        if (other !== owner) count += Math.min(queue.length, length + 1);
      }
      return count;
    },
  };
}
