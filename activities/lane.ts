// The lane: requests of this process are accepted and settled here, group by group, inside one long
// activity. It keeps running while Temporal is away, and ends when its worker stops or when another
// lane has taken the lease (docs/decisions/lane-and-workflows.md).

import { setImmediate as turn } from 'node:timers/promises';
import { activityInfo, heartbeat } from '@temporalio/activity';
import type { Logger } from 'pino';
import type { Booking, Tracing } from '../bank/tracing/port.ts';
import { openActId } from '../db/kernel/open-act.ts';
import { slicesOf } from '../db/kernel/slice-sizes.ts';
import type { Ledger } from '../db/ledger.ts';
import { acquireLane, bookGroup, hasLaneLease } from '../db/money/lane.ts';
import {
  type Booked,
  type LaneAct,
  type LaneGroup,
  type LaneOrders,
  type LaneOutcome,
  LaneOverdue,
  type LaneRequest,
} from '../db/transactions/port.ts';
import { listLeft } from '../db/transactions/reads.ts';
import { fairQueue } from '../ledger/fair-queue.ts';
import { Refusal } from '../ledger/refusal.ts';
import type { Collected, Collector } from './collector.ts';

export interface Lane {
  /** True while this process has the lane. */
  isOpen(): boolean;
  /** Requests that wait for their commit. */
  waiting(): number;
  /** Milliseconds that a request of that developer would wait for its turn. */
  delayOf(tenantId: string): number;
  /**
   * Books an act. Returns null when nothing was written and a workflow has to do it.
   * @param mostMs longest wait for its turn in a busy queue; no limit when left out
   * @throws Refusal when the ledger does not accept it
   * @throws LaneOverdue when its turn came later; nothing was written
   */
  book<Act extends LaneAct>(
    act: Act,
    order: LaneOrders[Act],
    mostMs?: number,
  ): Promise<Booked | null>;
  /** Settles a row that was accepted before. Returns false when a workflow has to do it. */
  settle(transactionId: string, tenantId: string): Promise<boolean>;
  /** Books until the lane is taken over or has to stop; returns how many members it has booked. */
  run(holder: string, stopping: AbortSignal, onBooked: (booked: number) => void): Promise<number>;
}

export interface LaneOptions {
  readonly ledger: Pick<Ledger, 'run' | 'database'>;
  /**
   * True when a model of the developer's own judges its payments: they form a group of their own.
   */
  readonly asksApart: (tenantId: string) => boolean;
  readonly collector: Collector;
  readonly log: Logger;
  readonly failPoint: (name: string) => void;
  /** Left out or null: no traces. */
  readonly tracing?: Tracing | null;
}

/** Members per developer in a commit that another developer waits for. */
const EACH = 8;
/** Rows that are looked for at once. */
const LEFT = 256;
/**
 * How often an idle lane looks for rows that nothing settles, and checks that it still holds the
 * lease.
 */
const POLL_EVERY_MS = 1_000;
/** A row that was accepted outside of the lane is left to its workflow for this long. */
const LEFT_AFTER_MS = 2_000;
/** Rows that could not be booked are left to their workflows; so many are remembered. */
const MOST_FAULTS = 10_000;
/**
 * With fewer ahead of it no request is refused, however slow a moment is: the door lets in as many
 * (api/kit/room.ts), and a request that was let in is done.
 */
export const ALWAYS_TAKEN = 320;
/** Members of a full group. */
const FULL = 32;
/** Weight of a full group's measurement in the moving average of the time per member. */
const NEWEST_COUNTS = 0.2;

interface Waiting {
  readonly owner: string;
  readonly request: LaneRequest;
  /** By the monotonic clock; a turn that comes later is of no use to the caller. */
  readonly until: number;
  /** Null when the request is not traced. */
  readonly booking: Booking | null;
  readonly resolve: (outcome: Booked | null) => void;
  readonly reject: (error: unknown) => void;
}

export function createLane(options: LaneOptions): Lane {
  const { ledger, asksApart, collector, log, failPoint, tracing = null } = options;
  // Fair queue: a developer who sends thousands gets one turn for each turn of every other
  // developer.
  const queue = fairQueue<Waiting>();
  let msPerMember = 1;
  const isShared = ledger.database.hearsOthers;
  /** Members that one commit takes without holding up the others. */
  let most = FULL;
  /**
   * Owners whose payments their own model scores, with their waiting requests. They are booked in
   * groups of their own, one after the other, so that each payment's history contains the ones
   * before it and no other owner's commit waits for the model.
   */
  const apart = new Map<string, Waiting[]>();
  const faults = new Set<string>();
  /** Rows that wait in the queue, or are in the group under way, and whether they get settled. */
  const settling = new Map<string, Promise<boolean>>();
  let holder: string | null = null;
  let wake: () => void = () => {};
  let asked = 0;

  async function ask(
    owner: string,
    request: LaneRequest,
    mostMs = Number.POSITIVE_INFINITY,
  ): Promise<Booked | null> {
    if (holder === null) return null;
    asked += 1;
    // Behind a few it waits, however slow a moment is.
    const isCrowd = countAhead(owner) >= ALWAYS_TAKEN;
    const until = performance.now() + (isCrowd ? mostMs : Number.POSITIVE_INFINITY);
    try {
      return await new Promise((resolve, reject) => {
        const operatorAct = openActId();
        const booking = tracing?.booking() ?? null;
        const waiting = { owner, request: { ...request, operatorAct }, until, booking };
        queue.push(owner, { ...waiting, resolve, reject });
        wake();
      });
    } finally {
      asked -= 1;
    }
  }

  /** Keeps how long a member takes: with it a request knows how long it would wait. */
  function noteTime(began: number, members: number): void {
    const ms = (performance.now() - began) / members;
    msPerMember += (ms - msPerMember) * (members / FULL) * NEWEST_COUNTS;
  }

  const countAhead = (owner: string) => queue.ahead(owner) + (apart.get(owner)?.length ?? 0);

  /** Removes requests of owners who are booked apart, and starts booking those owners. */
  function setApart(taken: readonly Waiting[], bookThem: (owner: string) => void): Waiting[] {
    const known = new Map<string, boolean>();
    return taken.filter((one) => {
      const { owner } = one;
      // Queues behind the owner's waiting requests, even when the model has changed meanwhile: the
      // owner's order is kept.
      const isApart = known.get(owner) ?? (apart.has(owner) || asksApart(owner));
      known.set(owner, isApart);
      if (!isApart) return true;
      const line = apart.get(owner);
      if (line) line.push(one);
      else {
        apart.set(owner, [one]);
        bookThem(owner);
      }
      return false;
    });
  }

  /** Books the requests that wait apart for one owner, until none are left or the lane ends. */
  async function bookApart(owner: string, as: string, stopping: AbortSignal): Promise<number> {
    // The others of the same turn join its first group.
    await Promise.resolve();
    const line = apart.get(owner) ?? [];
    let booked = 0;
    while (line.length > 0 && holder === as && !stopping.aborted) {
      booked += await bookTaken(line.splice(0, EACH), as, () => {});
    }
    apart.delete(owner);
    for (const left of line) leave(left);
    return booked;
  }

  /** Returns how many were booked; a late one is refused and costs the others no time. */
  async function bookTaken(
    taken: readonly Waiting[],
    as: string,
    noteTook = noteTime,
  ): Promise<number> {
    const began = performance.now();
    for (const { booking, reject } of taken.filter(({ until }) => until < began)) {
      booking?.end(null);
      reject(new LaneOverdue('its turn came too late'));
    }
    const group = taken.filter(({ until }) => until >= began);
    if (group.length === 0) return 0;
    const reserved = collector.reserve(group.length);
    let outcomes: readonly LaneOutcome[] | null;
    try {
      failPoint('before-book');
      const requests = group.map(({ request }) => request);
      const book = () => bookRequests({ holder: as, requests, carriers: reserved });
      const traces = group.flatMap(({ booking }) => booking ?? []);
      outcomes = tracing ? await tracing.group(traces, book) : await book();
      failPoint('after-book');
    } catch (error) {
      collector.add([], reserved);
      for (const { booking, reject } of group) {
        booking?.end(null);
        reject(error);
      }
      noteTook(began, group.length);
      return group.length;
    }
    if (outcomes === null) {
      if (holder === as) holder = null;
      collector.add([], reserved);
      for (const one of group) leave(one);
      return group.length;
    }
    const unstarted = outcomes.flatMap((one, at) => listUnstarted(one, group[at]?.booking ?? null));
    collector.add(unstarted, reserved);
    group.forEach(({ request, booking, resolve, reject }, at) => {
      const outcome = outcomes[at];
      booking?.end(outcome !== undefined && isBooked(outcome) ? outcome.accepted.id : null);
      if (outcome === 'fault' && request.act === 'settle') remember(request.id);
      if (outcome === undefined || outcome === 'fault') resolve(null);
      else if (isBooked(outcome)) resolve(outcome);
      else reject(new Refusal(outcome.refusal.code, outcome.refusal.fields));
    });
    noteTook(began, group.length);
    return group.length;
  }

  /** Null: another lane has taken the lease. */
  async function bookRequests(group: LaneGroup): Promise<readonly LaneOutcome[] | null> {
    const booked = await Promise.all(slicesIn(group).map((one) => ledger.run(bookGroup, one)));
    most = booked.at(-1)?.next ?? most;
    const outcomes = booked.map((one) => one?.outcomes ?? null);
    return outcomes.includes(null) ? null : outcomes.flatMap((one) => one ?? []);
  }

  /**
   * Where a commit asks another machine, slices share one: other work on the thread gets turns
   * between them.
   */
  function slicesIn(group: LaneGroup): LaneGroup[] {
    if (!isShared) return [group];
    let { own } = group.carriers;
    return slicesOf(group.requests, most).map((requests) => {
      const carriers = { ...group.carriers, own: Math.min(own, requests.length) };
      own -= carriers.own;
      return { ...group, requests, carriers };
    });
  }

  function remember(id: string): void {
    if (faults.size >= MOST_FAULTS) faults.clear();
    faults.add(id);
  }

  /** This process no longer books it. */
  function leave({ booking, resolve }: Waiting): void {
    booking?.end(null);
    resolve(null);
  }

  /** A row that is being settled is waited for: its acceptor hears of it, and so does the lane. */
  function settle(id: string, tenantId: string): Promise<boolean> {
    const underWay = settling.get(id);
    if (underWay !== undefined) return underWay;
    const settled = ask(tenantId, { act: 'settle', id })
      .then((booked) => booked !== null)
      .finally(() => settling.delete(id));
    settling.set(id, settled);
    return settled;
  }

  /**
   * Settles rows whose workflow is late: Temporal is away, or the process that accepted them died.
   */
  function takeLeft(): void {
    const acceptedBefore = Date.now() - LEFT_AFTER_MS;
    for (const { id, tenantId } of listLeft(ledger, { acceptedBefore, limit: LEFT })) {
      if (faults.has(id) || settling.has(id)) continue;
      settle(id, tenantId).catch(() => remember(id));
    }
  }

  /** Resolves when something is asked, the worker stops, or it is time to look. */
  function idle(stopping: AbortSignal): Promise<void> {
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
    waiting: () => asked,
    delayOf(tenantId) {
      const ahead = holder === null ? 0 : countAhead(tenantId);
      return ahead < ALWAYS_TAKEN ? 0 : ahead * msPerMember;
    },
    book: (act, order, mostMs) => ask(order.tenantId ?? '', { act, order } as LaneRequest, mostMs),
    settle,
    async run(as, stopping, onBooked) {
      await ledger.run(acquireLane, as);
      holder = as;
      failPoint('after-take-lane');
      log.debug({ holder: as }, 'has the lane');
      let booked = 0;
      let lookedAt = performance.now();
      const underWay = new Set<Promise<void>>();
      const bookThem = (owner: string): void => {
        const group = bookApart(owner, as, stopping).then((count) => {
          booked += count;
          underWay.delete(group);
        });
        underWay.add(group);
      };
      while (holder === as && !stopping.aborted) {
        const taken = queue.take(isShared ? FULL : most, EACH);
        const together = taken.length > 0 ? setApart(taken, bookThem) : taken;
        if (together.length > 0) booked += await bookTaken(together, as);
        else if (taken.length > 0) await turn();
        else await idle(stopping);
        onBooked(booked);
        if (performance.now() - lookedAt < POLL_EVERY_MS) continue;
        lookedAt = performance.now();
        if (!hasLaneLease(ledger, as)) break;
        try {
          takeLeft();
        } catch {
          // Without a disk there is nothing to look at; a request hears of it by itself.
        }
      }
      await Promise.all(underWay);
      if (holder === as) holder = null;
      // Requests that arrived meanwhile are left to the next lane, or to workflows.
      if (holder === null) for (const left of queue.take(queue.size())) leave(left);
      return booked;
    },
  };
}

/** Returns the workflows to start for a member. The workflow continues the member's trace. */
function listUnstarted(outcome: LaneOutcome, booking: Booking | null): readonly Collected[] {
  if (!isBooked(outcome)) return [];
  if (booking === null) return outcome.unstarted;
  return outcome.unstarted.map((one) => ({ ...one, origin: booking.traceparent }));
}

function isBooked(outcome: LaneOutcome): outcome is Booked {
  return outcome !== 'fault' && 'accepted' in outcome;
}

export interface LaneActivities {
  /** Keeps the lane; `isKept` is false where the bank keeps none. */
  keepLane(): Promise<{ readonly isKept: boolean; readonly booked: number }>;
}

const BEAT_EVERY_MS = 1_000;

/** @param lane null: this bank settles in its workflows alone */
export function laneActivities(lane: Lane | null, stopping: AbortSignal): LaneActivities {
  return {
    async keepLane() {
      if (!lane) return { isKept: false, booked: 0 };
      // The worker that comes next takes it: this one has no time for it any more.
      stopping.throwIfAborted();
      const { workflowExecution, activityId, attempt } = activityInfo();
      let booked = 0;
      const beat = setInterval(() => heartbeat({ booked }), BEAT_EVERY_MS);
      try {
        const holder = `${workflowExecution?.runId}/${activityId}/${attempt}`;
        booked = await lane.run(holder, stopping, (count) => {
          booked = count;
        });
        return { isKept: true, booked };
      } finally {
        clearInterval(beat);
      }
    },
  };
}
