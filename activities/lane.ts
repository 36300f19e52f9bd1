// The lane accepts and settles the requests of this process in groups, inside one long activity. It
// keeps running while Temporal is unavailable, and ends when its worker stops or another lane takes
// the lease (docs/decisions/lane-and-workflows.md).

import { setImmediate as nextTurn } from 'node:timers/promises';
import { activityInfo, heartbeat } from '@temporalio/activity';
import type { Logger } from 'pino';
import type { TracedWait, Tracing } from '../bank/tracing/port.ts';
import { currentActId } from '../db/kernel/current-act.ts';
import { slicesOf } from '../db/kernel/slice-sizes.ts';
import type { Ledger } from '../db/ledger.ts';
import { acquireLane, bookGroup, hasLaneLease } from '../db/money/lane.ts';
import {
  type BookedRequest,
  type LaneAct,
  type LaneGroup,
  type LaneOrders,
  type LaneOutcome,
  LaneOverdue,
  type LaneRequest,
} from '../db/transactions/port.ts';
import { listUnsettled } from '../db/transactions/reads.ts';
import { createFairQueue } from '../ledger/fair-queue.ts';
import { Refusal } from '../ledger/refusal.ts';
import type { CollectedTransaction, Collector } from './collector.ts';

export interface Lane {
  /** True while this process has the lane. */
  isOpen(): boolean;
  /** Requests that wait for their commit. */
  waiting(): number;
  /** The expected wait of a request of that developer, in milliseconds. */
  delayOf(tenantId: string): number;
  /**
   * Books a request. Returns null when nothing was written and a workflow has to do it.
   * @param maxMs the longest wait in a busy queue; no limit when left out
   * @throws Refusal when the ledger does not accept it
   * @throws LaneOverdue when the wait was longer; nothing was written
   */
  book<Act extends LaneAct>(
    act: Act,
    order: LaneOrders[Act],
    maxMs?: number,
  ): Promise<BookedRequest | null>;
  /** Settles a row that was accepted before. Returns false when a workflow has to do it. */
  settle(transactionId: string, tenantId: string): Promise<boolean>;
  /**
   * Books until another lane takes over or the worker stops. Returns the number of booked members.
   */
  run(holder: string, stopping: AbortSignal, onBooked: (booked: number) => void): Promise<number>;
}

export interface LaneOptions {
  readonly ledger: Pick<Ledger, 'run' | 'database'>;
  /**
   * True when the developer's own model scores the payments; they are booked in separate groups.
   */
  readonly usesOwnModel: (tenantId: string) => boolean;
  readonly collector: Collector;
  readonly log: Logger;
  readonly failPoint: (name: string) => void;
  /** Left out or null: no traces. */
  readonly tracing?: Tracing | null;
}

/** Members per developer in a commit that another developer waits for. */
const MAX_PER_DEVELOPER = 8;
/** The most unsettled rows that one poll finds. */
const MAX_ADOPTED = 256;
/**
 * How often an idle lane looks for rows that nothing settles, and checks that it still holds the
 * lease.
 */
const POLL_EVERY_MS = 1_000;
/** A row that was accepted outside of the lane is left to its workflow for this long. */
const ADOPT_AFTER_MS = 2_000;
/** The most remembered rows that could not be booked and are left to their workflows. */
const MAX_FAULTS = 10_000;
/**
 * With fewer requests ahead, none is refused for its wait: the API admits as many concurrent
 * requests (api/kit/admission-bound.ts), and an admitted request is processed.
 */
export const ALWAYS_ADMITTED = 320;
/** Members of a full group. */
const FULL_GROUP = 32;
/**
 * How long a group waits for another request, while it has fewer members than the one before: clients
 * that wait for an answer send their next requests one after the other behind it.
 */
const GATHER_MS = 0.5;
/** Weight of a full group's measurement in the moving average of the time per member. */
const NEWEST_WEIGHT = 0.2;

interface WaitingRequest {
  readonly owner: string;
  readonly request: LaneRequest;
  /** Deadline by the monotonic clock; a later result is of no use to the caller. */
  readonly until: number;
  /** Null when the request is not traced. */
  readonly booking: TracedWait | null;
  readonly resolve: (outcome: BookedRequest | null) => void;
  readonly reject: (error: unknown) => void;
}

export function createLane(options: LaneOptions): Lane {
  const { ledger, usesOwnModel, collector, log, failPoint, tracing = null } = options;
  // Fair queue: a developer who sends thousands gets one turn for each turn of every other
  // developer.
  const queue = createFairQueue<WaitingRequest>();
  let msPerMember = 1;
  /** Members of the last group that was not booked separately. */
  let lastSize = 1;
  const commitsRemotely = ledger.database.followsOtherProcesses;
  /** The most members of one commit that does not delay other work. */
  let maxMembers = FULL_GROUP;
  /**
   * Owners whose payments their own model scores, with their waiting requests. They are booked in
   * groups of their own, one after the other, so that each payment's history contains the ones
   * before it and no other owner's commit waits for the model.
   */
  const separateRequests = new Map<string, WaitingRequest[]>();
  const faults = new Set<string>();
  /** Rows in the queue or in the current group, with the promise of their settlement. */
  const settling = new Map<string, Promise<boolean>>();
  let holder: string | null = null;
  let wake: () => void = () => {};
  let requests = 0;

  async function enqueue(
    owner: string,
    request: LaneRequest,
    maxMs = Number.POSITIVE_INFINITY,
  ): Promise<BookedRequest | null> {
    if (holder === null) return null;
    requests += 1;
    // Behind a few requests it waits without a limit.
    const isBusy = countAhead(owner) >= ALWAYS_ADMITTED;
    const until = performance.now() + (isBusy ? maxMs : Number.POSITIVE_INFINITY);
    try {
      return await new Promise((resolve, reject) => {
        const operatorAct = currentActId();
        const booking = tracing?.booking() ?? null;
        const waitingRequest = { owner, request: { ...request, operatorAct }, until, booking };
        queue.push(owner, { ...waitingRequest, resolve, reject });
        wake();
      });
    } finally {
      requests -= 1;
    }
  }

  /** Updates the average time of a member, from which the expected wait is computed. */
  function recordTime(startedAt: number, members: number): void {
    const ms = (performance.now() - startedAt) / members;
    msPerMember += (ms - msPerMember) * (members / FULL_GROUP) * NEWEST_WEIGHT;
  }

  const countAhead = (owner: string) =>
    queue.countAhead(owner) + (separateRequests.get(owner)?.length ?? 0);

  /** Removes the requests of owners who are booked separately, and starts booking those owners. */
  function separateOwners(
    requests: readonly WaitingRequest[],
    startBooking: (owner: string) => void,
  ): WaitingRequest[] {
    const separateByOwner = new Map<string, boolean>();
    return requests.filter((request) => {
      const { owner } = request;
      // Queues behind the owner's waiting requests, even when the model has changed meanwhile, to
      // keep the owner's order.
      const isSeparate =
        separateByOwner.get(owner) ?? (separateRequests.has(owner) || usesOwnModel(owner));
      separateByOwner.set(owner, isSeparate);
      if (!isSeparate) return true;
      const ownRequests = separateRequests.get(owner);
      if (ownRequests) ownRequests.push(request);
      else {
        separateRequests.set(owner, [request]);
        startBooking(owner);
      }
      return false;
    });
  }

  /** Books the separate requests of one owner, until none are left or the lane ends. */
  async function bookSeparately(
    owner: string,
    holderId: string,
    stopping: AbortSignal,
  ): Promise<number> {
    // Other requests of the same turn join the first group.
    await Promise.resolve();
    const ownRequests = separateRequests.get(owner) ?? [];
    let bookedCount = 0;
    while (ownRequests.length > 0 && holder === holderId && !stopping.aborted) {
      bookedCount += await bookAndAnswer(
        ownRequests.splice(0, MAX_PER_DEVELOPER),
        holderId,
        () => {},
      );
    }
    separateRequests.delete(owner);
    for (const remaining of ownRequests) resolveUnbooked(remaining);
    return bookedCount;
  }

  /**
   * Books a group and returns its size. A request past its deadline is refused and costs the others
   * no time.
   */
  async function bookAndAnswer(
    waiting: readonly WaitingRequest[],
    holderId: string,
    recordDuration = recordTime,
  ): Promise<number> {
    const startedAt = performance.now();
    for (const { booking, reject } of waiting.filter(({ until }) => until < startedAt)) {
      booking?.end(null);
      reject(new LaneOverdue('its turn came too late'));
    }
    const group = waiting.filter(({ until }) => until >= startedAt);
    if (group.length === 0) return 0;
    const reserved = collector.reserve(group.length);
    let outcomes: readonly LaneOutcome[] | null;
    try {
      failPoint('before-book');
      const requests = group.map(({ request }) => request);
      const book = () => commitGroup({ holder: holderId, requests, workflows: reserved });
      const traces = group.flatMap(({ booking }) => booking ?? []);
      outcomes = tracing ? await tracing.group(traces, book) : await book();
      failPoint('after-book');
    } catch (error) {
      collector.add([], reserved);
      for (const { booking, reject } of group) {
        booking?.end(null);
        reject(error);
      }
      recordDuration(startedAt, group.length);
      return group.length;
    }
    if (outcomes === null) {
      if (holder === holderId) holder = null;
      collector.add([], reserved);
      for (const waiting of group) resolveUnbooked(waiting);
      return group.length;
    }
    const unstarted = outcomes.flatMap((outcomes, index) =>
      listUnstarted(outcomes, group[index]?.booking ?? null),
    );
    collector.add(unstarted, reserved);
    group.forEach(({ request, booking, resolve, reject }, index) => {
      const outcome = outcomes[index];
      booking?.end(outcome !== undefined && isBooked(outcome) ? outcome.accepted.id : null);
      if (outcome === 'fault' && request.act === 'settle') rememberFault(request.id);
      if (outcome === undefined || outcome === 'fault') resolve(null);
      else if (isBooked(outcome)) resolve(outcome);
      else reject(new Refusal(outcome.refusal.code, outcome.refusal.fields));
    });
    recordDuration(startedAt, group.length);
    return group.length;
  }

  /** Returns null when another lane has taken the lease. */
  async function commitGroup(group: LaneGroup): Promise<readonly LaneOutcome[] | null> {
    const bookedSlices = await Promise.all(
      slicesIn(group).map((slice) => ledger.run(bookGroup, slice)),
    );
    maxMembers = bookedSlices.at(-1)?.next ?? maxMembers;
    const outcomes = bookedSlices.map((answer) => answer?.outcomes ?? null);
    return outcomes.includes(null) ? null : outcomes.flatMap((outcomes) => outcomes ?? []);
  }

  /**
   * Splits a group when a commit needs another machine: the slices share one commit, and other work
   * on the thread runs between them.
   */
  function slicesIn(group: LaneGroup): LaneGroup[] {
    if (!commitsRemotely) return [group];
    let { ownCount } = group.workflows;
    return slicesOf(group.requests, maxMembers).map((requests) => {
      const workflows = { ...group.workflows, ownCount: Math.min(ownCount, requests.length) };
      ownCount -= workflows.ownCount;
      return { ...group, requests, workflows };
    });
  }

  /**
   * Waits for the requests that follow the answers of the last group. Otherwise the first of them
   * would be a group of its own, and all others would wait for its commit. On PostgreSQL they arrive
   * while the server commits.
   */
  async function gather(): Promise<void> {
    let size = queue.size();
    let arrivedAt = performance.now();
    while (!commitsRemotely && size > 0 && size < Math.min(lastSize, maxMembers)) {
      await nextTurn();
      if (queue.size() > size) arrivedAt = performance.now();
      else if (performance.now() - arrivedAt > GATHER_MS) return;
      size = queue.size();
    }
  }

  function rememberFault(id: string): void {
    if (faults.size >= MAX_FAULTS) faults.clear();
    faults.add(id);
  }

  /** Resolves a request that this process no longer books. */
  function resolveUnbooked({ booking, resolve }: WaitingRequest): void {
    booking?.end(null);
    resolve(null);
  }

  /** Settles a row, or waits for its settlement when it is already in the lane. */
  function settle(id: string, tenantId: string): Promise<boolean> {
    const underWay = settling.get(id);
    if (underWay !== undefined) return underWay;
    const settlement = enqueue(tenantId, { act: 'settle', id })
      .then((booked) => booked !== null)
      .finally(() => settling.delete(id));
    settling.set(id, settlement);
    return settlement;
  }

  /**
   * Settles rows whose workflow is late: Temporal is away, or the process that accepted them died.
   */
  function adoptUnsettledRows(): void {
    const acceptedBefore = Date.now() - ADOPT_AFTER_MS;
    for (const { id, tenantId } of listUnsettled(ledger, { acceptedBefore, limit: MAX_ADOPTED })) {
      if (faults.has(id) || settling.has(id)) continue;
      settle(id, tenantId).catch(() => rememberFault(id));
    }
  }

  /** Resolves when a request arrives, the worker stops, or it is time to poll. */
  function waitForWork(stopping: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(finish, POLL_EVERY_MS);
      function finish(): void {
        clearTimeout(timer);
        stopping.removeEventListener('abort', finish);
        wake = () => {};
        resolve();
      }
      stopping.addEventListener('abort', finish, { once: true });
      wake = finish;
    });
  }

  return {
    isOpen: () => holder !== null,
    waiting: () => requests,
    delayOf(tenantId) {
      const requestsAhead = holder === null ? 0 : countAhead(tenantId);
      return requestsAhead < ALWAYS_ADMITTED ? 0 : requestsAhead * msPerMember;
    },
    book: (act, order, maxMs) =>
      enqueue(order.tenantId ?? '', { act, order } as LaneRequest, maxMs),
    settle,
    async run(holderId, stopping, onBooked) {
      await ledger.run(acquireLane, holderId);
      holder = holderId;
      failPoint('after-take-lane');
      log.debug({ holder: holderId }, 'has the lane');
      let bookedCount = 0;
      let polledAt = performance.now();
      const underWay = new Set<Promise<void>>();
      const startSeparateBooking = (owner: string): void => {
        const group = bookSeparately(owner, holderId, stopping).then((count) => {
          bookedCount += count;
          underWay.delete(group);
        });
        underWay.add(group);
      };
      while (holder === holderId && !stopping.aborted) {
        await gather();
        const takenRequests = queue.take(
          commitsRemotely ? FULL_GROUP : maxMembers,
          MAX_PER_DEVELOPER,
        );
        const commonRequests =
          takenRequests.length > 0
            ? separateOwners(takenRequests, startSeparateBooking)
            : takenRequests;
        if (commonRequests.length > 0) {
          lastSize = commonRequests.length;
          bookedCount += await bookAndAnswer(commonRequests, holderId);
        } else if (takenRequests.length > 0) await nextTurn();
        else await waitForWork(stopping);
        onBooked(bookedCount);
        if (performance.now() - polledAt < POLL_EVERY_MS) continue;
        polledAt = performance.now();
        if (!hasLaneLease(ledger, holderId)) break;
        try {
          adoptUnsettledRows();
        } catch {
          // An unreadable disk is reported to the next request.
        }
      }
      await Promise.all(underWay);
      if (holder === holderId) holder = null;
      // Requests that arrived meanwhile are left to the next lane or to workflows.
      if (holder === null)
        for (const remaining of queue.take(queue.size())) resolveUnbooked(remaining);
      return bookedCount;
    },
  };
}

/** Returns the workflows to start for a member. The workflow continues the member's trace. */
function listUnstarted(
  outcome: LaneOutcome,
  booking: TracedWait | null,
): readonly CollectedTransaction[] {
  if (!isBooked(outcome)) return [];
  if (booking === null) return outcome.unstarted;
  return outcome.unstarted.map((start) => ({ ...start, origin: booking.traceparent }));
}

function isBooked(outcome: LaneOutcome): outcome is BookedRequest {
  return outcome !== 'fault' && 'accepted' in outcome;
}

export interface LaneActivities {
  /** Runs the lane; `isKept` is false in a bank without a lane. */
  keepLane(): Promise<{ readonly isKept: boolean; readonly booked: number }>;
}

const BEAT_EVERY_MS = 1_000;

/** @param lane null in a bank that settles only in its workflows */
export function laneActivities(lane: Lane | null, stopping: AbortSignal): LaneActivities {
  return {
    async keepLane() {
      if (!lane) return { isKept: false, booked: 0 };
      // The next worker takes the lane, because this one is stopping.
      stopping.throwIfAborted();
      const { workflowExecution, activityId, attempt } = activityInfo();
      let bookedCount = 0;
      const beat = setInterval(() => heartbeat({ booked: bookedCount }), BEAT_EVERY_MS);
      try {
        const holder = `${workflowExecution?.runId}/${activityId}/${attempt}`;
        bookedCount = await lane.run(holder, stopping, (count) => {
          bookedCount = count;
        });
        return { isKept: true, booked: bookedCount };
      } finally {
        clearInterval(beat);
      }
    },
  };
}
