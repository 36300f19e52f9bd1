// Formats milliseconds since 1970 for answers.

let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

/** RFC 3339 UTC, or null. */
export function timestamp(ms: number): string;
export function timestamp(ms: number | null): string | null;
export function timestamp(ms: number | null): string | null {
  if (ms === null) return null;
  // Cached: a transaction contains the same few moments several times.
  if (last.ms !== ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}
