// Watches the thread that serves HTTP for stretches in which it was blocked, and names the requests
// that were in progress. A timer that fires late reveals a stretch. The processor time of the
// thread is recorded too: when it is short, the thread waited for a core or a disk instead of
// running code.

import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';

export interface StretchWatch {
  /** Records a request as in progress until the returned function is called. */
  begin(route: string): () => void;
  stop(): void;
}

interface Stretch {
  readonly ms: number;
  /** Processor time of the thread in milliseconds. */
  readonly busyMs: number;
}

const TICK_MS = 10;
/**
 * The interval without requests: a hundred timers a second would be half the cost of an idle bank.
 */
const IDLE_TICK_MS = 250;
/** Stretches longer than this are counted. */
const MIN_COUNTED_MS = 20;
/** Stretches longer than this are also logged. */
const MIN_LOGGED_MS = 100;
const MAX_NAMED = 5;

/** Starts to watch. */
export function watchStretches(registry: Registry, log: Logger): StretchWatch {
  const stretches = new Histogram({
    name: 'kontor_stretch_seconds',
    help: 'Stretches over 20 ms in which the HTTP thread was blocked, by request in progress.',
    labelNames: ['route'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const worked = new Histogram({
    name: 'kontor_stretch_processor_seconds',
    help: 'Processor time of the HTTP thread within each of these stretches.',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const inProgress = new Map<object, string>();
  let endedRoutes: string[] = [];
  let spent = process.threadCpuUsage();
  let everyMs = TICK_MS;
  let dueAt = performance.now() + everyMs;
  let timer = setTimeout(measureStretch, everyMs).unref();

  function measureStretch(): void {
    const delayMs = performance.now() - dueAt;
    const { user, system } = process.threadCpuUsage(spent);
    const busyMs = (user + system) / 1_000;
    const ms = delayMs + TICK_MS;
    if (delayMs > MIN_COUNTED_MS)
      recordStretch({ ms, busyMs }, new Set([...endedRoutes, ...inProgress.values()]));
    const isIdle = endedRoutes.length === 0 && inProgress.size === 0;
    endedRoutes = [];
    scheduleTick(isIdle ? IDLE_TICK_MS : TICK_MS);
  }

  function scheduleTick(ms: number): void {
    clearTimeout(timer);
    everyMs = ms;
    spent = process.threadCpuUsage();
    dueAt = performance.now() + ms;
    timer = setTimeout(measureStretch, ms).unref();
  }

  function recordStretch({ ms, busyMs }: Stretch, routes: ReadonlySet<string>): void {
    const [onlyRoute = 'none'] = routes;
    const route = routes.size > 1 ? 'several' : onlyRoute;
    stretches.observe({ route }, ms / 1000);
    worked.observe({ route }, busyMs / 1000);
    if (ms < MIN_LOGGED_MS) return;
    const slowest = [...routes].slice(0, MAX_NAMED);
    // Without a request it is the start or background work, which only the metric records.
    const level = routes.size === 0 ? 'debug' : 'warn';
    const times = { ms: Math.round(ms), processorMs: Math.round(busyMs) };
    log[level]({ ...times, routes: slowest }, 'the thread that answers HTTP was busy');
  }

  return {
    begin(route) {
      const key = {};
      inProgress.set(key, route);
      if (everyMs === IDLE_TICK_MS) scheduleTick(TICK_MS);
      return () => {
        inProgress.delete(key);
        endedRoutes.push(route);
      };
    },
    stop: () => clearTimeout(timer),
  };
}
