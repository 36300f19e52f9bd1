// The loop of a permanent workflow: passes with pauses between them, and a new run before a replay
// takes long.

import {
  CancellationScope,
  condition,
  type SignalDefinition,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';

const MAX_EVENTS = 200;

/**
 * Returns true when a permanent workflow should continue as a new run after this pass. A restarted
 * worker replays a run before it continues it. A replay that takes longer than the timeout of a
 * workflow task starts again from the beginning, and Temporal waits longer each time, so runs are
 * kept short.
 */
export function isRunLong(): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return continueAsNewSuggested || historyLength > MAX_EVENTS;
}

/** The time between two passes, in milliseconds. */
export interface Pause {
  /** The minimum pause, which a signal does not shorten. */
  readonly restMs: number;
  /**
   * The maximum pause, counted from the pass; a signal ends it once `restMs` has passed. Null: the
   * pause lasts until a signal arrives.
   */
  readonly pauseMs: number | null;
}

interface PassLoop {
  /** Signals that end a pause. */
  readonly signals: readonly SignalDefinition[];
  /** Takes one pass. Returns null to end the workflow. */
  readonly pass: (isSignalled: () => boolean) => Promise<Pause | null>;
  /** Names of the two waits in the history. */
  readonly summaries: Readonly<Record<'rest' | 'pause', string>>;
  /** Continues as a new run. */
  readonly startNewRun: () => Promise<never>;
}

/** Takes passes until one returns null. A cancellation ends none of them. */
export async function runPasses(loop: PassLoop): Promise<void> {
  const { signals, pass, summaries, startNewRun } = loop;
  let isSignalled = false;
  for (const signal of signals) {
    setHandler(signal, () => {
      isSignalled = true;
    });
  }
  await CancellationScope.nonCancellable(async () => {
    while (!isRunLong()) {
      isSignalled = false;
      const pause = await pass(() => isSignalled);
      if (!pause) return;
      const { restMs, pauseMs } = pause;
      if (restMs > 0) await sleep(restMs, { summary: summaries.rest });
      if (pauseMs === null) await condition(() => isSignalled);
      else if (pauseMs > restMs) {
        await condition(() => isSignalled, pauseMs - restMs, { summary: summaries.pause });
      }
    }
    await startNewRun();
  });
}
