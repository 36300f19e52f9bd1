// The loop of a permanent workflow: passes with pauses between them, and a new run before a replay
// takes long.

import {
  CancellationScope,
  condition,
  patched,
  type SignalDefinition,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';

const MOST_EVENTS = 200;

/**
 * Says whether a run is over, after each of its passes. A worker that starts replays the run before
 * it does anything, one task after the other and beside all others; where that takes longer than a
 * task may, it begins anew, and Temporal waits longer each time. Runs that began before this
 * release go on to 300 passes, or for as long as Temporal lets them where passes are not counted.
 */
export function runLength(): (passes?: number) => boolean {
  const isShort = patched('short-runs');
  return (passes = 0) => {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    return continueAsNewSuggested || (isShort ? historyLength > MOST_EVENTS : passes >= 300);
  };
}

/** The time between two passes, in milliseconds. */
export interface Pause {
  /** Passes in any case. */
  readonly restMs: number;
  /** Counted from the pass; a signal ends it after `restMs`. Null: until a signal comes. */
  readonly pauseMs: number | null;
}

interface Passes {
  /** Signals that end a pause. */
  readonly wakes: readonly SignalDefinition[];
  /** Takes one pass; returns null when there is nothing more to do ever. */
  readonly pass: (isNudged: () => boolean) => Promise<Pause | null>;
  /** Names of the two waits in the history. */
  readonly summaries: Readonly<Record<'rest' | 'pause', string>>;
  /** True: runs from before runs were short end after 300 passes. */
  readonly isCounted?: boolean;
  /** Continues as a new run. */
  readonly again: () => Promise<never>;
}

/** Takes passes until one returns null. A cancellation ends none of them. */
export async function runPasses(given: Passes): Promise<void> {
  const { wakes, pass, summaries, isCounted = false, again } = given;
  let nudged = false;
  for (const wake of wakes) {
    setHandler(wake, () => {
      nudged = true;
    });
  }
  await CancellationScope.nonCancellable(async () => {
    const isOver = runLength();
    for (let passes = 0; !isOver(isCounted ? passes : 0); passes++) {
      nudged = false;
      const pause = await pass(() => nudged);
      if (!pause) return;
      const { restMs, pauseMs } = pause;
      if (restMs > 0) await sleep(restMs, { summary: summaries.rest });
      if (pauseMs === null) await condition(() => nudged);
      else if (pauseMs > restMs) {
        await condition(() => nudged, pauseMs - restMs, { summary: summaries.pause });
      }
    }
    await again();
  });
}
