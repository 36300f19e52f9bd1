// Headers of an answer that stands.

import type { Context } from 'hono';

/**
 * Sets a header on the answer as it is. `Context.header` makes a new answer each time, for which
 * the body becomes a stream: six headers took longer than the rest of a small request.
 */
export function mark(c: Context, name: string, value: string): void {
  c.res.headers.set(name, value);
}
