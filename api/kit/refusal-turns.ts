// Schedules the answers to refused requests: a few in each turn of the event loop. Refusals of a
// caller that ignores them are delayed.

export interface RefusalTurns {
  /** @param refuse answers the request */
  add(credential: string, refuse: () => void): void;
}

/** Refusals of a caller in a second above which further ones are delayed. */
const IMMEDIATE_PER_SECOND = 128;
const DELAY_MS = 250;
/**
 * Refusals per turn of the event loop. In a flood, the rest of the turn remains for admitted
 * requests.
 */
const MAX_PER_TURN = 32;

/** @param now monotonic time in milliseconds */
export function createRefusalTurns(now: () => number = () => performance.now()): RefusalTurns {
  const counts = new Map<string, number>();
  const queue: (() => void)[] = [];
  let countedFrom = now();

  function isAboveImmediate(credential: string): boolean {
    const time = now();
    if (time - countedFrom > 1_000) {
      counts.clear();
      countedFrom = time;
    }
    const count = (counts.get(credential) ?? 0) + 1;
    counts.set(credential, count);
    return count > IMMEDIATE_PER_SECOND;
  }

  function sendNext(): void {
    const taken = queue.splice(0, MAX_PER_TURN);
    if (queue.length > 0) setImmediate(sendNext);
    for (const refuse of taken) refuse();
  }

  function push(refuse: () => void): void {
    if (queue.length === 0) setImmediate(sendNext);
    queue.push(refuse);
  }

  return {
    add(credential: string, refuse: () => void): void {
      if (isAboveImmediate(credential)) setTimeout(push, DELAY_MS, refuse).unref();
      else push(refuse);
    },
  };
}
