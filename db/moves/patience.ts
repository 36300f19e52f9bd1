// How long a move waits for work that is under way.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenWork } from './open-work.ts';

/** For lasting work, before the pause. */
export const PATIENCE_MS = 5_000;
/** The longest that a developer's writes wait for what is under way. */
export const PAUSE_MS = 1_500;
const POLL_EVERY_MS = 20;

/** Looks until nothing is open; returns what still is after so long. */
export async function waitUntilIdle(
  look: () => OpenWork[] | Promise<OpenWork[]>,
  withinMs: number,
): Promise<OpenWork[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const open = await look();
    if (open.length === 0 || performance.now() > until) return open;
    await sleep(POLL_EVERY_MS);
  }
}
