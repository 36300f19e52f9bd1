// `--watch`: waits for work that continues after the answer, and shows its progress.

import { until } from '@kontor/client';
import { EXIT } from './command-error.ts';
import type { Context } from './context.ts';
import type { NamedClient, Verb } from './operations.ts';
import { progressOf, progressOn } from './progress.ts';

interface WatchedObject {
  /** The operation that reads the object. */
  readonly read: string;
  /** The argument with its id; null when there is only one object. */
  readonly id: string | null;
  /** Statuses in which the object proceeds by itself, when they differ from the usual ones. */
  readonly busy?: readonly string[];
}

const WATCHED_OBJECTS = {
  transaction: { read: 'getTransaction', id: 'transactionId' },
  payment: { read: 'getPayment', id: 'paymentId' },
  batch: { read: 'getBatch', id: 'batchId' },
  kyc: { read: 'getKycAssessment', id: 'kycAssessmentId' },
  training: { read: 'getTraining', id: 'jobId' },
  evaluation: { read: 'getModelEvaluation', id: 'evaluationId' },
  scoring: { read: 'getModelBatch', id: 'modelBatchId' },
  deployment: { read: 'getModelDeployment', id: 'deploymentId' },
  execution: { read: 'getExecution', id: 'executionId' },
  // `running` is the status of a clock that is not being moved.
  clock: { read: 'getClock', id: null, busy: ['advancing'] },
} as const satisfies Readonly<Record<string, WatchedObject>>;

/** Operations that start work which can be watched. */
const STARTED_KINDS: Readonly<Record<string, keyof typeof WATCHED_OBJECTS>> = {
  createTransaction: 'transaction',
  reverseTransaction: 'transaction',
  createPayment: 'payment',
  createBatch: 'batch',
  assessKyc: 'kyc',
  assessCustomerKyc: 'kyc',
  addKycDocuments: 'kyc',
  trainModel: 'training',
  evaluateModel: 'evaluation',
  scoreBatchWithModel: 'scoring',
  deployModel: 'deployment',
  executeContractFunction: 'execution',
  advanceClock: 'clock',
};

/** Statuses of unfinished objects, including those that wait for a person. */
const IN_PROGRESS = [
  ...['pending', 'processing', 'queued', 'running', 'validating'],
  ...['requires_confirmation', 'pending_review', 'pending_approval', 'authorized'],
  ...['simulated', 'submitted', 'included'],
];

/** Final statuses that count as failures. */
const FAILED_STATUSES =
  /^(failed|refused|declined|canceled|rejected|expired|rolled_back|aborted|reverted)$/;

const DAY_MS = 24 * 60 * 60 * 1000;
const POLL_EVERY_MS = 300;

function watchedObjectOf(operation: string): WatchedObject | undefined {
  const startOperation = STARTED_KINDS[operation];
  if (startOperation) return WATCHED_OBJECTS[startOperation];
  return Object.values(WATCHED_OBJECTS).find(({ read }) => read === operation);
}

/** True for operations whose work can be watched. */
export function isWatched(operation: string): boolean {
  return watchedObjectOf(operation) !== undefined;
}

interface Watch {
  readonly context: Context;
  readonly client: NamedClient;
  readonly verb: Verb;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Reads the object that an operation started until it is finished; returns it. */
export async function watchUntilFinished(watch: Watch, answer: unknown): Promise<unknown> {
  const { context, client, verb, parameters } = watch;
  const reader = watchedObjectOf(verb.operation);
  const method = reader && client.methods[reader.read];
  const isFinished = (answer: unknown) =>
    !(reader?.busy ?? IN_PROGRESS).includes(String(statusOf(answer)));
  const { id: objectId } = (answer ?? {}) as { readonly id?: string };
  // A dry run starts nothing.
  const hasObject = reader?.id === null || typeof objectId === 'string';
  if (!reader || !method || !hasObject || isFinished(answer)) return exitByOutcome(context, answer);
  const inPath = Object.fromEntries((verb.path ?? []).map((name) => [name, parameters[name]]));
  const idParameter = reader.id === null ? {} : { [reader.id]: objectId };
  const progress = progressOn(context.screen);
  const first = progressOf(answer);
  // The progress appears with the first read.
  if (first.share === null) progress.show(first);
  const read = () => method({ ...inPath, ...idParameter }, { signal: context.signal });
  try {
    const last = await until(read, isFinished, {
      timeoutMs: DAY_MS,
      pauseMs: POLL_EVERY_MS,
      signal: context.signal,
      onRead: (answer) => progress.show(progressOf(answer)),
    });
    return exitByOutcome(context, last);
  } finally {
    progress.end();
  }
}

const statusOf = (answer: unknown) => (answer as { status?: unknown } | null)?.status;

function exitByOutcome(context: Context, last: unknown): unknown {
  const status = statusOf(last);
  if (typeof status === 'string' && FAILED_STATUSES.test(status)) context.exitCode = EXIT.refused;
  return last;
}
