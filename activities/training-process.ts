// Runs the trainer of a job and supervises it: reports its progress, kills it at once when the
// training was ended from outside, and lets it save its state when the worker stops.

import type { TrainingStep } from '../db/trainings/acts.ts';
import type { TrainingEnd } from '../models/learn/train/job.ts';
import { startTrainer } from '../models/learn/train/start-trainer.ts';

interface Watch {
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
export async function runTrainer(folder: string, watch: Watch): Promise<FinishedTraining | null> {
  watch.stopped.throwIfAborted();
  let latest: TrainingStep | null = null;
  let reportedStep: TrainingStep | null = null;
  const trainer = startTrainer(folder, ({ stage, round, of, validationLoss }) => {
    latest = { stage, round, rounds: of, validationLoss };
  });
  let last: NodeJS.Timeout | undefined;
  const stop = () => {
    trainer.cancel();
    last = setTimeout(trainer.kill, LAST_ROUND_MS);
  };
  watch.stopped.addEventListener('abort', stop, { once: true });
  let isOver = false;
  // A poll that fails is an outage of the ledger: the next poll reports the step.
  const poll = async () => {
    if (watch.isOver()) {
      isOver = true;
      trainer.kill();
    } else if (latest !== reportedStep) {
      reportedStep = latest;
      if (latest) await watch.onStep(latest);
    }
  };
  const looking = setInterval(() => void poll().catch(() => {}), POLL_EVERY_MS);
  try {
    const end = await trainer.end;
    if (end.kind !== 'canceled') return end;
    throw new Error('the worker is stopping; another worker continues the activity');
  } catch (error) {
    if (isOver) return null;
    throw error;
  } finally {
    clearInterval(looking);
    clearTimeout(last);
    watch.stopped.removeEventListener('abort', stop);
  }
}
