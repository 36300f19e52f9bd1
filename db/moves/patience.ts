// Time limits for the waits of a move for work under way.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenWork } from './open-work.ts';

/** For lasting work, before the pause. */
export const PATIENCE_MS = 5_000;
/** The longest that a developer's writes wait for work under way. */
export const PAUSE_MS = 1_500;
const POLL_EVERY_MS = 20;

/** Polls until no work is open; returns the work that is still open when the time is over. */
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
