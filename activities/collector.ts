// Collects what the lane has booked and starts its workflows: those of a quarter of a second share
// one, a transaction that comes after a quiet time has its own at once. Whatever is in here is also
// in the database, so losing it loses nothing: the sweeper starts what has no workflow.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Tracing } from '../bank/tracing/port.ts';
import type { Unstarted } from '../db/transactions/port.ts';
import { transfersWorkflowId, transferWorkflowId } from '../ledger/workflow-id.ts';
import { startSettled } from '../workflows/start.ts';

/** A transaction whose workflow is to be started, and where its trace has been so far. */
export type Collected = Unstarted & { readonly origin?: string | null };

export interface Collector {
  /** The name of the workflow that will carry a transaction; called inside its commit. */
  nameOf(transactionId: string, hasCompany: boolean): string;
  /** Takes what was committed, under the names that it was given. */
  add(members: readonly Collected[]): void;
  /** Transactions whose workflow is not started yet. */
  waiting(): number;
  /** Resolves when nothing is left to start, or after some seconds. */
  drain(): Promise<void>;
}

export interface CollectorOptions {
  readonly client: () => Client | null;
  readonly taskQueue: string;
  /** True when a worker shares this process and its connection. */
  readonly eager: boolean;
  /** Address of the console in the environment; null: none is known. */
  readonly consoleUrl?: string | null;
  readonly log: Logger;
  readonly failPoint: (name: string) => void;
  /** Left out or null: no traces. */
  readonly tracing?: Tracing | null;
}

/** How long a crowd is collected. */
const WINDOW_MS = 250;
/** Members of one workflow; more would not fit comfortably into one event of its history. */
const CROWD = 256;
const PARALLEL = 4;
const RETRY_MS = 250;
const START_TIMEOUT_MS = 3_000;
const DRAIN_MS = 6_000;
/** Workflows that wait to be started in memory; the sweeper starts the others by their rows. */
const MOST_WAITING = 2_000;

interface Crowd {
  readonly workflowId: string;
  readonly members: Collected[];
}

export function createCollector(options: CollectorOptions): Collector {
  const { client, taskQueue, eager, consoleUrl = null, log, failPoint } = options;
  const { tracing = null } = options;
  /** The crowd that still takes members, as its commit names them. */
  let open: { readonly workflowId: string; named: number } | null = null;
  /** When it was opened, or a transaction was named that is alone. */
  let namedAt = Number.NEGATIVE_INFINITY;
  const crowds = new Map<string, Crowd>();
  const ready: Crowd[] = [];
  let inFlight = 0;
  let isPaused = false;
  let failures = 0;

  function close(): void {
    const closed = open && crowds.get(open.workflowId);
    open = null;
    if (closed) hand(closed);
  }

  function nameOf(transactionId: string, hasCompany: boolean): string {
    const sinceMs = performance.now() - namedAt;
    if (open && (sinceMs >= WINDOW_MS || open.named >= CROWD)) close();
    if (open || hasCompany || sinceMs <= WINDOW_MS) return joinCrowd(transactionId);
    namedAt = performance.now();
    return transferWorkflowId(transactionId);
  }

  /** The open crowd takes it as a member, or a new one has its name of it. */
  function joinCrowd(transactionId: string): string {
    if (open === null) {
      const workflowId = transfersWorkflowId(transactionId);
      open = { workflowId, named: 0 };
      namedAt = performance.now();
      setTimeout(() => {
        if (open?.workflowId === workflowId) close();
      }, WINDOW_MS);
    }
    open.named += 1;
    return open.workflowId;
  }

  function hand(crowd: Crowd): void {
    crowds.delete(crowd.workflowId);
    if (ready.length >= MOST_WAITING) return;
    ready.push(crowd);
    pump();
  }

  function pump(): void {
    while (!isPaused && inFlight < PARALLEL) {
      const crowd = ready.shift();
      if (!crowd) return;
      inFlight += 1;
      void start(crowd).finally(() => {
        inFlight -= 1;
        pump();
      });
    }
  }

  async function start({ workflowId, members }: Crowd): Promise<void> {
    try {
      const reached = client();
      if (!reached) throw new Error('Temporal has not been reached yet');
      failPoint('before-collected-start');
      members.sort((a, b) => (a.id < b.id ? -1 : 1));
      const starter = { client: reached, taskQueue, eager, consoleUrl };
      const work = { workflowId, members, remark: 'settled by the lane' };
      const begin = () => startSettled(starter, work);
      const origins = members.flatMap(({ origin }) => origin ?? []);
      const begun = tracing ? tracing.starting(origins, begin) : begin();
      await withTimeout(begun, START_TIMEOUT_MS);
      failPoint('after-collected-start');
      failures = 0;
    } catch (error) {
      // Polled four times a second while Temporal is down: log the first failure, then one in 5 s.
      if (failures++ % 20 === 0) {
        log.warn({ workflowId, cause: String(error) }, 'no workflow was started; trying on');
      }
      if (ready.length < MOST_WAITING) ready.push({ workflowId, members });
      isPaused = true;
      setTimeout(() => {
        isPaused = false;
        pump();
      }, RETRY_MS);
    }
  }

  return {
    nameOf,
    add(members) {
      for (const one of members) {
        const { workflowId } = one;
        const crowd = crowds.get(workflowId) ?? { workflowId, members: [] };
        crowd.members.push(one);
        crowds.set(workflowId, crowd);
      }
      for (const { workflowId } of members) {
        const crowd = crowds.get(workflowId);
        if (crowd && workflowId !== open?.workflowId) hand(crowd);
      }
    },
    waiting: () =>
      [...crowds.values(), ...ready].reduce((sum, { members }) => sum + members.length, 0),
    async drain() {
      close();
      const until = performance.now() + DRAIN_MS;
      while ((ready.length > 0 || inFlight > 0) && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer from Temporal')), timeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
