// The delays between attempts of a failed delivery: short at first, then longer, for two days.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each further attempt. After the last, the delivery is a dead letter. */
export const RETRY_LADDER: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Milliseconds without a successful delivery after which an endpoint is disabled. */
export const STOP_AFTER_MS = 3 * 24 * HOUR;

/** Random part of each delay, which spreads deliveries that failed at the same time. */
const JITTER = 0.2;

export interface FailedAttempt {
  /** Number of earlier failed attempts of the delivery. */
  readonly failuresBefore: number;
  /** Delay that the receiver requested; null without one. */
  readonly retryAfterMs: number | null;
  /** Random number from 0 to 1, a new one for each attempt. */
  readonly random: number;
}

/**
 * Milliseconds until the next attempt; null when there is no further attempt.
 * @param ladder milliseconds before each further attempt
 */
export function retryDelay(
  { failuresBefore, retryAfterMs, random }: FailedAttempt,
  ladder: readonly number[] = RETRY_LADDER,
): number | null {
  const step = ladder[failuresBefore];
  if (step === undefined) return null;
  const jittered = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  // A receiver may request a longer delay than that of the ladder, never a shorter one.
  return Math.max(jittered, retryAfterMs ?? 0);
}
