// Sets headers of an existing answer.

import type { Context } from 'hono';

/**
 * Sets a header of the existing answer. `Context.header` creates a new answer each time, which
 * turns the body into a stream: six headers took longer than the rest of a small request.
 */
export function setAnswerHeader(c: Context, name: string, value: string): void {
  c.res.headers.set(name, value);
}
