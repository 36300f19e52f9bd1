// Detects that the client of a streamed answer has disconnected.

import type { ServerResponse } from 'node:http';

/**
 * Calls a function once, when the client disconnects. The client may have disconnected before, while
 * the request waited for a read; then no event follows, so the function is called at once.
 */
export function whenClientLeaves(outgoing: ServerResponse, onLeave: () => void): void {
  if (outgoing.destroyed) onLeave();
  else outgoing.once('close', onLeave);
}
