// Decides which admitted requests begin. Without it, one turn of the event loop begins every
// arrived request, so a caller with 256 concurrent requests delays all others by the time for 256
// bodies. While several callers are active, each caller has a few running requests, and its other
// requests begin as these end (docs/decisions/fair-turns.md).

import { setImmediate as nextTurn } from 'node:timers/promises';

export interface FairTurns {
  /**
   * Begins a request now, or when the caller has a free slot.
   * @param caller the credential; empty for a caller without one
   * @param begin called at most once
   */
  schedule(caller: string, begin: () => void): Turn;
  /**
   * Lets requests go first: resolves in a turn of the event loop without running requests, or after
   * 25 ms. For long work in parts that block the thread for some milliseconds each.
   * @returns true when nobody but that tenant has sent a request within the last second
   */
  yieldToRequests(tenantId: string): Promise<boolean>;
  /** Records to whom a caller's credential belongs, which is unknown until it is authenticated. */
  noteTenant(caller: string, tenantId: string | null): void;
}

export interface Turn {
  /** Frees the slot, when the request was answered or its client has disconnected. */
  end(): void;
}

/** Running requests of each caller. With fewer, too few requests would share a commit. */
const MAX_RUNNING = 4;
/** Running requests without a credential; registration and sign-in cost more than a payment. */
const MAX_RUNNING_WITHOUT_CREDENTIAL = 2;
/** A caller counts as active for this long after its last request. */
const ACTIVE_MS = 1_000;
/**
 * A request that is unanswered after this time waits, for example for the database, and no longer
 * counts as running.
 */
const MAX_RUN_MS = 100;
/** Interval of measuring the load of the thread while requests wait. */
const MEASURE_MS = 10;
/** Below this share of busy time, the thread has time for more requests. */
const BUSY_SHARE = 0.5;
const EXTRA_SLOTS = 2;
/** Long work continues after this time, whatever the number of waiting requests. */
const MAX_PAUSE_MS = 25;

interface Request {
  readonly begin: () => void;
  /** Null when the request has not begun or no longer needs its slot. */
  timer: NodeJS.Timeout | null;
}

interface Caller {
  running: number;
  readonly waiting: Set<Request>;
}

/** Creates a function that returns the share of busy time since its last call. */
function createBusyMeter(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, last);
    last = current;
    return utilization;
  };
}

/**
 * @param now monotonic time in milliseconds
 * @param busyShare returns the share of busy time since its last call
 */
export function createFairTurns(
  now: () => number = () => performance.now(),
  busyShare: () => number = createBusyMeter(),
): FairTurns {
  const callers = new Map<string, Caller>();
  /** Each caller's last request, the earliest first. */
  const lastRequests = new Map<string, { readonly at: number; readonly tenantId: string | null }>();
  let runningTotal = 0;
  const pauses = new Set<() => void>();
  let measureTimer: NodeJS.Timeout | null = null;

  function count(caller: Caller, change: 1 | -1): void {
    caller.running += change;
    runningTotal += change;
    if (runningTotal > 0) return;
    for (const end of pauses) end();
    pauses.clear();
  }

  /** Begins more requests when the thread is idle, because the running ones wait for a database. */
  function beginMore(): void {
    measureTimer = null;
    const moreSlots = busyShare() < BUSY_SHARE ? EXTRA_SLOTS : 0;
    for (const [name, caller] of callers) advance(name, caller, caller.running + moreSlots);
  }

  function pause(): Promise<void> {
    return new Promise((end) => {
      const resume = () => {
        clearTimeout(timer);
        pauses.delete(resume);
        end();
      };
      const timer = setTimeout(resume, MAX_PAUSE_MS);
      pauses.add(resume);
    });
  }

  function beginMoreLater(): void {
    if (measureTimer !== null) return;
    busyShare();
    measureTimer = setTimeout(beginMore, MEASURE_MS);
    measureTimer.unref();
  }

  function noteRequest(caller: string): void {
    const tenantId = lastRequests.get(caller)?.tenantId ?? null;
    lastRequests.delete(caller);
    lastRequests.set(caller, { at: now(), tenantId });
    dropInactive();
  }

  function dropInactive(): void {
    const time = now();
    for (const [other, { at }] of lastRequests) {
      if (time - at <= ACTIVE_MS) break;
      lastRequests.delete(other);
    }
  }

  function slotsOf(caller: string): number {
    if (lastRequests.size < 2) return Number.POSITIVE_INFINITY;
    if (caller === '') return MAX_RUNNING_WITHOUT_CREDENTIAL;
    return MAX_RUNNING;
  }

  function advance(name: string, caller: Caller, min = 0): void {
    const slots = Math.max(slotsOf(name), min);
    for (const request of caller.waiting) {
      if (caller.running >= slots) break;
      caller.waiting.delete(request);
      start(name, caller, request);
    }
    if (caller.waiting.size > 0) beginMoreLater();
    const isIdle = caller.running === 0 && caller.waiting.size === 0;
    if (isIdle && callers.get(name) === caller) callers.delete(name);
  }

  function start(name: string, caller: Caller, request: Request): void {
    count(caller, 1);
    request.timer = setTimeout(() => removeRequest(name, caller, request), MAX_RUN_MS);
    request.timer.unref();
    request.begin();
  }

  function removeRequest(name: string, caller: Caller, request: Request): void {
    if (!caller.waiting.delete(request)) {
      if (request.timer === null) return;
      clearTimeout(request.timer);
      request.timer = null;
      count(caller, -1);
    }
    advance(name, caller);
  }

  return {
    schedule(name, begin) {
      noteRequest(name);
      const caller = callers.get(name) ?? { running: 0, waiting: new Set<Request>() };
      callers.set(name, caller);
      const request: Request = { begin, timer: null };
      caller.waiting.add(request);
      advance(name, caller);
      return { end: () => removeRequest(name, caller, request) };
    },
    noteTenant(caller, tenantId) {
      const last = lastRequests.get(caller);
      // An existing key keeps its place in the order by time.
      if (last && last.tenantId !== tenantId) lastRequests.set(caller, { ...last, tenantId });
    },
    async yieldToRequests(tenantId) {
      // Requests that have arrived begin in this turn.
      await nextTurn();
      if (runningTotal > 0) await pause();
      dropInactive();
      for (const last of lastRequests.values()) {
        if (last.tenantId !== tenantId) return false;
      }
      return true;
    },
  };
}
