// For a test file that moves Date.now ahead. Ids never decrease within a process, and an object has
// the time of its id, so the next files of this process would make objects dated in the future.

import { afterAll, vi } from 'vitest';

/**
 * Makes the process load the bank's modules again after this file, so that ids begin at the real
 * time.
 */
export function forgetMovedClock(): void {
  afterAll(() => vi.resetModules());
}
