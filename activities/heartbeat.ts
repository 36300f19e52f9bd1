// Heartbeats for long activities, so that the death of their worker is noticed within seconds, and
// one abort signal that asks them to end.

import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';

const BEAT_EVERY_MS = 1_000;

/**
 * Runs the work of an activity and sends heartbeats.
 * @param stopping aborted when the worker is about to stop
 * @param work must end soon after its signal is aborted: the worker stops, or no caller waits for
 *   the activity any more
 */
export async function withHeartbeat<T>(
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

/**
 * Returns the activities with heartbeats. A local activity needs none: it ends with the worker of
 * its workflow.
 */
export function withHeartbeats<T extends object>(stopping: AbortSignal, activities: T): T {
  const pairs = Object.entries(activities as Record<string, Step>).map(([name, step]) => {
    const alive: Step = (input) =>
      activityInfo().isLocal ? step(input) : withHeartbeat(stopping, () => step(input));
    return [name, alive] as const;
  });
  return Object.fromEntries(pairs) as T;
}
