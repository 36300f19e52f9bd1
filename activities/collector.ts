// Collects the transactions that the lane has booked and starts their workflows at a limited rate:
// one workflow for each transaction while few start and the machine has capacity; in a burst
// transactions share workflows. Everything held here is also in the database, so losing
// it is harmless: the sweeper starts the workflows that are missing.

import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Tracing } from '../bank/tracing/port.ts';
import type { ReservedWorkflows, UnstartedTransaction } from '../db/transactions/port.ts';
import { transferWorkflowId } from '../ledger/workflow-id.ts';
import { startSettled } from '../workflows/start.ts';

/** A transaction whose workflow is to be started, and the trace that it continues. */
export type CollectedTransaction = UnstartedTransaction & { readonly origin?: string | null };

/** The workflows of a group whose commit is under way. */
export interface ReservedGroup extends ReservedWorkflows {
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
const BURST_FACTOR = 4;
/** How long a group waits for a second member. */
const SECOND_MEMBER_MS = 2_000;
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
const MAX_WAITING_SINGLES = 250;

const NO_RESERVATION: ReservedGroup = { ownCount: 0, shared: null, places: 0 };

interface Group {
  readonly workflowId: string;
  readonly members: CollectedTransaction[];
  /** Places reserved by groups whose commits are running. */
  awaited: number;
}

export function createCollector(options: CollectorOptions): Collector {
  const { client, taskQueue, eager, consoleUrl = null, log, failPoint } = options;
  const { tracing = null, perSecond, hasTime } = options;
  /** The group that still takes members. */
  let openGroup: { readonly group: Group; readonly since: number } | null = null;
  /** Groups that wait for members whose commits are running, by workflow id. */
  const groups = new Map<string, Group>();
  const readyGroups: Group[] = [];
  /** Groups of one transaction each; they start one after the other. */
  const singleGroups: Group[] = [];
  let nextSingleAt = Number.NEGATIVE_INFINITY;
  let hasTimer = false;
  let isClosing = false;
  /** When the latest workflows of one transaction were named, the oldest first. */
  const starts = new Map<string, number>();
  /** Single-transaction workflows that the waiting groups may start. */
  let reservedStarts = 0;
  /**
   * The current second, which begins with its first transaction, and its number of transactions.
   */
  let currentSecond = { from: Number.NEGATIVE_INFINITY, arrivals: 0 };
  let isBurst = false;
  let inFlight = 0;
  let isPaused = false;
  let failures = 0;

  function close(): void {
    const closed = openGroup?.group;
    openGroup = null;
    if (!closed) return;
    handOverIfComplete(closed);
    // A commit that failed brings no members, so the group does not wait for it any longer.
    setTimeout(() => {
      if (groups.has(closed.workflowId)) handOver(closed);
    }, COMMIT_MS).unref();
  }

  /**
   * If a group started without one of its members, the search range of its workflow would not
   * include the member.
   */
  function handOverIfComplete(group: Group): void {
    if (group.awaited <= 0) handOver(group);
  }

  function reserve(members: number): ReservedGroup {
    const ownCount = noteArrival(members) ? 0 : Math.min(members, countFreeStarts());
    reservedStarts += ownCount;
    const places = members - ownCount;
    if (openGroup && (isOver(openGroup) || sizeOf(openGroup.group) + places > MAX_MEMBERS)) close();
    if (openGroup === null || places === 0) return { ownCount, shared: null, places: 0 };
    openGroup.group.awaited += places;
    return { ownCount, shared: openGroup.group.workflowId, places };
  }

  const sizeOf = ({ members, awaited }: Group) => members.length + awaited;

  /** A transaction counts once, whether the ledger or the collector named it. */
  function countStart(workflowId: string): void {
    if (!starts.has(workflowId)) starts.set(workflowId, performance.now());
  }

  /**
   * Counts arriving transactions; returns true when a burst was in progress before them. After a
   * pause, the first second of the new arrivals decides, because a burst begins like a single
   * payment.
   */
  function noteArrival(members: number): boolean {
    const now = performance.now();
    if (now - currentSecond.from >= SECOND_MS) {
      isBurst = isTooMany(currentSecond.arrivals);
      currentSecond = { from: now, arrivals: 0 };
    }
    const wasBurst = isBurst;
    currentSecond.arrivals += members;
    isBurst ||= isTooMany(currentSecond.arrivals);
    return wasBurst;
  }

  const isTooMany = (transactions: number) => transactions > BURST_FACTOR * perSecond;

  /** Workflows of one transaction that may begin now. */
  function countFreeStarts(): number {
    const oneSecondAgo = performance.now() - SECOND_MS;
    for (const [workflowId, startedAt] of starts) {
      if (startedAt >= oneSecondAgo) break;
      starts.delete(workflowId);
    }
    return hasTime() ? Math.max(0, perSecond - starts.size - reservedStarts) : 0;
  }

  /** Returns the group of a workflow id. A new group is opened for members if no group is open. */
  function getGroup(workflowId: string, mayOpen: boolean): Group {
    const knownGroup = groups.get(workflowId);
    if (knownGroup) return knownGroup;
    const group = { workflowId, members: [], awaited: 0 };
    groups.set(workflowId, group);
    if (mayOpen && openGroup === null) {
      openGroup = { group, since: performance.now() };
      closeLater(group);
    }
    return group;
  }

  function isOver({ since, group }: NonNullable<typeof openGroup>): boolean {
    return performance.now() - since >= (sizeOf(group) > 1 ? WINDOW_MS : SECOND_MEMBER_MS);
  }

  function closeLater(group: Group): void {
    setTimeout(() => {
      if (openGroup?.group !== group) return;
      if (isOver(openGroup)) close();
      else closeLater(group);
    }, WINDOW_MS);
  }

  function handOver(group: Group): void {
    groups.delete(group.workflowId);
    if (group.members.length === 0) return;
    enqueue(group);
    startNext();
  }

  /** When the queue is full, the sweeper starts the group's workflows. */
  function enqueue(group: Group): void {
    const [queue, max] =
      group.members.length > 1 ? [readyGroups, MAX_WAITING] : [singleGroups, MAX_WAITING_SINGLES];
    if (queue.length < max) queue.push(group);
  }

  function startNext(): void {
    while (!isPaused && inFlight < PARALLEL_STARTS) {
      const group = readyGroups.shift() ?? takeSingle();
      if (!group) return;
      inFlight += 1;
      void start(group).finally(() => {
        inFlight -= 1;
        startNext();
      });
    }
  }

  /** Undefined when there is no group, or its deadline is in the future. */
  function takeSingle(): Group | undefined {
    const waitMs = nextSingleAt - performance.now();
    if (singleGroups.length === 0 || hasTimer) return undefined;
    if (waitMs > 0) {
      hasTimer = true;
      setTimeout(() => {
        hasTimer = false;
        startNext();
      }, waitMs);
      return undefined;
    }
    nextSingleAt = performance.now() + (isClosing ? 0 : hasTime() ? PACE_MS.idle : PACE_MS.busy);
    return singleGroups.shift();
  }

  async function start(group: Group): Promise<void> {
    const { workflowId, members } = group;
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
        log.warn({ workflowId, cause: String(error) }, 'no workflow was started; trying again');
      }
      enqueue(group);
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
      reservedStarts -= ownCount;
      const reserved = shared === null ? undefined : groups.get(shared);
      if (reserved) reserved.awaited -= places;
      for (const member of members) {
        const { id, workflowId } = member;
        const isOwn = workflowId === transferWorkflowId(id);
        getGroup(workflowId, !isOwn && shared === null).members.push(member);
        if (isOwn) countStart(workflowId);
      }
      const touched = new Set(members.map(({ workflowId }) => groups.get(workflowId)));
      for (const group of touched.add(reserved)) {
        if (group && group !== openGroup?.group) handOverIfComplete(group);
      }
    },
    waiting: () =>
      [...groups.values(), ...readyGroups, ...singleGroups].reduce(
        (sum, { members }) => sum + members.length,
        0,
      ),
    async drain() {
      isClosing = true;
      close();
      for (const group of groups.values()) handOver(group);
      const until = performance.now() + DRAIN_MS;
      while (readyGroups.length + singleGroups.length + inFlight > 0 && performance.now() < until) {
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
