// Formats milliseconds since 1970 for answers.

let cached = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

/** Formats a time as RFC 3339 in UTC; null stays null. */
export function timestamp(ms: number): string;
export function timestamp(ms: number | null): string | null;
export function timestamp(ms: number | null): string | null {
  if (ms === null) return null;
  // Cached: a transaction contains the same few moments several times.
  if (cached.ms !== ms) cached = { ms, text: new Date(ms).toISOString() };
  return cached.text;
}
