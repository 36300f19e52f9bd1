// The end of an answer that lasts as long as its client listens.

import type { ServerResponse } from 'node:http';

/**
 * Calls a function once the client has left. It may have left before: while the request waited for
 * a read, and then no event follows.
 */
export function whenClientLeaves(outgoing: ServerResponse, leave: () => void): void {
  if (outgoing.destroyed) leave();
  else outgoing.once('close', leave);
}
