// For a file that moves Date.now ahead. Ids never go backwards within a process, and an object has
// the time of its id: the files after it in this process would make objects dated in the future.

import { afterAll, vi } from 'vitest';

/** After this file the process loads the bank anew, so that its ids begin at the real time. */
export function forgetMovedClock(): void {
  afterAll(() => vi.resetModules());
}
