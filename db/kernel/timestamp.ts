// Milliseconds since 1970 as answers show them.

/** RFC 3339 UTC, or null. */
export function timestamp(ms: number): string;
export function timestamp(ms: number | null): string | null;
export function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
