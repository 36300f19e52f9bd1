// Decides how many requests may be under way at a time from their durations, so that an admitted
// request is answered soon, on a fast machine and on a busy one.

export interface Room {
  /** Requests that may be under way now. */
  size(): number;
  /** One more asked for room and there was none. */
  noteRefusal(): void;
  /** An act was carried out, so long after it was let in. */
  noteDone(ms: number): void;
  /** An admitted act was refused with Retry-After: it would have taken too long. */
  late(): void;
}

/** When the median act takes longer, fewer are admitted. */
const MOST_MS = 400;
/** When the median act takes less and a request was refused, more are admitted. */
const QUICK_MS = 250;
/** The initial room, before the duration of acts is known, as a share of the whole. */
const USUAL = 0.375;
/** The room is measured anew so often. */
const EVERY_MS = 200;
/** Fewer acts say nothing about the next ones, while there are some. */
const LEAST_SAMPLES = 8;
/**
 * At least as many are admitted, however long they take: 256 clients that each wait for their
 * answer are no flood, on a slow machine either, and others have room beside them.
 */
export const LEAST_ROOM = 320;
/** The least that are admitted in a flood: far more are turned away than are carried out. */
export const LEAST_IN_FLOOD = 64;
/** So many times more. */
const FLOOD_TIMES = 2;
const GROWS = 1.25;
const SHRINKS_AT_MOST = 0.5;
/** Samples of one measurement; the later ones count more. */
const MOST_SAMPLES = 256;

/**
 * Returns a room of three eighths at first, so that a burst is no larger than the number that is
 * answered soon. The room shrinks when acts take long. While acts are quick and requests are
 * refused, it grows by a quarter at a time, up to the whole. Otherwise it returns to its initial
 * size.
 * @param now milliseconds that never go back
 */
export function roomFor(most: number, now: () => number = () => performance.now()): Room {
  const calmLeast = Math.min(LEAST_ROOM, most);
  const usual = Math.max(calmLeast, most * USUAL);
  let size = usual;
  let samples: number[] = [];
  let lateOnes = 0;
  let turnedAway = 0;
  let since = now();

  function measure(): void {
    const passed = now() - since;
    if (passed < EVERY_MS) return;
    // A few late ones in a long time are no crowd.
    const isKnown = samples.length >= LEAST_SAMPLES;
    const median = middleOf(samples);
    const isLate = lateOnes >= LEAST_SAMPLES;
    const isCrowded = isLate || (isKnown && median > MOST_MS);
    const isFlood = turnedAway > FLOOD_TIMES * Math.max(samples.length, LEAST_SAMPLES);
    // After a flood it comes back in steps: one quiet moment within a flood is not its end.
    const least = Math.min(
      isFlood ? LEAST_IN_FLOOD : Math.max(size * GROWS, LEAST_IN_FLOOD),
      calmLeast,
    );
    const isQuick = isKnown && median <= QUICK_MS;
    const times = Math.floor(passed / EVERY_MS);
    const shrinks = isLate ? SHRINKS_AT_MOST : Math.max(SHRINKS_AT_MOST, MOST_MS / median);
    if (isCrowded) size = Math.max(least, size * shrinks);
    else if (turnedAway > 0 && isQuick) size = Math.min(most, size * GROWS);
    else if (turnedAway === 0 && size < usual) size = Math.min(usual, size * GROWS ** times);
    else if (turnedAway === 0) size = Math.max(usual, size / GROWS ** times);
    samples = [];
    lateOnes = 0;
    turnedAway = 0;
    since = now();
  }

  return {
    size() {
      measure();
      return size;
    },
    noteRefusal() {
      turnedAway += 1;
    },
    late() {
      lateOnes += 1;
      measure();
    },
    noteDone(ms) {
      if (samples.length === MOST_SAMPLES) samples.shift();
      samples.push(ms);
      measure();
    },
  };
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
