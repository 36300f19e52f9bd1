// Hands accepted transactions to Temporal, as a group commit hands writes to a disk: while one
// group is under way, those that arrive meanwhile go into the next one. Alone, a transaction has a
// workflow of its own. Whatever is in here is also in the database, so losing it loses nothing.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { TransferFacts } from '../db/transactions/port.ts';
import { startTransfers } from '../workflows/start.ts';
import { groupTurns } from './group-turns.ts';
import type { Tracing } from './tracing/port.ts';

export interface Dispatcher {
  submit(facts: TransferFacts): void;
  /** The transaction came to rest: it no longer counts as waiting. */
  noteSettled(transactionId: string): void;
  /** True from acceptance until Temporal has taken the transaction over. */
  inHand(transactionId: string): boolean;
  /** Accepted here and not yet at rest (or, with the worker elsewhere, not yet handed over). */
  backlog(): number;
  /** Resolves when nothing is left to hand over. */
  drain(): Promise<void>;
}

export interface DispatcherOptions {
  readonly client: () => Client | null;
  readonly taskQueue: string;
  /** `off` gives every transaction a workflow of its own. */
  readonly coalesce: 'auto' | 'off';
  /** True when a worker shares this process and its connection. */
  readonly eager: boolean;
  /** Address of the console in the environment; null: none is known. */
  readonly consoleUrl?: string | null;
  readonly log: Logger;
  readonly failPoint: (name: string) => void;
  /** Left out or null: no traces. */
  readonly tracing?: Tracing | null;
}

/** Members of one workflow; more would not fit comfortably into one event of its history. */
const GROUP = 256;
/** Starts in flight without coalescing. */
const PARALLEL = 64;
const RETRY_MS = 250;
/** A start whose answer does not come is started again; the workflow id makes that harmless. */
const START_TIMEOUT_MS = 3_000;

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { coalesce, log, tracing = null } = options;
  const groupSize = coalesce === 'off' ? 1 : GROUP;
  const mostInFlight = coalesce === 'off' ? PARALLEL : 1;
  const unsettled = new Set<string>();
  const inHand = new Set<string>();
  const turns = groupTurns(groupSize, () => pump());
  const queue: TransferFacts[] = [];
  const origins = new Map<string, string>();
  // As they were: a group is known by its first member, and under that name it may be running.
  const retried: TransferFacts[][] = [];
  let inFlight = 0;
  let paused = false;
  let failures = 0;

  function pump(): void {
    while (!paused && retried.length + queue.length > 0 && inFlight < mostInFlight) {
      if (retried.length === 0 && !turns.isComplete(queue.length)) return;
      // Others may have settled what waited here, and then they start its workflow.
      const next = retried.shift() ?? queue.splice(0, groupSize);
      const group = next.filter(({ id }) => unsettled.has(id));
      if (group.length === 0) continue;
      turns.noteLeft(group.length);
      inFlight++;
      void hand(group).finally(() => {
        inFlight--;
        pump();
      });
    }
  }

  async function hand(group: TransferFacts[]): Promise<void> {
    try {
      options.failPoint('before-start');
      await withTimeout(start(group), START_TIMEOUT_MS);
      options.failPoint('after-start');
      failures = 0;
      for (const { id } of group) {
        inHand.delete(id);
        origins.delete(id);
        // A worker in another process does not notify this one when it has settled.
        if (!options.eager) unsettled.delete(id);
      }
      const left = group.map(({ id }) => id).filter((id) => unsettled.has(id));
      if (coalesce === 'auto') await turns.atRest(left);
    } catch (error) {
      // Retried four times a second while Temporal is down: log the first failure, then one in 5 s.
      if (failures++ % 20 === 0) {
        log.warn(
          { transactions: group.length, cause: String(error) },
          'starting the workflow of a group failed; trying again',
        );
      }
      const left = group.filter(({ id }) => unsettled.has(id));
      if (left.length > 0) retried.push(left);
      pause();
    }
  }

  async function start(group: readonly TransferFacts[]): Promise<void> {
    const client = options.client();
    if (!client) throw new Error('Temporal is not connected yet');
    const { taskQueue, eager, consoleUrl = null } = options;
    const begin = () => startTransfers({ client, taskQueue, eager, consoleUrl }, group);
    if (!tracing) return begin();
    const known = group.flatMap(({ id }) => origins.get(id) ?? []);
    await tracing.starting(known, begin);
  }

  function pause(): void {
    paused = true;
    setTimeout(() => {
      paused = false;
      pump();
    }, RETRY_MS);
  }

  return {
    submit(facts) {
      unsettled.add(facts.id);
      inHand.add(facts.id);
      const origin = tracing?.origin() ?? null;
      if (origin !== null) origins.set(facts.id, origin);
      queue.push(facts);
      pump();
    },
    noteSettled(id) {
      unsettled.delete(id);
      inHand.delete(id);
      origins.delete(id);
      turns.noteSettled(id);
    },
    inHand: (id) => inHand.has(id),
    backlog: () => unsettled.size,
    async drain() {
      const until = Date.now() + 2 * START_TIMEOUT_MS;
      while ((retried.length + queue.length > 0 || inFlight > 0) && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

async function withTimeout(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('Temporal did not answer the start of a workflow')),
      timeoutMs,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
