// Time limits for a move that waits for open work.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenWork } from './open-work.ts';

/** Wait for lasting work before the pause, in milliseconds. */
export const PATIENCE_MS = 5_000;
/** Longest pause of a developer's writes, in milliseconds. */
export const PAUSE_MS = 1_500;
const POLL_EVERY_MS = 20;

/** Polls until no work is open. Returns the work that is still open when the time is over. */
export async function waitUntilIdle(
  findWork: () => OpenWork[] | Promise<OpenWork[]>,
  withinMs: number,
): Promise<OpenWork[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const open = await findWork();
    if (open.length === 0 || performance.now() > until) return open;
    await sleep(POLL_EVERY_MS);
  }
}
