// Waits for work that continues after the answer, such as a reviewed transaction, a batch or a
// training.

import { KontorWaitError } from './errors.ts';
import { pauseFor } from './transport.ts';

/** Time limit and polling interval of a wait. */
export interface WaitOptions {
  /** Time limit in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number;
  /**
   * Milliseconds between the first two reads, 200 by default; later pauses are longer, up to 5 s.
   */
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
  /** Called after each read, to show progress. */
  readonly onRead?: (answer: unknown) => void;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Reads an object repeatedly until it meets the condition.
 * @throws KontorWaitError with the last read object when the time limit passes
 */
export async function until<T>(
  read: () => Promise<T>,
  isDone: (answer: T) => boolean,
  { timeoutMs = DEFAULT_TIMEOUT_MS, pauseMs = FIRST_PAUSE_MS, signal, onRead }: WaitOptions = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (let pause = pauseMs; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const object = await read();
    onRead?.(object);
    if (isDone(object)) return object;
    const remaining = end - Date.now();
    if (remaining <= 0) throw new KontorWaitError(`not finished after ${timeoutMs} ms`, object);
    await pauseFor(Math.min(pause, remaining), signal);
  }
}

interface HasStatus {
  readonly status: string;
}

/** The statuses in which each kind of object proceeds by itself. */
const IN_PROGRESS = {
  transaction: ['pending', 'pending_review', 'pending_approval'],
  payment: ['processing', 'pending_review', 'pending_approval'],
  batch: ['pending', 'processing'],
  kycAssessment: ['pending'],
  trainingJob: ['queued', 'running'],
  contractExecution: ['queued', 'simulated', 'submitted', 'included'],
  modelDeployment: ['pending', 'validating'],
} as const;

type AwaitedKind = keyof typeof IN_PROGRESS;

/** Functions that read the objects for which one can wait. */
export type Reads = {
  readonly [Noun in AwaitedKind]: (id: string) => Promise<HasStatus>;
};

/** One wait for each kind; resolves when the object is finished or waits for a person. */
export type Waits<R extends Reads> = {
  readonly [Noun in AwaitedKind]: (id: string, options?: WaitOptions) => ReturnType<R[Noun]>;
};

/** Builds the waits. A held transaction counts as unfinished until its hold ends. */
export function waitsOf<R extends Reads>(reads: R): Waits<R> {
  const waits = Object.entries(IN_PROGRESS).map(([noun, statuses]) => {
    const isFinished = ({ status }: HasStatus) => !(statuses as readonly string[]).includes(status);
    const read = reads[noun as AwaitedKind];
    return [
      noun,
      (id: string, options?: WaitOptions) => until(() => read(id), isFinished, options),
    ];
  });
  return Object.fromEntries(waits);
}
