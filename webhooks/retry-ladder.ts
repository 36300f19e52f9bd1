// When a delivery that failed is tried again: soon at first, then ever more rarely, for two days.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each further attempt; after the last one it is a dead letter. */
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

/** An endpoint to which nothing was delivered for this long is stopped. */
export const STOP_AFTER_MS = 3 * 24 * HOUR;

/** Spreads the retries of deliveries that failed at the same time. */
const JITTER = 0.2;

export interface FailedAttempt {
  /** Failed attempts of the delivery before this one. */
  readonly failuresBefore: number;
  /** Delay that the receiver asked for, or null when it asked for none. */
  readonly retryAfterMs: number | null;
  /** 0 up to 1, anew for each attempt. */
  readonly random: number;
}

/**
 * Milliseconds until the next attempt; null when there is none.
 * @param ladder milliseconds before each further attempt
 */
export function retryIn(
  { failuresBefore, retryAfterMs, random }: FailedAttempt,
  ladder: readonly number[] = RETRY_LADDER,
): number | null {
  const step = ladder[failuresBefore];
  if (step === undefined) return null;
  const jittered = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  // A receiver may ask for more time, never for less than the ladder gives it.
  return Math.max(jittered, retryAfterMs ?? 0);
}
