// Computes the maximum number of concurrent requests from their durations, so that an admitted
// request is answered soon on a fast machine and on a slow one.

export interface AdmissionBound {
  /** Returns the current maximum number of concurrent requests. */
  size(): number;
  /** Records a refusal by the bound. */
  recordRefusal(): void;
  /** Records the duration of an executed act since its admission, in milliseconds. */
  recordDuration(ms: number): void;
  /** Records that an admitted act was refused because it would have taken too long. */
  recordOverdue(): void;
}

/** Above this median duration in milliseconds, fewer requests are admitted. */
const MAX_MS = 400;
/** Below this median duration, after a refusal, more requests are admitted. */
const QUICK_MS = 250;
/** The initial size as a share of the maximum, before the duration of acts is known. */
const INITIAL_SHARE = 0.375;
/** Interval of the measurements in milliseconds. */
const MEASURE_MS = 200;
/** Minimum number of samples of a meaningful measurement. */
const MIN_SAMPLES = 8;
/**
 * Minimum size outside of a flood: 256 clients that wait for their answers are not a flood, even on
 * a slow machine, and other callers need slots beside them.
 */
export const MIN_BOUND = 320;
/** Minimum size in a flood, when far more requests are refused than executed. */
export const MIN_IN_FLOOD = 64;
/** Ratio of refused to executed requests above which there is a flood. */
const FLOOD_RATIO = 2;
const GROWTH_FACTOR = 1.25;
const MIN_SHRINK_FACTOR = 0.5;
/** Maximum number of samples of one measurement. */
const MAX_SAMPLES = 256;

/**
 * Creates an admission bound. Its initial size is three eighths of the maximum, so that a first burst is
 * answered soon. It shrinks when acts take long, grows by a quarter at a time while acts are quick
 * and requests are refused, and otherwise returns to the initial size.
 * @param now monotonic time in milliseconds
 */
export function createAdmissionBound(
  max: number,
  now: () => number = () => performance.now(),
): AdmissionBound {
  const calmMin = Math.min(MIN_BOUND, max);
  const usualSize = Math.max(calmMin, max * INITIAL_SHARE);
  let size = usualSize;
  let samples: number[] = [];
  let overdueCount = 0;
  let refusedCount = 0;
  let measuredAt = now();

  function measure(): void {
    const passedMs = now() - measuredAt;
    if (passedMs < MEASURE_MS) return;
    // A few late acts in a long time are not an overload.
    const isKnown = samples.length >= MIN_SAMPLES;
    const median = findMedian(samples);
    const isLate = overdueCount >= MIN_SAMPLES;
    const isCrowded = isLate || (isKnown && median > MAX_MS);
    const isFlood = refusedCount > FLOOD_RATIO * Math.max(samples.length, MIN_SAMPLES);
    // After a flood, the size returns in steps, because one quiet moment may not be its end.
    const min = Math.min(
      isFlood ? MIN_IN_FLOOD : Math.max(size * GROWTH_FACTOR, MIN_IN_FLOOD),
      calmMin,
    );
    const isQuick = isKnown && median <= QUICK_MS;
    const intervals = Math.floor(passedMs / MEASURE_MS);
    const shrinkFactor = isLate ? MIN_SHRINK_FACTOR : Math.max(MIN_SHRINK_FACTOR, MAX_MS / median);
    if (isCrowded) size = Math.max(min, size * shrinkFactor);
    else if (refusedCount > 0 && isQuick) size = Math.min(max, size * GROWTH_FACTOR);
    else if (refusedCount === 0 && size < usualSize)
      size = Math.min(usualSize, size * GROWTH_FACTOR ** intervals);
    else if (refusedCount === 0) size = Math.max(usualSize, size / GROWTH_FACTOR ** intervals);
    samples = [];
    overdueCount = 0;
    refusedCount = 0;
    measuredAt = now();
  }

  return {
    size() {
      measure();
      return size;
    },
    recordRefusal() {
      refusedCount += 1;
    },
    recordOverdue() {
      overdueCount += 1;
      measure();
    },
    recordDuration(ms) {
      if (samples.length === MAX_SAMPLES) samples.shift();
      samples.push(ms);
      measure();
    },
  };
}

function findMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
