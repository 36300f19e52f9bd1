// Starts a workflow for each accepted transaction that the lane does not settle. Everything queued
// here is also in the database, so that a lost queue loses nothing.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { TransferFacts } from '../db/transactions/port.ts';
import { startTransfers } from '../workflows/start.ts';
import type { Tracing } from './tracing/port.ts';

export interface Dispatcher {
  submit(facts: TransferFacts): void;
  /** Removes a settled transaction from the backlog. */
  noteSettled(transactionId: string): void;
  /** True from acceptance until the workflow of the transaction has started. */
  isStarting(transactionId: string): boolean;
  /** Number of transactions that were accepted here and are not settled. */
  backlog(): number;
  /** Resolves when the queue is empty, or after some seconds. */
  drain(): Promise<void>;
}

export interface DispatcherOptions {
  readonly client: () => Client | null;
  readonly taskQueue: string;
  /** URL of the console of the environment; null when unknown. */
  readonly consoleUrl?: string | null;
  readonly log: Logger;
  readonly failPoint: (name: string) => void;
  /** Absent or null for no traces. */
  readonly tracing?: Tracing | null;
}

/** Maximum number of concurrent starts. */
const MAX_PARALLEL = 64;
const RETRY_MS = 250;
const LOGGED_EVERY_MS = 5_000;
/** A start without an answer is repeated, which the workflow id makes harmless. */
const START_TIMEOUT_MS = 3_000;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { log, tracing = null } = options;
  const unsettled = new Set<string>();
  const starting = new Set<string>();
  const queue: TransferFacts[] = [];
  const origins = new Map<string, string>();
  let inFlight = 0;
  let isPaused = false;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function startNext(): void {
    while (!isPaused && inFlight < MAX_PARALLEL) {
      const next = queue.shift();
      if (!next) return;
      // Another process may have settled the transaction meanwhile; it then starts the workflow.
      if (!unsettled.has(next.id)) continue;
      inFlight++;
      void handOver(next).finally(() => {
        inFlight--;
        startNext();
      });
    }
  }

  async function handOver(transfer: TransferFacts): Promise<void> {
    try {
      options.failPoint('before-start');
      await withTimeout(start(transfer), START_TIMEOUT_MS);
      options.failPoint('after-start');
      starting.delete(transfer.id);
      origins.delete(transfer.id);
    } catch (error) {
      // Retried four times a second while Temporal is down.
      if (performance.now() - loggedAt > LOGGED_EVERY_MS) {
        loggedAt = performance.now();
        log.warn(
          { transaction: transfer.id, cause: String(error) },
          'starting the workflow of a transaction failed; trying again',
        );
      }
      queue.unshift(transfer);
      pause();
    }
  }

  async function start(transfer: TransferFacts): Promise<void> {
    const client = options.client();
    if (!client) throw new Error('Temporal is not connected yet');
    const { taskQueue, consoleUrl = null } = options;
    // The worker shares this process and its connection.
    const begin = () => startTransfers({ client, taskQueue, eager: true, consoleUrl }, [transfer]);
    if (!tracing) return begin();
    const origin = origins.get(transfer.id);
    await tracing.starting(origin === undefined ? [] : [origin], begin);
  }

  function pause(): void {
    if (isPaused) return;
    isPaused = true;
    setTimeout(() => {
      isPaused = false;
      startNext();
    }, RETRY_MS);
  }

  return {
    submit(facts) {
      unsettled.add(facts.id);
      starting.add(facts.id);
      const origin = tracing?.origin() ?? null;
      if (origin !== null) origins.set(facts.id, origin);
      queue.push(facts);
      startNext();
    },
    noteSettled(id) {
      unsettled.delete(id);
      starting.delete(id);
      origins.delete(id);
    },
    isStarting: (id) => starting.has(id),
    backlog: () => unsettled.size,
    async drain() {
      const until = Date.now() + 2 * START_TIMEOUT_MS;
      while (queue.length + inFlight > 0 && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

async function withTimeout(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('Temporal did not answer the start of a workflow')),
      timeoutMs,
    );
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
