// Runs work that occupies a core, a bounded number at a time. Owners take turns and no owner gets
// all places: an owner with ten slow files waits for its own files, and does not delay the next
// owner.

export interface FairTurns {
  /** Runs the work once it is its owner's turn. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * @param places maximum number of works at the same time; one owner gets one less, unless there is only one
 * place
 */
export function createFairTurns(places: number): FairTurns {
  const maxPerOwner = Math.max(1, places - 1);
  const running = new Map<string, number>();
  // In the order in which owners have their turn.
  const lines = new Map<string, (() => void)[]>();
  let runningCount = 0;

  function startNext(): void {
    for (const [owner, line] of lines) {
      if (runningCount >= places) return;
      if ((running.get(owner) ?? 0) >= maxPerOwner) continue;
      // Moves the owner to the end of the map, so that the others come first.
      lines.delete(owner);
      const begin = line.shift();
      if (line.length > 0) lines.set(owner, line);
      count(owner, 1);
      begin?.();
    }
  }

  function count(owner: string, change: 1 | -1): void {
    const newCount = (running.get(owner) ?? 0) + change;
    runningCount += change;
    if (newCount === 0) running.delete(owner);
    else running.set(owner, newCount);
  }

  return {
    async run(owner, work) {
      await new Promise<void>((begin) => {
        const line = lines.get(owner);
        if (line) line.push(begin);
        else lines.set(owner, [begin]);
        startNext();
      });
      try {
        return await work();
      } finally {
        count(owner, -1);
        startNext();
      }
    },
  };
}
