// Collects the transactions that the lane has booked and starts their workflows at a limited rate:
// one workflow for each transaction while few start and the machine has capacity; in a burst
// transactions share workflows. Everything held here is also in the database, so losing
// it is harmless: the sweeper starts the workflows that are missing.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Tracing } from '../bank/tracing/port.ts';
import type { Carriers, UnstartedTransaction } from '../db/transactions/port.ts';
import { transferWorkflowId } from '../ledger/workflow-id.ts';
import { startSettled } from '../workflows/start.ts';

/** A transaction whose workflow is to be started, and the trace that it continues. */
export type CollectedTransaction = UnstartedTransaction & { readonly origin?: string | null };

/** The workflows of a group whose commit is under way. */
export interface ReservedGroup extends Carriers {
  /** Places in the shared workflow. */
  readonly places: number;
}

export interface Collector {
  /** Chooses the workflows of a group's transactions that need none of their own. */
  reserve(members: number): ReservedGroup;
  /**
   * Takes committed transactions under the workflow ids assigned to them.
   * @param reserved the names reserved for their group, after its commit
   */
  add(members: readonly CollectedTransaction[], reserved?: ReservedGroup): void;
  /** Returns the number of transactions whose workflow has not been started yet. */
  waiting(): number;
  /** Resolves when nothing is left to start, or after some seconds. */
  drain(): Promise<void>;
}

export interface CollectorOptions {
  readonly client: () => Client | null;
  readonly taskQueue: string;
  /** True when a worker shares this process and its connection. */
  readonly eager: boolean;
  /** Address of the console of this environment, or null when none is known. */
  readonly consoleUrl?: string | null;
  readonly log: Logger;
  readonly failPoint: (name: string) => void;
  /**
   * Transactions per second up to which each starts its own workflow. At several times this number,
   * no transaction starts its own.
   */
  readonly perSecond: number;
  /** True while the machine has time for them. */
  readonly hasTime: () => boolean;
  /** Left out or null: no traces. */
  readonly tracing?: Tracing | null;
}

const SECOND_MS = 1_000;
/** How long members of a group are collected. */
const WINDOW_MS = 500;
/**
 * At this multiple of the limit, all transactions of a second share workflows: it would be
 * arbitrary which of them has its own, and each single workflow costs as much as a group.
 */
const CROWD_FACTOR = 4;
/** How long a group waits for a second member. */
const ALONE_MS = 2_000;
/** Milliseconds from one start of a workflow of one transaction to the next. */
const PACE_MS = { idle: 5, busy: 40 };
/** How long a closed group waits for commits under way. */
const COMMIT_MS = 2_000;
/** Members of one workflow; more would not fit comfortably into one event of its history. */
const MAX_MEMBERS = 256;
const PARALLEL_STARTS = 4;
const RETRY_MS = 250;
const START_TIMEOUT_MS = 3_000;
const DRAIN_MS = 6_000;
/** Workflows that wait to be started in memory; the sweeper starts the others by their rows. */
const MAX_WAITING = 2_000;
/**
 * Groups of one transaction that wait in memory: at most as many as their pace starts in ten
 * seconds.
 */
const MAX_ALONE = 250;

const NO_RESERVATION: ReservedGroup = { ownCount: 0, shared: null, places: 0 };

interface Crowd {
  readonly workflowId: string;
  readonly members: CollectedTransaction[];
  /** Places reserved by groups whose commits are running. */
  awaited: number;
}

export function createCollector(options: CollectorOptions): Collector {
  const { client, taskQueue, eager, consoleUrl = null, log, failPoint } = options;
  const { tracing = null, perSecond, hasTime } = options;
  /** The crowd that still takes members, as its commit names them. */
  let open: { readonly crowd: Crowd; readonly since: number } | null = null;
  /** Groups that wait for members whose commits are running, by workflow id. */
  const crowds = new Map<string, Crowd>();
  const readyCrowds: Crowd[] = [];
  /** Groups of one transaction each; they start one after the other. */
  const aloneCrowds: Crowd[] = [];
  let aloneFrom = Number.NEGATIVE_INFINITY;
  let isTimed = false;
  let isClosing = false;
  /** When the latest workflows of one transaction were named, the oldest first. */
  const starts = new Map<string, number>();
  /** Single-transaction workflows that the waiting groups may start. */
  let promised = 0;
  /**
   * The current second, which begins with its first transaction, and its number of transactions.
   */
  let second = { from: Number.NEGATIVE_INFINITY, arrivals: 0 };
  let isCrowd = false;
  let inFlight = 0;
  let isPaused = false;
  let failures = 0;

  function close(): void {
    const closed = open?.crowd;
    open = null;
    if (!closed) return;
    handIfWhole(closed);
    // A commit that came to nothing brings no members.
    setTimeout(() => {
      if (crowds.has(closed.workflowId)) handOver(closed);
    }, COMMIT_MS).unref();
  }

  /**
   * If a group started without one of its members, the search range of its workflow would not
   * include the member.
   */
  function handIfWhole(crowd: Crowd): void {
    if (crowd.awaited <= 0) handOver(crowd);
  }

  function reserve(members: number): ReservedGroup {
    const ownCount = noteArrival(members) ? 0 : Math.min(members, countFree());
    promised += ownCount;
    const places = members - ownCount;
    if (open && (isOver(open) || sizeOf(open.crowd) + places > MAX_MEMBERS)) close();
    if (open === null || places === 0) return { ownCount, shared: null, places: 0 };
    open.crowd.awaited += places;
    return { ownCount, shared: open.crowd.workflowId, places };
  }

  const sizeOf = ({ members, awaited }: Crowd) => members.length + awaited;

  /** A transaction counts once, whether the ledger or the collector named it. */
  function count(workflowId: string): void {
    if (!starts.has(workflowId)) starts.set(workflowId, performance.now());
  }

  /**
   * Returns true when they arrive in a crowd. A pause ends no crowd: transactions after it are
   * judged by their own first second, because the next rush begins like a lone payment.
   */
  function noteArrival(members: number): boolean {
    const now = performance.now();
    if (now - second.from >= SECOND_MS) {
      isCrowd = isTooMany(second.arrivals);
      second = { from: now, arrivals: 0 };
    }
    const wasCrowd = isCrowd;
    second.arrivals += members;
    isCrowd ||= isTooMany(second.arrivals);
    return wasCrowd;
  }

  const isTooMany = (transactions: number) => transactions > CROWD_FACTOR * perSecond;

  /** Workflows of one transaction that may begin now. */
  function countFree(): number {
    const before = performance.now() - SECOND_MS;
    for (const [workflowId, startedAt] of starts) {
      if (startedAt >= before) break;
      starts.delete(workflowId);
    }
    return hasTime() ? Math.max(0, perSecond - starts.size - promised) : 0;
  }

  /** Returns the crowd of that name; a group that names a new one opens it where none is open. */
  function crowdOf(workflowId: string, mayOpen: boolean): Crowd {
    const openCrowd = crowds.get(workflowId);
    if (openCrowd) return openCrowd;
    const crowd = { workflowId, members: [], awaited: 0 };
    crowds.set(workflowId, crowd);
    if (mayOpen && open === null) {
      open = { crowd, since: performance.now() };
      closeLater(crowd);
    }
    return crowd;
  }

  function isOver({ since, crowd }: NonNullable<typeof open>): boolean {
    return performance.now() - since >= (sizeOf(crowd) > 1 ? WINDOW_MS : ALONE_MS);
  }

  function closeLater(crowd: Crowd): void {
    setTimeout(() => {
      if (open?.crowd !== crowd) return;
      if (isOver(open)) close();
      else closeLater(crowd);
    }, WINDOW_MS);
  }

  function handOver(crowd: Crowd): void {
    crowds.delete(crowd.workflowId);
    if (crowd.members.length === 0) return;
    wait(crowd);
    startNext();
  }

  /** When the queue is full, the sweeper starts the group's workflows. */
  function wait(crowd: Crowd): void {
    const [line, max] =
      crowd.members.length > 1 ? [readyCrowds, MAX_WAITING] : [aloneCrowds, MAX_ALONE];
    if (line.length < max) line.push(crowd);
  }

  function startNext(): void {
    while (!isPaused && inFlight < PARALLEL_STARTS) {
      const crowd = readyCrowds.shift() ?? nextAlone();
      if (!crowd) return;
      inFlight += 1;
      void start(crowd).finally(() => {
        inFlight -= 1;
        startNext();
      });
    }
  }

  /** Undefined when there is no group, or its deadline is in the future. */
  function nextAlone(): Crowd | undefined {
    const waitMs = aloneFrom - performance.now();
    if (aloneCrowds.length === 0 || isTimed) return undefined;
    if (waitMs > 0) {
      isTimed = true;
      setTimeout(() => {
        isTimed = false;
        startNext();
      }, waitMs);
      return undefined;
    }
    aloneFrom = performance.now() + (isClosing ? 0 : hasTime() ? PACE_MS.idle : PACE_MS.busy);
    return aloneCrowds.shift();
  }

  async function start(crowd: Crowd): Promise<void> {
    const { workflowId, members } = crowd;
    try {
      const temporalClient = client();
      if (!temporalClient) throw new Error('Temporal has not been reached yet');
      failPoint('before-collected-start');
      members.sort((a, b) => (a.id < b.id ? -1 : 1));
      const starter = { client: temporalClient, taskQueue, eager, consoleUrl };
      const work = { workflowId, members, remark: 'by the lane' };
      const begin = () => startSettled(starter, work);
      const origins = members.flatMap(({ origin }) => origin ?? []);
      const starting = tracing ? tracing.starting(origins, begin) : begin();
      await withTimeout(starting, START_TIMEOUT_MS);
      failPoint('after-collected-start');
      failures = 0;
    } catch (error) {
      // Polled four times a second while Temporal is down: log the first failure, then one in 5 s.
      if (failures++ % 20 === 0) {
        log.warn({ workflowId, cause: String(error) }, 'no workflow was started; trying on');
      }
      wait(crowd);
      isPaused = true;
      setTimeout(() => {
        isPaused = false;
        startNext();
      }, RETRY_MS);
    }
  }

  return {
    reserve,
    add(members, { ownCount, shared, places } = NO_RESERVATION) {
      promised -= ownCount;
      const reserved = shared === null ? undefined : crowds.get(shared);
      if (reserved) reserved.awaited -= places;
      for (const member of members) {
        const { id, workflowId } = member;
        const isOwn = workflowId === transferWorkflowId(id);
        crowdOf(workflowId, !isOwn && shared === null).members.push(member);
        if (isOwn) count(workflowId);
      }
      const touched = new Set(members.map(({ workflowId }) => crowds.get(workflowId)));
      for (const crowd of touched.add(reserved)) {
        if (crowd && crowd !== open?.crowd) handIfWhole(crowd);
      }
    },
    waiting: () =>
      [...crowds.values(), ...readyCrowds, ...aloneCrowds].reduce(
        (sum, { members }) => sum + members.length,
        0,
      ),
    async drain() {
      isClosing = true;
      close();
      for (const crowd of crowds.values()) handOver(crowd);
      const until = performance.now() + DRAIN_MS;
      while (readyCrowds.length + aloneCrowds.length + inFlight > 0 && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer from Temporal')), timeoutMs);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
