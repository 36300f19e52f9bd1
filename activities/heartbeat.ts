// Shared by long activities: a heartbeat, so that the death of their worker is noticed within
// seconds, and one signal that asks them to end.

import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';

const BEAT_EVERY_MS = 1_000;

/**
 * Runs the work of an activity while its heart beats.
 * @param stopping the worker is about to stop
 * @param work comes to an end soon once its signal is aborted: the worker stops, or no caller waits
 *   for the activity any more
 */
export async function beating<T>(
  stopping: AbortSignal,
  work: (stopped: AbortSignal) => Promise<T>,
  details: () => unknown = () => null,
): Promise<T> {
  const beat = setInterval(() => heartbeat(details()), BEAT_EVERY_MS);
  try {
    return await work(AbortSignal.any([stopping, cancellationSignal()]));
  } finally {
    clearInterval(beat);
  }
}

type Step = (input: never) => Promise<unknown>;

/** The same activities, each with a heartbeat; a local one ends with the workflow's own worker. */
export function allBeating<T extends object>(stopping: AbortSignal, activities: T): T {
  const pairs = Object.entries(activities as Record<string, Step>).map(([name, step]) => {
    const alive: Step = (input) =>
      activityInfo().isLocal ? step(input) : beating(stopping, () => step(input));
    return [name, alive] as const;
  });
  return Object.fromEntries(pairs) as T;
}
