// How many requests may be under way at a time, by how long they take: who is let in hears soon,
// on a fast machine and on one that others keep busy.

export interface Room {
  /** Requests that may be under way now. */
  size(): number;
  /** An act was carried out, so long after it was let in. */
  done(ms: number): void;
}

/** Where half of the acts take longer, fewer are let in. */
const MOST_MS = 400;
/** The room is measured anew so often. */
const EVERY_MS = 200;
/** Fewer acts say nothing about the next ones, while there are some. */
const LEAST_SAMPLES = 8;
/** As many are let in whatever they take: a bank that has just begun is slow without a flood. */
export const LEAST_ROOM = 256;
const GROWS = 1.25;
const SHRINKS_AT_MOST = 0.5;
/** Samples of one measurement; the later ones tell more. */
const MOST_SAMPLES = 256;

/**
 * Room for at most so many. It shrinks with the time that acts take and grows again by a quarter a
 * time: what is under way is what is done in a second times the seconds that each one takes.
 * @param now milliseconds that never go back
 */
export function roomFor(most: number, now: () => number = () => performance.now()): Room {
  const least = Math.min(LEAST_ROOM, most);
  let size = most;
  let samples: number[] = [];
  let since = now();

  function measure(): void {
    const passed = now() - since;
    if (passed < EVERY_MS) return;
    // A few late ones in a long time are no crowd.
    const median = middleOf(samples);
    const isCrowded = samples.length >= LEAST_SAMPLES && median > MOST_MS;
    if (isCrowded) size *= Math.max(SHRINKS_AT_MOST, MOST_MS / median);
    else size *= GROWS ** Math.max(1, Math.floor(passed / EVERY_MS));
    size = Math.min(most, Math.max(least, size));
    samples = [];
    since = now();
  }

  return {
    size() {
      measure();
      return size;
    },
    done(ms) {
      if (samples.length === MOST_SAMPLES) samples.shift();
      samples.push(ms);
      measure();
    },
  };
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
