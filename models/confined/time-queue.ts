// A queue in which owners take turns by time: the next item belongs to the owner whose items have
// used the least time. An owner with slow items gets fewer turns, and delays the others no more
// than an owner with as many quick items.

export interface TimeQueue<T> {
  push(owner: string, item: T): void;
  /** Returns an unfinished item to the head of its owner's line. */
  putBack(owner: string, item: T): void;
  /** Removes the next item, or returns null. */
  next(): { readonly owner: string; readonly item: T } | null;
  /** Adds the time that an item of this owner has used. */
  spend(owner: string, ms: number): void;
  /** Removes all items. */
  drain(): T[];
}

interface Line<T> {
  readonly items: T[];
  /** Used time, which decides the order of the turns. */
  spent: number;
}

/** Returns an empty queue. */
export function createTimeQueue<T>(): TimeQueue<T> {
  // Among owners with equal time, the first inserted comes first.
  const lines = new Map<string, Line<T>>();
  // Waiting owners have used at least as much time as the owner of the latest turn.
  let minTime = 0;

  function openLine(owner: string): Line<T> {
    const existing = lines.get(owner);
    if (existing && existing.items.length > 0) return existing;
    // An owner that was absent for a while gains no credit.
    const line: Line<T> = { items: [], spent: Math.max(existing?.spent ?? 0, minTime) };
    lines.delete(owner);
    lines.set(owner, line);
    return line;
  }

  function forgetIdleOwners(): void {
    for (const [owner, { items, spent }] of lines) {
      if (items.length === 0 && spent <= minTime) lines.delete(owner);
    }
  }

  return {
    push: (owner, item) => void openLine(owner).items.push(item),
    putBack: (owner, item) => void openLine(owner).items.unshift(item),
    next() {
      let first: { owner: string; line: Line<T> } | null = null;
      for (const [owner, line] of lines) {
        if (line.items.length === 0) continue;
        if (first === null || line.spent < first.line.spent) first = { owner, line };
      }
      const item = first?.line.items.shift();
      if (first === null || item === undefined) return null;
      minTime = first.line.spent;
      forgetIdleOwners();
      return { owner: first.owner, item };
    },
    spend(owner, ms) {
      const line = lines.get(owner);
      if (line) line.spent += ms;
      else lines.set(owner, { items: [], spent: minTime + ms });
    },
    drain() {
      const items = [...lines.values()].flatMap((line) => line.items.splice(0));
      lines.clear();
      return items;
    },
  };
}
