// Decides which of the admitted requests begin. One turn of the event loop begins every request
// that has arrived, so a caller with 256 requests at once would make all others wait for 256 bodies
// to be read. While several callers are active, each has a few requests at work, and its others
// begin as these end (docs/decisions/fair-turns.md).

import { setImmediate as turn } from 'node:timers/promises';

export interface FairTurns {
  /**
   * Begins a request now, or when the caller has a place for it.
   * @param caller its credential; empty: a caller that sends none
   * @param begin is called once, at most
   */
  ask(caller: string, begin: () => void): Turn;
  /**
   * Lets requests go first: resolves in a turn of the event loop in which none is at work, or after
   * 25 ms. For long work in parts, of which each holds the thread for some milliseconds.
   * @returns true when one caller at most has sent a request within the last second
   */
  letGoFirst(): Promise<boolean>;
}

export interface Turn {
  /** The request was answered, or its client has left: it needs its place no more. */
  end(): void;
}

/** Requests at work of each caller: fewer share the price of a commit among too few. */
const AT_WORK = 4;
/** Registering and signing in cost more than a payment. */
const WITHOUT_CREDENTIAL = 2;
/** A caller counts for this long after its last request. */
const HEARD_MS = 1_000;
/** A request that is not answered by then waits for something, and computes nothing. */
const WORKS_MS = 100;
/** While requests wait, the load of the thread is measured so often. */
const LOOK_MS = 10;
/** Busy for a smaller share of that time, it has time for more of them. */
const BUSY = 0.5;
const MORE = 2;
/** Long work goes on after that, however many requests there are. */
const MOST_PAUSE_MS = 25;

interface Request {
  readonly begin: () => void;
  /** Null: it has not begun, or it needs its place no more. */
  timer: NodeJS.Timeout | null;
}

interface Caller {
  atWork: number;
  readonly waiting: Set<Request>;
}

/** Returns the share of the time since it was called last in which the thread was busy. */
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
 * @param now milliseconds that never go back
 * @param busyShare of the time since it was called last
 */
export function fairTurns(
  now: () => number = () => performance.now(),
  busyShare: () => number = busyShares(),
): FairTurns {
  const callers = new Map<string, Caller>();
  /** When each caller was heard last, the earliest first. */
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

  /** Requests that wait for a database elsewhere leave the thread idle: more of them may begin. */
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
