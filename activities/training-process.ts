// Runs the trainer of a job and supervises it: reports its progress, kills it at once when the
// training was ended from outside, and lets it save its state when the worker stops.

import type { TrainingStep } from '../db/trainings/acts.ts';
import type { TrainingEnd } from '../models/learn/train/job.ts';
import { startTrainer } from '../models/learn/train/start-trainer.ts';

interface Supervision {
  /** Aborted when the worker stops or no caller waits any more; another worker continues. */
  readonly stopped: AbortSignal;
  /** True once the training was canceled. */
  isOver(): boolean;
  onStep(step: TrainingStep): Promise<unknown>;
}

type FinishedTraining = Exclude<TrainingEnd, { kind: 'canceled' }>;

const POLL_EVERY_MS = 250;
/** The longest wait for the last round before the process is killed. */
const LAST_ROUND_MS = 3_000;

/**
 * Trains a job to its end. Returns null when the training was ended meanwhile.
 * @throws Error when the process dies or the worker stops; the next attempt continues
 */
export async function runTrainer(
  folder: string,
  supervision: Supervision,
): Promise<FinishedTraining | null> {
  supervision.stopped.throwIfAborted();
  let latest: TrainingStep | null = null;
  let reportedStep: TrainingStep | null = null;
  const trainer = startTrainer(folder, ({ stage, round, of, validationLoss }) => {
    latest = { stage, round, rounds: of, validationLoss };
  });
  let killTimer: NodeJS.Timeout | undefined;
  const stop = () => {
    trainer.cancel();
    killTimer = setTimeout(trainer.kill, LAST_ROUND_MS);
  };
  supervision.stopped.addEventListener('abort', stop, { once: true });
  let isOver = false;
  // A poll that fails is an outage of the ledger: the next poll reports the step.
  const poll = async () => {
    if (supervision.isOver()) {
      isOver = true;
      trainer.kill();
    } else if (latest !== reportedStep) {
      reportedStep = latest;
      if (latest) await supervision.onStep(latest);
    }
  };
  const pollTimer = setInterval(() => void poll().catch(() => {}), POLL_EVERY_MS);
  try {
    const end = await trainer.end;
    if (end.kind !== 'canceled') return end;
    throw new Error('the worker is stopping; another worker continues the activity');
  } catch (error) {
    if (isOver) return null;
    throw error;
  } finally {
    clearInterval(pollTimer);
    clearTimeout(killTimer);
    supervision.stopped.removeEventListener('abort', stop);
  }
}
