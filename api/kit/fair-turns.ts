// Decides which admitted requests begin. Without it, one turn of the event loop begins every
// arrived request, so a caller with 256 concurrent requests delays all others by the time for 256
// bodies. While several callers are active, each caller has a few running requests, and its other
// requests begin as these end (docs/decisions/fair-turns.md).

import { setImmediate as turn } from 'node:timers/promises';

export interface FairTurns {
  /**
   * Begins a request now, or when the caller has a free slot.
   * @param caller the credential; empty for a caller without one
   * @param begin called at most once
   */
  ask(caller: string, begin: () => void): Turn;
  /**
   * Lets requests go first: resolves in a turn of the event loop without running requests, or after
   * 25 ms. For long work in parts that block the thread for some milliseconds each.
   * @returns true when at most one caller has sent a request within the last second
   */
  letGoFirst(): Promise<boolean>;
}

export interface Turn {
  /** Frees the slot, when the request was answered or its client has disconnected. */
  end(): void;
}

/** Running requests of each caller. With fewer, too few requests would share a commit. */
const AT_WORK = 4;
/** Running requests without a credential; registration and sign-in cost more than a payment. */
const WITHOUT_CREDENTIAL = 2;
/** A caller counts as active for this long after its last request. */
const HEARD_MS = 1_000;
/**
 * A request that is not answered after this time waits for something and uses no processor time.
 */
const WORKS_MS = 100;
/** Interval of measuring the load of the thread while requests wait. */
const LOOK_MS = 10;
/** Below this share of busy time, the thread has time for more requests. */
const BUSY = 0.5;
const MORE = 2;
/** Long work continues after this time, however many requests there are. */
const MOST_PAUSE_MS = 25;

interface Request {
  readonly begin: () => void;
  /** Null when the request has not begun or no longer needs its slot. */
  timer: NodeJS.Timeout | null;
}

interface Caller {
  atWork: number;
  readonly waiting: Set<Request>;
}

/** Returns a function that returns the share of busy time since its last call. */
function busyShares(): () => number {
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
export function fairTurns(
  now: () => number = () => performance.now(),
  busyShare: () => number = busyShares(),
): FairTurns {
  const callers = new Map<string, Caller>();
  /** Time of each caller's last request, the earliest first. */
  const heard = new Map<string, number>();
  let all = 0;
  const pauses = new Set<() => void>();
  let looking: NodeJS.Timeout | null = null;

  function count(caller: Caller, by: 1 | -1): void {
    caller.atWork += by;
    all += by;
    if (all > 0) return;
    for (const end of pauses) end();
    pauses.clear();
  }

  /** Begins more requests when the thread is idle, because the running ones wait for a database. */
  function look(): void {
    looking = null;
    const more = busyShare() < BUSY ? MORE : 0;
    for (const [name, caller] of callers) advance(name, caller, caller.atWork + more);
  }

  function pause(): Promise<void> {
    return new Promise((end) => {
      const goOn = () => {
        clearTimeout(late);
        pauses.delete(goOn);
        end();
      };
      const late = setTimeout(goOn, MOST_PAUSE_MS);
      pauses.add(goOn);
    });
  }

  function lookLater(): void {
    if (looking !== null) return;
    busyShare();
    looking = setTimeout(look, LOOK_MS);
    looking.unref();
  }

  function hear(caller: string): void {
    heard.delete(caller);
    heard.set(caller, now());
    forget();
  }

  function forget(): void {
    const time = now();
    for (const [other, at] of heard) {
      if (time - at <= HEARD_MS) break;
      heard.delete(other);
    }
  }

  function placesOf(caller: string): number {
    if (heard.size < 2) return Number.POSITIVE_INFINITY;
    if (caller === '') return WITHOUT_CREDENTIAL;
    return AT_WORK;
  }

  function advance(name: string, caller: Caller, least = 0): void {
    const places = Math.max(placesOf(name), least);
    for (const one of caller.waiting) {
      if (caller.atWork >= places) break;
      caller.waiting.delete(one);
      start(name, caller, one);
    }
    if (caller.waiting.size > 0) lookLater();
    const isIdle = caller.atWork === 0 && caller.waiting.size === 0;
    if (isIdle && callers.get(name) === caller) callers.delete(name);
  }

  function start(name: string, caller: Caller, one: Request): void {
    count(caller, 1);
    one.timer = setTimeout(() => leave(name, caller, one), WORKS_MS);
    one.timer.unref();
    one.begin();
  }

  function leave(name: string, caller: Caller, one: Request): void {
    if (!caller.waiting.delete(one)) {
      if (one.timer === null) return;
      clearTimeout(one.timer);
      one.timer = null;
      count(caller, -1);
    }
    advance(name, caller);
  }

  return {
    ask(name, begin) {
      hear(name);
      const caller = callers.get(name) ?? { atWork: 0, waiting: new Set<Request>() };
      callers.set(name, caller);
      const one: Request = { begin, timer: null };
      caller.waiting.add(one);
      advance(name, caller);
      return { end: () => leave(name, caller, one) };
    },
    async letGoFirst() {
      // Requests that have arrived begin in this turn.
      await turn();
      if (all > 0) await pause();
      forget();
      return heard.size < 2;
    },
  };
}
